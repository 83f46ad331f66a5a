//! `cargo xtask pictures`: everything in `style/pictures` and the icons of `style/brand`, made
//! anew: the examples by the product's own renderer, cards and icons drawn by Chromium, all
//! packed by ffmpeg. Run it again whenever the renderer, the brand or a title has changed,
//! and look at what it made before you commit it.

mod drawn;
mod packed;

use std::fs;

use anyhow::Result;

use crate::test::packages::{self, Need};
use crate::{progress, shell, steps, workspace};

/// Makes all of them.
pub fn run() -> Result<()> {
    packages::bring(&[Need::Chromium, Need::Ffmpeg])?;
    // The cards are set in the product's own type.
    steps::npm::install("islands")?;
    let made = workspace::notes("pictures");
    fs::create_dir_all(&made)?;
    progress::step("examples, by the renderer", || {
        let mut render = workspace::cargo();
        render.args(["run", "--release", "--quiet", "--package", "evernear-renderer"]);
        shell::run(render.args(["--example", "landing", "--"]).arg(&made))
    })?;
    progress::step("examples, packed", || packed::examples(&made))?;
    progress::step("icons", || drawn::icons(&made))?;
    progress::step("cards", || drawn::cards(&made))
}
