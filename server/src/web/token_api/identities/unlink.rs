//! Unlinks one of them.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    domain::id::IdentityId, flows::auth::unlink_identity::unlink_identity, refusal::Refusal,
};
use serde_json::json;

use super::{
    super::{bearer::Signed, result::ApiResult},
    allowed,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// Unlinks one.
pub async fn unlink(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
) -> ApiResult {
    allowed(&state, &bearer)?;
    let id: IdentityId = id
        .parse()
        .map_err(|_| Refusal::not_found("validation_failed", "identity_id must be an UUID"))?;
    unlink_identity(&state.ports, &bearer, id, &origin).await?;
    Ok(Json(json!({})))
}
