//! Signing in with Google: away and back. What has to be known again on the way back
//! (state, verifier, where to) travels sealed in a cookie of its own for ten minutes, so
//! that nobody can bring somebody else's code.

use std::collections::BTreeMap;

use axum::{
    extract::{Query, State},
    http::{HeaderMap, HeaderName, HeaderValue},
    response::{IntoResponse, Redirect, Response},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use evernear_app::{
    domain::{
        account::{ReturnPath, event::Origin},
        cookie::Cookie,
        moment::Moment,
        rate_limit::Limit,
    },
    flows::auth::{
        open_session::{Entrance, open_session},
        sign_in_with_google::{Admission, sign_in_with_google},
    },
    pages::{auth as auth_page, auth::Filled},
    ports::AuthorizeRequest,
    problem::Problem,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::session::sign_in_response;
use crate::web::{
    extract::{request_origin::RequestOrigin, session::Who},
    response::{cookies, forms::refused, page},
    state::AppState,
};

const LIFETIME_SECONDS: u64 = 600;

/// What is known on the way.
#[derive(Serialize, Deserialize)]
struct OnTheWay {
    state: String,
    verifier: String,
    next: String,
    keep: bool,
    until: Moment,
}

/// Sends the browser to Google.
pub async fn away(
    State(state): State<AppState>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let Some(google) = state.ports.google.clone() else {
        return Redirect::to("/auth").into_response();
    };
    let random = || {
        let mut bytes = [0; 32];
        state.ports.entropy.fill(&mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    };
    let wished = ReturnPath::wished(query.get("next").map(String::as_str));
    // Without `next` the person comes back to the start.
    let next = wished.map_or("/".to_owned(), |path| path.to_string());
    let keep = query.get("keep").is_some_and(|keep| keep == "yes");
    let until = Moment(state.ports.now().0 + LIFETIME_SECONDS.cast_signed() * 1000);
    let way = OnTheWay { state: random(), verifier: random(), next, keep, until };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(way.verifier.as_bytes()));
    let address = google.authorize_url(&AuthorizeRequest {
        state: &way.state,
        challenge: &challenge,
        return_to: &return_to(&state),
        wishes: &[],
    });
    let json = serde_json::to_vec(&way).unwrap_or_default();
    let sealed = state.ports.secrets.seal(&json);
    let cookie = on_the_way(&sealed, LIFETIME_SECONDS, state.site.https());
    ([cookie], Redirect::to(&address)).into_response()
}

/// The browser is back.
pub async fn back(
    State(state): State<AppState>,
    RequestOrigin(origin): RequestOrigin,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let way = on_the_way_back(&state, &headers);
    let outcome = arrive(&state, &query, way.as_ref(), &origin).await;
    let mut response = match outcome {
        Ok((entrance, way)) => sign_in_response(&state, &entrance, way.keep, &way.next),
        Err(problem) => {
            let visit = page::visit(&state, Who(None, None), "/auth", BTreeMap::new());
            let filled = Filled {
                problem: Some(problem.message.clone()),
                keep: way.as_ref().is_some_and(|way| way.keep),
                next: way.map(|way| way.next),
                ..Filled::default()
            };
            refused(&visit, &problem, Ok(auth_page::form(&visit, &filled)))
        }
    };
    let (name, gone) = on_the_way("", 0, state.site.https());
    response.headers_mut().append(name, gone);
    response
}

/// What this browser was given when it left, and is not over yet.
fn on_the_way_back(state: &AppState, headers: &HeaderMap) -> Option<OnTheWay> {
    let sealed = cookies::shown(headers, Cookie::Google, state.site.https())?;
    let way: OnTheWay = serde_json::from_slice(&state.ports.secrets.open(&sealed)?).ok()?;
    (state.ports.now() < way.until).then_some(way)
}

async fn arrive<'a>(
    state: &AppState,
    query: &BTreeMap<String, String>,
    way: Option<&'a OnTheWay>,
    origin: &Origin,
) -> Result<(Entrance, &'a OnTheWay), Problem> {
    let broken = || {
        let message = "Signing in with Google did not work. Please try again.";
        Problem::new(evernear_app::problem::Kind::BadInput, message)
    };
    state.ports.rate_limiter.check(Limit::SignInFrom, &origin.ip)?;
    let google = state.ports.google.clone().ok_or_else(broken)?;
    let way = way.ok_or_else(broken)?;
    let text = |name: &str| query.get(name).map_or("", String::as_str);
    if !state.ports.secrets.same(&way.state, text("state")) {
        return Err(broken());
    }
    let grant = google
        .exchange(text("code"), &way.verifier, &return_to(state))
        .await
        .map_err(|error| Problem { source: Some(Box::new(error)), ..broken() })?;
    let (account, credential) =
        sign_in_with_google(&state.ports, &grant.profile, Admission::Anyone, origin).await?;
    let entrance = open_session(&state.ports, &account, credential, origin, way.keep).await?;
    Ok((entrance, way))
}

fn return_to(state: &AppState) -> String {
    format!("{}/auth/google/return", state.site.public_url)
}

/// The cookie that carries what must be known on return; emptied once the browser is back.
fn on_the_way(value: &str, seconds: u64, https: bool) -> (HeaderName, HeaderValue) {
    cookies::set(Cookie::Google, value, Some(seconds), https)
}
