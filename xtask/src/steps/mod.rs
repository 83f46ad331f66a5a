//! From sources to a running server: tools, rules, packages, site, server, in this order.
//! Each step knows what it reads and is skipped when none of it changed.

pub mod npm;
pub mod server;
pub mod site;
pub mod tools;
pub mod wasm;

use anyhow::Result;

use crate::{progress, shell, workspace};
use server::Profile;

/// Builds what changed, then becomes the server.
pub fn serve(profile: Profile) -> Result<()> {
    let binary = everything(profile)?;
    shell::become_program(
        workspace::tool(&binary.to_string_lossy(), workspace::root()).arg("serve"),
    )
}

/// Builds what changed and says where the server's file is.
pub fn build(profile: Profile) -> Result<()> {
    let binary = everything(profile)?;
    progress::say(&format!("{}", binary.display()));
    Ok(())
}

/// Everything up to the server's binary.
pub fn everything(profile: Profile) -> Result<std::path::PathBuf> {
    tools::check()?;
    site()?;
    server::build(profile)
}

/// Everything the server embeds. Server code does not compile without it.
pub fn site() -> Result<()> {
    islands_sources()?;
    site::build()
}

/// Everything the islands need before they can be checked, tested or bundled.
pub fn islands_sources() -> Result<()> {
    wasm::rules()?;
    wasm::shapes()?;
    npm::install("islands")
}
