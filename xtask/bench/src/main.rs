//! `cargo xtask bench`: the budgets, measured on the release server with an empty data
//! folder. Measurements, not tests: a busy machine misses a budget that a calm one keeps,
//! so run it alone and read the numbers. Anything over its budget is named at the end.
//!
//! To add a budget: measure it in a module of its own, add its [`Measure`] to [`budgets`]. To add
//! a command: an arm in [`dispatch`] and a line in xtask's commands.

mod books;
mod film;
mod http;
mod lighthouse;
mod load;
mod pages;
mod people;
mod ratios;
mod server;
mod signed_in;
mod waitlist;
mod weight;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

use xtask::steps::{self, server::Profile};
use xtask::{progress, shell};

/// A number and what it may be at most.
struct Measure {
    what: String,
    value: f64,
    unit: &'static str,
    budget: f64,
}

impl Measure {
    fn new(what: impl Into<String>, value: f64, unit: &'static str, budget: f64) -> Self {
        Self { what: what.into(), value, unit, budget }
    }

    fn is_kept(&self) -> bool {
        self.value <= self.budget
    }

    fn line(&self) -> String {
        let Self { what, value, unit, budget } = self;
        let mark = if self.is_kept() { '✓' } else { '✗' };
        format!("{mark} {what}: {value:.1} {unit}, at most {budget} {unit}")
    }
}

fn main() -> ExitCode {
    xtask::main(dispatch)
}

fn dispatch(words: &[&str]) -> Result<()> {
    match words {
        [] => budgets(),
        ["pages"] => pages::run(),
        ["--keep", file] => ratios::keep(&pages::measured()?.ratios, Path::new(file)),
        ["--compare", file] => compare(Path::new(file)),
        ["books"] => books::run(),
        ["creations"] => people::run("creations_at_once"),
        ["sharing"] => people::run("gallery_and_links"),
        ["waitlist"] => waitlist::run(None),
        ["waitlist", database] => waitlist::run(Some(database)),
        ["lighthouse", pages @ ..] => lighthouse::run("5", pages),
        _ => bail!("unknown measurement: {}", words.join(" ")),
    }
}

/// Measures pages, and fails where one got worse since the file was kept.
fn compare(file: &Path) -> Result<()> {
    let worse = ratios::compare(&pages::measured()?.ratios, file)?;
    if !worse.is_empty() {
        bail!("worse by more than a tenth: {}", worse.join("; "));
    }
    Ok(())
}

/// Builds the release server, measures, prints a line a budget.
fn budgets() -> Result<()> {
    let binary = steps::everything(Profile::Release)?;
    let mut measures = progress::step("measuring films", film::measures)?;
    let served = progress::step("measuring the server, about half a minute", || {
        let start = server::typical_start(&binary)?;
        let server = server::Server::start(&binary)?;
        server::settle();
        let before = server.resident()?;
        let p99 = load::p99(server.address())?;
        server::settle();
        let resident = server.resident()?;
        drop(server);
        let busy = {
            let _films = film::Busy::start()?;
            let server = server::Server::start(&binary)?;
            server::settle();
            load::p99(server.address())?
        };
        Ok([
            Measure::new("first answer after start, median of five", start, "ms", 300.0),
            Measure::new("resident before anyone came", before, "MB", 60.0),
            Measure::new("resident after fifty people left", resident, "MB", 60.0),
            Measure::new("answers to fifty people at once, p99", p99, "ms", 25.0),
            Measure::new("the same while two films render", busy / p99, "times", 4.0),
            Measure::new("creator page, brotli", weight::creator()?, "KB", 95.0),
        ])
    })?;
    measures.extend(served);
    for measure in &measures {
        progress::say(&measure.line());
    }
    let over: Vec<&str> =
        measures.iter().filter(|measure| !measure.is_kept()).map(|m| m.what.as_str()).collect();
    if !over.is_empty() && !shell::interrupted() {
        bail!("over budget: {}", over.join("; "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_kept_up_to_its_last_drop() {
        let measure = |value| Measure::new("x", value, "ms", 25.0);
        assert!(measure(25.0).is_kept());
        assert!(!measure(25.1).is_kept());
        assert_eq!(measure(3.25).line(), "✓ x: 3.2 ms, at most 25 ms");
    }
}
