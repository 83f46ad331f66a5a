//! The waitlist as a file.

use axum::{
    Extension,
    body::Body,
    extract::{OriginalUri, Query, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use evernear_app::{
    flows::waitlist::list::filter, pages::admin::waitlist::query, problem::Problem,
};

use crate::web::{
    response::{
        csv::waitlist,
        page::{error_response, visit},
    },
    state::{AppState, session::Principal},
};

/// Everything that matches, as CSV, row by row.
pub async fn export(
    State(state): State<AppState>,
    Extension(who): Extension<Principal>,
    OriginalUri(uri): OriginalUri,
    Query(asked): Query<std::collections::BTreeMap<String, String>>,
) -> Response {
    if who.1.is_none() {
        return error_response(&Problem::locked());
    }
    let filter = filter(&query(&visit(&state, who, uri.path(), asked)));
    let day = state.ports.now().iso().chars().take(10).collect::<String>();
    let name = format!("attachment; filename=\"evernear-waitlist-{day}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        // Digits and dashes are always header text.
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(name).unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ];
    (headers, Body::from_stream(waitlist(state.ports.clone(), filter))).into_response()
}
