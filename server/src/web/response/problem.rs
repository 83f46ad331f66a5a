//! A refusal as JSON with its status.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use evernear_app::problem::Problem;

/// A refusal as JSON with its status.
pub fn refused(problem: &Problem) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a call could not be answered");
    }
    let mut response = (problem.kind.status(), axum::Json(problem.view())).into_response();
    if let Some(seconds) = problem.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
