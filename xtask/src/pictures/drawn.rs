//! What Chromium draws: the icons from the mark, and the card of each page that may be shared.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::packed;
use crate::test::packages;
use crate::{shell, workspace};

/// The page's card, the words on it, and the example beside them.
const CARDS: [(&str, &str, &str); 9] = [
    ("home", "Bring someone you miss closer, in one memory", "beach-day"),
    ("about", "One more photo, with both of you in it", "coffee-shop"),
    ("careers", "Join Our Team", "study-session"),
    ("pricing", "Choose Your Plan", "birthday"),
    ("register", "Apply for Beta Access", "concert"),
    ("contact", "Get in Touch", "coffee-shop"),
    ("terms", "Terms of Service", "adventure-trip"),
    ("privacy", "Privacy Policy", "adventure-trip"),
    ("cookies", "Cookie Policy", "adventure-trip"),
];

/// Writes `style/pictures/card-*.jpg` from `style/brand/card.html`.
pub fn cards(made: &Path) -> Result<()> {
    let brand = workspace::at("style/brand");
    let card = fs::read_to_string(brand.join("card.html")).context("the card")?;
    for (page, words, example) in CARDS {
        let filled = card
            .replace("WORDS", words)
            .replace("PICTURE", &address(&made.join(format!("{example}.png"))))
            .replace("MARK", &address(&brand.join("mark.svg")))
            .replace("FONTS", &address(&workspace::at("islands/node_modules")));
        let drawn = draw(made, &format!("card-{page}"), &filled, (1200, 630))?;
        packed::jpeg(&drawn, &workspace::at("style/pictures").join(format!("card-{page}.jpg")))?;
    }
    Ok(())
}

/// Writes the icons beside the mark: for home screens, app lists and `/favicon.ico`.
pub fn icons(made: &Path) -> Result<()> {
    let brand = workspace::at("style/brand");
    let mark = address(&brand.join("mark.svg"));
    let icon = |name, part: u32, round: u32| {
        let html = format!(
            "<!doctype html><style>html{{background:transparent}}body{{margin:0;width:512px;height:512px;\
             display:grid;place-items:center;background:#14110f;border-radius:{round}px}}</style>\
             <img src=\"{mark}\" width=\"{part}\" height=\"{part}\" alt=\"\">"
        );
        draw(made, name, &html, (512, 512))
    };
    // Home screens cut their own corners; a maskable icon keeps to the middle of its space.
    let (full, maskable, rounded) =
        (icon("icon-full", 400, 0)?, icon("icon-mask", 320, 0)?, icon("icon-round", 416, 104)?);
    packed::resized(&full, 180, &brand.join("touch-icon.png"))?;
    packed::resized(&rounded, 192, &brand.join("icon-192.png"))?;
    packed::resized(&rounded, 512, &brand.join("icon-512.png"))?;
    packed::resized(&maskable, 512, &brand.join("icon-maskable.png"))?;
    packed::resized(&rounded, 32, &brand.join("favicon.ico"))
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A picture of a page of its own.
fn draw(
    made: &Path,
    name: &str,
    html: &str,
    (width, height): (u32, u32),
) -> Result<std::path::PathBuf> {
    let (page, picture) = (made.join(format!("{name}.html")), made.join(format!("{name}.png")));
    fs::write(&page, html)?;
    let mut chromium = Command::new(packages::chromium().context("Chromium has gone")?);
    chromium.args(["--headless", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]);
    chromium.args(["--disable-background-networking", "--allow-file-access-from-files"]);
    chromium.args(["--default-background-color=00000000", "--virtual-time-budget=2000"]);
    if rustix::process::geteuid().is_root() {
        chromium.arg("--no-sandbox");
    }
    chromium
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(address(&page));
    shell::run(chromium.stderr(Stdio::null())).with_context(|| format!("drawing {name}"))?;
    Ok(picture)
}
