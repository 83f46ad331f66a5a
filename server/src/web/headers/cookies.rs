//! Reading and setting the cookies of this site. The jar of `axum-extra` is not used: it copies all
//! cookies of each request, also where a page that is kept only asks whether there is one of ours.

use axum::http::{HeaderMap, HeaderValue, header};
use evernear_app::domain::cookie::Cookie;

/// The value of a cookie. On an https site only the name that nobody else can set counts.
pub fn shown(headers: &HeaderMap, wanted: Cookie, https: bool) -> Option<String> {
    let wanted = wanted.name(https);
    pairs(headers).find_map(|(name, value)| (name == wanted).then(|| value.to_owned()))
}

/// Whether a request shows any cookie of ours, valid or not.
pub fn are_shown(headers: &HeaderMap) -> bool {
    pairs(headers).any(|(name, _)| Cookie::is_ours(name))
}

fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// Sets a cookie until the browser closes or for so many seconds. The value is our own:
/// letters, digits, dots and dashes.
pub fn set(
    cookie: Cookie,
    value: &str,
    seconds: Option<u64>,
    https: bool,
) -> (header::HeaderName, HeaderValue) {
    set_at(cookie, value, cookie.path(), seconds, https)
}

/// The same for a cookie whose path differs.
pub fn set_at(
    cookie: Cookie,
    value: &str,
    path: &str,
    seconds: Option<u64>,
    https: bool,
) -> (header::HeaderName, HeaderValue) {
    let name = cookie.name(https);
    let age = seconds.map_or(String::new(), |seconds| format!("; Max-Age={seconds}"));
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}{age}; HttpOnly; SameSite=Lax{secure}");
    (header::SET_COOKIE, HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("")))
}
