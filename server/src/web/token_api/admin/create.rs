//! An account that a program makes.

use axum::{Json, extract::State};
use evernear_app::{flows::auth::administer_users::create_user, refusal::Refusal};

use super::user_body::UserBody;
use crate::web::{
    state::AppState,
    token_api::{
        bearer::Admin,
        input::{Input, given},
        result::ApiResult,
        wire,
    },
};

/// A new account.
pub async fn create(
    State(state): State<AppState>,
    _: Admin,
    Input(body): Input<UserBody>,
) -> ApiResult {
    if given(body.email.as_ref()).is_none() && given(body.phone.as_ref()).is_none() {
        let message = "Cannot create a user without either an email or phone";
        return Err(Refusal::invalid(message).into());
    }
    let known = create_user(&state.ports, &body.form(state.ports.now())?).await?;
    Ok(Json(wire::user(&known)))
}
