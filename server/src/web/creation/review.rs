//! Deciding about a picture that waits for its owner, without script.

use axum::{
    Extension,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::flows::creation::{cancel::cancel_creation, review::decide_creation};
use evernear_rules::wire::ReviewDecision;

use crate::web::{
    creation::own_memory::own_memory,
    response::page::error_response,
    state::{AppState, session::Principal},
};

/// The film is made of it.
pub async fn film(state: State<AppState>, who: Extension<Principal>, id: Path<String>) -> Response {
    decide(state, who, id, ReviewDecision::Film).await
}

/// Another picture is made instead.
pub async fn another(
    state: State<AppState>,
    who: Extension<Principal>,
    id: Path<String>,
) -> Response {
    decide(state, who, id, ReviewDecision::Another).await
}

/// Nothing is made of it, and the credits come back.
pub async fn stop(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match cancel_creation(&state.ports, member.account.id, id).await {
        Ok(_) => Redirect::to("/dashboard").into_response(),
        Err(problem) => error_response(&problem),
    }
}

async fn decide(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path(id): Path<String>,
    decision: ReviewDecision,
) -> Response {
    let (member, id) = match own_memory(who, &id) {
        Ok(own) => own,
        Err(answer) => return answer,
    };
    match decide_creation(&state.ports, member.account.id, id, decision).await {
        Ok(_) => Redirect::to(&format!("/memories/{id}")).into_response(),
        Err(problem) => error_response(&problem),
    }
}
