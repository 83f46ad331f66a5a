//! Everything of a person as one zip. One archive of an account is on its way at a time.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::account::export::{ExportError, export_account},
    problem::Problem,
};

use crate::web::{
    extract::request_origin::RequestOrigin,
    media::archive,
    response::page::error_response,
    state::{AppState, session::Principal},
};

/// Sends the archive.
pub async fn export(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
) -> Response {
    let Some(member) = who.0 else {
        return Redirect::to("/auth?mode=signin&next=/profile/data").into_response();
    };
    let sending = match state.exports.begin(member.account.id) {
        Ok(sending) => sending,
        Err(problem) => return error_response(&problem),
    };
    match export_account(&state.ports, &member, &origin).await {
        Ok(files) => archive::send(state.ports.clone(), files, "evernear-data", sending),
        Err(ExportError::Stale) => Redirect::to("/auth/again?next=/profile/data").into_response(),
        Err(ExportError::TooOften(wait)) => error_response(&Problem::too_many(wait)),
        Err(ExportError::Store(error)) => error_response(&Problem::from(error)),
    }
}
