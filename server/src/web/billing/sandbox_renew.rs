//! The test provider's next month, at a press.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{flows::billing::run_jobs::run_billing_jobs, problem::Problem};

use crate::web::{
    response::page::error_response,
    state::{AppState, session::Principal},
};

/// Charges the person's standing orders for the next month now, in the sandbox only.
pub async fn renew(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
) -> Response {
    let (Some(sandbox), Some(member)) = (&state.ports.sandbox, &who.0) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // The order of what was paid just now may still have to be made. What else fails is told where
    // these jobs run by themselves.
    drop(run_billing_jobs(&state.ports).await);
    match sandbox.renew_now(member.account.email.as_str()).await {
        Ok(_) => Redirect::to("/pricing").into_response(),
        Err(error) => error_response(&Problem::from(error)),
    }
}
