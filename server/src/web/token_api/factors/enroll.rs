//! A factor that waits for its first code.

use axum::{Json, extract::State};
use evernear_app::{flows::auth::verify_factor::enroll_factor, refusal::Refusal};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use crate::web::{
    state::AppState,
    token_api::{
        bearer::Signed,
        input::{Input, e164, given},
        result::ApiResult,
    },
};

/// What clients send.
#[derive(Deserialize)]
pub struct EnrollBody {
    friendly_name: Option<String>,
    factor_type: Option<String>,
    issuer: Option<String>,
    phone: Option<String>,
}

/// Makes a factor that waits for its first code.
pub async fn enroll(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    Input(body): Input<EnrollBody>,
) -> ApiResult {
    given(body.phone.as_ref()).map_or(Ok(()), e164)?;
    let off = |code, what: &str| {
        Err(Refusal::unprocessable(code, format!("MFA enroll is disabled for {what}")).into())
    };
    match body.factor_type.as_deref() {
        Some("totp") if state.config.auth_api.totp => {}
        Some("totp") => return off("mfa_totp_enroll_not_enabled", "TOTP"),
        Some("phone") => return off("mfa_phone_enroll_not_enabled", "Phone"),
        Some("webauthn") => return off("mfa_webauthn_enroll_not_enabled", "WebAuthn"),
        _ => {
            let message = "factor_type needs to be totp, phone, or webauthn";
            return Err(Refusal::invalid(message).into());
        }
    }
    if bearer.owes_second_factor() {
        let message = "AAL2 required to enroll a new factor";
        return Err(Refusal::forbidden("insufficient_aal", message).into());
    }
    let account = &bearer.known.account;
    let host = Url::parse(&state.ports.settings.public_url).ok();
    let host = host.as_ref().and_then(Url::host_str).unwrap_or("Evernear");
    let issuer = given(body.issuer.as_ref()).unwrap_or(host);
    let name = plain(body.friendly_name.as_deref().unwrap_or_default());
    let enrolled =
        enroll_factor(&state.ports, account, bearer.session.id, &name, &plain(issuer)).await?;
    Ok(Json(json!({
        "id": enrolled.factor.id,
        "type": "totp",
        "friendly_name": enrolled.factor.friendly_name,
        "totp": {
            "qr_code": enrolled.setup.qr_code,
            "secret": enrolled.setup.secret,
            "uri": enrolled.setup.uri,
        },
    })))
}

/// One short line, as an app can show it.
fn plain(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control() && *sign != ':').take(100).collect()
}
