//! What the commands of `cargo xtask` and the measurements (`xtask/bench`) are made of.
//!
//! - [`steps`]: what turns sources into a running server, one module a step.
//! - [`test`]: the whole proof, and its counts.
//! - [`docs`]: what the server says of itself, in its documents.
//! - [`pictures`]: the examples, cards and icons, made anew.
//! - [`shell`], [`progress`], [`stamp`], [`workspace`]: what they are written with.
//! - `imports`, `sources`: tests of how modules import each other, and of every tracked text.

pub mod docs;
#[cfg(test)]
mod imports;
pub mod pictures;
pub mod progress;
pub mod shell;
#[cfg(test)]
mod sources;
pub mod stamp;
pub mod steps;
pub mod test;
pub mod workspace;

use std::process::ExitCode;

use anyhow::Result;

/// Gives the words of the command line to `dispatch`, and says what failed.
pub fn main(dispatch: impl FnOnce(&[&str]) -> Result<()>) -> ExitCode {
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

/// A failure that has been told in full already.
#[derive(Debug)]
struct Reported;

impl std::fmt::Display for Reported {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("see above")
    }
}

impl std::error::Error for Reported {}
