//! Signing out (contracts §1.3 'signOut').

use axum::{
    extract::{Query, State},
    http::StatusCode,
};
use evernear_app::{ports::Ending, problem::token_api::Refusal};
use serde::Deserialize;

use super::{
    answer::{Outcome, Refused},
    bearer::Signed,
};
use crate::web::router::AppState;

/// Which sessions end.
#[derive(Deserialize)]
pub struct Scope {
    scope: Option<String>,
}

/// Ends sessions; the default is all of them.
pub async fn logout(
    State(state): State<AppState>,
    Signed(bearer): Signed,
    Query(query): Query<Scope>,
) -> Outcome<StatusCode> {
    let ending = match query.scope.as_deref() {
        None | Some("" | "global") => Ending::Global,
        Some("local") => Ending::Local,
        Some("others") => Ending::Others,
        Some(other) => {
            let message = format!("Unsupported logout scope {other:?}");
            return Err(Refused(Refusal::invalid(message)));
        }
    };
    let session = bearer.session;
    state.ports.tokens.end_sessions(session.account, Some(session.id), ending).await?;
    Ok(StatusCode::NO_CONTENT)
}
