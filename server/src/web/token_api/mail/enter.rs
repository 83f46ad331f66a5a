//! A mail by which somebody signs in, whichever address asks for it.

use axum::Json;
use evernear_app::{
    domain::auth::api_session::fits,
    flows::auth::enter_by_mail::{admit_entry, enter},
    refusal::Refusal,
};
use serde_json::json;

use super::{MailBody, address};
use crate::web::{
    state::AppState,
    token_api::{disabled, input::Call, limits, result::ApiResult},
};

/// Answers before the mail is written.
pub async fn enter_by_mail(state: &AppState, call: &Call<MailBody>) -> ApiResult {
    let (body, settings) = (&call.body, &state.config.auth_api);
    if !settings.email {
        return Err(disabled::email_login().into());
    }
    let options = call.mail_options(state, &body.pkce)?;
    let email = address(body)?;
    body.data.as_ref().map_or(Ok(()), fits)?;
    let known = state.ports.accounts.by_email(&email).await?.is_some();
    // Before a new account is made, and the same for known addresses.
    limits::check_mail(state, &call.origin)?;
    if !known && !body.create_user.unwrap_or(true) {
        return Err(Refusal::unprocessable("otp_disabled", "Signups not allowed for otp").into());
    }
    let may_join = !known && settings.signup;
    let entry = admit_entry(&state.ports, email, may_join, &call.origin).await?;
    let options = options.with_data(body.data.clone());
    let (later, origin) = (state.clone(), call.origin.clone());
    let work = async move { enter(&later.ports, &entry, options.via(), &origin).await };
    state.background.run(&*state.ports.entropy, "a magic link", work).await;
    Ok(Json(json!({})))
}
