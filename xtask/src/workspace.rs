//! Where things are. Paths start at the checkout, never at the current directory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The checkout. Cargo says at run time which one it is: two of them that build into one folder
/// may share a binary.
#[expect(clippy::disallowed_methods, reason = "cargo's own variable")]
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let compiled = || env!("CARGO_MANIFEST_DIR").into();
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(compiled, PathBuf::from);
        let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
        root.unwrap_or(&package).to_owned()
    });
    &ROOT
}

/// A path inside the checkout.
pub fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// What xtask itself writes down. Always inside the checkout, like the `node_modules` and
/// the generated files it speaks about, wherever cargo builds.
pub fn notes(name: &str) -> PathBuf {
    at("target/xtask").join(name)
}

/// Where cargo builds: `target`, or what `CARGO_TARGET_DIR` and cargo's configuration say.
pub fn cargo_target() -> Result<PathBuf> {
    let text = shell::capture(cargo().args(["metadata", "--format-version=1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let target = metadata["target_directory"].as_str();
    Ok(target.context("cargo metadata names no target directory")?.into())
}

/// Cargo, in the checkout. What the cargo that runs this program says about it is left out: build
/// scripts that read such variables (`ring`) would run again, and most of the server be compiled
/// again, at each change between xtask and a cargo that somebody calls.
pub fn cargo() -> Command {
    let mut cargo = tool("cargo", root());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Any program, in a directory.
pub fn tool(program: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(directory);
    command
}
