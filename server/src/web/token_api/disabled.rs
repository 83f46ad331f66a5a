//! What this server does not do yet, refused in the words that clients know. Each has its
//! setting, which cannot be turned on yet (`config/auth_api.rs`).

use axum::extract::State;
use evernear_app::{domain::rate_limit::Limit, refusal::Refusal};

use super::{limits, result::ApiError};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

pub fn anonymous() -> Refusal {
    Refusal::unprocessable("anonymous_provider_disabled", "Anonymous sign-ins are disabled")
}

/// The refusal has another status where somebody becomes somebody.
pub fn email_signup() -> Refusal {
    Refusal::bad("email_provider_disabled", "Email signups are disabled")
}

pub fn email_login() -> Refusal {
    Refusal::unprocessable("email_provider_disabled", "Email logins are disabled")
}

pub fn email_resend() -> Refusal {
    Refusal::bad("email_provider_disabled", "Email logins are disabled")
}

pub fn phone_signup() -> Refusal {
    Refusal::bad("phone_provider_disabled", "Phone signups are disabled")
}

pub fn phone_login() -> Refusal {
    Refusal::unprocessable("phone_provider_disabled", "Phone logins are disabled")
}

pub fn phone_code() -> Refusal {
    Refusal::bad("phone_provider_disabled", "Unsupported phone provider")
}

pub fn phone_resend() -> Refusal {
    Refusal::bad("phone_provider_disabled", "Phone logins are disabled")
}

pub fn web3() -> Refusal {
    Refusal::unprocessable("web3_provider_disabled", "Web3 provider is disabled")
}

/// Parts of `GoTrue` that have no way in of their own to be turned on here.
pub async fn feature() -> ApiError {
    ApiError(Refusal::not_found("feature_disabled", "This feature is disabled"))
}

pub async fn saml() -> ApiError {
    ApiError(Refusal::not_found("saml_provider_disabled", "SAML 2.0 is disabled"))
}

pub async fn sso(State(state): State<AppState>, RequestOrigin(origin): RequestOrigin) -> ApiError {
    match limits::check(&state, Limit::ApiSso, &origin) {
        Err(refusal) => ApiError(refusal),
        Ok(()) => ApiError(Refusal::not_found("saml_provider_disabled", "SAML 2.0 is disabled")),
    }
}

pub async fn passkeys(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
) -> ApiError {
    match limits::check(&state, Limit::ApiPasskey, &origin) {
        Err(refusal) => ApiError(refusal),
        Ok(()) => ApiError(Refusal::not_found("passkey_disabled", "Passkeys are disabled")),
    }
}
