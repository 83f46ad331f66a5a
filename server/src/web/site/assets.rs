//! Built assets: inside the binary in release, read from the build folder in development.
//! Names carry a hash of their content, so they never change; each text lies beside its
//! brotli and gzip form.

use std::{borrow::Cow, collections::BTreeMap};

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use bytes::Bytes;
use evernear_app::pages::Assets;
use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::web::{compression::accepts, media::range::Range};

#[derive(RustEmbed)]
#[folder = "../target/site/"]
#[allow_missing = true]
struct Files;

/// What the asset build says it made.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Manifest {
    islands: String,
    page: String,
    installed: String,
    #[serde(rename = "serviceWorker")]
    service_worker: String,
    style: String,
    #[serde(rename = "siteStyle")]
    site_style: String,
    states: String,
    mark: String,
    logo: String,
    favicon: String,
    icons: BTreeMap<String, String>,
    fonts: Vec<String>,
    pictures: BTreeMap<String, String>,
    preload: Preload,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Preload {
    page: Vec<String>,
    creator: Vec<String>,
    admin: Vec<String>,
}

/// Where the assets are; empty addresses before the first build.
pub fn addresses() -> Assets {
    let manifest = Files::get("manifest.json");
    let manifest: Manifest =
        manifest.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default();
    Assets {
        style: manifest.style,
        site_style: manifest.site_style,
        states: manifest.states,
        page_script: manifest.page,
        page_preload: manifest.preload.page,
        installed_script: manifest.installed,
        service_worker: manifest.service_worker,
        islands_script: manifest.islands,
        creator_preload: manifest.preload.creator,
        admin_preload: manifest.preload.admin,
        fonts: manifest.fonts,
        mark: manifest.mark,
        logo: manifest.logo,
        favicon: manifest.favicon,
        icons: manifest.icons,
        pictures: manifest.pictures,
    }
}

/// The text at one of [`addresses`]; nothing before the first build.
pub fn text(address: &str) -> Option<String> {
    let file = Files::get(address.strip_prefix("/assets/")?)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// An asset by its name, in the smallest form that the browser takes; a part of it where a
/// part is asked for, so that the clip can be sought.
pub async fn serve(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let packed = [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(name, ending)| {
        let file = accepts(accepted, name).then(|| Files::get(&format!("{path}{ending}")))??;
        Some((Some(name), file))
    });
    let found = packed.or_else(|| Some((None, Files::get(&path)?)));
    // A name that ends in a slash or climbs is none of ours; neither is the build's own list.
    let Some((encoding, file)) = found.filter(|_| path != "manifest.json") else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = match encoding {
        Some(_) => Response::new(body(file.data)),
        None => part(&headers, file.data, &path),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(&path)));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The whole, or the range that is asked for. A file's name says its version.
fn part(asked: &HeaderMap, data: Cow<'static, [u8]>, path: &str) -> Response {
    let length = data.len();
    let etag = HeaderValue::try_from(format!("\"{path}\""));
    let etag = etag.unwrap_or(HeaderValue::from_static("\"\""));
    let range = Range::asked(asked, length as u64, &etag);
    let mut response = match range {
        None => Response::new(body(data)),
        Some(Range::Outside) => {
            let range = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            (StatusCode::RANGE_NOT_SATISFIABLE, range).into_response()
        }
        Some(Range::Within { from, to }) => {
            let whole = Bytes::from_owner(data);
            let ends =
                usize::try_from(from).unwrap_or(length)..usize::try_from(to + 1).unwrap_or(length);
            let range = [(header::CONTENT_RANGE, format!("bytes {from}-{to}/{length}"))];
            (StatusCode::PARTIAL_CONTENT, range, whole.slice(ends)).into_response()
        }
    };
    response.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    response.headers_mut().insert(header::ETAG, etag);
    response
}

/// What is inside the binary is sent from there, without a copy.
fn body(data: Cow<'static, [u8]>) -> Body {
    match data {
        Cow::Borrowed(bytes) => Body::from(Bytes::from_static(bytes)),
        Cow::Owned(bytes) => Body::from(bytes),
    }
}

/// The icon, for browsers and programs that ask without being told.
pub async fn favicon() -> Response {
    icon("favicon.ico")
}

/// The same for phones that put the site among their apps.
pub async fn touch_icon() -> Response {
    icon("touch-icon.png")
}

fn icon(name: &str) -> Response {
    match addresses().icons.get(name) {
        Some(address) => Redirect::to(address).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "mp4" => "video/mp4",
        "vtt" => "text/vtt; charset=utf-8",
        _ => "application/octet-stream",
    }
}
