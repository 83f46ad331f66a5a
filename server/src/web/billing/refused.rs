//! What is shown where buying or changing a plan does not go on.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Redirect, Response};
use evernear_app::{
    pages::billing::pricing,
    problem::{Kind, Problem},
};

use crate::web::{
    response::page::{self, error_response, html},
    state::{AppState, session::Principal},
};

/// The plans, and what is wrong.
pub(in crate::web) async fn refused(
    state: &AppState,
    who: Principal,
    problem: &Problem,
    query: BTreeMap<String, String>,
) -> Response {
    if let Some(source) = &problem.source {
        tracing::error!(%source, "a payment did not go on");
    }
    if problem.kind == Kind::SignedOut {
        return Redirect::to("/auth?mode=signin&next=/pricing").into_response();
    }
    let visit = page::visit(state, who, "/pricing", query);
    match pricing::refused(&visit, problem).await {
        Ok(page) => html(&visit, page, problem.kind.status()),
        Err(problem) => error_response(&problem),
    }
}

/// What a reference may consist of; the rest does not reach an address.
pub(in crate::web) fn clean(reference: &str) -> String {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || "-.=_".contains(*c);
    reference.chars().filter(allowed).take(100).collect()
}
