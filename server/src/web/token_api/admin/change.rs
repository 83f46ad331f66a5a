//! What a program changes of a person.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::flows::auth::administer_users::{change_user, load};

use super::{user_body::UserBody, user_id};
use crate::web::{
    state::AppState,
    token_api::{bearer::Admin, input::Input, result::ApiResult, wire},
};

/// Changes what is given.
pub async fn change(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<String>,
    Input(body): Input<UserBody>,
) -> ApiResult {
    let id = user_id(&id)?;
    load(&state.ports, id).await?;
    let known = change_user(&state.ports, id, &body.form(state.ports.now())?).await?;
    Ok(Json(wire::user(&known)))
}
