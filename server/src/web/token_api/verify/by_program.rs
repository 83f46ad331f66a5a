//! A program sends a code or a link's token, and is answered with a session.

use axum::{Json, extract::State};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::{
        verify_mail_code::{Asker, MailType, Verified, verify_mail},
        verify_one_time::Claim,
    },
    refusal::Refusal,
};
use serde::Deserialize;
use serde_json::json;

use super::{
    super::{
        input::{Input, Meta, e164, given},
        limits,
        result::{ApiError, ApiResult},
        wire,
    },
    HALF, chosen,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// What clients send.
#[derive(Deserialize)]
pub struct VerifyBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    #[serde(flatten)]
    _meta: Meta,
}

/// Answers with a session.
pub async fn verify(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Input(body): Input<VerifyBody>,
) -> ApiResult {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let (token, hash) = (given(body.token.as_ref()), given(body.token_hash.as_ref()));
    let (email, phone) = (given(body.email.as_ref()), given(body.phone.as_ref()));
    let invalid = |message: &str| Err(ApiError(Refusal::invalid(message)));
    let Some(kind) = given(body.kind.as_ref()) else {
        return invalid("Verify requires a verification type");
    };
    let claim = match (token, hash) {
        (None, None) => return invalid("Verify requires a token or a token hash"),
        (Some(_), Some(_)) => return invalid("Verify requires either a token or a token hash"),
        (None, Some(_)) if email.is_some() || phone.is_some() => {
            return invalid("Only the token_hash and type should be provided");
        }
        (None, Some(hash)) => Claim::Link(hash),
        (Some(code), None) => match (email, phone) {
            (Some(email), None) => Claim::Code { email, code },
            (None, Some(phone)) => {
                e164(phone)?;
                // No telephone was ever sent a code.
                return Err(wrong_code().into());
            }
            _ => {
                return invalid(
                    "Only an email address or phone number should be provided on verify",
                );
            }
        },
    };
    let Some(mail) = MailType::parse(kind) else {
        return invalid("Unsupported verification type");
    };
    let by_hash = matches!(claim, Claim::Link(_));
    match verify_mail(&state.ports, claim, mail, chosen(&state), Asker::Program, &origin).await {
        Ok(Verified::Session(tokens)) => Ok(Json(wire::session(&tokens))),
        Ok(Verified::Half | Verified::Code(_)) => Ok(Json(json!({ "msg": HALF, "code": "200" }))),
        Err(error) => {
            let refusal = Refusal::from(error);
            let code = refusal.code == "otp_expired" && !by_hash;
            Err(ApiError(if code { wrong_code() } else { refusal }))
        }
    }
}

fn wrong_code() -> Refusal {
    Refusal::forbidden("otp_expired", "Token has expired or is invalid")
}
