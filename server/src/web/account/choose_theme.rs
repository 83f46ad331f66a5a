//! Light or dark pages.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::account::choose_theme;
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::{forms::to_sign_in, page::error_response},
    state::{AppState, session::Principal},
};

/// The pressed button of the form on /profile.
#[derive(Deserialize)]
pub struct ThemeForm {
    #[serde(default)]
    theme: String,
}

/// Remembers the theme, and shows the profile in it.
pub async fn choose_theme(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<ThemeForm>,
) -> Response {
    let Some(member) = who.0 else { return to_sign_in("/profile") };
    match choose_theme::choose_theme(&state.ports, &member, &form.theme).await {
        Ok(()) => Redirect::to("/profile#appearance").into_response(),
        Err(problem) => error_response(&problem),
    }
}
