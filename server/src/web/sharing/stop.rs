//! Ending links.

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::sharing::stop::{stop_link, stop_links},
    pages::Flash,
};

use crate::web::{
    response::{flash, forms::to_sign_in, page::error_response},
    state::{AppState, session::Principal},
};

/// Ends one.
pub async fn stop(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/shared") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match stop_link(&state.ports, &member, id).await {
        Ok(()) => flash::tell(&state, &member, Flash::LinkStopped),
        Err(error) => error_response(&error.into()),
    }
}

/// Ends all of the account.
pub async fn stop_all(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/shared") };
    match stop_links(&state.ports, &member).await {
        Ok(()) => flash::tell(&state, &member, Flash::LinksStopped),
        Err(error) => error_response(&error.into()),
    }
}
