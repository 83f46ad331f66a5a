//! How answers look. A refusal has two shapes, by the version that the client names; a
//! handler only says what it is, the layer here writes it.

use std::{any::Any, sync::Arc};

use axum::{
    Json,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::{domain::id::EntryId, refusal::Refusal};
use serde_json::{Value, json};

use crate::web::state::AppState;

/// The header in which a client names the version it speaks.
pub const VERSION: &str = "x-supabase-api-version";
/// The version that changed the shape of refusals.
const NEW_SHAPE: &str = "2024-01-01";
const ERROR_CODE: &str = "x-sb-error-code";

/// A refusal on its way out.
#[derive(Debug)]
pub struct ApiError(pub Refusal);

/// What handlers answer.
pub type ApiResult<T = Json<Value>> = Result<T, ApiError>;

impl<E> From<E> for ApiError
where
    Refusal: From<E>,
{
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        refused(self.0)
    }
}

/// Without a body: [`layer`] writes it.
pub fn refused(refusal: Refusal) -> Response {
    let mut response = refusal.status.into_response();
    if refusal.status == StatusCode::PAYLOAD_TOO_LARGE {
        // The rest of the body is not read, so the connection cannot be used again.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response.extensions_mut().insert(Arc::new(refusal));
    response
}

/// What a panic leaves behind.
pub fn panicked(_: Box<dyn Any + Send>) -> Response {
    refused(Refusal::failed("a handler panicked"))
}

/// Writes refusals in the shape that the client understands.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let version = new_shape(request.headers());
    let response = next.run(request).await;
    let status = response.status();
    let refusal = match response.extensions().get::<Arc<Refusal>>() {
        Some(refusal) => refusal.clone(),
        None if status == StatusCode::GATEWAY_TIMEOUT => Arc::new(Refusal::new(
            status,
            "request_timeout",
            "Processing this request timed out, please retry after a moment.",
        )),
        None if status == StatusCode::PAYLOAD_TOO_LARGE => {
            Arc::new(Refusal::new(status, "request_entity_too_large", "Request body too large"))
        }
        // What the frame around the handlers could not read.
        None if status.is_client_error() => {
            Arc::new(Refusal::new(status, "validation_failed", "The request could not be read"))
        }
        None => return response,
    };
    let mut body = if refusal.oauth {
        json!({ "error": refusal.code, "error_description": refusal.message })
    } else if version {
        json!({ "code": refusal.code, "message": refusal.message })
    } else {
        json!({ "code": status.as_u16(), "error_code": refusal.code, "msg": refusal.message })
    };
    if !refusal.weak.is_empty() {
        body["weak_password"] = json!({ "reasons": refusal.weak });
    }
    if status.is_server_error() {
        let (at, parts) = state.ports.id_parts();
        let id = EntryId::new(at, &parts).to_string();
        let source = refusal.source.as_deref().map(ToString::to_string).unwrap_or_default();
        if status == StatusCode::GATEWAY_TIMEOUT {
            // Whoever sends slowly can have as many of these as they like.
            tracing::info!(error_id = %id, "a call of the token API took too long");
        } else {
            tracing::error!(error_id = %id, source, "a call of the token API could not be answered");
        }
        if !version {
            body["error_id"] = json!(id);
        }
    }
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let json = HeaderValue::from_static("application/json");
    parts.headers.insert(header::CONTENT_TYPE, json);
    parts
        .headers
        .insert(HeaderName::from_static(ERROR_CODE), HeaderValue::from_static(refusal.code));
    if version {
        parts.headers.insert(HeaderName::from_static(VERSION), HeaderValue::from_static(NEW_SHAPE));
    }
    (parts, body.to_string()).into_response()
}

/// Whether the client names a version from which refusals have the new shape. Dates of this
/// form sort as text; anything else counts as the first version.
fn new_shape(headers: &HeaderMap) -> bool {
    let version = headers.get(VERSION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let digits = |range: std::ops::Range<usize>| {
        version.get(range).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let date = version.len() == 10
        && digits(0..4)
        && version.get(4..5) == Some("-")
        && digits(5..7)
        && version.get(7..8) == Some("-")
        && digits(8..10);
    date && version >= NEW_SHAPE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_follows_the_date_that_the_client_names() {
        let shape = |version: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(VERSION, HeaderValue::from_static(version));
            new_shape(&headers)
        };
        assert!(shape("2024-01-01") && shape("2025-06-30"));
        for version in ["2023-12-31", "", "tomorrow", "9999999999", "2024-01-01T00:00"] {
            assert!(!shape(version), "{version}");
        }
        assert!(!new_shape(&HeaderMap::new()));
    }
}
