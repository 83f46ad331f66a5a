//! The whole body of a request is here before anybody asks who sent it. Otherwise whoever sends it
//! slowly is judged by what was true long before: a session that has ended since, a second factor
//! that the account has had since, an administrator's page that is locked again.

use axum::{
    body::{Body, HttpBody},
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::problem::{Kind, Problem};
use http_body_util::BodyExt;

use crate::web::{
    response::{page::error_response, problem::refused},
    state::BODY_BYTES,
};

/// Reads it; 413 when it is too long.
pub async fn layer(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let is_call = request.uri().path().starts_with("/api/");
    let (parts, body) = request.into_parts();
    match whole(body).await {
        Some(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        None if is_call => refused(&Problem::new(Kind::TooLarge, "This is too long to send.")),
        None => error_response(&Problem::new(Kind::TooLarge, "We could not read that form."))
            .into_response(),
    }
}

/// All of it; nothing when it is too long or breaks off. Parts are copied: kept as they come, each
/// byte that is sent as a chunk of its own would take fifty.
async fn whole(mut body: Body) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(part) = frame.ok()?.into_data() else { continue };
        if bytes.len() + part.len() > BODY_BYTES {
            return None;
        }
        bytes.extend_from_slice(&part);
    }
    Some(bytes)
}
