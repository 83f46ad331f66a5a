//! Second factors: made, challenged, verified and removed.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    domain::{
        auth::proof::Assurance,
        id::{ChallengeId, FactorId},
        rate_limit::Limit,
    },
    flows::auth::{
        answer_challenge::answer_challenge,
        authenticate_bearer::Bearer,
        issue_tokens::seconds,
        verify_factor::{challenge_factor, enroll_factor, unenroll_factor},
    },
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{
    bearer::Signed,
    input::{Input, e164, given},
    limits,
    result::ApiResult,
    wire,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

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

/// Asks for a code.
pub async fn challenge(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
) -> ApiResult {
    limits::check(&state, Limit::ApiFactor, &origin)?;
    let factor = factor_id(&id)?;
    let asked = challenge_factor(&state.ports, bearer.session.account, factor, &origin).await?;
    let expires_at = seconds(asked.expires_at());
    Ok(Json(json!({ "id": asked.id, "type": "totp", "expires_at": expires_at })))
}

/// What clients send.
#[derive(Deserialize)]
pub struct AnswerBody {
    challenge_id: Option<String>,
    code: Option<String>,
}

/// Takes the code: a session of the second level.
pub async fn verify(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
    Input(body): Input<AnswerBody>,
) -> ApiResult {
    limits::check(&state, Limit::ApiFactor, &origin)?;
    let factor = own_factor(&bearer, &id)?;
    let Some(code) = given(body.code.as_ref()) else {
        return Err(Refusal::invalid("Code needs to be non-empty").into());
    };
    let challenge: Option<ChallengeId> = body.challenge_id.and_then(|id| id.parse().ok());
    let Some(challenge) = challenge else {
        let message = "MFA factor with the provided challenge ID not found";
        return Err(Refusal::unprocessable("mfa_factor_not_found", message).into());
    };
    let tokens = answer_challenge(&state.ports, &bearer, factor, challenge, code, &origin).await?;
    Ok(Json(wire::session(&tokens)))
}

/// Takes a factor away.
pub async fn unenroll(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
) -> ApiResult {
    let id = own_factor(&bearer, &id)?;
    let verified = bearer.known.factors.iter().any(|factor| factor.id == id && factor.verified);
    if verified && bearer.session.assurance() < Assurance::Two {
        let message = "AAL2 required to unenroll verified factor";
        return Err(Refusal::unprocessable("insufficient_aal", message).into());
    }
    if !unenroll_factor(&state.ports, bearer.session.account, Some(bearer.session.id), id, &origin)
        .await?
    {
        return Err(missing().into());
    }
    Ok(Json(json!({ "id": id })))
}

fn own_factor(bearer: &Bearer, text: &str) -> Result<FactorId, Refusal> {
    let id = factor_id(text)?;
    let known = bearer.known.factors.iter().any(|factor| factor.id == id);
    if known { Ok(id) } else { Err(missing()) }
}

/// A factor by its address.
pub fn factor_id(text: &str) -> Result<FactorId, Refusal> {
    let refused = |_| Refusal::not_found("validation_failed", "factor_id must be an UUID");
    text.parse().map_err(refused)
}

/// There is none of this name.
pub fn missing() -> Refusal {
    Refusal::not_found("mfa_factor_not_found", "Factor not found")
}
