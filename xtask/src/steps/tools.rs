//! The three things a machine must bring: Rust (we run, so it is there), Node with npm,
//! and a C++ compiler for the film encoder. Found out before anything long begins.

use anyhow::{Context, Result, bail};

use crate::{shell, workspace};

const OLDEST_NODE: u32 = 20;

/// Names what is missing and how to get it.
pub fn check() -> Result<()> {
    let root = workspace::root();
    let node = shell::capture(workspace::tool("node", root).arg("--version")).context(
        "Node 20 or newer is needed: https://nodejs.org, or `apt-get install nodejs npm`",
    )?;
    if major(&node).is_none_or(|major| major < OLDEST_NODE) {
        bail!("Node {OLDEST_NODE} or newer is needed, this is {node}: https://nodejs.org");
    }
    shell::capture(workspace::tool("npm", root).arg("--version")).context(
        "npm is needed, it comes with Node: https://nodejs.org, or `apt-get install npm`",
    )?;
    shell::capture(workspace::tool("c++", root).arg("--version")).context(
        "a C++ compiler is needed: `apt-get install g++`, or Xcode's command line tools",
    )?;
    Ok(())
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_node_prints() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v9.0.0"), Some(9));
        assert_eq!(major("nonsense"), None);
    }
}
