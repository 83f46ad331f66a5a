//! Islands and styles, bundled into `target/site`. Always in the checkout, wherever cargo
//! builds: the server embeds exactly that folder.

use anyhow::{Context, Result};

use crate::{shell, stamp, workspace};

/// Where the bundle is.
pub const SITE: &str = "target/site";

/// Bundles when anything in `islands` or `style` changed.
pub fn build() -> Result<()> {
    stamp::when_changed(
        "islands and styles",
        &["islands", "style"].map(workspace::at),
        &[workspace::at(SITE)],
        || {
            let build = ["build.mjs", "--out", "../target/site"];
            shell::run(workspace::tool("node", &workspace::at("islands")).args(build))
                .context("`cd islands && node build.mjs --out ../target/site` repeats just this")
        },
    )
}
