//! Forms about a memory: whose it is, and which.

use std::collections::BTreeMap;

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{auth::session::Member, id::CreationId},
    pages::{
        Answer,
        creation::memory::{MemoryForm, RefusedForm, memory},
    },
    problem::{Kind, Problem},
};

use crate::web::{
    response::{
        forms::{refused, to_sign_in},
        page::{error_response, visit},
    },
    state::{AppState, session::Principal},
};

/// Who asks about which memory; visitors sign in, and what is no id is nowhere.
#[expect(clippy::result_large_err, reason = "an answer like every other")]
pub(super) fn own_memory(who: Principal, id: &str) -> Result<(Member, CreationId), Response> {
    let member = who.0.ok_or_else(|| to_sign_in("/dashboard"))?;
    let id = id.parse().map_err(|_| StatusCode::NOT_FOUND.into_response())?;
    Ok((member, id))
}

/// The memory's page with the form as it was sent and why it was refused; without a memory there is only
/// the reason.
pub(super) async fn refused_form(
    state: &AppState,
    who: Principal,
    member: &Member,
    id: CreationId,
    problem: &Problem,
    fields: MemoryForm,
) -> Response {
    if !matches!(problem.kind, Kind::BadInput | Kind::Refused) {
        return error_response(problem);
    }
    let visit = visit(state, who, &format!("/memories/{id}"), BTreeMap::new());
    let form = RefusedForm { fields, problem: problem.message.clone() };
    match memory(&visit, member, id, Some(&form)).await {
        Ok(Answer::Page(page)) => refused(&visit, problem, Ok(page)),
        Ok(_) => error_response(problem),
        Err(problem) => error_response(&problem),
    }
}
