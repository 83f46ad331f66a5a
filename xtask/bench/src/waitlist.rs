//! `cargo xtask bench waitlist [DATABASE_URL]`: a million applications, how long the list
//! takes (`server/examples/waitlist_scale.rs`), and whether the administrator's page is ever
//! held up (`end2end/long-tasks`). The database is filled where it is not yet.

use anyhow::{Context, Result};

use xtask::steps::{self, npm, server::Profile};
use xtask::test::packages::{self, Need};
use xtask::{shell, workspace};

/// Measures in this database, or in an SQLite file below the build folder that is kept.
pub fn run(database: Option<&str>) -> Result<()> {
    packages::bring(&[Need::Chromium])?;
    let binary = steps::everything(Profile::Release)?;
    npm::install("end2end")?;
    let file = workspace::cargo_target()?.join("waitlist.sqlite");
    let database = database.map_or_else(|| format!("sqlite://{}", file.display()), str::to_owned);
    let mut fill = workspace::cargo();
    fill.args(["run", "--release", "--quiet", "--package", "evernear-server", "--example"]);
    shell::run(fill.args(["waitlist_scale", "--", &database]))?;
    let mut measure = workspace::tool("node", &workspace::at("end2end/long-tasks"));
    measure
        .arg("measure.mjs")
        .env("CHROMIUM", packages::chromium().context("Chromium has gone")?)
        .env("EVERNEAR_BINARY", binary)
        .env("DATABASE_URL", database);
    shell::run(&mut measure)
}
