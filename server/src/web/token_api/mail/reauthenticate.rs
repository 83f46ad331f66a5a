//! A code for somebody who is signed in.

use axum::{Json, extract::State, http::HeaderMap};
use evernear_app::{flows::auth::reauthenticate::ask_reauthentication, refusal::Refusal};
use serde_json::json;

use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{
        bearer::Signed, input::Target, limits, mail_options::MailOptions, result::ApiResult,
    },
};

/// A code for somebody who is signed in.
pub async fn reauthenticate(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    headers: HeaderMap,
) -> ApiResult {
    let account = &bearer.known.account;
    if account.email_confirmed_at.is_none() {
        let message = "Please verify your email first.";
        return Err(Refusal::unprocessable("email_not_confirmed", message).into());
    }
    let options = MailOptions::new(&state, &Target { redirect_to: None }, &headers, None);
    limits::check_mail(&state, &origin)?;
    ask_reauthentication(&state.ports, account, options.via()).await?;
    Ok(Json(json!({})))
}
