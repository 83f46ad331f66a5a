//! The ways in which a person signs in, where the operator allows programs to change them.

use axum::{
    Json,
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{auth::flow_state::LinkTo, id::IdentityId},
    flows::auth::{authenticate_bearer::Bearer, unlink_identity::unlink_identity},
    refusal::Refusal,
};
use serde_json::json;

use super::{
    bearer::Signed,
    oauth::{AuthorizeQuery, found, way_out},
    result::ApiResult,
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// Links a provider: the program leads its person there itself, or is led.
pub async fn authorize(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    Query(query): Query<AuthorizeQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    allowed(&state, &bearer)?;
    let only_told = query.only_told()?;
    let link_to = LinkTo { account: bearer.session.account, session: bearer.session.id };
    let url = way_out(&state, &query, Some(link_to), &headers).await?;
    if only_told {
        return Ok(Json(json!({ "url": url })).into_response());
    }
    Ok(found(&url))
}

/// Unlinks one.
pub async fn unlink(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Path(id): Path<String>,
) -> ApiResult {
    allowed(&state, &bearer)?;
    let id: IdentityId = id
        .parse()
        .map_err(|_| Refusal::not_found("validation_failed", "identity_id must be an UUID"))?;
    let identities = &bearer.known.identities;
    if identities.len() <= 1 {
        let message = "User must have at least 1 identity after unlinking";
        return Err(Refusal::unprocessable("single_identity_not_deletable", message).into());
    }
    unlink_identity(&state.ports, bearer.session.account, bearer.session.id, id, &origin).await?;
    Ok(Json(json!({})))
}

/// Whether programs may change how a person signs in, and this session may: like an address and a
/// password, ways in are changed by the second factor where there is one.
pub fn allowed(state: &AppState, bearer: &Bearer) -> Result<(), Refusal> {
    if !state.config.auth_api.manual_linking {
        return Err(Refusal::not_found("manual_linking_disabled", "Manual linking is disabled"));
    }
    if bearer.owes_second_factor() {
        let message = "AAL2 required to link or unlink an identity";
        return Err(Refusal::forbidden("insufficient_aal", message));
    }
    Ok(())
}
