//! Deleting a memory.

use axum::{
    Extension,
    extract::{Path, State},
    response::Response,
};
use evernear_app::{flows::creation::delete::delete_memory as delete, pages::Flash};

use crate::web::{
    creation::own_memory::own_memory,
    response::{flash, page::error_response},
    state::{AppState, session::Principal},
};

/// Deletes a memory for good.
pub async fn delete_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match delete(&state.ports, &member, id).await {
        Ok(()) => flash::tell(&state, &member, Flash::MemoryDeleted),
        Err(problem) => error_response(&problem),
    }
}
