//! `cargo xtask bench`: the budgets.

use anyhow::{Result, bail};

pub fn run() -> Result<()> {
    bail!("nothing to measure yet")
}
