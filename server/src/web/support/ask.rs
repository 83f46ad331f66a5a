//! The form of /support: a message to us, or one more of its thread.

use std::collections::BTreeMap;

use axum::{Extension, extract::State, response::Response};
use evernear_app::{
    domain::id::MessageId,
    flows::support::threads::{SupportFailed, ask_support},
    pages::{Flash, support::threads as support_page},
    ports::StoreError,
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::{flash, forms::refused, page},
    state::{
        AppState,
        session::{Principal, Unidentified},
    },
};

const PAGE: &str = "/support";

/// Whose session was, nobody knows any more: the words go back to whoever sent them.
const SIGNED_OUT: &str = "You are signed out, so this was not sent. It stands here, and only here: please copy it, sign in, and send it again.";

/// The fields.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    message: String,
    /// The thread it goes on with.
    #[serde(default)]
    thread: String,
}

/// Keeps a message. One that cannot be kept comes back with the page, or, where the page cannot be
/// made or is not theirs to see, alone.
pub async fn ask(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    unidentified: Option<Extension<Unidentified>>,
    PostedForm(form): PostedForm<Asked>,
) -> Response {
    let visit = page::visit(&state, who.clone(), PAGE, BTreeMap::new());
    let alone = |problem: Problem, thread: Option<MessageId>, message: String| {
        let words = problem.message.clone();
        let tried = support_page::RefusedMessage { thread, message, problem: words };
        let sign_in = problem.kind == Kind::SignedOut;
        refused(&visit, &problem, Ok(support_page::given_back(&tried, sign_in)))
    };
    let thread = match form.thread.as_str() {
        "" => None,
        id => match id.parse() {
            Ok(id) => Some(id),
            Err(_) => return alone(Problem::not_found(), None, form.message),
        },
    };
    if let Some(Extension(unidentified)) = unidentified {
        let error = SupportFailed::Store(StoreError::new(unidentified));
        return alone(error.into(), thread, form.message);
    }
    let Some(member) = who.0 else {
        return alone(Problem::new(Kind::SignedOut, SIGNED_OUT), thread, form.message);
    };
    match ask_support(&state.ports, &member, thread, &form.message).await {
        Ok(()) => flash::tell(&state, &member, Flash::MessageSent),
        Err(error @ SupportFailed::NotFound) => alone(error.into(), None, form.message),
        Err(error) => {
            let problem = Problem::from(error);
            let words = problem.message.clone();
            let tried =
                support_page::RefusedMessage { thread, message: form.message, problem: words };
            match support_page::refused(&visit, &member, &tried).await {
                Ok(page) => refused(&visit, &problem, Ok(page)),
                Err(_) => alone(problem, thread, tried.message),
            }
        }
    }
}
