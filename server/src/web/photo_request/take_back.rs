//! Taking back a photo that was added by a request.

use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::photo_request::{open_request::OpenRequestError, take_back};

use super::request_link::{RequestLink, nowhere};
use crate::web::{response::page::error_response, state::AppState};

/// Deletes the photo, where no memory is made with it. Its page says how things stand either way.
pub async fn take_back(State(state): State<AppState>, asked: RequestLink) -> Response {
    match take_back::take_back(&state.ports, &asked.token, &asked.client).await {
        Ok(_) => Redirect::to(&asked.path()).into_response(),
        Err(OpenRequestError::Nowhere) => nowhere(&state),
        Err(error) => error_response(&error.into()),
    }
}
