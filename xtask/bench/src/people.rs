//! Programs that use the built server as people do (`server/examples`).
//!
//! - `cargo xtask bench creations`: two hundred films begun at once at a provider outside that takes five
//!   seconds for each task.
//! - `cargo xtask bench sharing`: a gallery of two thousand memories, and a film that a hundred people watch
//!   by one link.

use anyhow::Result;

use xtask::steps::{self, server::Profile};
use xtask::{shell, workspace};

/// Runs the example of this name on the release server.
pub fn run(example: &str) -> Result<()> {
    let binary = steps::everything(Profile::Release)?;
    let mut measure = workspace::cargo();
    measure.args(["run", "--release", "--quiet", "--package", "evernear-server", "--example"]);
    shell::run(measure.arg(example).arg("--").arg(binary))
}
