//! What the creator page makes a browser fetch: scripts, styles and wasm as they travel,
//! brotli. Read from the bundle and its `manifest.json`; fonts and pictures do not count.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::steps::site::SITE;
use crate::workspace;

/// In KB.
pub fn creator() -> Result<f64> {
    let site = workspace::at(SITE);
    let manifest =
        fs::read_to_string(site.join("manifest.json")).context("the bundle's manifest.json")?;
    let bytes = needed(&serde_json::from_str(&manifest)?)
        .map(|address| size(&site, address))
        .sum::<Result<u64>>()?;
    #[expect(clippy::cast_precision_loss, reason = "a page is far below 2^52 bytes")]
    Ok(bytes as f64 / 1024.0)
}

fn needed(manifest: &Value) -> impl Iterator<Item = &str> {
    let always = ["islands", "page", "style"].into_iter().map(|name| &manifest[name]);
    let imported = ["page", "creator"].into_iter().map(|name| &manifest["preload"][name]);
    always.chain(imported.filter_map(Value::as_array).flatten()).filter_map(Value::as_str)
}

fn size(site: &Path, address: &str) -> Result<u64> {
    let name = address.rsplit('/').next().unwrap_or(address);
    let file = site.join(format!("{name}.br"));
    Ok(fs::metadata(&file).with_context(|| format!("{}", file.display()))?.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_creator_page_needs_entry_page_script_style_and_what_it_preloads() {
        let manifest = json!({
            "islands": "/assets/islands-A.js", "page": "/assets/page-B.js", "style": "/assets/style-C.css",
            "preload": {
                "page": ["/assets/chunk-F.js"],
                "creator": ["/assets/index-D.js", "/assets/rules_bg-E.wasm"],
                "other": ["/assets/x.js"],
            },
            "fonts": ["/assets/serif.woff2"],
        });
        let names: Vec<&str> =
            needed(&manifest).filter_map(|address| address.rsplit('/').next()).collect();
        assert_eq!(
            names,
            [
                "islands-A.js",
                "page-B.js",
                "style-C.css",
                "chunk-F.js",
                "index-D.js",
                "rules_bg-E.wasm"
            ]
        );
    }
}
