//! The person of a photo without the rest of it, and the part of the photo that is around them: for its
//! owner, while the photo belongs to a draft.

use axum::{
    Extension,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::draft::cut_out::{CutOutError, cut_out_files},
    problem::Problem,
};

use crate::web::{
    response::problem::refused,
    state::{AppState, session::Principal},
};

/// Either of the two. No browser keeps it, because whoever has the telephone next may not be its owner.
pub async fn file(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path((id, file)): Path<(String, String)>,
) -> Response {
    let Some(member) = who.0 else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(id) = id.parse() else { return StatusCode::NOT_FOUND.into_response() };
    let is_picture = match file.as_str() {
        "cut-out.png" => true,
        "surroundings.jpg" => false,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    let cut = match cut_out_files(&state.ports, &member, id).await {
        Ok(cut) => cut,
        Err(CutOutError::NotFound) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => return refused(&Problem::from(error)),
    };
    let (kind, bytes) = if is_picture {
        ("image/png", cut.picture.clone())
    } else {
        ("image/jpeg", cut.surroundings.as_ref().map(|(jpeg, _)| jpeg.clone()))
    };
    let Some(bytes) = bytes else { return StatusCode::NOT_FOUND.into_response() };
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}
