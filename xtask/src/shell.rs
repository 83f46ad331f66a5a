//! Running other programs. Each gets its own process group and no keyboard; Ctrl-C and
//! SIGTERM are handed on to all of them, a second one kills them, and nothing new starts
//! after the first. So a person's Ctrl-C ends everything that was started, in order, and
//! what must be cleaned up (see [`crate::test::postgres`]) still is.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Where a program is, if it is on the path.
pub fn on_path(program: &str) -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "how every shell finds its programs")]
    let path: OsString = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Call once, first.
pub fn watch_signals() -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for _ in signals.forever() {
            let again = INTERRUPTED.swap(true, Ordering::SeqCst);
            // INT before TERM: it is what npm and Playwright tidy up after.
            let signal = if again { Signal::KILL } else { Signal::INT };
            for group in running().iter() {
                let _ = kill_process_group(*group, signal);
            }
        }
    });
    Ok(())
}

/// Whether a person or a supervisor asked for the end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Runs a program with its output on ours; an error unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let (mut child, _group) = start(command)?;
    expect_success(command, child.wait()?)
}

/// As [`run`], and hands on each line of standard output while it appears.
pub fn tee(command: &mut Command, mut line: impl FnMut(&str)) -> Result<()> {
    let (mut child, _group) = start(command.stdout(Stdio::piped()))?;
    if let Some(out) = child.stdout.take() {
        for text in BufReader::new(out).split(b'\n') {
            let text = String::from_utf8_lossy(&text?).into_owned();
            crate::progress::say(&text);
            line(&text);
        }
    }
    expect_success(command, child.wait()?)
}

/// What a program prints, trimmed; what it complains about is part of the error.
pub fn capture(command: &mut Command) -> Result<String> {
    let (child, _group) = start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let output = child.wait_with_output()?;
    expect_success(command, output.status)
        .with_context(|| String::from_utf8_lossy(&output.stderr).trim().to_owned())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Becomes the program: it keeps our process id, so that it gets every signal itself.
pub fn become_program(command: &mut Command) -> Result<()> {
    stop_if_interrupted()?;
    Err(command.exec()).with_context(|| format!("`{}` does not start", shown(command)))
}

/// A program's process group, known to the signal handler as long as this lives.
pub struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        running().retain(|known| Some(*known) != self.0);
    }
}

/// Starts a program and lets it run.
pub fn start(command: &mut Command) -> Result<(Child, Group)> {
    stop_if_interrupted()?;
    // Held across the start, so that a signal meanwhile waits for the child to be known.
    let mut groups = running();
    let child = command
        .process_group(0)
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("`{}` does not start", shown(command)))?;
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    groups.extend(group);
    Ok((child, Group(group)))
}

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop_if_interrupted() -> Result<()> {
    if interrupted() {
        bail!("stopped");
    }
    Ok(())
}

fn expect_success(command: &Command, status: ExitStatus) -> Result<()> {
    stop_if_interrupted()?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_on_the_path_or_not_at_all() {
        assert!(on_path("sh").is_some());
        assert!(on_path("no-such-program-anywhere").is_none());
    }
}
