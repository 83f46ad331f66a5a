//! `cargo xtask bench pages`: what every public page weighs, and how fast visitors' pages are
//! answered, beside axum with the same fixed bytes and headers
//! (`server/examples/fixed_bytes.rs`), in turns in one run: so what else the machine does hits
//! both alike. The load comes from wrk.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::ratios::Ratio;
use crate::server::Server;
use crate::{signed_in, weight};
use xtask::shell::{self, Group};
use xtask::steps::{self, server::Profile};
use xtask::test::packages::{self, Need};
use xtask::{progress, workspace};

const PAGES: [&str; 2] = ["/", "/terms"];
const ROUNDS: usize = 5;
const LASTS: &str = "4s";
const CONNECTIONS: &str = "32";
const PATIENCE: Duration = Duration::from_secs(10);
/// At least this part of what axum reaches, and at most so many times its p99.
const RATE: f64 = 0.75;
const SLOWER: f64 = 2.0;

/// What wrk says of one round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Round {
    pub a_second: f64,
    /// In milliseconds.
    pub p99: f64,
}

/// What was measured, and whether all of it is as light and fast as it may be.
pub(super) struct Measured {
    pub ratios: Vec<Ratio>,
    pub is_kept: bool,
}

/// Measures, prints, and fails when a page is slower than it may be.
pub fn run() -> Result<()> {
    if !measured()?.is_kept {
        bail!("a page is heavier or slower than it may be; is something else at work here?");
    }
    Ok(())
}

/// Measures all pages and prints a line for each.
pub fn measured() -> Result<Measured> {
    packages::bring(&[Need::Wrk])?;
    let binary = steps::everything(Profile::Release)?;
    let mut build = workspace::cargo();
    build.args(["build", "--release", "--quiet", "--package", "evernear-server"]);
    shell::run(build.args(["--example", "fixed_bytes"]))?;
    let fixed_binary = workspace::cargo_target()?.join("release/examples/fixed_bytes");
    let server = Server::start(&binary)?;
    let (mut kept, mut ratios) = (true, Vec::new());
    for measure in weight::public(server.address())? {
        progress::say(&measure.line());
        kept &= measure.is_kept();
    }
    for page in PAGES {
        let (headers, body) = take(server.address(), page)?;
        let fixed = Fixed::start(&fixed_binary, &headers, &body, None)?;
        let rounds = progress::step(&format!("{page}, {ROUNDS} rounds of both"), || {
            (0..ROUNDS)
                .map(|_| Ok((load(server.address(), page)?, load(fixed.address, page)?)))
                .collect::<Result<Vec<_>>>()
        })?;
        let (ours, theirs): (Vec<_>, Vec<_>) = rounds.into_iter().unzip();
        let (ours, theirs) = (typical(&ours), typical(&theirs));
        let (rate, slower) = (ours.a_second / theirs.a_second, ours.p99 / theirs.p99);
        let is_kept = rate >= RATE && slower <= SLOWER;
        kept &= is_kept;
        ratios.push(Ratio { name: format!("{page} br"), value: rate });
        progress::say(&format!(
            "{} {page} ({} bytes, brotli): {:.0} a second, p99 {:.2} ms; the same bytes by axum: {:.0} a second, \
             p99 {:.2} ms; {:.0} % of the rate (at least {:.0} %), {slower:.2} times the p99 (at most {SLOWER})",
            if is_kept { '✓' } else { '✗' },
            body.len(),
            ours.a_second,
            ours.p99,
            theirs.a_second,
            theirs.p99,
            rate * 100.0,
            RATE * 100.0,
        ));
    }
    for reached in signed_in::measured(&binary, &fixed_binary)? {
        kept &= reached.is_kept();
        progress::say(&reached.line());
        ratios.push(Ratio { name: reached.what.clone(), value: reached.share() });
    }
    Ok(Measured { ratios, is_kept: kept })
}

/// axum with fixed bytes; stopped when dropped.
pub(super) struct Fixed {
    child: Child,
    _group: Group,
    pub address: SocketAddr,
}

impl Fixed {
    /// With `database` it reads a row there for each answer.
    pub fn start(
        binary: &Path,
        headers: &str,
        body: &[u8],
        database: Option<&Path>,
    ) -> Result<Self> {
        let folder = workspace::notes("bench-pages");
        fs::create_dir_all(&folder)?;
        let (head, bytes) = (folder.join("headers"), folder.join("body"));
        fs::write(&head, headers)?;
        fs::write(&bytes, body)?;
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let mut command = Command::new(binary);
        command.arg(address.to_string()).args([&head, &bytes]).args(database);
        let (child, group) = shell::start(&mut command)?;
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            if began.elapsed() > PATIENCE {
                bail!("axum does not listen");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(Self { child, _group: group, address })
    }
}

impl Drop for Fixed {
    fn drop(&mut self) {
        if let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(id, Signal::TERM);
        }
        let _ = self.child.wait();
    }
}

/// A page in brotli: its headers, but what hyper writes itself, and its bytes.
pub(super) fn take(from: SocketAddr, page: &str) -> Result<(String, Vec<u8>)> {
    parted(&get(from, page)?).with_context(|| format!("{page} is no page in brotli"))
}

/// A whole answer to a browser that takes brotli, as it came.
pub(super) fn get(from: SocketAddr, page: &str) -> Result<Vec<u8>> {
    let headers = format!("host: {from}\r\naccept-encoding: br\r\nconnection: close");
    answer(from, &format!("GET {page} HTTP/1.1\r\n{headers}\r\n\r\n"))
}

/// A whole answer as it came.
pub(super) fn answer(from: SocketAddr, request: &str) -> Result<Vec<u8>> {
    let mut stream = TcpStream::connect(from)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

fn parted(answer: &[u8]) -> Option<(String, Vec<u8>)> {
    whole(answer).filter(|(head, _)| head.lines().any(|line| line == "content-encoding: br"))
}

/// The headers of a 200, but what hyper writes itself, and its bytes.
pub(super) fn whole(answer: &[u8]) -> Option<(String, Vec<u8>)> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.split("\r\n");
    lines.next().filter(|first| first.contains(" 200 "))?;
    let own = |line: &&str| {
        let name = line.split(':').next().unwrap_or("").to_ascii_lowercase();
        !matches!(name.as_str(), "date" | "content-length" | "connection")
    };
    let headers: Vec<&str> = lines.filter(own).collect();
    Some((headers.join("\n"), answer[end + 4..].to_vec()))
}

fn load(address: SocketAddr, page: &str) -> Result<Round> {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "-c", CONNECTIONS, "-d", LASTS, "--latency", "-H", "Accept-Encoding: br"]);
    let said = shell::capture(wrk.arg(format!("http://{address}{page}")).stderr(Stdio::piped()))?;
    round(&said).with_context(|| format!("wrk says nothing to go by: {said}"))
}

/// From wrk's report; nothing when an answer was not what was asked for.
pub(super) fn round(said: &str) -> Option<Round> {
    let of = |name| said.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
    if said.contains("Non-2xx") || said.contains("Socket errors") {
        return None;
    }
    let p99 = of("99%")?;
    let (number, unit) = p99.split_at(p99.find(|letter: char| letter.is_alphabetic())?);
    let factor = match unit {
        "us" => 1e-3,
        "ms" => 1.0,
        "s" => 1e3,
        _ => return None,
    };
    Some(Round {
        a_second: of("Requests/sec:")?.parse().ok()?,
        p99: number.parse::<f64>().ok()? * factor,
    })
}

/// The middle of each.
pub(super) fn typical(rounds: &[Round]) -> Round {
    let middle = |of: fn(&Round) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Round { a_second: middle(|round| round.a_second), p99: middle(|round| round.p99) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrk_s_report_is_read() {
        let said = "Running 4s test\n  Latency Distribution\n     50%  600.00us\n     99%    1.52ms\n  9 requests in 4.0s\nRequests/sec:  51248.10\n";
        assert_eq!(round(said), Some(Round { a_second: 51_248.1, p99: 1.52 }));
        assert_eq!(round(&format!("{said}Non-2xx or 3xx responses: 3")), None);
    }

    #[test]
    fn only_a_whole_page_in_brotli_is_taken() {
        let answer =
            b"HTTP/1.1 200 OK\r\ncontent-encoding: br\r\netag: \"a\"\r\ndate: now\r\n\r\nbytes";
        let (headers, body) = parted(answer).unwrap();
        assert_eq!(
            (headers.as_str(), &body[..]),
            ("content-encoding: br\netag: \"a\"", &b"bytes"[..])
        );
        assert!(parted(b"HTTP/1.1 303 See Other\r\ncontent-encoding: br\r\n\r\n").is_none());
        assert!(parted(b"HTTP/1.1 200 OK\r\n\r\nplain").is_none());
    }
}
