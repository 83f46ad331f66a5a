//! Bodies: JSON whatever the content type says, as `GoTrue` reads them. `null` counts as
//! absent, unknown members are passed over.

use axum::{
    body::to_bytes,
    extract::{FromRequest, Request},
    http::StatusCode,
};
use evernear_app::problem::token_api::Refusal;
use serde::de::DeserializeOwned;

use super::{BODY_BYTES, answer::Refused};

/// A body that was read.
pub struct Input<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Input<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refused> {
        let bytes = to_bytes(request.into_body(), BODY_BYTES).await.map_err(|_| {
            Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "request_entity_too_large",
                format!("Request body too large (max {BODY_BYTES} bytes)"),
            )
        })?;
        let value = serde_json::from_slice(&bytes).map_err(|error| {
            Refusal::bad("bad_json", format!("Could not parse request body as JSON: {error}"))
        })?;
        Ok(Self(value))
    }
}

/// Text that is there and not blank.
pub fn given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}
