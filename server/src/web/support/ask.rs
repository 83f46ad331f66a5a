//! The form of /support: a message to us, or one more of its thread.

use std::collections::BTreeMap;

use axum::{Extension, extract::State, response::Response};
use evernear_app::{
    flows::support::threads::{SupportFailed, ask_support},
    pages::{Flash, support::threads as support_page},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::{
        flash,
        forms::{refused, to_sign_in},
        page::{self, error_response},
    },
    state::{AppState, session::Principal},
};

const PAGE: &str = "/support";

/// The fields.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    message: String,
    /// The thread it goes on with.
    #[serde(default)]
    thread: String,
}

/// Keeps a message.
pub async fn ask(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<Asked>,
) -> Response {
    let Some(member) = who.0.clone() else {
        return to_sign_in(PAGE);
    };
    let thread = match form.thread.as_str() {
        "" => None,
        id => match id.parse() {
            Ok(id) => Some(id),
            Err(_) => return error_response(&Problem::not_found()),
        },
    };
    match ask_support(&state.ports, &member, thread, &form.message).await {
        Ok(()) => flash::tell(&state, &member, Flash::MessageSent),
        Err(error @ SupportFailed::NotFound) => error_response(&error.into()),
        Err(error) => {
            let problem = Problem::from(error);
            let visit = page::visit(&state, who, PAGE, BTreeMap::new());
            let words = problem.message.clone();
            let tried =
                support_page::RefusedMessage { thread, message: form.message, problem: words };
            let page = support_page::refused(&visit, &member, &tried).await;
            refused(&visit, &problem, page)
        }
    }
}
