//! The administrator's decisions about flagged payments.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::billing::Resolution,
    flows::billing::settle_flagged::{SettleFlaggedError, settle_flagged},
    pages::admin::payments::list,
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    response::page::{error_response, html, visit},
    state::{AppState, session::Principal},
};

const PATH: &str = "/admin/payments";

/// The button that was pressed, and of which payment.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Decision {
    reference: String,
    act: String,
}

/// Settles a flagged payment.
pub async fn settle(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(decision): PostedForm<Decision>,
) -> Response {
    let Some(admin) = who.1.clone() else { return Redirect::to(PATH).into_response() };
    let how = match decision.act.as_str() {
        "revoke" => Resolution::Revoked,
        "resolve" => Resolution::Resolved,
        _ => return Redirect::to(PATH).into_response(),
    };
    let (said, status) =
        match settle_flagged(&state.ports, Some(&admin), &decision.reference, how).await {
            Ok(flag) => (Ok(flag.words()), StatusCode::OK),
            Err(SettleFlaggedError::Store(error)) => return error_response(&Problem::from(error)),
            Err(error) => (Err(error.to_string()), StatusCode::CONFLICT),
        };
    let visit = visit(&state, who, PATH, BTreeMap::new());
    match list(&visit, Some(said)).await {
        Ok(page) => html(&visit, page, status),
        Err(problem) => error_response(&problem),
    }
}
