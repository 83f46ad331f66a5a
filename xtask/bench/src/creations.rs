//! `cargo xtask bench creations`: two hundred films begun at once at a provider outside that takes five seconds
//! for each task (`server/examples/creations_at_once.rs`).

use anyhow::Result;

use xtask::steps::{self, server::Profile};
use xtask::{shell, workspace};

pub fn run() -> Result<()> {
    let binary = steps::everything(Profile::Release)?;
    let mut measure = workspace::cargo();
    measure.args(["run", "--release", "--quiet", "--package", "evernear-server", "--example"]);
    shell::run(measure.arg("creations_at_once").arg("--").arg(binary))
}
