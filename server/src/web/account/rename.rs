//! The user name.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{OriginalUri, State},
    http::StatusCode,
    response::Response,
};
use evernear_app::{
    flows::account::rename::rename,
    pages::{Flash, account::profile as profile_page},
    problem::Kind,
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::{
        flash,
        forms::refused,
        page::{self, html},
    },
    state::{AppState, session::Principal},
};

/// The field of /profile.
#[derive(Deserialize)]
pub struct ProfileForm {
    #[serde(default)]
    username: String,
}

/// Changes the user name.
pub async fn profile(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    OriginalUri(uri): OriginalUri,
    PostedForm(form): PostedForm<ProfileForm>,
) -> Response {
    let Some(member) = who.0.clone() else {
        let visit = page::visit(&state, who, uri.path(), BTreeMap::new());
        return html(&visit, profile_page::signed_out(), StatusCode::UNAUTHORIZED);
    };
    match rename(&state.ports, &member, &form.username).await {
        Ok(()) => flash::tell(&state, &member, Flash::UsernameSaved),
        Err(problem) => {
            let visit = page::visit(&state, who, uri.path(), BTreeMap::new());
            let text = if problem.kind == Kind::Unavailable {
                "Error updating username"
            } else {
                &problem.message
            };
            let tried = Some((form.username.as_str(), text));
            let page = profile_page::form(&visit, &member.account, tried).await;
            refused(&visit, &problem, page)
        }
    }
}
