//! The end of an account, by a program.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    flows::{account::delete::remove_account, auth::administer_users::load},
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::json;

use super::user_id;
use crate::web::{
    state::AppState,
    token_api::{bearer::Admin, input::OptionalBody, result::ApiResult},
};

/// How an account shall be deleted.
#[derive(Deserialize)]
pub struct RemoveBody {
    should_soft_delete: Option<bool>,
}

/// Deletes an account with everything it owns, as its owner could.
pub async fn remove(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<String>,
    OptionalBody(body): OptionalBody<RemoveBody>,
) -> ApiResult {
    if body.and_then(|body| body.should_soft_delete).unwrap_or(false) {
        // Whoever wants to keep it must not lose it for good.
        return Err(Refusal::not_found("feature_disabled", "Soft deletion is disabled").into());
    }
    let known = load(&state.ports, user_id(&id)?).await?;
    remove_account(&state.ports, &known.account, None).await?;
    Ok(Json(json!({})))
}
