//! Somebody opens a link of a program's mail.

use axum::{
    extract::{Query, State},
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::rate_limit::Limit, flows::auth::verify_one_time::Claim, refusal::Refusal,
};
use serde::Deserialize;

use super::{
    super::{
        input::given,
        limits,
        result::{ApiError, ApiResult},
    },
    lead_back, verify_link,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// What a link carries.
#[derive(Deserialize)]
pub struct LinkQuery {
    token: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    redirect_to: Option<String>,
}

/// Leads back to the program, with a session or a code.
pub async fn verify(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    method: Method,
    Query(query): Query<LinkQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    let invalid = |message: &str| Err(ApiError(Refusal::invalid(message)));
    let Some(kind) = given(query.kind.as_ref()) else {
        return invalid("Verify requires a verification type");
    };
    let Some(token) = given(query.token.as_ref()) else {
        return invalid("Verify requires a token or a token hash");
    };
    if method == Method::HEAD {
        // Whoever only looks, uses nothing up.
        return Ok(StatusCode::OK.into_response());
    }
    let target = state.redirects.target(query.redirect_to.as_deref(), &headers);
    let verified = verify_link(&state, Claim::Link(token), kind, &origin).await;
    Ok(lead_back(target, kind, token, verified))
}
