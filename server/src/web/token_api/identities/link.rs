//! Links another provider to the account of an access token.

use axum::{
    Json,
    extract::{Query, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use evernear_app::domain::auth::flow_state::LinkTo;
use serde_json::json;

use super::{
    super::{
        bearer::Signed,
        oauth::{AuthorizeQuery, authorization_url},
        redirects::found,
        result::ApiResult,
    },
    allowed,
};
use crate::web::state::AppState;

/// Links a provider: the program leads its person there itself, or is led.
pub async fn link(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    Query(query): Query<AuthorizeQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    allowed(&state, &bearer)?;
    let only_told = query.only_told()?;
    let link_to = LinkTo { account: bearer.session.account, session: bearer.session.id };
    let url = authorization_url(&state, &query, Some(link_to), &headers).await?;
    if only_told {
        return Ok(Json(json!({ "url": url })).into_response());
    }
    Ok(found(&url))
}
