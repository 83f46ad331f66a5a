//! The server's one file. Cargo knows what changed, so it is always asked.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{progress, shell, workspace};

/// How it is compiled: quickly, or for people.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    Dev,
    Release,
}

impl Profile {
    fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

/// The product's packages, resolved together. xtask is left out: it is what `cargo run` has
/// made of it, with features of its own.
pub const PRODUCT: [&str; 5] = ["--workspace", "--exclude", "xtask", "--exclude", "evernear-bench"];

/// Builds the server, and the renderer as a program beside it, and says where the server is.
pub fn build(profile: Profile) -> Result<PathBuf> {
    progress::step("server", || {
        let mut build = workspace::cargo();
        build.arg("build");
        match profile {
            // An example makes cargo count what only tests depend on when it resolves features.
            // So this, the tests and the lints share every compiled dependency. This one is
            // small and links fast after an edit.
            Profile::Dev => build.args(PRODUCT).args(["--bins", "--example", "fixed_bytes"]),
            Profile::Release => build.args([
                "--release",
                "--package",
                "evernear-server",
                "--package",
                "evernear-renderer-command",
            ]),
        };
        shell::run(&mut build).context("the compiler's messages above say what to change")
    })?;
    binary(profile)
}

/// Builds the stories' servers of outside parties, and says where they are.
pub fn contract_servers() -> Result<PathBuf> {
    let name = "contract_servers";
    progress::step("contract servers", || {
        let mut build = workspace::cargo();
        build.arg("build").args(PRODUCT).args(["--example", name]);
        shell::run(&mut build).context("the compiler's messages above say what to change")
    })?;
    Ok(workspace::cargo_target()?.join(Profile::Dev.folder()).join("examples").join(name))
}

/// Where cargo leaves it.
pub fn binary(profile: Profile) -> Result<PathBuf> {
    Ok(workspace::cargo_target()?.join(profile.folder()).join("evernear"))
}
