//! The administrator's decisions about reports of shared memories.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{
        admin::Admin,
        id::ReportId,
        sharing::{Decision, Why},
    },
    flows::sharing::decide_report::{
        DecideReportError, decide_report, look_at_reported, reported_memory,
    },
    pages::admin::reports::{Looked, list},
    problem::Problem,
};
use serde::Deserialize;

use crate::web::{
    extract::form::PostedForm,
    media::serve::{Viewed, viewed_file_of},
    response::{
        page::{error_response, html, visit},
        problem::refused,
    },
    state::{AppState, session::Principal},
};

const PATH: &str = "/admin/reports";

/// The button that was pressed, and of which report.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ReportAct {
    report: String,
    act: String,
    why: String,
}

/// What came of an act: what the administrator reads, and a memory that is looked at.
type Done = (&'static str, Option<Looked>);

/// Looks at a memory, pauses or removes its link, or closes the report.
pub async fn decide(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    PostedForm(form): PostedForm<ReportAct>,
) -> Response {
    let Some(admin) = who.1.clone() else { return Redirect::to(PATH).into_response() };
    let Ok(id) = form.report.parse() else { return Redirect::to(PATH).into_response() };
    let (said, looked, status) = match act(&state, &admin, id, &form).await {
        Ok((said, looked)) => (Ok(said), looked, StatusCode::OK),
        Err(DecideReportError::Store(error)) => return error_response(&Problem::from(error)),
        Err(error @ DecideReportError::Input(_)) => {
            (Err(error.to_string()), None, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => (Err(error.to_string()), None, StatusCode::CONFLICT),
    };
    let visit = visit(&state, who, PATH, BTreeMap::new());
    match list(&visit, Some(said), looked).await {
        Ok(page) => html(&visit, page, status),
        Err(problem) => error_response(&problem),
    }
}

async fn act(
    state: &AppState,
    admin: &Admin,
    id: ReportId,
    form: &ReportAct,
) -> Result<Done, DecideReportError> {
    let decision = match form.act.as_str() {
        "pause" => Decision::Pause(Why::parse(&form.why)?),
        "remove" => Decision::Remove(Why::parse(&form.why)?),
        "close" => Decision::Keep,
        _ => {
            let memory = look_at_reported(&state.ports, admin, id).await?;
            let said = "This look stands in the log, and its owner sees that there was one.";
            return Ok((said, Some(Looked { report: id, memory })));
        }
    };
    Ok((decide_report(&state.ports, admin, id, decision).await?, None))
}

/// A file of a memory that is looked at in this browser.
pub async fn file(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    Path((id, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let nothing = || StatusCode::NOT_FOUND.into_response();
    let (Some(admin), Ok(id)) = (who.1, id.parse()) else { return nothing() };
    match reported_memory(&state.ports, &admin, id).await {
        Ok(memory) => {
            let viewed = Viewed {
                creation: &memory.creation,
                share: memory.share.id,
                words: memory.share.terms.shows_words,
                download: false,
            };
            viewed_file_of(&state.ports, &viewed, &file, &headers).await
        }
        Err(DecideReportError::Store(error)) => refused(&Problem::from(error)),
        Err(_) => nothing(),
    }
}
