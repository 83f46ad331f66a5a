//! Carries a [`Flash`] from a form to the page that tells it: in a cookie for that page which
//! only this server can make, for this session alone, and which goes when it was read.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::{
    domain::{auth::session::Member, cookie::Cookie},
    pages::Flash,
};

use crate::web::{headers::cookies, state::AppState};

/// How long the browser may take from the form to the page, in seconds.
const CARRIED: u64 = 60;

/// Leads to the page of this outcome, which tells it.
pub fn tell(state: &AppState, member: &Member, flash: Flash) -> Response {
    let value = format!("{}.{}", flash.as_str(), proof(state, member, flash));
    let page = flash.page();
    let headers = [cookies::set_at(Cookie::Said, &value, page, Some(CARRIED), state.site.https())];
    (headers, Redirect::to(page)).into_response()
}

/// What this session's form brought about, if this is the page to tell it.
pub fn told(
    state: &AppState,
    headers: &HeaderMap,
    member: Option<&Member>,
    path: &str,
) -> Option<Flash> {
    let value = cookies::shown(headers, Cookie::Said, state.site.https())?;
    let (name, shown) = value.split_once('.')?;
    let flash = Flash::from_name(name).filter(|flash| flash.page() == path)?;
    state.ports.secrets.same(shown, &proof(state, member?, flash)).then_some(flash)
}

/// The cookie of this page is used up, whatever it held.
pub fn used_up(
    state: &AppState,
    headers: &HeaderMap,
    path: &str,
) -> Option<(HeaderName, HeaderValue)> {
    let is_page = Flash::ALL.iter().any(|flash| flash.page() == path);
    (is_page && cookies::shown(headers, Cookie::Said, state.site.https()).is_some())
        .then(|| cookies::set_at(Cookie::Said, "", path, Some(0), state.site.https()))
}

fn proof(state: &AppState, member: &Member, flash: Flash) -> String {
    let text = format!("{}:{}", member.session, flash.as_str());
    state.ports.secrets.digest("outcome of a form", &text)
}
