//! What pages make a browser fetch, as it travels: the creator page with scripts, styles and
//! wasm, read from the bundle and its `manifest.json`; the public pages with styles and fonts.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{Measure, pages};
use xtask::steps::site::SITE;
use xtask::workspace;

/// Most KB of a public page's HTML, and of it together with its stylesheet and both fonts.
const HTML: f64 = 12.0;
const WHOLE: f64 = 110.0;
/// Public pages that ask not to be found.
const UNLISTED: [&str; 3] = ["/success", "/auth?mode=signin", "/auth?mode=signup"];

/// In KB; fonts and pictures do not count.
pub fn creator() -> Result<f64> {
    let site = workspace::at(SITE);
    let bytes = needed(&manifest(&site)?)
        .map(|address| size(&site, &format!("{}.br", name(address))))
        .sum::<Result<u64>>()?;
    Ok(kilobytes(bytes))
}

/// Every public page of the running server: alone, and with what it is drawn with.
pub fn public(server: SocketAddr) -> Result<Vec<Measure>> {
    let site = workspace::at(SITE);
    let around =
        drawn_with(&manifest(&site)?).map(|file| size(&site, &file)).sum::<Result<u64>>()?;
    let map = String::from_utf8(pages::get(server, "/sitemap.xml")?)?;
    let mut measures = Vec::new();
    for page in listed(&map).chain(UNLISTED) {
        let html = pages::take(server, page)?.1.len() as u64;
        let whole = kilobytes(html + around);
        measures.push(Measure::new(format!("{page}, HTML in brotli"), kilobytes(html), "KB", HTML));
        measures.push(Measure::new(format!("{page}, with styles and fonts"), whole, "KB", WHOLE));
    }
    Ok(measures)
}

/// The paths of a sitemap.
fn listed(map: &str) -> impl Iterator<Item = &str> {
    let addresses = map.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    addresses.filter_map(|address| {
        let host = address.split_once("://")?.1;
        Some(&host[host.find('/')?..])
    })
}

/// The files of the stylesheets, packed, and of the fonts, which are packed in themselves.
fn drawn_with(manifest: &Value) -> impl Iterator<Item = String> {
    let styles = ["style", "siteStyle"].into_iter().filter_map(|sheet| manifest[sheet].as_str());
    let fonts = manifest["fonts"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let styles = styles.map(|address| format!("{}.br", name(address)));
    styles.chain(fonts.map(|address| name(address).to_owned()))
}

fn manifest(site: &Path) -> Result<Value> {
    let text =
        fs::read_to_string(site.join("manifest.json")).context("the bundle's manifest.json")?;
    Ok(serde_json::from_str(&text)?)
}

#[expect(clippy::cast_precision_loss, reason = "a page is far below 2^52 bytes")]
fn kilobytes(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}

fn needed(manifest: &Value) -> impl Iterator<Item = &str> {
    let always = ["islands", "page", "style"].into_iter().map(|name| &manifest[name]);
    let imported = ["page", "creator"].into_iter().map(|name| &manifest["preload"][name]);
    always.chain(imported.filter_map(Value::as_array).flatten()).filter_map(Value::as_str)
}

fn name(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or(address)
}

fn size(site: &Path, file: &str) -> Result<u64> {
    let file = site.join(file);
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
        let names: Vec<&str> = needed(&manifest).map(name).collect();
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

    #[test]
    fn a_public_page_is_drawn_with_the_packed_stylesheet_and_the_fonts() {
        let manifest = json!({ "style": "/assets/style-C.css", "siteStyle": "/assets/site-D.css", "fonts": ["/assets/a.woff2", "/assets/b.woff2"] });
        let files: Vec<String> = drawn_with(&manifest).collect();
        assert_eq!(files, ["style-C.css.br", "site-D.css.br", "a.woff2", "b.woff2"]);
    }

    #[test]
    fn the_public_pages_are_those_of_the_sitemap() {
        let map = "HTTP/1.1 200 OK\r\n\r\n<url><loc>http://127.0.0.1:3000/</loc></url>\n<url><loc>https://evernear.example/about</loc></url>";
        assert_eq!(listed(map).collect::<Vec<_>>(), ["/", "/about"]);
    }
}
