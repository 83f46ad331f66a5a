//! A factor that its owner takes away.

use axum::{
    Json,
    extract::{Path, State},
};
use evernear_app::{
    domain::auth::proof::Assurance, flows::auth::verify_factor::unenroll_factor, refusal::Refusal,
};
use serde_json::json;

use super::{missing, own_factor};
use crate::web::{
    extract::request_origin::RequestOrigin,
    state::AppState,
    token_api::{bearer::Signed, result::ApiResult},
};

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
