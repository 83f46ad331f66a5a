//! Who asks: the cookie becomes a [`Member`] before any handler runs, and a renewed token
//! leaves with the answer. The cookie ends with the browser unless the person chose to be
//! kept signed in. Whoever still owes a second factor is not signed in.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::Response,
};
use evernear_app::{
    domain::cookie::Cookie, flows::auth::authenticate::authenticate, ports::StoreError,
    problem::Problem,
};

use crate::web::{
    admin::gate::{identify_admin, serves},
    extract::client::Client,
    headers::cookies,
    response::{page, problem::refused, session_cookie::signed_in},
    state::{
        AppState,
        session::{PendingSecondFactor, Principal, Unidentified},
    },
};

/// Finds out who asks.
pub async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let mut unidentified = None;
    let found = match cookies::shown(request.headers(), Cookie::Session, state.site.https()) {
        Some(token) => match authenticate(&state.ports, &token).await {
            Ok(found) => found,
            // Without the database the administrator still sees what there is.
            Err(_) if serves(request.uri().path()) => None,
            Err(error) if gives_words_back(&request) => {
                tracing::error!(%error, "a form's sender could not be identified");
                unidentified = Some(Unidentified);
                None
            }
            Err(error) => return unknown(request.uri().path(), error),
        },
        None => None,
    };
    let (mut member, mut pending_second_factor, mut renewed) = (None, None, None);
    if let Some(found) = found {
        renewed = found.renewed.map(|token| (token, found.member.keep));
        if found.member.pending_second_factor() {
            pending_second_factor = Some(found.member);
        } else {
            member = Some(found.member);
        }
    }
    let admin = match request.extensions().get::<Client>() {
        Some(client) => identify_admin(&state, request.headers(), *client).await,
        None => None,
    };
    request.extensions_mut().insert(Principal(member, admin));
    request.extensions_mut().insert(PendingSecondFactor(pending_second_factor));
    if let Some(unidentified) = unidentified {
        request.extensions_mut().insert(unidentified);
    }
    let mut response = next.run(request).await;
    // An answer that sets the cookie itself (signing in or out) has the last word; other
    // cookies leave it alone.
    if let Some((token, keep)) = renewed
        && !sets_session(response.headers(), state.site.https())
    {
        let (name, cookie) = signed_in(&token, keep, state.site.https());
        response.headers_mut().append(name, cookie);
    }
    response
}

/// Whether it is a form with somebody's words, which come back filled in rather than be lost: its
/// handler looks for [`Unidentified`] before anything else.
fn gives_words_back(request: &Request) -> bool {
    let forms = ["/contact", "/register", "/support"];
    request.method() == Method::POST && forms.contains(&request.uri().path())
}

/// Nobody can say who asks: told in the shape that the caller reads.
fn unknown(path: &str, error: StoreError) -> Response {
    let problem = Problem::from(error);
    if path.starts_with("/api/") { refused(&problem) } else { page::error_response(&problem) }
}

fn sets_session(headers: &HeaderMap, https: bool) -> bool {
    let session = Cookie::Session.name(https);
    let set = headers.get_all(header::SET_COOKIE).iter();
    set.filter_map(|cookie| cookie.to_str().ok()?.split_once('=')).any(|(name, _)| name == session)
}
