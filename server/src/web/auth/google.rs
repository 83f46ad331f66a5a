//! Signing in with Google: away and back.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    http::{HeaderMap, HeaderName, HeaderValue},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::cookie::Cookie,
    flows::auth::sign_in_by_page::{AWAY, begin, complete, read_sealed},
    pages::{auth as auth_page, auth::Filled},
    problem::Problem,
};

use super::session::sign_in_response;
use crate::web::{
    extract::request_origin::RequestOrigin,
    headers::cookies,
    response::{forms::refused, page},
    state::{AppState, session::Principal},
};

/// Sends the browser to Google.
pub async fn redirect_to_google(
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

/// The browser is back.
pub async fn google_callback(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let sealed = cookies::shown(&headers, Cookie::Google, state.site.https());
    let known = sealed.and_then(|sealed| read_sealed(&state.ports, &sealed));
    let text = |name: &str| query.get(name).map_or("", String::as_str);
    let (returned, code, to) = (text("state"), text("code"), return_to(&state));
    let outcome = complete(&state.ports, known.as_ref(), returned, code, &to, &origin).await;
    let (next, keep) = known.map(|known| (known.next, known.keep)).unzip();
    let keep = keep.unwrap_or_default();
    let mut response = match outcome {
        Ok(opened) => sign_in_response(&state, &opened, keep, next.as_deref().unwrap_or("/")),
        Err(error) => {
            let problem = Problem::from(error);
            let visit = page::visit(&state, Principal(None, None), "/auth", BTreeMap::new());
            let said = Some(problem.message.clone());
            let filled = Filled { problem: said, keep, next, ..Filled::default() };
            refused(&visit, &problem, Ok(auth_page::form(&visit, &filled)))
        }
    };
    let (name, gone) = on_the_way("", 0, state.site.https());
    response.headers_mut().append(name, gone);
    response
}

fn return_to(state: &AppState) -> String {
    format!("{}/auth/google/return", state.site.public_url)
}

/// The cookie that carries what must be known on return; emptied once the browser is back.
fn on_the_way(value: &str, seconds: u64, https: bool) -> (HeaderName, HeaderValue) {
    cookies::set(Cookie::Google, value, Some(seconds), https)
}
