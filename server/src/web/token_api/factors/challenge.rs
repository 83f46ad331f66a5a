//! A challenge, which one code answers.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::{issue_tokens::seconds, verify_factor::challenge_factor},
};
use serde_json::json;

use super::factor_id;
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{bearer::Signed, limits, result::ApiResult},
};

/// Asks for a code.
pub async fn challenge(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
) -> ApiResult {
    limits::check(&state, Limit::ApiFactor, &origin)?;
    let factor = factor_id(&id)?;
    let asked = challenge_factor(&state.ports, bearer.session.account, factor, &origin).await?;
    let expires_at = seconds(asked.expires_at());
    Ok(Json(json!({ "id": asked.id, "type": "totp", "expires_at": expires_at })))
}
