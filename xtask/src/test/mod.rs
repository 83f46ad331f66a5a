//! `cargo xtask test`: the whole proof, part by part. What fails keeps nothing else from being
//! tried, so that one run tells everything; it is named at the end. A tool that is missing is a
//! failure and so is a skipped test: what the last line counts is all there is.
//!
//! To add a part: a variant of [`Part`], a function in [`Proof::part`], a word in `main.rs`.

mod counts;
pub mod packages;
pub mod postgres;
mod reasons;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Error, Result, anyhow};
use serde_json::Value;

use crate::steps::server::{self, PRODUCT, Profile};
use crate::steps::{self, npm, tools};
use crate::{progress, shell, workspace};
use counts::Counts;
use packages::Need;
use reasons::Reasons;

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
    let mut proof = Proof::default();
    proof.run(parts);
    if proof.counts.skipped > 0 {
        proof.failed(anyhow!(
            "skipped tests: {}; a test that cannot run here counts as failed",
            proof.counts.skipped
        ));
    }
    if proof.counts.flaky > MOST_FLAKY {
        proof.failed(anyhow!("{} flaky tests; at most {MOST_FLAKY} may be", proof.counts.flaky));
    }
    proof.report()
}

/// A browser test on a busy machine may have to be tried again (see `end2end/playwright.config.ts`) and is
/// told at the end with its error. More than these are no accident.
const MOST_FLAKY: u64 = 2;

/// How many tests ran, which failed and why, and which steps failed.
#[derive(Default)]
struct Proof {
    counts: Counts,
    reasons: Reasons,
    failures: Vec<Error>,
}

impl Proof {
    fn run(&mut self, parts: &[Part]) {
        // Without the tools nothing can be built.
        if !self.step(tools::check()) {
            return;
        }
        self.step(steps::site());
        for part in parts {
            if self.step(packages::bring(needs_of(*part))) {
                self.part(*part);
            }
        }
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Rust => rust(self),
            Part::Islands => islands(self),
            Part::End2end => end2end(self),
        }
    }

    /// Keeps a failure and goes on with what comes next, unless it was asked to end; whether there
    /// was none.
    fn step(&mut self, outcome: Result<()>) -> bool {
        match outcome {
            Ok(()) => true,
            Err(error) => {
                self.failed(error);
                false
            }
        }
    }

    /// Told at once, and named again at the end.
    fn failed(&mut self, error: Error) {
        // One who interrupts needs no list of everything that did not begin.
        if !shell::interrupted() || self.failures.is_empty() {
            progress::failed(&error);
            self.failures.push(error);
        }
    }

    fn report(self) -> Result<()> {
        if self.failures.len() > 1 {
            progress::say("\nWhat failed:");
            for error in &self.failures {
                progress::say(&format!("✗ {error}"));
            }
        }
        self.reasons.list().iter().for_each(|reason| progress::say(reason));
        progress::say(&self.counts.to_string());
        if self.failures.is_empty() { Ok(()) } else { Err(crate::Reported.into()) }
    }
}

fn needs_of(part: Part) -> &'static [Need] {
    match part {
        Part::Rust => &[Need::Postgres, Need::Ffmpeg],
        Part::Islands => &[],
        Part::End2end => &[Need::Chromium, Need::Ffmpeg],
    }
}

const XTASK: [&str; 4] = ["--package", "xtask", "--package", "evernear-bench"];

fn rust(proof: &mut Proof) {
    proof.step(progress::step("Rust formatting", || {
        shell::run(workspace::cargo().args(["fmt", "--all", "--check"]))
            .context("`cargo fmt --all` repairs it")
    }));
    proof.step(progress::step("Rust lints", clippy));
    let product = progress::step("Rust tests and stories", || {
        let postgres = postgres::Postgres::start()?;
        cargo_test(proof, &PRODUCT, Some(postgres.url()))
    });
    let xtask = progress::step("tests of xtask", || cargo_test(proof, &XTASK, None));
    proof.step(product);
    proof.step(xtask);
}

fn clippy() -> Result<()> {
    let mut clippy = workspace::cargo();
    shell::run(clippy.args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn cargo_test(proof: &mut Proof, packages: &[&str], postgres: Option<&str>) -> Result<()> {
    let mut test = workspace::cargo();
    // The lints have compiled the examples.
    test.arg("test").args(packages).args(["--tests", "--no-fail-fast"]);
    // A story waits for the server about as long as it computes: twice as many share the cores. With more of
    // them, answers that have a time limit come too late.
    if let Ok(cores) = thread::available_parallelism() {
        test.env("RUST_TEST_THREADS", (2 * cores.get()).to_string());
    }
    if let Some(url) = postgres {
        test.env("EVERNEAR_TEST_POSTGRES", url);
    }
    shell::tee(&mut test, |line| {
        proof.counts += Counts::of_cargo(line);
        proof.reasons.cargo_line(line);
    })
}

fn islands(proof: &mut Proof) {
    checked(proof, "islands");
    let tested = fresh_report("vitest.json").and_then(|report| {
        let json = format!("--outputFile.json={}", report.display());
        let outcome = progress::step("tests of islands", || {
            npm::script("islands", "test", &["--reporter=default", "--reporter=json", &json])
        });
        counted(outcome, &report, |report| proof.counts += Counts::of_vitest(report))
    });
    proof.step(tested);
}

fn end2end(proof: &mut Proof) {
    if !proof.step(npm::install("end2end")) {
        return;
    }
    checked(proof, "end2end");
    let tested = in_chromium(proof);
    proof.step(tested);
    let tested = official_clients(&mut proof.counts);
    proof.step(tested);
}

/// The clients of Runway and OpenAI on the servers that stand for both in the stories.
fn official_clients(counts: &mut Counts) -> Result<()> {
    let folder = "end2end/contracts";
    npm::install(folder)?;
    let servers = server::contract_servers()?;
    progress::step("official clients on the contract servers", || {
        let mut test = Command::new("npm");
        test.args(["test", "--silent"])
            .current_dir(workspace::at(folder))
            .env("CONTRACT_SERVERS", &servers);
        shell::tee(&mut test, |line| *counts += Counts::of_node(line))
    })
}

/// How the browser's tests are divided. The parts run side by side, each with a server of its own,
/// because one alone does not fill two cores.
const SHARDS: [&str; 2] = ["1/2", "2/2"];

fn in_chromium(proof: &mut Proof) -> Result<()> {
    let binary = end2end_binary()?;
    let servers = server::contract_servers()?;
    let chromium = packages::chromium().context("Chromium has gone")?;
    progress::step("end-to-end tests", || {
        let run = |shard: &str, report: &Path| {
            let mut test = Command::new("npx");
            test.args(["--no-install", "playwright", "test", "--shard", shard, "--output"])
                .arg(format!("results/artifacts/{}", folder_of(shard)))
                .current_dir(workspace::at("end2end"))
                .env("EVERNEAR_BINARY", &binary)
                .env("CONTRACT_SERVERS", &servers)
                .env("CHROMIUM", &chromium)
                .env("PLAYWRIGHT_JSON_OUTPUT_FILE", report);
            shell::run(&mut test)
        };
        let reports =
            SHARDS.map(|shard| fresh_report(&format!("playwright-{}.json", folder_of(shard))));
        let reports = reports.into_iter().collect::<Result<Vec<_>>>()?;
        let outcomes: Vec<_> = thread::scope(|scope| {
            let both = SHARDS.into_iter().zip(&reports);
            let runs = both.map(|(shard, report)| scope.spawn(move || run(shard, report)));
            let runs: Vec<_> = runs.collect();
            let ended = |run: thread::ScopedJoinHandle<'_, _>| {
                run.join().unwrap_or_else(|_| Err(anyhow!("a run of Playwright was lost")))
            };
            runs.into_iter().map(ended).collect()
        });
        // Both are counted, whichever failed.
        let counted = outcomes.into_iter().zip(&reports).map(|(outcome, report)| {
            counted(outcome, report, |report| {
                proof.counts += Counts::of_playwright(report);
                proof.reasons.playwright_report(report);
            })
        });
        counted.collect::<Vec<_>>().into_iter().collect()
    })
}

/// A shard's name in paths.
fn folder_of(shard: &str) -> String {
    shard.replace('/', "-of-")
}

/// The development binary, copied away from where another build could replace it while the
/// browser talks to it.
fn end2end_binary() -> Result<PathBuf> {
    let copy = workspace::notes("evernear");
    fs::copy(server::build(Profile::Dev)?, &copy).context("copying the server")?;
    Ok(copy)
}

/// Formatting, lints and types of a folder of TypeScript.
fn checked(proof: &mut Proof, folder: &str) {
    proof.step(progress::step(&format!("lints of {folder}"), || {
        npm::script(folder, "lint", &[]).context("`npm run fix` repairs most of it")
    }));
    proof.step(progress::step(&format!("types of {folder}"), || npm::script(folder, "check", &[])));
}

/// Where a runner writes its report; an old one must not be counted again.
fn fresh_report(name: &str) -> Result<PathBuf> {
    let report = workspace::notes(name);
    if report.exists() {
        fs::remove_file(&report)?;
    }
    Ok(report)
}

/// Reads what a runner reported, also when it failed: then its own error stays.
fn counted(outcome: Result<()>, report: &Path, read: impl FnOnce(&Value)) -> Result<()> {
    let reported = || -> Result<()> {
        let text = fs::read_to_string(report)
            .with_context(|| format!("no report in {}", report.display()))?;
        read(&serde_json::from_str(&text)?);
        Ok(())
    };
    outcome.and(reported())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_keeps_nothing_else_from_running_and_is_not_forgotten() {
        let mut proof = Proof::default();
        assert!(!proof.step(Err(anyhow!("formatting"))));
        assert!(proof.step(Ok(())), "what comes next is tried");
        assert!(!proof.step(Err(anyhow!("lints"))));
        let named: Vec<_> = proof.failures.iter().map(ToString::to_string).collect();
        assert_eq!(named, ["formatting", "lints"]);
        assert!(proof.report().is_err());
        assert!(Proof::default().report().is_ok());
    }
}
