//! Pages as answers: a visit from its request, and HTML from a page.

use std::collections::BTreeMap;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use evernear_app::{
    pages::{Page, Visit, render},
    problem::Problem,
};

use super::error_page;
use crate::web::{
    headers::content_security_policy::page_policy,
    state::{AppState, session::Principal},
};

/// A visit from its request.
pub fn visit(
    state: &AppState,
    who: Principal,
    path: &str,
    query: BTreeMap<String, String>,
) -> Visit {
    Visit {
        ports: state.ports.clone(),
        member: who.0,
        pending_second_factor: None,
        admin: who.1,
        path: path.to_owned(),
        query,
        flash: None,
        site: state.site.clone(),
    }
}

/// A page as an answer.
pub fn html(visit: &Visit, page: Page, status: StatusCode) -> Response {
    let policy = page_policy(page.scripts);
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    (status, headers, Html(render(visit, page))).into_response()
}

/// The global text, for a page that could not be made.
pub fn error_response(problem: &Problem) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a page could not be made");
    }
    let status = problem.kind.status();
    let said = status.is_client_error().then(|| problem.message.clone());
    let mut response = error_page::shown(status, said);
    if let Some(seconds) = problem.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
