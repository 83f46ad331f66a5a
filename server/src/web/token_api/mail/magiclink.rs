//! The older name of `otp`.

use axum::extract::State;
use evernear_app::{domain::rate_limit::Limit, refusal::Refusal};

use super::{MailBody, enter::enter_by_mail};
use crate::web::{
    state::AppState,
    token_api::{
        input::{Call, given},
        limits,
        result::ApiResult,
    },
};

/// The older name of the same.
pub async fn magiclink(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiMagicLink, &call.origin)?;
    if given(body.email.as_ref()).is_none() {
        let message = "Password recovery requires an email";
        return Err(Refusal::unprocessable("validation_failed", message).into());
    }
    enter_by_mail(&state, &call).await
}
