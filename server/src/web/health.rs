//! For whoever keeps the server running: alive, and ready to serve people.

use axum::{extract::State, http::StatusCode};
use evernear_app::domain::id::AccountId;

use super::router::AppState;

/// The process answers.
pub async fn live() -> &'static str {
    "alive\n"
}

/// The database answers as well.
pub async fn ready(State(state): State<AppState>) -> (StatusCode, &'static str) {
    let (at, parts) = state.ports.id_parts();
    match state.ports.accounts.by_id(AccountId::new(at, &parts)).await {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
