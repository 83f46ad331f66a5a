//! What a person sees while they wait: one line when a step begins, one when it is done.

use std::io::Write;
use std::time::Instant;

use anyhow::{Error, Result};

/// Runs a step and says how long it took. A step that fails is named by the error.
pub fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    say(&format!("… {title}"));
    let began = Instant::now();
    let outcome = work().map_err(|error| error.context(format!("{title}: failed")))?;
    say(&format!("✓ {title}, {:.1} s", began.elapsed().as_secs_f32()));
    Ok(outcome)
}

/// A step there was no need for.
pub fn unchanged(title: &str) {
    say(&format!("✓ {title}, unchanged"));
}

/// What went wrong: where first, then why and what to do.
pub fn failed(error: &Error) {
    eprintln!("\n✗ {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  {cause}");
    }
}

/// One line, at once. A closed pipe is not a reason to stop.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
