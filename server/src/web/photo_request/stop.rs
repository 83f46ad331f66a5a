//! Ending requests for photos.

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{flows::photo_request::stop_request::stop_request, pages::Flash};

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
    let Some(member) = who.0 else { return to_sign_in("/photo-requests") };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    match stop_request(&state.ports, &member, id).await {
        Ok(()) => flash::tell(&state, &member, Flash::PhotoRequestStopped),
        Err(error) => error_response(&error.into()),
    }
}
