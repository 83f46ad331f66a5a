//! Who calls: the access token of the `Authorization` header.

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use evernear_app::{
    domain::{account::Account, rate_limit::Limit},
    flows::auth::authenticate_bearer::authenticate_bearer,
};

use super::result::FunctionError;
use crate::web::{state::AppState, token_api::bearer};

/// A person with a session that has shown all that their account asks for.
pub struct Caller(pub Account);

impl FromRequestParts<AppState> for Caller {
    type Rejection = FunctionError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, FunctionError> {
        let token = bearer::token(&parts.headers).ok_or_else(FunctionError::signed_out)?;
        let caller = authenticate_bearer(&state.ports, token).await?;
        let account = caller.session.account.to_string();
        state.ports.rate_limiter.check(Limit::ApiCall, &account)?;
        if caller.owes_second_factor() {
            let message = "This account has a second factor, which this session has not shown.";
            return Err(FunctionError::new(StatusCode::FORBIDDEN, message));
        }
        Ok(Self(caller.known.account))
    }
}
