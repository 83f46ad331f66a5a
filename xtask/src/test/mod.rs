//! `cargo xtask test`: the whole proof, part by part, stopping at the first that fails. A
//! tool that is missing is a failure and so is a skipped test: what the last line counts
//! is all there is.
//!
//! To add a part: a variant of [`Part`], a function in [`run_part`], a word in `main.rs`.

mod counts;
pub mod packages;
pub mod postgres;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::steps::server::{self, PRODUCT, Profile};
use crate::steps::{self, npm, tools};
use crate::{progress, shell, workspace};
use counts::Counts;
use packages::Need;

/// A part of the proof that can run alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Formatting, lints, unit tests and stories.
    Rust,
    /// Formatting, lints, types and tests of the islands.
    Islands,
    /// The built server in a real browser.
    End2end,
}

/// Runs the parts and prints the counts, alone on the last line, whatever happened.
pub fn run(parts: &[Part]) -> Result<()> {
    let mut counts = Counts::default();
    let outcome = run_parts(parts, &mut counts).and_then(|()| {
        if counts.skipped > 0 {
            bail!(
                "skipped tests: {}; a test that cannot run here counts as failed",
                counts.skipped
            );
        }
        Ok(())
    });
    if let Err(error) = &outcome {
        progress::failed(error);
    }
    progress::say(&counts.to_string());
    outcome.map_err(|_| crate::Reported.into())
}

fn run_parts(parts: &[Part], counts: &mut Counts) -> Result<()> {
    tools::check()?;
    let needs: Vec<Need> = parts.iter().flat_map(|part| needs_of(*part)).copied().collect();
    packages::bring(&needs)?;
    steps::site()?;
    parts.iter().try_for_each(|part| run_part(*part, counts))
}

fn needs_of(part: Part) -> &'static [Need] {
    match part {
        Part::Rust => &[Need::Postgres, Need::Ffmpeg],
        Part::Islands => &[],
        Part::End2end => &[Need::Chromium, Need::Ffmpeg],
    }
}

fn run_part(part: Part, counts: &mut Counts) -> Result<()> {
    match part {
        Part::Rust => rust(counts),
        Part::Islands => islands(counts),
        Part::End2end => end2end(counts),
    }
}

const XTASK: [&str; 2] = ["--package", "xtask"];

fn rust(counts: &mut Counts) -> Result<()> {
    progress::step("Rust formatting", || {
        shell::run(workspace::cargo().args(["fmt", "--all", "--check"]))
            .context("`cargo fmt --all` repairs it")
    })?;
    progress::step("Rust lints", || clippy(&PRODUCT).and_then(|()| clippy(&XTASK)))?;
    progress::step("Rust tests and stories", || {
        let postgres = postgres::Postgres::start()?;
        cargo_test(&PRODUCT, Some(postgres.url()), counts)?;
        cargo_test(&XTASK, None, counts)
    })
}

fn clippy(packages: &[&str]) -> Result<()> {
    let mut clippy = workspace::cargo();
    clippy.arg("clippy").args(packages).args(["--all-targets", "--", "-D", "warnings"]);
    shell::run(&mut clippy)
}

fn cargo_test(packages: &[&str], postgres: Option<&str>, counts: &mut Counts) -> Result<()> {
    let mut test = workspace::cargo();
    test.arg("test").args(packages).arg("--no-fail-fast");
    if let Some(url) = postgres {
        test.env("EVERNEAR_TEST_POSTGRES", url);
    }
    shell::tee(&mut test, |line| *counts += Counts::of_cargo(line))
}

fn islands(counts: &mut Counts) -> Result<()> {
    checked("islands")?;
    let report = fresh_report("vitest.json")?;
    let json = format!("--outputFile.json={}", report.display());
    let outcome = progress::step("tests of islands", || {
        npm::script("islands", "test", &["--reporter=default", "--reporter=json", &json])
    });
    counted(outcome, &report, Counts::of_vitest, counts)
}

fn end2end(counts: &mut Counts) -> Result<()> {
    let binary = end2end_binary()?;
    npm::install("end2end")?;
    checked("end2end")?;
    let report = fresh_report("playwright.json")?;
    let outcome = progress::step("end-to-end tests", || {
        let mut test = Command::new("npx");
        test.args(["--no-install", "playwright", "test"])
            .current_dir(workspace::at("end2end"))
            .env("EVERNEAR_BINARY", &binary)
            .env("CHROMIUM", packages::chromium().context("Chromium has gone")?)
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
        shell::run(&mut test)
    });
    counted(outcome, &report, Counts::of_playwright, counts)
}

/// The development binary, copied away from where another build could replace it while the
/// browser talks to it.
fn end2end_binary() -> Result<PathBuf> {
    let copy = workspace::notes("evernear");
    fs::copy(server::build(Profile::Dev)?, &copy).context("copying the server")?;
    Ok(copy)
}

/// Formatting, lints and types of a folder of TypeScript.
fn checked(folder: &str) -> Result<()> {
    progress::step(&format!("lints of {folder}"), || {
        npm::script(folder, "lint", &[]).context("`npm run fix` repairs most of it")
    })?;
    progress::step(&format!("types of {folder}"), || npm::script(folder, "check", &[]))
}

/// Where a runner writes its report; an old one must not be counted again.
fn fresh_report(name: &str) -> Result<PathBuf> {
    let report = workspace::notes(name);
    if report.exists() {
        fs::remove_file(&report)?;
    }
    Ok(report)
}

/// Adds up what a runner reported, also when it failed: then its own error stays.
fn counted(
    outcome: Result<()>,
    report: &Path,
    read: fn(&Value) -> Counts,
    counts: &mut Counts,
) -> Result<()> {
    let found = fs::read_to_string(report)
        .with_context(|| format!("no report in {}", report.display()))
        .and_then(|text| Ok(read(&serde_json::from_str(&text)?)));
    match found {
        Ok(found) => *counts += found,
        Err(error) if outcome.is_ok() => return Err(error),
        Err(_) => {}
    }
    outcome
}
