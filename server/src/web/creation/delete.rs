//! Deleting a memory.

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::session::Member, id::CreationId},
    flows::creation::delete::delete_memory as delete,
};

use crate::web::{
    answer::{forms::to_sign_in, page::trouble},
    extract::session::Who,
    state::AppState,
};

/// Deletes a memory for good.
pub async fn delete_memory(
    State(state): State<AppState>,
    Extension(who): Extension<Who>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match delete(&state.ports, &member, id).await {
        Ok(()) => Redirect::to("/dashboard").into_response(),
        Err(problem) => trouble(&problem),
    }
}

/// Who asks about which memory; visitors sign in, and what is no id is nowhere.
#[expect(clippy::result_large_err, reason = "an answer like every other")]
pub(in crate::web) fn own_memory(who: Who, id: &str) -> Result<(Member, CreationId), Response> {
    let member = who.0.ok_or_else(|| to_sign_in("/dashboard"))?;
    let id = id.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())?;
    Ok((member, id))
}
