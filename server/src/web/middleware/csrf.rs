//! State changes only from our own pages: a browser says where a request comes from, by
//! `Sec-Fetch-Site` or, where that is missing, by `Origin`. What says neither is refused.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use evernear_app::domain::media::INCOMING_PATH;

use crate::web::headers::link_paths::is_link;

/// Refuses requests from elsewhere.
pub async fn layer(request: Request, next: Next) -> Response {
    let reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Providers and mail programs are no browsers: what they send is believed by its signature only.
    let path = request.uri().path();
    let is_signed = path.starts_with("/webhooks/") || path == "/mail/stop";
    // Pages of links send no referrer, so older browsers name no origin with their forms; nothing of
    // an account hangs on these.
    let link = is_link(path);
    // What a phone hands on comes from no page. It changes nothing of an account.
    let is_incoming = path == INCOMING_PATH;
    if reading || is_signed || link || is_incoming || ours(request.headers()) {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "This request did not come from our own pages.").into_response()
}

fn ours(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site")) {
        return site == "same-origin" || site == "none";
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, rest)| rest == host)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (header::HeaderName::from_static(name), HeaderValue::from_static(value))
            })
            .collect()
    }

    #[test]
    fn only_our_own_pages_change_anything() {
        assert!(ours(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(ours(&headers(&[("origin", "http://127.0.0.1:3000"), ("host", "127.0.0.1:3000")])));
        assert!(!ours(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(!ours(&headers(&[
            ("sec-fetch-site", "same-site"),
            ("origin", "http://a"),
            ("host", "a")
        ])));
        assert!(!ours(&headers(&[("origin", "http://evil.example"), ("host", "127.0.0.1:3000")])));
        assert!(!ours(&headers(&[("origin", "null"), ("host", "null")])));
        assert!(!ours(&headers(&[("host", "127.0.0.1:3000")])));
    }
}
