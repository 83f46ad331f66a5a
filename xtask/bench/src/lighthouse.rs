//! `cargo xtask lighthouse`: Lighthouse on every public page of the release server, the
//! median of five runs on a slow phone. Its packages are installed for this command only.

use anyhow::{Context, Result};

use crate::server::Server;
use xtask::steps::{self, npm, server::Profile};
use xtask::test::packages::{self, Need};
use xtask::{shell, workspace};

const FOLDER: &str = "end2end/lighthouse";

/// Measures the given pages, or all; `runs` times each.
pub fn run(runs: &str, pages: &[&str]) -> Result<()> {
    packages::bring(&[Need::Chromium])?;
    let binary = steps::everything(Profile::Release)?;
    npm::install(FOLDER)?;
    let server = Server::start(&binary)?;
    let mut measure = workspace::tool("node", &workspace::at(FOLDER));
    measure
        .args(["measure.mjs", runs])
        .args(pages)
        .env("CHROMIUM", packages::chromium().context("Chromium has gone")?)
        .env("EVERNEAR_URL", format!("http://{}", server.address()));
    shell::run(&mut measure)
}
