//! Where a request comes from, for the security history.

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
};
use evernear_app::domain::account::event::Origin;

use super::client::Client;

/// The client's address and what its browser calls itself.
pub struct RequestOrigin(pub Origin);

impl<S: Send + Sync> FromRequestParts<S> for RequestOrigin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let ip = parts.extensions.get::<Client>().map(|client| client.key()).unwrap_or_default();
        let agent = parts.headers.get(header::USER_AGENT).map(HeaderValue::as_bytes);
        let agent = String::from_utf8_lossy(agent.unwrap_or_default());
        Ok(Self(Origin::new(ip, &agent)))
    }
}
