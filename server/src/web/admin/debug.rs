//! The debug console's buttons.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::admin::diagnose::{Test, diagnose},
    pages::admin::debug::{Finding, TestReport, console},
};
use serde::Deserialize;

use crate::{
    doctor::look,
    web::{
        extract::form::PostedForm,
        response::page::{html, visit},
        state::{AppState, session::Principal},
    },
};

const PATH: &str = "/debug-supabase";

/// Which button was pressed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Pressed {
    test: String,
}

/// Runs what was asked for and shows how it went.
pub async fn run(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(pressed): PostedForm<Pressed>,
) -> Response {
    let Some(admin) = who.1.clone() else { return Redirect::to(PATH).into_response() };
    let test = Test::ALL.into_iter().find(|test| test.name() == pressed.test);
    let outcome = match test {
        Some(test) => Some(match diagnose(&state.ports, &admin, test).await {
            Ok(text) => TestReport { test, worked: true, text, detail: None },
            Err(error) => {
                let detail = std::error::Error::source(&error).map(ToString::to_string);
                TestReport { test, worked: false, text: error.to_string(), detail }
            }
        }),
        None => None,
    };
    let findings = if pressed.test == "doctor" { look(&state.config).await } else { Vec::new() };
    let findings = findings.into_iter().map(|(what, how, wrong)| Finding { what, how, wrong });
    let worked = outcome.as_ref().is_none_or(|outcome| outcome.worked);
    let status = if worked { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let visit = visit(&state, who, PATH, BTreeMap::new());
    html(&visit, console(outcome, findings.collect()), status)
}
