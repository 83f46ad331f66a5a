//! A link to set a new password.

use axum::{Json, extract::State};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::{request_one_time::check_asked_mail, send_one_time::MailKind},
    refusal::Refusal,
};
use serde_json::json;

use super::{MailBody, address, send_later};
use crate::web::{
    state::AppState,
    token_api::{
        input::{Call, given},
        limits,
        result::ApiResult,
    },
};

/// A link to set a new password.
pub async fn recover(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiRecover, &call.origin)?;
    if given(body.email.as_ref()).is_none() {
        return Err(Refusal::invalid("Password recovery requires an email").into());
    }
    let options = call.mail_options(&state, &body.pkce)?;
    let email = address(body)?;
    limits::check_mail(&state, &call.origin)?;
    let mail = check_asked_mail(&state.ports, email.as_str(), MailKind::Recovery).await?;
    send_later(&state, mail, options, &call.origin).await;
    Ok(Json(json!({})))
}
