//! Writes into docs/configuration.md what the server says of its settings.

use std::fs;

use anyhow::{Context, Result};

use crate::{progress, shell, steps, steps::server::Profile, workspace};

const MARK: &str = "<!-- Written by: cargo xtask docs -->\n";

/// Puts the table of now in the place of the one of before.
pub fn write() -> Result<()> {
    let server = steps::everything(Profile::Dev)?;
    let table = shell::capture(
        workspace::tool(&server.to_string_lossy(), workspace::root()).arg("settings"),
    )?;
    let path = workspace::root().join("docs/configuration.md");
    let page = fs::read_to_string(&path)?;
    let (before, rest) = page.split_once(MARK).context("the mark is gone from the page")?;
    let (_, after) = rest.split_once("\n\n").context("nothing follows the table")?;
    fs::write(&path, format!("{before}{MARK}{table}\n\n{after}"))?;
    progress::say("docs/configuration.md");
    Ok(())
}
