//! The credit history as a file.

use axum::{
    Extension,
    extract::State,
    http::header,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{account::session::Member, credits::Entry},
    problem::Problem,
};

use super::{pages::trouble, router::AppState, session::Who};

/// Entries read at once.
const BATCH: u32 = 500;

/// Every entry of the person, newest first.
pub async fn csv(State(state): State<AppState>, Extension(who): Extension<Who>) -> Response {
    let Some(member) = &who.0 else {
        return Redirect::to("/auth?mode=signin&next=/credits").into_response();
    };
    match table(&state, member).await {
        Ok(bytes) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"evernear-credits.csv\""),
            ];
            (headers, bytes).into_response()
        }
        Err(problem) => trouble(&problem),
    }
}

async fn table(state: &AppState, member: &Member) -> Result<Vec<u8>, Problem> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let head = ["Number", "Time", "What", "About", "Credits", "Balance"];
    table.write_record(head).map_err(Problem::unavailable)?;
    let mut before = None;
    loop {
        let entries = state.ports.credits.history(member.account.id, before, BATCH).await?;
        for entry in &entries {
            table.write_record(record(entry)).map_err(Problem::unavailable)?;
        }
        match entries.last() {
            Some(last) if entries.len() == BATCH as usize => before = Some(last.number),
            _ => break,
        }
    }
    table.into_inner().map_err(|error| Problem::unavailable(error.to_string()))
}

fn record(entry: &Entry) -> [String; 6] {
    [
        entry.number.to_string(),
        entry.at.iso(),
        entry.kind.words().to_owned(),
        harmless(entry.about.as_deref().unwrap_or_default()),
        entry.amount.to_string(),
        entry.balance.to_string(),
    ]
}

/// A cell that a table program does not take for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
