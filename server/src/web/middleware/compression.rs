//! Pages in gzip or brotli, for browsers that take it.
//!
//! Compression tells a little about a text by its length (the attack is called BREACH): who
//! can make a person's browser ask again and again, and put guesses into the same text as
//! something secret, learns it letter by letter. So a page that is made for one person is
//! compressed only when the request comes from our own pages or from the person's own hand, which
//! browsers say by `Sec-Fetch-Site`; whatever another site makes a browser ask for goes as it
//! is. Besides, no page holds a token against forgery (see `csrf`), sessions live in a cookie
//! that no text repeats, and only pages are compressed, never what calls answer.
//!
//! The layer of `tower-http` is not used: its predicate sees the response alone, and this rule is
//! about the request.

use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::web::{compression::Encoding, response::session_cookie};

/// Longest page; ours are far below.
const LONGEST: usize = 4 * 1024 * 1024;

/// Below this, compressing costs more than it saves.
const SHORTEST: usize = 1024;

/// Packs pages on their way out.
pub async fn layer(request: Request, next: Next) -> Response {
    let encoding = Encoding::quickest(request.headers());
    let encoding = encoding.filter(|_| {
        request.method() != Method::HEAD
            && (!session_cookie::is_shown(request.headers()) || is_own(request.headers()))
    });
    let response = next.run(request).await;
    if !is_page(response.headers()) {
        return response;
    }
    match encoding {
        Some(encoding) => compress(encoding, response).await,
        None => vary(response),
    }
}

/// Asked for by our own pages or by hand. Old browsers that do not say get the plain page.
fn is_own(headers: &HeaderMap) -> bool {
    let site = headers.get(HeaderName::from_static("sec-fetch-site"));
    site.is_some_and(|site| site == "same-origin" || site == "none")
}

fn is_page(headers: &HeaderMap) -> bool {
    let html = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    html.is_some_and(|kind| kind.starts_with("text/html"))
        && !headers.contains_key(header::CONTENT_ENCODING)
}

fn vary(mut response: Response) -> Response {
    let vary = HeaderValue::from_static("Accept-Encoding, Cookie, Sec-Fetch-Site");
    response.headers_mut().insert(header::VARY, vary);
    response
}

async fn compress(encoding: Encoding, response: Response) -> Response {
    let (mut parts, body) = vary(response).into_parts();
    let Ok(bytes) = to_bytes(body, LONGEST).await else {
        tracing::error!("a page is too long to be compressed");
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if bytes.len() < SHORTEST {
        return Response::from_parts(parts, Body::from(bytes));
    }
    let name = HeaderValue::from_static(encoding.name());
    parts.headers.insert(header::CONTENT_ENCODING, name);
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(encoding.quickly(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_site_asks_for_is_not_our_own() {
        let from = |site| {
            let site = HeaderValue::from_static(site);
            is_own(&HeaderMap::from_iter([(HeaderName::from_static("sec-fetch-site"), site)]))
        };
        assert!(from("same-origin") && from("none"));
        assert!(!from("cross-site") && !from("same-site"));
        assert!(!is_own(&HeaderMap::new()));
    }
}
