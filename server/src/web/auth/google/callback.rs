//! Takes the browser back from Google, and signs its person in.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    http::HeaderMap,
    response::Response,
};
use evernear_app::{
    domain::cookie::Cookie,
    flows::auth::sign_in_by_page::{complete, read_sealed},
    pages::{auth as auth_page, auth::Filled},
    problem::Problem,
};

use super::{super::session::sign_in_response, on_the_way, return_to};
use crate::web::{
    extract::request_origin::RequestOrigin,
    headers::cookies,
    response::{forms::refused, page},
    state::{AppState, session::Principal},
};

/// The browser is back.
pub async fn callback(
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
