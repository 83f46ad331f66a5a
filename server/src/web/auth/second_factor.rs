//! The second factor after the password.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::auth::open_session::pass_second_factor,
    pages::auth::{step_up as again_page, step_up::Tried},
    problem::Problem,
};

use crate::web::{
    auth::step_up::{ProofForm, on},
    extract::{form::PostedForm, request_origin::RequestOrigin},
    response::{forms::refused, page},
    state::{
        AppState,
        session::{PendingSecondFactor, Principal},
    },
};

/// The second factor after the password.
pub async fn second_factor(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(pending_second_factor): Extension<PendingSecondFactor>,
    RequestOrigin(origin): RequestOrigin,
    PostedForm(form): PostedForm<ProofForm>,
) -> Response {
    let Some(member) = pending_second_factor.0 else {
        return Redirect::to("/auth?mode=signin").into_response();
    };
    let problem = match pass_second_factor(&state.ports, &member, &form.token, &origin).await {
        Ok(token) => return on(&state, &member, &token, &form.next),
        Err(error) => Problem::from(error),
    };
    let mut visit = page::visit(&state, who, "/auth/second-factor", BTreeMap::new());
    visit.pending_second_factor = Some(member);
    let told = Some(problem.message.clone());
    let tried = Tried { next: Some(form.next), problem: told, sent: false };
    refused(&visit, &problem, Ok(again_page::second_factor(&visit, &tried)))
}
