//! What providers send on their own. The answer is quick and says little: 200 for what was
//! taken or changes nothing, 401 for a signature that is not the provider's, 503 when it
//! shall be sent again.

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use evernear_app::{
    flows::billing::receive_webhook::{ReceiveError, receive_webhook},
    ports::WebhookError,
};

use crate::web::state::AppState;

const SIGNATURE: &str = "x-paystack-signature";

/// Takes in a message; the body is believed byte by byte or not at all.
pub async fn receive(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let known = state.ports.payment_provider.as_ref().is_some_and(|one| one.name() == provider);
    if !known {
        return StatusCode::NOT_FOUND;
    }
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).map(str::to_owned);
    // In a task of its own: what was begun ends even when the provider hangs up.
    let taken =
        tokio::spawn(
            async move { receive_webhook(&state.ports, signature.as_deref(), &body).await },
        );
    match taken.await {
        Ok(Ok(_)) => StatusCode::OK,
        Ok(Err(ReceiveError::Webhook(WebhookError::Forged))) => StatusCode::UNAUTHORIZED,
        Ok(Err(ReceiveError::Webhook(WebhookError::Unreadable))) => StatusCode::BAD_REQUEST,
        Ok(Err(error)) => {
            tracing::error!(%error, "a webhook could not be taken in");
            StatusCode::SERVICE_UNAVAILABLE
        }
        Err(error) => {
            tracing::error!(%error, "a webhook broke off");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}
