//! What search engines ask for: where they may look, and what there is.

use std::fmt::Write as _;

use axum::{Json, extract::State, http::header, response::IntoResponse};
use evernear_app::{
    domain::media::{INCOMING_FIELD, INCOMING_PATH},
    pages::FINDABLE,
};

use crate::web::state::AppState;

/// Signed-in pages are nobody else's.
pub async fn robots(State(state): State<AppState>) -> String {
    let site = &state.site.public_url;
    format!(
        "User-agent: *\nDisallow: /admin/\nDisallow: /api/\nDisallow: /auth/v1/\nDisallow: /media/\nDisallow: /memories/\n\nSitemap: {site}/sitemap.xml\n"
    )
}

/// The pages that may be found, as sitemaps.org has it.
pub async fn sitemap(State(state): State<AppState>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], map(&state.site.public_url))
}

/// What a phone needs to put the site among its apps, to hand photos on to it, and to lead straight to
/// its two places. It names one colour, of the lamp's dark, in which the app opens; each page says its
/// own for light and dark.
pub async fn manifest(State(state): State<AppState>) -> impl IntoResponse {
    let assets = &state.site.assets;
    let icon = |name, sizes, purpose| {
        let address = assets.icons.get(name)?;
        Some(
            serde_json::json!({ "src": address, "sizes": sizes, "type": "image/png", "purpose": purpose }),
        )
    };
    let drawn =
        serde_json::json!({ "src": assets.favicon, "sizes": "any", "type": "image/svg+xml" });
    let icons = [
        Some(drawn),
        icon("icon-192.png", "192x192", "any"),
        icon("icon-512.png", "512x512", "any"),
        icon("icon-maskable.png", "512x512", "maskable"),
    ];
    let shortcut = |name, url| {
        let icons: Vec<_> = icon("icon-192.png", "192x192", "any").into_iter().collect();
        serde_json::json!({ "name": name, "url": url, "icons": icons })
    };
    let manifest = serde_json::json!({
        "id": "/",
        "name": "Evernear",
        "short_name": "Evernear",
        "description": "A memory with someone you miss.",
        "lang": "en-GB",
        "dir": "ltr",
        "categories": ["lifestyle", "photo"],
        "start_url": "/dashboard",
        "scope": "/",
        "display": "standalone",
        "background_color": "#14110F",
        "theme_color": "#14110F",
        "icons": icons.iter().flatten().collect::<Vec<_>>(),
        "shortcuts": [
            shortcut("Create a memory", "/create"),
            shortcut("Your memories", "/memories"),
        ],
        "share_target": {
            "action": INCOMING_PATH,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": { "files": [{ "name": INCOMING_FIELD, "accept": ["image/*", ".heic", ".heif"] }] },
        },
    });
    ([(header::CONTENT_TYPE, "application/manifest+json")], Json(manifest))
}

fn map(site: &str) -> String {
    let site = site.replace('&', "&amp;").replace('<', "&lt;");
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in FINDABLE {
        // Writing to a string cannot fail.
        let _ = writeln!(map, "  <url><loc>{site}{path}</loc></url>");
    }
    map + "</urlset>\n"
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn the_map_has_whole_addresses() {
        let map = map("https://evernear.example");
        assert!(map.contains("<loc>https://evernear.example/</loc>"));
        assert!(map.contains("<loc>https://evernear.example/careers</loc>"));
        assert!(!map.contains("profile"));
    }
}
