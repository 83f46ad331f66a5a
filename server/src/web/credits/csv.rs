//! The credit history as a file.

use axum::{
    Extension,
    extract::State,
    http::header,
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{domain::auth::session::Member, problem::Problem};

use crate::web::{
    response::{
        csv::{Cell, lines},
        page::error_response,
    },
    state::{AppState, session::Principal},
};

/// Entries read at once.
const BATCH: u32 = 500;
const COLUMNS: [&str; 6] = ["Number", "Time", "What", "About", "Credits", "Balance"];

/// Every entry of the person, newest first.
pub async fn csv(State(state): State<AppState>, Extension(who): Extension<Principal>) -> Response {
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
        Err(problem) => error_response(&problem),
    }
}

async fn table(state: &AppState, member: &Member) -> Result<String, Problem> {
    let mut table = String::new();
    let (mut columns, mut before) = (Some(COLUMNS), None);
    loop {
        let entries = state.ports.credits.history(member.account.id, before, BATCH).await?;
        let stamps: Vec<_> = entries.iter().map(|entry| entry.at.iso()).collect();
        let rows = entries.iter().zip(&stamps).map(|(entry, at)| {
            [
                Cell::Number(entry.number),
                Cell::Text(at),
                Cell::Text(entry.kind.words()),
                Cell::Text(entry.about.as_deref().unwrap_or_default()),
                Cell::Number(entry.amount),
                Cell::Number(entry.balance),
            ]
        });
        table.push_str(&lines(columns.take(), rows));
        match entries.last() {
            Some(last) if entries.len() == BATCH as usize => before = Some(last.number),
            _ => return Ok(table),
        }
    }
}
