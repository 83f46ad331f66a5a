//! A mail that did not arrive, once more.

use axum::{Json, extract::State};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::{
        account::change_email::{admit_resend, resend_email_change},
        auth::{
            request_one_time::check_asked_mail, send_one_time::MailKind,
            update_user::UpdateUserError,
        },
    },
    refusal::Refusal,
};
use serde_json::json;

use super::{MailBody, address, send_later};
use crate::web::{
    state::AppState,
    token_api::{
        disabled,
        input::{Call, given},
        limits,
        result::ApiResult,
    },
};

/// A mail that did not arrive, once more.
pub async fn resend(State(state): State<AppState>, call: Call<MailBody>) -> ApiResult {
    let body = &call.body;
    limits::check(&state, Limit::ApiResend, &call.origin)?;
    let by_mail = match body.kind.as_deref().unwrap_or_default() {
        "signup" | "email_change" => true,
        "sms" | "phone_change" => false,
        _ => {
            let message = "Missing one of these types: signup, email_change, sms, phone_change";
            return Err(Refusal::invalid(message).into());
        }
    };
    let message = match (given(body.email.as_ref()), given(body.phone.as_ref())) {
        (Some(_), Some(_)) => "Only an email address or phone number should be provided.",
        (None, None) => "Missing email address or phone number",
        (None, _) if by_mail => "Type provided requires an email address",
        (_, None) if !by_mail => "Type provided requires a phone number",
        (None, Some(_)) => return Err(disabled::phone_resend().into()),
        (Some(_), None) => "",
    };
    if !message.is_empty() {
        return Err(Refusal::invalid(message).into());
    }
    if !state.config.auth_api.email {
        return Err(disabled::email_resend().into());
    }
    let options = call.mail_options(&state, &body.pkce)?;
    let email = address(body)?;
    limits::check_mail(&state, &call.origin)?;
    if body.kind.as_deref() == Some("signup") {
        // Where programs make no accounts, the password was chosen in our pages: their button asks
        // for it, while a link of this face would let a stranger's count.
        let mail = check_asked_mail(&state.ports, email.as_str(), MailKind::Confirm).await?;
        let options = if state.config.auth_api.signup { options } else { options.by_our_pages() };
        send_later(&state, mail, options, &call.origin).await;
    } else {
        let admitted = admit_resend(&state.ports, &email).await.map_err(UpdateUserError::from)?;
        let (later, origin) = (state.clone(), call.origin.clone());
        let work = async move {
            let (ports, via) = (&later.ports, options.via());
            let sent = resend_email_change(ports, &email, admitted, via, &origin).await;
            sent.map_err(|error| Refusal::from(UpdateUserError::from(error)))
        };
        state.background.run(&*state.ports.entropy, "the mails of a change of address", work).await;
    }
    Ok(Json(json!({})))
}
