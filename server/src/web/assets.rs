//! Built assets: inside the binary in release, read from the build folder in development.
//! Names carry a hash of their content, so they never change; each text lies beside its
//! brotli and gzip form.

use std::collections::BTreeMap;

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use evernear_app::pages::Assets;
use rust_embed::RustEmbed;
use serde::Deserialize;

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
    style: String,
    mark: String,
    favicon: String,
    fonts: Vec<String>,
    pictures: BTreeMap<String, String>,
    preload: Preload,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Preload {
    creator: Vec<String>,
}

/// Where the assets are; empty addresses before the first build.
pub fn addresses() -> Assets {
    let manifest = Files::get("manifest.json");
    let manifest: Manifest =
        manifest.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default();
    Assets {
        style: manifest.style,
        page_script: manifest.page,
        islands_script: manifest.islands,
        creator_preload: manifest.preload.creator,
        fonts: manifest.fonts,
        mark: manifest.mark,
        favicon: manifest.favicon,
        pictures: manifest.pictures,
    }
}

/// An asset by its name, in the smallest form that the browser takes.
pub async fn serve(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let forms =
        [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(name, _)| accepted.contains(name));
    let packed =
        forms.filter_map(|(name, ending)| Some((name, Files::get(&format!("{path}{ending}"))?)));
    let found = packed
        .map(|(name, file)| (Some(name), file))
        .next()
        .or_else(|| Some((None, Files::get(&path)?)));
    let Some((encoding, file)) = found else { return StatusCode::NOT_FOUND.into_response() };
    let mut response = Response::new(Body::from(file.data));
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

/// The icon, for browsers that ask without being told.
pub async fn favicon() -> Redirect {
    Redirect::to(&addresses().favicon)
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
        "mp4" => "video/mp4",
        _ => "application/octet-stream",
    }
}
