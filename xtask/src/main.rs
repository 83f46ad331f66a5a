//! `cargo xtask`: every command a person who works on Evernear needs, made of small steps
//! that are skipped when nothing they read has changed.
//!
//! - [`steps`]: what turns sources into a running server, one module a step.
//! - [`test`]: the whole proof, and its counts.
//! - [`bench`]: the budgets, measured.
//! - [`docs`]: what the server says of itself, in its documents.
//! - [`pictures`]: the examples, cards and icons, made anew.
//! - [`shell`], [`progress`], [`stamp`], [`workspace`]: what they are written with.
//! - `imports`, `sources`: tests of how modules import each other, and of every tracked text.
//!
//! To add a command: a line in [`COMMANDS`], an arm in [`dispatch`].

mod bench;
mod docs;
#[cfg(test)]
mod imports;
mod pictures;
mod progress;
mod shell;
#[cfg(test)]
mod sources;
mod stamp;
mod steps;
mod test;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};
use steps::server::Profile;
use test::Part;

const COMMANDS: &str = "\
cargo xtask serve [--release]              build what changed and serve it on http://127.0.0.1:3000
cargo xtask test [rust|islands|end2end]    format, lint and test everything, or one part
cargo xtask build [--release]              make the one self-contained server file
cargo xtask bench                          measure the budgets on the release server
cargo xtask bench pages                    weight of public pages; visitors' pages beside axum's fixed bytes
cargo xtask bench books                    payments, holds and sign-ins beside bare transactions and argon2
cargo xtask bench waitlist [DATABASE_URL]  a million applications: how long the list and the page take
cargo xtask lighthouse [PAGE…]             Lighthouse on the public pages, mobile, median of five
cargo xtask docs                           write the settings into docs/configuration.md
cargo xtask pictures                       make the example pictures, cards and icons anew";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match shell::watch_signals().and_then(|()| dispatch(&words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if shell::interrupted() => ExitCode::from(130),
        Err(error) if error.is::<Reported>() => ExitCode::FAILURE,
        Err(error) => {
            progress::failed(&error);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[&str]) -> Result<()> {
    match words {
        ["serve"] => steps::serve(Profile::Dev),
        ["serve", "--release"] => steps::serve(Profile::Release),
        ["build"] => steps::build(Profile::Dev),
        ["build", "--release"] => steps::build(Profile::Release),
        ["test"] => test::run(&[Part::Rust, Part::Islands, Part::End2end]),
        ["test", "rust"] => test::run(&[Part::Rust]),
        ["test", "islands"] => test::run(&[Part::Islands]),
        ["test", "end2end"] => test::run(&[Part::End2end]),

        ["bench"] => bench::run(),
        ["bench", "pages"] => bench::pages::run(),
        ["bench", "books"] => bench::books::run(),
        ["bench", "waitlist"] => bench::waitlist::run(None),
        ["bench", "waitlist", database] => bench::waitlist::run(Some(database)),
        ["lighthouse", pages @ ..] => bench::lighthouse::run("5", pages),
        ["docs"] => docs::write(),
        ["pictures"] => pictures::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{COMMANDS}");
            Ok(())
        }
        _ => bail!("unknown command: {}\n\n{COMMANDS}", words.join(" ")),
    }
}

/// A failure that has been told in full already.
#[derive(Debug)]
struct Reported;

impl std::fmt::Display for Reported {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("see above")
    }
}

impl std::error::Error for Reported {}
