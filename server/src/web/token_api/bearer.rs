//! Who calls: the access token of the `Authorization` header.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use evernear_app::{
    domain::rate_limit::Limit,
    flows::auth::authenticate_bearer::{Bearer, authenticate_admin, authenticate_bearer},
    refusal::Refusal,
};

use super::result::ApiError;
use crate::web::state::AppState;

/// A person with a session.
pub struct Signed(pub Bearer);

impl FromRequestParts<AppState> for Signed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = token(&parts.headers).ok_or_else(Refusal::no_authorization)?;
        let bearer = authenticate_bearer(&state.ports, token).await?;
        let account = bearer.session.account.to_string();
        state.ports.rate_limiter.check(Limit::ApiCall, &account).map_err(Refusal::from)?;
        Ok(Self(bearer))
    }
}

/// A program that may administer.
pub struct Admin;

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = token(&parts.headers).ok_or_else(Refusal::no_authorization)?;
        authenticate_admin(&state.ports, token)?;
        Ok(Self)
    }
}

/// The token, where one is shown.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) =
        headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}
