//! Making a memory once more.

use axum::{
    Extension,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::creation::retake::retake_memory as retake;

use crate::web::{
    creation::own_memory::own_memory,
    response::page::error_response,
    state::{AppState, session::Principal},
};

/// Opens the creator with the words of a finished memory, to make it once more for free.
pub async fn retake_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match retake(&state.ports, &member, id).await {
        Ok(()) => Redirect::to("/ai-creator").into_response(),
        Err(problem) => error_response(&problem),
    }
}
