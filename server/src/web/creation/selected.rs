//! What is done with several memories that were chosen in the gallery.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::id::CreationId,
    flows::creation::{archive::archive_memories, delete_several::delete_memories},
    pages::{Flash, creation::delete_several::question_address},
};

use crate::web::{
    extract::form::PostedForm,
    media::archive,
    response::{flash, forms::to_sign_in, page::error_response},
    state::{AppState, session::Principal},
};

/// The gallery, in which nothing was chosen.
const NOTHING_CHOSEN: &str = "/memories?select=none";

/// Most memories of one form: several pages of the gallery.
const MOST: usize = 100;

/// The fields of a form in which one may stand several times.
type Fields = Vec<(String, String)>;

/// Sends them as an archive, or leads to the question before they are deleted.
pub async fn act(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(fields): PostedForm<Fields>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/memories") };
    let ids = chosen(&fields);
    if ids.is_empty() {
        return Redirect::to(NOTHING_CHOSEN).into_response();
    }
    if fields.iter().any(|(name, value)| name == "action" && value == "delete") {
        return Redirect::to(&question_address(&ids)).into_response();
    }
    let sending = match state.exports.begin(member.account.id) {
        Ok(sending) => sending,
        Err(problem) => return error_response(&problem),
    };
    match archive_memories(&state.ports, &member, &ids).await {
        Ok(files) => archive::send(state.ports.clone(), files, "evernear-memories", sending),
        Err(problem) => error_response(&problem),
    }
}

/// Deletes them for good.
pub async fn delete(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(fields): PostedForm<Fields>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/memories") };
    match delete_memories(&state.ports, &member, &chosen(&fields)).await {
        Ok(()) => flash::tell(&state, &member, Flash::MemoriesDeleted),
        Err(problem) => error_response(&problem),
    }
}

fn chosen(fields: &Fields) -> Vec<CreationId> {
    let chosen = fields.iter().filter(|(name, _)| name == "memory");
    chosen.filter_map(|(_, id)| id.parse().ok()).take(MOST).collect()
}
