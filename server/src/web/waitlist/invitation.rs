//! The link of an invitation. Opening it uses nothing up, as programs that read mail open
//! links too: the browser remembers it, and whoever signs up or in there next, in whatever
//! way, is let in by it.

use axum::{
    Extension,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::domain::cookie::Cookie;

use crate::web::{
    headers::cookies,
    state::{AppState, session::Principal},
};

/// How long a browser remembers it, in seconds.
const REMEMBERED: u64 = 24 * 3600;

/// Where an invited person goes.
const NEXT: &str = "/ai-creator";

/// Whether a text has the form of an invitation.
pub fn is_whole(invitation: &str) -> bool {
    invitation.len() == 64 && invitation.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Remembers the invitation and leads to the sign-up page, or straight on.
pub async fn open(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(invitation): Path<String>,
) -> Response {
    if !is_whole(&invitation) {
        return Redirect::to("/register").into_response();
    }
    let https = state.site.https();
    let headers = [cookies::set(Cookie::Invitation, &invitation, Some(REMEMBERED), https)];
    let next =
        if who.0.is_some() { NEXT.to_owned() } else { format!("/auth?mode=signup&next={NEXT}") };
    (headers, Redirect::to(&next)).into_response()
}
