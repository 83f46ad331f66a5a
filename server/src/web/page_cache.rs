//! Pages that are the same for every visitor: rendered once at the start and kept as bytes,
//! also packed. A request that shows a session, or asks with a query, never comes here: it
//! is rendered for itself and never kept, so nothing of a signed-in person can stay behind
//! (decision 25). To keep one more page: a line in [`evernear_app::pages::KEPT`].

use std::{collections::BTreeMap, io::Write, sync::Arc};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use bytes::Bytes;
use evernear_app::{
    pages::{Answer, KEPT, PAGES, Site, Visit, render},
    ports::Ports,
    problem::Problem,
};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::{
    headers::{common, page_policy},
    router::AppState,
    session,
};

/// Every kept page by its path.
#[derive(Default)]
pub struct PageCache(BTreeMap<&'static str, [Form; 3]>);

/// A page in one encoding, ready to go.
struct Form {
    /// As `Accept-Encoding` names it; empty for the plain one.
    encoding: &'static str,
    etag: HeaderValue,
    headers: HeaderMap,
    body: Bytes,
}

impl PageCache {
    /// Renders the pages as a visitor sees them.
    pub async fn render(
        ports: &Ports,
        site: &Arc<Site>,
        production: bool,
    ) -> Result<Self, Problem> {
        let mut kept = BTreeMap::new();
        for (path, page) in PAGES.iter().filter(|(path, _)| KEPT.contains(path)) {
            let visit = Visit {
                ports: ports.clone(),
                member: None,
                path: (*path).to_owned(),
                query: BTreeMap::new(),
                site: site.clone(),
            };
            if let Answer::Page(page) = page(visit.clone()).await? {
                let policy = page_policy(page.scripts);
                let html = render(&visit, page);
                kept.insert(*path, forms(html.as_bytes(), &policy, production));
            }
        }
        Ok(Self(kept))
    }

    fn answer(&self, request: &Request) -> Option<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD)
            || request.uri().query().is_some()
            || session::is_shown(request.headers())
        {
            return None;
        }
        let forms = self.0.get(request.uri().path())?;
        let text =
            |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let accepted = text(header::ACCEPT_ENCODING).unwrap_or("");
        let form = forms.iter().find(|form| accepts(accepted, form.encoding))?;
        let known = text(header::IF_NONE_MATCH).is_some_and(|tags| {
            tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == form.etag)
        });
        let mut response =
            Response::new(if known { Body::empty() } else { Body::from(form.body.clone()) });
        *response.headers_mut() = form.headers.clone();
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        Some(response)
    }
}

/// Answers from what is kept, before anything else looks at the request.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    match state.kept.answer(&request) {
        Some(answer) => answer,
        None => next.run(request).await,
    }
}

/// Whether `encoding` is named and not refused by `;q=0`; the plain form always is.
fn accepts(accepted: &str, encoding: &str) -> bool {
    encoding.is_empty()
        || accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
            name.trim() == encoding && !matches!(weight, Some(Ok(weight)) if weight <= 0.0)
        })
}

fn forms(html: &[u8], policy: &HeaderValue, production: bool) -> [Form; 3] {
    let digest = hex::encode(&Sha256::digest(html)[..8]);
    [("br", brotli(html)), ("gzip", gzip(html)), ("", html.to_vec())].map(|(encoding, body)| {
        let tag = format!("\"{digest}-{encoding}\"");
        // Hex and our own names are always header text.
        let etag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""));
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
        headers.insert(header::ETAG, etag.clone());
        if !encoding.is_empty() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        common(&mut headers, production);
        Form { encoding, etag, headers, body: body.into() }
    })
}

fn brotli(html: &[u8]) -> Vec<u8> {
    let parameters = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
    let mut packed = Vec::new();
    // Writing to memory cannot fail.
    let _ = brotli::BrotliCompress(&mut &*html, &mut packed, &parameters);
    packed
}

fn gzip(html: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let _ = packed.write_all(html);
    packed.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::accepts;

    #[test]
    fn an_encoding_is_taken_when_named_and_not_refused() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(accepts("", ""));
    }
}
