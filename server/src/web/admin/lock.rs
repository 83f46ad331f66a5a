//! Locks the administrator's pages again.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{domain::cookie::Cookie, flows::admin::unlock::lock as lock_gate};

use super::gate::GATED_PAGES;
use crate::web::{
    headers::cookies,
    state::{AppState, session::Principal},
};

/// Locks this browser again; its cookie is worth nothing from now on, wherever it went.
pub async fn lock(State(state): State<AppState>, Extension(who): Extension<Principal>) -> Response {
    if let Some(admin) = &who.1
        && let Err(error) = lock_gate(&state.ports, admin).await
    {
        tracing::error!(%error, "a lock could not be written down; this process remembers it");
    }
    let headers = [cookies::set(Cookie::Admin, "", Some(0), state.site.https())];
    (headers, Redirect::to(GATED_PAGES[0])).into_response()
}
