//! Forms that work without script: a refused one comes back filled in, an accepted one
//! leads to a page that shows the outcome.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    pages::{Page, Visit},
    problem::Problem,
};

use super::page::{error_response, html};

/// A form that was refused, filled in and with the reason.
pub fn refused(visit: &Visit, problem: &Problem, page: Result<Page, Problem>) -> Response {
    log(problem);
    match page {
        Ok(page) => again_after(problem.retry_after, html(visit, page, problem.kind.status())),
        Err(problem) => error_response(&problem),
    }
}

/// Says when to ask again, where it was asked too often.
pub fn again_after(wait: Option<u32>, mut response: Response) -> Response {
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Visitors sign in first, and come back.
pub fn to_sign_in(path: &str) -> Response {
    Redirect::to(&format!("/auth?mode=signin&next={path}")).into_response()
}

/// Writes down what is behind a refused form.
pub fn log(problem: &Problem) {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a form could not be taken in");
    }
}
