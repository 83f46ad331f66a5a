//! Signing out: this session, the others, or all of them.

use axum::{
    extract::{Query, State},
    http::StatusCode,
};
use evernear_app::{
    flows::auth::sign_out::{Scope, end_sessions},
    refusal::Refusal,
};
use serde::Deserialize;

use super::{
    bearer::Signed,
    result::{ApiError, ApiResult},
};
use crate::web::{extract::request_origin::RequestOrigin, state::AppState};

/// Which sessions end.
#[derive(Deserialize)]
pub struct ScopeQuery {
    scope: Option<String>,
}

/// Ends sessions; the default is all of them.
pub async fn logout(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Query<ScopeQuery>,
) -> ApiResult<StatusCode> {
    let scope = match query.scope.as_deref() {
        None | Some("" | "global") => Scope::Global,
        Some("local") => Scope::Local,
        Some("others") => Scope::Others,
        Some(other) => {
            let message = format!("Unsupported logout scope {other:?}");
            return Err(ApiError(Refusal::invalid(message)));
        }
    };
    // Whoever has the password alone keeps the owner out of nothing.
    let scope = if bearer.owes_second_factor() { Scope::Local } else { scope };
    let session = bearer.session;
    end_sessions(&state.ports, session.account, session.id, scope, &origin).await?;
    Ok(StatusCode::NO_CONTENT)
}
