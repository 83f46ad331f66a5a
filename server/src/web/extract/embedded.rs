//! Whether a page of another site loads something as a part of itself.

use axum::http::{HeaderMap, HeaderName};

/// Whether a page of another site loads this as its image, film or frame. Nothing of a link is shown
/// there, and its visitors are not counted as who guesses tokens.
pub fn is_embedded(headers: &HeaderMap) -> bool {
    let says = |name, value| headers.get(HeaderName::from_static(name)).is_some_and(|v| v == value);
    says("sec-fetch-site", "cross-site") && !says("sec-fetch-dest", "document")
}
