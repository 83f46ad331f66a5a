//! Stopping mails by the address in them: pressed on its page, or sent by a mail program (RFC 8058), which
//! has no session and comes from no page of ours. What the address holds is its proof.

use axum::{
    Extension,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::Response,
};
use evernear_app::{
    flows::mail::stop::{StopRequest, stop_mails},
    pages::mail::stop as stop_page,
};
use serde::Deserialize;

use crate::web::{
    response::page::{error_response, html, visit},
    state::{AppState, session::Principal},
};

/// What the address holds.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Asked {
    account: String,
    kind: String,
    proof: String,
}

/// Stops them.
pub async fn stop(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Response {
    // What cannot be read is no address of ours.
    let Query(Asked { account, kind, proof }) = &asked.unwrap_or_default();
    match stop_mails(&state.ports, &StopRequest { account, kind, proof }).await {
        Ok(kind) => {
            let visit = visit(&state, who, "/mail/stop", std::collections::BTreeMap::new());
            let page = stop_page::stopped(&visit, kind);
            html(&visit, page, StatusCode::OK)
        }
        Err(problem) => error_response(&problem),
    }
}
