//! Reporting a shared memory.

use axum::{extract::State, http::StatusCode, response::Response};
use evernear_app::{
    flows::sharing::{
        open_link::OpenLinkError,
        report::{ReportError, ReportForm, look_for_report, report_memory},
    },
    pages::sharing::report as report_page,
    problem::Problem,
};

use super::visitor::{LinkRequest, nowhere};
use crate::web::{
    extract::form::PostedForm,
    response::{
        forms::{again_after, log},
        page::{error_response, html},
    },
    state::AppState,
};

/// The form.
pub async fn form(State(state): State<AppState>, asked: LinkRequest) -> Response {
    match look_for_report(&state.ports, &asked.token, asked.client()).await {
        Ok(()) => {
            let visit = asked.visit(&state, "/report");
            let page = report_page::form(&visit, &ReportForm::default(), None);
            html(&visit, page, StatusCode::OK)
        }
        Err(OpenLinkError::Nowhere) => nowhere(&state),
        Err(error) => error_response(&error.into()),
    }
}

/// Keeps what somebody has against the memory.
pub async fn report(
    State(state): State<AppState>,
    asked: LinkRequest,
    PostedForm(form): PostedForm<ReportForm>,
) -> Response {
    let kept = report_memory(&state.ports, &asked.token, &form, asked.client()).await;
    let visit = asked.visit(&state, "/report");
    match kept {
        Ok(()) => {
            let page = report_page::kept(&visit, !form.email.trim().is_empty());
            html(&visit, page, StatusCode::OK)
        }
        Err(ReportError::Link(OpenLinkError::Nowhere)) => nowhere(&state),
        Err(error) => {
            let problem = Problem::from(error);
            log(&problem);
            let page = report_page::form(&visit, &form, Some(&problem.message));
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}
