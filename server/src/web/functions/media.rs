//! The pictures and films that tasks came to, for whoever holds the bearer token of their owner.

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Response},
};

use super::{caller::Caller, result::FunctionError};
use crate::web::{media::serve, state::AppState};

/// A picture or a film, in ranges.
pub async fn file(
    State(state): State<AppState>,
    Caller(account): Caller,
    path: Result<Path<(String, String)>, PathRejection>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, FunctionError> {
    let nothing = || FunctionError::new(StatusCode::NOT_FOUND, "There is no such file.");
    let Path((task, file)) = path.map_err(|_| nothing())?;
    let id = task.parse().map_err(|_| nothing())?;
    let creation = state.ports.creations.get(account.id, id).await?.ok_or_else(nothing)?;
    let answer = serve::file_of(&state.ports, &creation, &file, false, &headers).await;
    if answer.status() == StatusCode::NOT_FOUND {
        return Ok(nothing().into_response());
    }
    // Asking how long it is fetches nothing.
    let first =
        method == Method::GET && creation.state.program.is_some() && !creation.picture_fetched;
    if first && file == "image.jpg" && answer.status().is_success() {
        state.ports.creations.note_fetched(creation.id, state.ports.now()).await?;
    }
    Ok(answer)
}
