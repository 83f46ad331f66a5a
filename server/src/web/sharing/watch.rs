//! The bytes of a shared memory. Each request asks the link, so that one which was stopped ends with
//! the next range of its film.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::sharing::open_link::{OpenLinkError, watch_by_link},
    problem::Problem,
};

use super::visitor::LinkRequest;
use crate::web::{
    media::serve::{Viewed, viewed_file_of},
    response::problem::refused,
    state::AppState,
};

/// A file of the memory; with `?download` to be kept, where that is allowed.
pub async fn file(
    State(state): State<AppState>,
    asked: LinkRequest,
    Path(path): Path<BTreeMap<String, String>>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let memory = match watch_by_link(&state.ports, &asked.token, asked.visitor()).await {
        Ok(memory) => memory,
        Err(OpenLinkError::Nowhere) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => return refused(&Problem::from(error)),
    };
    let terms = &memory.share.terms;
    let download = query.contains_key("download");
    if download && !terms.downloads {
        return StatusCode::NOT_FOUND.into_response();
    }
    let file = path.get("file").map_or("", String::as_str);
    let (share, words) = (memory.share.id, terms.shows_words);
    let viewed = Viewed { creation: &memory.creation, share, words, download };
    viewed_file_of(&state.ports, &viewed, file, &headers).await
}
