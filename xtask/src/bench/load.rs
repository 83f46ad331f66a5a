//! Fifty people at once: each keeps a connection and asks for a page a few times a second,
//! much faster than anyone reads.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::http::Connection;

const PEOPLE: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);
const LASTS: Duration = Duration::from_secs(10);

/// Pages that anyone may see, and those that send a visitor to sign in.
pub const VISITORS_PAGES: &[&str] = &["/", "/auth", "/dashboard", "/profile", "/ai-creator"];

/// How long answers took, in milliseconds.
pub struct Answers {
    pub p99: f64,
}

/// Lets them all browse for ten seconds.
pub fn people(host: SocketAddr, pages: &'static [&'static str]) -> Result<Answers> {
    let crowd: Vec<_> = (0..PEOPLE)
        .map(|person| {
            thread::spawn(move || {
                // They do not all click in the same millisecond.
                thread::sleep(PAUSE * person / PEOPLE);
                browse(host, pages, person as usize)
            })
        })
        .collect();
    let mut times = Vec::new();
    for person in crowd {
        times.extend(person.join().ok().context("a person panicked")??);
    }
    times.sort_by(f64::total_cmp);
    Ok(Answers { p99: percentile(&times, 99) })
}

fn browse(host: SocketAddr, pages: &[&str], first: usize) -> Result<Vec<f64>> {
    let mut connection = Connection::open(host)?;
    let mut times = Vec::new();
    let began = Instant::now();
    for page in pages.iter().cycle().skip(first) {
        if began.elapsed() > LASTS {
            break;
        }
        let asked = Instant::now();
        let status = connection.get(page)?;
        times.push(asked.elapsed().as_secs_f64() * 1e3);
        if status >= 400 {
            bail!("{page} answers {status}");
        }
        thread::sleep(PAUSE.saturating_sub(asked.elapsed()));
    }
    Ok(times)
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
