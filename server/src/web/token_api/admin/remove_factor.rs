//! A second factor that is taken away by a program.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::flows::auth::{administer_users::load, verify_factor::unenroll_factor};
use serde_json::json;

use super::user_id;
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{
        bearer::Admin,
        factors::{factor_id, missing},
        result::ApiResult,
    },
};

/// Takes one away, for somebody who lost it.
pub async fn remove_factor(
    State(state): State<AppState>,
    _: Admin,
    RequestOrigin(origin): RequestOrigin,
    Path((id, factor)): Path<(String, String)>,
) -> ApiResult {
    let account = load(&state.ports, user_id(&id)?).await?.account.id;
    let factor = factor_id(&factor)?;
    if !unenroll_factor(&state.ports, account, None, factor, &origin).await? {
        return Err(missing().into());
    }
    Ok(Json(json!({ "id": factor })))
}
