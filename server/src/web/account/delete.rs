//! The end of the account.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::account::delete::delete_account,
    pages::account::data as data_page,
    problem::{Kind, Problem},
};
use serde::Deserialize;

use crate::web::{
    account::visit::{to_proof, visit},
    extract::form::PostedForm,
    response::{
        forms::{refused, to_sign_in},
        page::html,
        session_cookie,
    },
    state::{AppState, session::Principal},
};

/// The box of 'Delete your account'.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct DeleteForm {
    sure: String,
}

/// The end of the account.
pub async fn delete(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<DeleteForm>,
) -> Response {
    let Some(member) = who.0.clone() else { return to_sign_in("/profile/data") };
    match delete_account(&state.ports, &member, form.sure == "yes").await {
        Ok(()) => {
            let page =
                html(&visit(&state, Principal(None, None)), data_page::gone(), StatusCode::OK);
            ([session_cookie::signed_out(state.site.https())], page).into_response()
        }
        Err(error) => {
            let problem = Problem::from(error);
            if problem.kind == Kind::Stale {
                return to_proof("/profile/data");
            }
            let page = data_page::form(Some(&problem.message));
            refused(&visit(&state, who), &problem, Ok(page))
        }
    }
}
