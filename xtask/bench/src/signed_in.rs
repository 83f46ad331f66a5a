//! The pages and calls of somebody who is signed in, each beside axum that reads one row of the same database by
//! its index and answers the same bytes: no page for one person can be faster than that.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::http::Connection;
use crate::pages::{Fixed, Round, round, typical};
use crate::server::Server;
use xtask::{progress, shell, workspace};

const ROUNDS: usize = 3;
const LASTS: &str = "3s";
const CONNECTIONS: &str = "50";
/// At least this part of the limit, so many a second, and at most so many milliseconds.
const SHARE: f64 = 0.6;
const RATE: f64 = 2_500.0;
const P99: f64 = 25.0;

/// What a page or a call reaches.
pub struct Reached {
    pub what: String,
    pub bytes: usize,
    pub ours: Round,
    pub limit: Round,
}

impl Reached {
    /// Whether it is as fast as the product wants.
    pub fn is_kept(&self) -> bool {
        self.share() >= SHARE && self.ours.a_second >= RATE && self.ours.p99 <= P99
    }

    pub fn line(&self) -> String {
        let Self { what, bytes, ours, limit } = self;
        format!(
            "{} {what} ({bytes} bytes): {:.0} a second, p99 {:.1} ms; the same bytes by axum after one SELECT: {:.0}, \
             p99 {:.1} ms; {:.0} % (at least {:.0} %, {RATE} a second, p99 at most {P99} ms)",
            if self.is_kept() { '✓' } else { '✗' },
            ours.a_second,
            ours.p99,
            limit.a_second,
            limit.p99,
            self.share() * 100.0,
            SHARE * 100.0,
        )
    }

    /// As a part of the limit.
    pub fn share(&self) -> f64 {
        self.ours.a_second / self.limit.a_second
    }
}

/// What is asked for.
struct Asked {
    path: &'static str,
    encoding: &'static str,
    /// The JSON of a call.
    json: Option<&'static str>,
}

impl Asked {
    fn name(&self) -> String {
        match self.encoding {
            BROWSER => self.path.to_owned(),
            encoding => format!("{} {encoding}", self.path),
        }
    }
}

const fn page(path: &'static str, encoding: &'static str) -> Asked {
    Asked { path, encoding, json: None }
}

const fn call(path: &'static str, json: &'static str) -> Asked {
    Asked { path, encoding: BROWSER, json: Some(json) }
}

/// What browsers take.
const BROWSER: &str = "gzip, deflate, br, zstd";

const ASKED: [Asked; 11] = [
    page("/dashboard", "identity"),
    page("/dashboard", "br"),
    page("/dashboard", BROWSER),
    page("/ai-creator", BROWSER),
    page("/memories", BROWSER),
    page("/credits", BROWSER),
    page("/profile", BROWSER),
    page("/pricing", BROWSER),
    page("/shared", BROWSER),
    page("/support", BROWSER),
    // No call that writes: those of one person wait for each other, however many connections ask.
    call("/api/creator/state", "{}"),
];

/// Measures all of them in turns.
pub fn measured(binary: &Path, fixed: &Path) -> Result<Vec<Reached>> {
    let server = Server::start(binary)?;
    let address = server.address();
    let mut person = Connection::open(address)?;
    let form = "email=person%40example.org&password=a+long+password&terms=yes";
    let kind = "application/x-www-form-urlencoded";
    anyhow::ensure!(person.post("/auth?mode=signup", kind, form)? == 303, "nobody signed up");
    let cookie = person.cookie().to_owned();
    let one = |asked: &Asked| {
        let name = asked.name();
        progress::step(&name, || reached(asked, &server, &cookie, fixed)).context(name)
    };
    ASKED.iter().map(one).collect()
}

fn reached(asked: &Asked, server: &Server, cookie: &str, binary: &Path) -> Result<Reached> {
    let (address, database) = (server.address(), server.database());
    let headers = headers(asked, cookie, address);
    let answer = crate::pages::answer(address, &request(asked, &headers))?;
    let (head, body) = crate::pages::whole(&answer).context("the answer is no 200")?;
    let fixed = Fixed::start(binary, &head, &body, Some(&database))?;
    let load = |to: SocketAddr| load(asked, &headers, to);
    let rounds =
        (0..ROUNDS).map(|_| Ok((load(address)?, load(fixed.address)?))).collect::<Result<Vec<_>>>();
    let (ours, limit): (Vec<_>, Vec<_>) = rounds?.into_iter().unzip();
    Ok(Reached {
        what: asked.name(),
        bytes: body.len(),
        ours: typical(&ours),
        limit: typical(&limit),
    })
}

/// As our own pages ask.
fn headers(asked: &Asked, cookie: &str, host: SocketAddr) -> Vec<String> {
    let mut headers = vec![
        format!("Cookie: {cookie}"),
        format!("Accept-Encoding: {}", asked.encoding),
        format!("Origin: http://{host}"),
        "Sec-Fetch-Site: same-origin".to_owned(),
    ];
    if asked.json.is_some() {
        headers.push("Content-Type: application/json".to_owned());
    }
    headers
}

fn request(asked: &Asked, headers: &[String]) -> String {
    let body = asked.json.unwrap_or_default();
    let method = if asked.json.is_some() { "POST" } else { "GET" };
    let headers = headers.join("\r\n");
    format!("{method} {} HTTP/1.1\r\n{headers}\r\ncontent-length: {}\r\n", asked.path, body.len())
        + &format!("connection: close\r\nhost: bench\r\n\r\n{body}")
}

fn load(asked: &Asked, headers: &[String], to: SocketAddr) -> Result<Round> {
    let mut wrk = std::process::Command::new("wrk");
    wrk.args(["-t1", "-c", CONNECTIONS, "-d", LASTS, "--latency"]);
    for header in headers {
        wrk.args(["-H", header]);
    }
    if let Some(json) = asked.json {
        let script = workspace::notes("bench-pages").join("call.lua");
        fs::write(&script, format!("wrk.method = 'POST'\nwrk.body = '{json}'\n"))?;
        wrk.arg("-s").arg(script);
    }
    let address = format!("http://{to}{}", asked.path);
    let said = shell::capture(wrk.arg(address).stderr(Stdio::piped()))?;
    round(&said).with_context(|| format!("wrk says nothing to go by: {said}"))
}
