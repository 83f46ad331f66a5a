//! Signing in with Google on our own pages.

pub mod callback;
pub mod start;

use axum::http::{HeaderName, HeaderValue};
use evernear_app::domain::cookie::Cookie;

use crate::web::{headers::cookies, state::AppState};

fn return_to(state: &AppState) -> String {
    format!("{}/auth/google/return", state.site.public_url)
}

/// The cookie that carries what must be known on return; emptied once the browser is back.
fn on_the_way(value: &str, seconds: u64, https: bool) -> (HeaderName, HeaderValue) {
    cookies::set(Cookie::Google, value, Some(seconds), https)
}
