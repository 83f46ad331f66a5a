//! Sends the browser to Google.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    flows::auth::sign_in_by_page::{AWAY, begin},
    problem::Problem,
};

use super::{on_the_way, return_to};
use crate::web::{response::page, state::AppState};

/// Sends the browser to Google.
pub async fn start(
    State(state): State<AppState>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let keep = query.get("keep").is_some_and(|keep| keep == "yes");
    let next = query.get("next").map(String::as_str);
    match begin(&state.ports, next, keep, &return_to(&state)) {
        Ok(Some(departing)) => {
            let seconds = AWAY.as_secs();
            let cookie = on_the_way(&departing.sealed, seconds, state.site.https());
            ([cookie], Redirect::to(&departing.address)).into_response()
        }
        Ok(None) => Redirect::to("/auth").into_response(),
        Err(error) => page::error_response(&Problem::unavailable(error)),
    }
}
