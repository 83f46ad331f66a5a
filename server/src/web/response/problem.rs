//! A refusal as JSON with its status.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use evernear_app::problem::{Kind, Problem};
use evernear_rules::wire::ProblemView;

/// A refusal as JSON with its status.
pub fn refused(problem: &Problem) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a call could not be answered");
    }
    let mut response = answer_of(&problem.view());
    if matches!(problem.kind, Kind::TooLarge | Kind::TooMany) {
        // The rest of the body is not read, so the connection cannot be used again.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// What a refusal says, as JSON with its status.
pub(in crate::web) fn answer_of(view: &ProblemView) -> Response {
    let mut response = (Kind::from_code(&view.code).status(), axum::Json(view)).into_response();
    if let Some(seconds) = view.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
