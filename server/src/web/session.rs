//! Who asks: the cookie becomes a [`Member`] before any handler runs, and a renewed token
//! leaves with the answer. The cookie ends with the browser unless the person chose to be
//! kept signed in. Who still owes a second factor is not signed in.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{
        account::session::{IDLE_LIFETIME, Member},
        admin::Admin,
        cookie::Cookie,
    },
    flows::auth::authenticate::{Token, authenticate},
    problem::Problem,
};

use super::{admin, client::Client, cookies, pages, router::AppState};

/// The signed-in person of a request, if any; and the administrator, if this browser is
/// unlocked.
#[derive(Clone)]
pub struct Who(pub Option<Member>, pub Option<Admin>);

/// Somebody whose second factor is still to come.
#[derive(Clone)]
pub struct HalfWay(pub Option<Member>);

/// Finds out who asks.
pub async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let found = match cookies::shown(request.headers(), Cookie::Session, state.site.https()) {
        Some(token) => match authenticate(&state.ports, &token).await {
            Ok(found) => found,
            // Without the database the administrator still sees what there is.
            Err(_) if admin::serves(request.uri().path()) => None,
            Err(error) => return pages::trouble(&Problem::from(error)).into_response(),
        },
        None => None,
    };
    let (mut member, mut half_way, mut renewed) = (None, None, None);
    if let Some(found) = found {
        renewed = found.renewed.map(|token| (token, found.member.keep));
        if found.member.half_way() {
            half_way = Some(found.member);
        } else {
            member = Some(found.member);
        }
    }
    let admin = match request.extensions().get::<Client>() {
        Some(client) => admin::found(&state, request.headers(), *client).await,
        None => None,
    };
    request.extensions_mut().insert(Who(member, admin));
    request.extensions_mut().insert(HalfWay(half_way));
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

fn sets_session(headers: &HeaderMap, https: bool) -> bool {
    let session = Cookie::Session.name(https);
    let set = headers.get_all(header::SET_COOKIE).iter();
    set.filter_map(|cookie| cookie.to_str().ok()?.split_once('=')).any(|(name, _)| name == session)
}

/// Hands a token to the browser; for longer than it stays open when `keep`.
pub fn signed_in(token: &Token, keep: bool, https: bool) -> (HeaderName, HeaderValue) {
    let lasting = keep.then_some(IDLE_LIFETIME.as_secs());
    cookies::set(Cookie::Session, &token.0, lasting, https)
}

/// Takes the token away.
pub fn signed_out(https: bool) -> (HeaderName, HeaderValue) {
    cookies::set(Cookie::Session, "", Some(0), https)
}

/// Whether a request shows a session, valid or not, on whatever kind of site.
pub fn is_shown(headers: &HeaderMap) -> bool {
    [true, false].iter().any(|https| cookies::shown(headers, Cookie::Session, *https).is_some())
}
