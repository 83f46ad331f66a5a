//! Who asks: the cookie becomes a [`Member`] before any handler runs, and a renewed token
//! leaves with the answer (decision 20). The cookie ends with the browser unless the person
//! chose to be kept signed in. Whoever owes a second factor is nobody yet.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::{
    domain::{
        account::session::{IDLE_LIFETIME, Member},
        admin::Admin,
    },
    flows::authenticate::{Token, authenticate},
    problem::Problem,
};

use super::{admin, client::Client, cookies, pages, router::AppState};

const COOKIE: &str = "evernear_session";

/// The signed-in person of a request, if any; and the administrator, if this browser is
/// unlocked.
#[derive(Clone)]
pub struct Who(pub Option<Member>, pub Option<Admin>);

/// Somebody whose second factor is still to come.
#[derive(Clone)]
pub struct HalfWay(pub Option<Member>);

/// Finds out who asks.
pub async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let found = match token(request.headers()) {
        Some(token) => match authenticate(&state.ports, &token).await {
            Ok(found) => found,
            // Without the database the administrator still sees what there is (decision 11).
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
    // An answer that sets the cookie itself (signing in or out) has the last word.
    if let Some((token, keep)) = renewed
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        let cookie = cookie(&token.0, keep, state.production);
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Hands a token to the browser; for longer than it stays open when `keep`.
pub fn signed_in(token: &Token, keep: bool, production: bool) -> (header::HeaderName, HeaderValue) {
    (header::SET_COOKIE, cookie(&token.0, keep, production))
}

/// Takes the token away.
pub fn signed_out(production: bool) -> (header::HeaderName, HeaderValue) {
    (header::SET_COOKIE, set(&format!("{COOKIE}=; Max-Age=0"), production))
}

fn cookie(token: &str, keep: bool, production: bool) -> HeaderValue {
    let lasting =
        if keep { format!("; Max-Age={}", IDLE_LIFETIME.as_secs()) } else { String::new() };
    set(&format!("{COOKIE}={token}{lasting}"), production)
}

fn set(start: &str, production: bool) -> HeaderValue {
    let secure = if production { "; Secure" } else { "" };
    // Hex and attributes are always header text.
    HeaderValue::try_from(format!("{start}; Path=/; HttpOnly; SameSite=Lax{secure}"))
        .unwrap_or(HeaderValue::from_static(""))
}

/// Whether a request shows a session, valid or not.
pub fn is_shown(headers: &HeaderMap) -> bool {
    token(headers).is_some()
}

fn token(headers: &HeaderMap) -> Option<String> {
    cookies::named(headers, COOKIE)
}
