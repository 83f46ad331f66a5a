//! Fifty people at once: each signs up, keeps a connection and asks for something a few
//! times a second, much faster than anyone reads: pages, the chat's state, an answer.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::http::Connection;

const PEOPLE: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);
const LASTS: Duration = Duration::from_secs(10);

/// What a person does: a path, and the JSON that is sent there if it is not a page.
const ACTIONS: [(&str, Option<&str>); 5] = [
    ("/dashboard", None),
    ("/profile", None),
    ("/ai-creator", None),
    ("/api/creator/state", Some("{}")),
    ("/api/creator/converse", Some(r#"{"text":"Walking with my dad by the lake in Durban"}"#)),
];

/// The 99th percentile of their answers, in milliseconds. Signing up is not among them.
pub fn p99(host: SocketAddr) -> Result<f64> {
    let everyone_is_in = Barrier::new(PEOPLE as usize);
    let mut times = thread::scope(|scope| {
        let wait = &everyone_is_in;
        let crowd: Vec<_> =
            (0..PEOPLE).map(|person| scope.spawn(move || live(host, person, wait))).collect();
        crowd.into_iter().try_fold(Vec::new(), |mut times, person| {
            times.extend(person.join().ok().context("a person panicked")??);
            anyhow::Ok(times)
        })
    })?;
    times.sort_by(f64::total_cmp);
    Ok(percentile(&times, 99))
}

fn live(host: SocketAddr, person: u32, everyone_is_in: &Barrier) -> Result<Vec<f64>> {
    let signed_up = sign_up(host, person);
    // Reached by all, also by those who failed: nobody waits for ever.
    everyone_is_in.wait();
    let mut connection = signed_up?;
    // They do not all click in the same millisecond.
    thread::sleep(PAUSE * person / PEOPLE);
    let mut times = Vec::new();
    let began = Instant::now();
    for (path, json) in ACTIONS.iter().cycle().skip(person as usize) {
        if began.elapsed() > LASTS {
            break;
        }
        let asked = Instant::now();
        let status = match json {
            None => connection.get(path),
            Some(json) => connection.post(path, "application/json", json),
        }?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
        if status != 200 {
            bail!("{path} answers {status}");
        }
        thread::sleep(PAUSE.saturating_sub(asked.elapsed()));
    }
    Ok(times)
}

fn sign_up(host: SocketAddr, person: u32) -> Result<Connection> {
    let mut connection = Connection::open(host)?;
    let form = format!("email=person{person}%40example.org&password=a+long+password&terms=yes");
    let status =
        connection.post("/auth?mode=signup", "application/x-www-form-urlencoded", &form)?;
    if status != 303 {
        bail!("signing up answers {status}");
    }
    Ok(connection)
}

/// Of sorted times: the smallest that `percent` of them do not exceed.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ninety_ninth_of_a_hundred_is_the_last_but_one() {
        let times: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!((percentile(&times, 99) - 99.0).abs() < f64::EPSILON);
        assert!((percentile(&times[..1], 99) - 1.0).abs() < f64::EPSILON);
    }
}
