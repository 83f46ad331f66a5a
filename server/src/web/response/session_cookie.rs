//! The session's cookie.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use evernear_app::{
    domain::{auth::session::IDLE_LIFETIME, cookie::Cookie},
    flows::auth::authenticate::Token,
};

use crate::web::headers::cookies;

/// Hands a token to the browser; for longer than it stays open when `keep`.
pub fn signed_in(token: &Token, keep: bool, https: bool) -> (HeaderName, HeaderValue) {
    let lasting = keep.then_some(IDLE_LIFETIME.as_secs());
    cookies::set(Cookie::Session, &token.0, lasting, https)
}

/// Takes the token away.
pub fn signed_out(https: bool) -> (HeaderName, HeaderValue) {
    cookies::set(Cookie::Session, "", Some(0), https)
}

/// Whether a request shows a session, valid or not, on whatever kind of site.
pub fn is_shown(headers: &HeaderMap) -> bool {
    [true, false].iter().any(|https| cookies::shown(headers, Cookie::Session, *https).is_some())
}
