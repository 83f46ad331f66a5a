//! Sends the browser to the provider.

use axum::{
    extract::{Query, State},
    http::HeaderMap,
    response::Response,
};
use evernear_app::domain::rate_limit::Limit;

use super::{
    super::{limits, redirects::found, result::ApiResult},
    AuthorizeQuery, authorization_url,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// Answers with the provider's address.
pub async fn authorize(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Query<AuthorizeQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    limits::check(&state, Limit::ApiVerify, &origin)?;
    Ok(found(&authorization_url(&state, &query, None, &headers).await?))
}
