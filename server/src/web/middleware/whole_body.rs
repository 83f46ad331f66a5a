//! The whole body of a request is here before anybody asks who sent it. Otherwise whoever sends it
//! slowly is judged by what was true long before: a session that has ended since, a second factor
//! that the account has had since, an administrator's page that is locked again.

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::problem::{Kind, Problem};

use crate::web::{
    answer::{page::trouble, problem::refused},
    state::BODY_BYTES,
};

/// Reads it; 413 when it is too long.
pub async fn layer(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let is_call = request.uri().path().starts_with("/api/");
    let (parts, body) = request.into_parts();
    match to_bytes(body, BODY_BYTES).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(_) if is_call => refused(&Problem::new(Kind::TooLarge, "This is too long to send.")),
        Err(_) => {
            trouble(&Problem::new(Kind::TooLarge, "We could not read that form.")).into_response()
        }
    }
}
