//! A person as programs see them.

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

/// One person.
pub async fn read(State(state): State<AppState>, _: Admin, Path(id): Path<String>) -> ApiResult {
    Ok(Json(wire::user(&load(&state.ports, user_id(&id)?).await?)))
}
