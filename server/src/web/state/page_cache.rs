//! Pages that are the same for every visitor: rendered once at the start and kept as bytes, and in each
//! encoding from the first request on that takes it. A request that shows a cookie of ours, or asks with another query, never comes
//! here: it is rendered for itself and never kept, so nothing of a signed-in person can stay
//! behind. To keep one more page: a line in [`evernear_app::pages::PRERENDERED`].

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

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
pub struct PageCache(BTreeMap<&'static str, Kept>);

/// A page, plain and packed.
struct Kept {
    /// Of the plain form; those of the others are made of them.
    headers: HeaderMap,
    html: Bytes,
    /// Brotli, gzip and plain, as [`ENCODINGS`].
    forms: [OnceLock<Form>; 3],
}

/// The best one first.
const ENCODINGS: [Option<Encoding>; 3] = [Some(Encoding::Brotli), Some(Encoding::Gzip), None];

/// A page in one encoding, ready to go.
struct Form {
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
                kept.insert(*address, Kept::new(html, &policy, production));
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
        let kept = self.0.get(request.uri().path_and_query()?.as_str())?;
        let text =
            |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let accepted = text(header::ACCEPT_ENCODING).unwrap_or("");
        let form = kept.form(accepted);
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

impl Kept {
    fn new(html: String, policy: &HeaderValue, production: bool) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
        add_default_headers(&mut headers, production);
        Self { headers, html: html.into(), forms: [const { OnceLock::new() }; 3] }
    }

    /// The shortest form of those that are accepted.
    fn form(&self, accepted: &str) -> &Form {
        let taken = |encoding: &Option<Encoding>| {
            encoding.is_none_or(|encoding| accepts(accepted, encoding.name()))
        };
        let at = ENCODINGS.iter().position(taken).unwrap_or(ENCODINGS.len() - 1);
        self.forms[at].get_or_init(|| self.encoded(ENCODINGS[at]))
    }

    fn encoded(&self, encoding: Option<Encoding>) -> Form {
        let mut headers = self.headers.clone();
        let name = encoding.map_or("", Encoding::name);
        let tag = format!("\"{}-{name}\"", hex::encode(&Sha256::digest(&self.html)[..8]));
        // Hex and our own names are always header text.
        let etag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""));
        headers.insert(header::ETAG, etag.clone());
        let body = match encoding {
            Some(encoding) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
                encoding.well(&self.html).into()
            }
            None => self.html.clone(),
        };
        Form { etag, headers, body }
    }
}
