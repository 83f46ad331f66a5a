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

/// Cargo, in the checkout.
pub fn cargo() -> Command {
    tool("cargo", root())
}

/// Any program, in a directory.
pub fn tool(program: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(directory);
    command
}
