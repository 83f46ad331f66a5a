//! Small cookies of our own, beside the session's.

use axum::http::{HeaderMap, HeaderValue, header};

/// How the name of every cookie of ours begins.
const OURS: &str = "evernear_";

/// The value of a cookie.
pub fn named(headers: &HeaderMap, wanted: &str) -> Option<String> {
    pairs(headers).find_map(|(name, value)| (name == wanted).then(|| value.to_owned()))
}

/// Whether a request shows any cookie of ours, valid or not.
pub fn are_shown(headers: &HeaderMap) -> bool {
    pairs(headers).any(|(name, _)| name.starts_with(OURS))
}

fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// Sets a cookie for a path, until the browser closes or for so many seconds. Name and
/// value are our own: letters, digits, dots and dashes.
pub fn set(
    name: &str,
    value: &str,
    path: &str,
    seconds: Option<u64>,
    production: bool,
) -> (header::HeaderName, HeaderValue) {
    let age = seconds.map_or(String::new(), |seconds| format!("; Max-Age={seconds}"));
    let secure = if production { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}{age}; HttpOnly; SameSite=Lax{secure}");
    (header::SET_COOKIE, HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("")))
}
