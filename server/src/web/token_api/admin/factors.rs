//! A person's second factors.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::flows::auth::administer_users::load;

use super::user_id;
use crate::web::{
    state::AppState,
    token_api::{bearer::Admin, result::ApiResult, wire},
};

/// A person's second factors.
pub async fn factors(State(state): State<AppState>, _: Admin, Path(id): Path<String>) -> ApiResult {
    let known = load(&state.ports, user_id(&id)?).await?;
    Ok(Json(known.factors.iter().map(wire::factor).collect()))
}
