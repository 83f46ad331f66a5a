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

/// Builds the server and says where it is.
pub fn build(profile: Profile) -> Result<PathBuf> {
    progress::step("server", || {
        let mut build = workspace::cargo();
        build.args(["build", "--package", "evernear-server", "--bin", "evernear"]);
        if profile == Profile::Release {
            build.arg("--release");
        }
        shell::run(&mut build).context("the compiler's messages above say what to change")
    })?;
    binary(profile)
}

/// Where cargo leaves it.
pub fn binary(profile: Profile) -> Result<PathBuf> {
    Ok(workspace::cargo_target()?
        .join(profile.folder())
        .join("evernear"))
}
