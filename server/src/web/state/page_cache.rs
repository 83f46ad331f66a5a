//! Pages that are the same for every visitor: rendered once at the start and kept as bytes,
//! also compressed. A request that shows a cookie of ours, or asks with another query, never comes
//! here: it is rendered for itself and never kept, so nothing of a signed-in person can stay
//! behind. To keep one more page: a line in [`evernear_app::pages::PRERENDERED`].

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::{Body, HttpBody},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use evernear_app::{
    pages::{Answer, PRERENDERED, Site, Visit, render},
    ports::Ports,
    problem::Problem,
};
use sha2::{Digest, Sha256};

use crate::web::{
    compression::{Encoding, accepts},
    headers::{
        content_security_policy::page_policy, cookies, default_headers::add_default_headers,
    },
};

/// Every kept page by its address.
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
        for (address, page) in PRERENDERED {
            let (path, query) = address.split_once('?').unwrap_or((address, ""));
            let visit = Visit {
                ports: ports.clone(),
                member: None,
                pending_second_factor: None,
                admin: None,
                path: path.to_owned(),
                query: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
                flash: None,
                site: site.clone(),
            };
            if let Answer::Page(page) = page(visit.clone()).await? {
                let policy = page_policy(page.scripts);
                let html = render(&visit, page);
                kept.insert(*address, forms(html.as_bytes(), &policy, production));
            }
        }
        Ok(Self(kept))
    }

    pub fn answer(&self, request: &Request) -> Option<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD)
            || cookies::are_shown(request.headers())
            // What comes along is read, or the connection closed, further inside.
            || !request.body().is_end_stream()
        {
            return None;
        }
        let forms = self.0.get(request.uri().path_and_query()?.as_str())?;
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

fn forms(html: &[u8], policy: &HeaderValue, production: bool) -> [Form; 3] {
    let digest = hex::encode(&Sha256::digest(html)[..8]);
    let packed =
        [Encoding::Brotli, Encoding::Gzip].map(|encoding| (encoding.name(), encoding.well(html)));
    let [brotli, gzip] = packed;
    [brotli, gzip, ("", html.to_vec())].map(|(encoding, body)| {
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
        add_default_headers(&mut headers, production);
        Form { encoding, etag, headers, body: body.into() }
    })
}
