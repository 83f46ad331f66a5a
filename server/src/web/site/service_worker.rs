//! /service-worker.js: the script of the asset build with what it keeps written before it. Any
//! change of what it keeps, or of the page that it shows, is another script, which browsers look for
//! with every visit; its cache has the name of this build.

use std::collections::BTreeMap;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use evernear_app::pages::{
    Assets, render,
    site::offline::{OFFLINE_PATH, offline},
};
use sha2::{Digest, Sha256};

use super::assets;
use crate::web::{
    response::page,
    state::{AppState, session::Principal},
};

/// What the worker may do: ask this site.
const POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/// The script, the same for everyone.
pub async fn script(State(state): State<AppState>) -> Response {
    let site = &state.site.assets;
    let Some(script) = assets::text(&site.service_worker) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // As the worker fetches it: without cookies.
    let visit = page::visit(&state, Principal(None, None), OFFLINE_PATH, BTreeMap::new());
    let html = render(&visit, offline(&visit));
    let files = files(site);
    let mut digest = Sha256::new();
    for part in [script.as_bytes(), html.as_bytes(), files.join(" ").as_bytes()] {
        digest.update(part);
    }
    let build = hex::encode(&digest.finalize()[..8]);
    let shell = serde_json::json!({ "build": build, "page": OFFLINE_PATH, "files": files });
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, format!("self.shell = {shell};\n{script}")).into_response()
}

/// What the page is drawn with.
fn files(assets: &Assets) -> Vec<&str> {
    let drawn = [&assets.style, &assets.site_style, &assets.mark];
    drawn.into_iter().chain(&assets.fonts).map(String::as_str).collect()
}
