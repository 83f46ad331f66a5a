//! A new password, behind the link of a mail.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin},
        auth::session::Member,
    },
    flows::{
        account::change_password::{came_to_reset, change_password},
        auth::reset_password::{Reset, reset_password as reset_by_link},
    },
    pages::{Visit, auth::reset as reset_page},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    auth::session::sign_in_response,
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{forms::refused, page},
    state::{AppState, session::Principal},
};

/// The fields of /reset-password.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct ResetForm {
    /// What the link carries; blank where a session may set the password.
    token: String,
    password: String,
    /// Of the second factor.
    code: String,
    next: String,
}

/// Takes the new password, with the link or of a session that came to choose one.
pub async fn reset_password(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<ResetForm>,
) -> Response {
    let visit = page::visit(&state, who.clone(), "/reset-password", BTreeMap::new());
    if !form.token.is_empty() {
        return by_link(&state, &visit, &form, &origin).await;
    }
    let Some(member) = who.0.filter(|member| came_to_reset(&state.ports, member)) else {
        return Redirect::to("/auth?view=forgotten_password").into_response();
    };
    by_session(&state, &visit, &member, &form, &origin).await
}

async fn by_link(state: &AppState, visit: &Visit, form: &ResetForm, origin: &Origin) -> Response {
    let reset = Reset { link: &form.token, password: &form.password, factor_code: &form.code };
    match reset_by_link(&state.ports, reset, origin).await {
        Ok(opened) => sign_in_response(state, &opened, false, &after(&form.next)),
        Err(error) => {
            let problem = Problem::from(error);
            let page =
                reset_page::by_link(visit, &form.token, &form.next, Some(&problem.message)).await;
            refused(visit, &problem, page)
        }
    }
}

async fn by_session(
    state: &AppState,
    visit: &Visit,
    member: &Member,
    form: &ResetForm,
    origin: &Origin,
) -> Response {
    match change_password(&state.ports, member, &form.password, origin).await {
        Ok(()) => Redirect::to(&after(&form.next)).into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            let page = reset_page::by_session(visit, &form.next, Some(&problem.message));
            refused(visit, &problem, Ok(page))
        }
    }
}

/// Where to go with the new password.
fn after(next: &str) -> String {
    let next = ReturnPath::wished(Some(next));
    next.map_or("/dashboard?password=updated".to_owned(), |to| to.to_string())
}
