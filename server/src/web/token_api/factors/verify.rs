//! The code that answers a challenge.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    domain::{id::ChallengeId, rate_limit::Limit},
    flows::auth::answer_challenge::answer_challenge,
    refusal::Refusal,
};
use serde::Deserialize;

use super::own_factor;
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{
        bearer::Signed,
        input::{Input, given},
        limits,
        result::ApiResult,
        wire,
    },
};

/// What clients send.
#[derive(Deserialize)]
pub struct AnswerBody {
    challenge_id: Option<String>,
    code: Option<String>,
}

/// Takes the code: a session of the second level.
pub async fn verify(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
    Input(body): Input<AnswerBody>,
) -> ApiResult {
    limits::check(&state, Limit::ApiFactor, &origin)?;
    let factor = own_factor(&bearer, &id)?;
    let Some(code) = given(body.code.as_ref()) else {
        return Err(Refusal::invalid("Code needs to be non-empty").into());
    };
    let challenge: Option<ChallengeId> = body.challenge_id.and_then(|id| id.parse().ok());
    let Some(challenge) = challenge else {
        let message = "MFA factor with the provided challenge ID not found";
        return Err(Refusal::unprocessable("mfa_factor_not_found", message).into());
    };
    let tokens = answer_challenge(&state.ports, &bearer, factor, challenge, code, &origin).await?;
    Ok(Json(wire::session(&tokens)))
}
