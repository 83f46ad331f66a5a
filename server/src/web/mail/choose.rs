//! Whether mails about memories are written, on the profile.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::mail::choose::choose_mails;
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::{forms::to_sign_in, page::error_response},
    state::{AppState, session::Principal},
};

/// The pressed button of the form on /profile.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct MailsForm {
    mails: String,
}

/// Remembers it.
pub async fn choose(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<MailsForm>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/profile") };
    match choose_mails(&state.ports, &member, form.mails == "on").await {
        Ok(()) => Redirect::to("/profile#mails").into_response(),
        Err(problem) => error_response(&problem),
    }
}
