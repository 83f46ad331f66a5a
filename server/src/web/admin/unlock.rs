//! Unlocks the administrator's pages in this browser.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::ReturnPath, cookie::Cookie},
    flows::admin::unlock::{UnlockError, unlock as unlock_gate},
    pages::admin::gate,
    problem::Problem,
};
use serde::Deserialize;

use super::gate::{GATED_PAGES, behind_gate};
use crate::web::{
    extract::{client::Client, form::PostedForm},
    headers::cookies,
    response::{
        forms::again_after,
        page::{html, visit},
    },
    state::{AppState, session::Principal},
};

/// The field of the gate.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct GateForm {
    password: String,
    next: String,
}

/// Unlocks this browser until it closes.
pub async fn unlock(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Extension(client): Extension<Client>,
    PostedForm(form): PostedForm<GateForm>,
) -> Response {
    let next = ReturnPath::parse(Some(&form.next));
    let next = if behind_gate(next.as_str()) { next.as_str() } else { GATED_PAGES[0] };
    match unlock_gate(&state.ports, &form.password, &client.key()).await {
        Ok(cookie) => {
            let headers = [cookies::set(Cookie::Admin, &cookie, None, state.site.https())];
            (headers, Redirect::to(next)).into_response()
        }
        Err(error) => {
            if matches!(error, UnlockError::Wrong) {
                tracing::warn!("a wrong admin password was tried");
            }
            let problem = Problem::from(error);
            if let Some(source) = &problem.source {
                tracing::error!(%source, "the admin gate cannot be opened");
            }
            let visit = visit(&state, who, next, BTreeMap::new());
            let page = gate(next, Some(problem.message));
            again_after(problem.retry_after, html(&visit, page, problem.kind.status()))
        }
    }
}
