//! Cancelling a plan without script.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::billing::cancel_subscription::{CancelSubscriptionError, cancel_subscription},
    pages::billing::pricing,
};

use crate::web::{
    billing::refused::refused,
    state::{AppState, session::Principal},
};

/// Cancels the subscription.
pub async fn cancel(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
) -> Response {
    match cancel_subscription(&state.ports, who.0.as_ref()).await {
        Ok(_) => Redirect::to("/pricing?cancelled=1").into_response(),
        Err(CancelSubscriptionError::SignedOut) => {
            Redirect::to(&pricing::sign_in("/pricing?cancel=ask")).into_response()
        }
        Err(error) => refused(&state, who, &error.into(), BTreeMap::new()).await,
    }
}
