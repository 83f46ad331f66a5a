//! Changing the password.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::account::change_password::change_password,
    pages::account::password as password_page,
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    account::visit::{to_proof, visit},
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::forms::{refused, to_sign_in},
    state::{AppState, session::Principal},
};

/// The field of /profile/password.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct PasswordForm {
    password: String,
}

/// Changes the password.
pub async fn password(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<PasswordForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/password") };
    match change_password(&state.ports, &member, &form.password, &origin).await {
        Ok(()) => Redirect::to("/dashboard?password=updated").into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.kind == Kind::Stale {
                return to_proof("/profile/password");
            }
            let visit = visit(&state, who);
            let page = password_page::form(&member, Some(&problem.message));
            refused(&visit, &problem, Ok(page))
        }
    }
}
