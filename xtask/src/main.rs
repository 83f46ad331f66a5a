//! `cargo xtask`: every command a person who works on Evernear needs, made of small steps
//! that are skipped when nothing they read has changed.
//!
//! To add a command: a line in [`COMMANDS`], an arm in [`dispatch`].

use std::process::ExitCode;

use anyhow::{Result, bail};
use xtask::{
    docs, pictures, shell,
    steps::{self, server::Profile},
    test::{self, Part},
    workspace,
};

const COMMANDS: &str = "\
cargo xtask serve [--release]              build what changed and serve it on http://127.0.0.1:3000
cargo xtask test [rust|islands|end2end]    format, lint and test everything, or one part
cargo xtask build [--release]              make the one self-contained server file
cargo xtask bench                          measure the budgets on the release server
cargo xtask bench pages                    weight of public pages; all pages and calls beside axum's fixed bytes
cargo xtask bench --keep|--compare FILE    the same, as ratios in a file or beside those of one
cargo xtask bench creations                two hundred films begun at once at a provider outside
cargo xtask bench sharing                  a gallery of 2,000 memories, a film watched by a hundred people
cargo xtask bench books                    payments, holds and sign-ins beside bare transactions and argon2
cargo xtask bench waitlist [DATABASE_URL]  a million applications: how long the list and the page take
cargo xtask lighthouse [PAGE…]             Lighthouse on the public pages, mobile, median of five
cargo xtask docs                           write the settings into docs/configuration.md
cargo xtask pictures                       make the example pictures, cards and icons anew";

fn main() -> ExitCode {
    xtask::main(dispatch)
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

        ["bench", measurement @ ..] => bench(measurement),
        ["lighthouse", ..] => bench(words),
        ["docs"] => docs::write(),
        ["pictures"] => pictures::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{COMMANDS}");
            Ok(())
        }
        _ => bail!("unknown command: {}\n\n{COMMANDS}", words.join(" ")),
    }
}

/// Measurements are a crate of their own, so that the other commands compile without them.
fn bench(words: &[&str]) -> Result<()> {
    let mut bench = workspace::cargo();
    bench.args(["run", "--quiet", "--package", "evernear-bench", "--"]).args(words);
    shell::run(&mut bench)
}
