//! Small cookies of our own, beside the session's.

use axum::http::{HeaderMap, HeaderValue, header};

/// The value of a cookie.
pub fn named(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == wanted).then(|| value.to_owned())
    })
}

/// Sets a cookie for a path, until the browser closes or for so many seconds. Name and
/// value are our own: letters, digits, dots and dashes.
pub fn set(
    name: &str,
    value: &str,
    path: &str,
    seconds: Option<u32>,
    production: bool,
) -> (header::HeaderName, HeaderValue) {
    let age = seconds.map_or(String::new(), |seconds| format!("; Max-Age={seconds}"));
    let secure = if production { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}{age}; HttpOnly; SameSite=Lax{secure}");
    (header::SET_COOKIE, HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("")))
}
