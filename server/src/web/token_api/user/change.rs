//! Changes what the person behind an access token may change.

use axum::{Json, extract::State};
use evernear_app::{
    domain::{auth::api_session::Metadata, rate_limit::Limit},
    flows::auth::update_user::{UserChange, update_user},
    refusal::Refusal,
};
use serde::Deserialize;

use super::super::{
    bearer::Signed,
    disabled,
    input::{Call, Pkce, e164, given},
    limits,
    result::ApiResult,
    wire,
};
use crate::web::state::AppState;

/// What clients send.
#[derive(Deserialize)]
pub struct UserBody {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    current_password: Option<String>,
    nonce: Option<String>,
    data: Option<Metadata>,
    app_metadata: Option<Metadata>,
    #[serde(rename = "channel")]
    _channel: Option<String>,
    #[serde(flatten)]
    pkce: Pkce,
}

/// Changes what is given.
pub async fn change(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    call: Call<UserBody>,
) -> ApiResult {
    let (body, origin) = (&call.body, &call.origin);
    limits::check(&state, Limit::ApiUser, origin)?;
    if body.app_metadata.is_some() {
        let message = "Updating app_metadata requires admin privileges";
        return Err(Refusal::forbidden("not_admin", message).into());
    }
    if let Some(phone) = given(body.phone.as_ref()) {
        e164(phone)?;
        return Err(disabled::phone_code().into());
    }
    let asked = call.mail_options(&state, &body.pkce)?;
    let change = UserChange {
        email: given(body.email.as_ref()),
        password: given(body.password.as_ref()),
        current_password: given(body.current_password.as_ref()),
        nonce: given(body.nonce.as_ref()),
        data: body.data.as_ref(),
    };
    let changes_email = change.email.is_some();
    if changes_email {
        limits::check_mail(&state, origin)?;
    }
    let known = update_user(&state.ports, &bearer, change, asked.via(), origin).await?;
    Ok(Json(wire::user(&known)))
}
