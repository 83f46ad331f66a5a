//! A film of a finished picture by our own camera, and what it costs:
//!
//! `cargo run --release -p evernear-renderer --example film_of_picture -- PICTURE OUT.mp4`
//!
//! makes it and prints CPU seconds, wall seconds, megabytes and the most memory held. Also
//! `--words "at the beach at sunset"` (what the picture is of), `--size WxH`, `--seed N`, `--people N`
//! and `--caption "Always with us"`; `--caption ""` leaves words out.

#![expect(clippy::cast_precision_loss, reason = "seconds and bytes are far below 2^52")]

use std::{error::Error, fs, time::Instant};

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use evernear_renderer::{PictureFilm, Size, Unwatched, film_of_picture_on};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let usage = "film_of_picture PICTURE OUT.mp4 [--words W] [--size WxH] [--seed N] ...";
    let (picture, out) = words.next().zip(words.next()).ok_or(usage)?;
    let companion = EmbeddedCompanion::default();
    let mut film = PictureFilm {
        picture: fs::read(picture)?,
        people: 2,
        story: companion.story(&Prompt::parse("at the beach")),
        seed: 1,
        size: Size::PORTRAIT,
        fps: 24,
        seconds: 10.0,
        caption: Some("Always with us".to_owned()),
        recording: None,
    };
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--words" => film.story = companion.story(&Prompt::parse(&value)),
            "--seed" => film.seed = value.parse()?,
            "--people" => film.people = value.parse()?,
            "--caption" => film.caption = Some(value).filter(|words| !words.is_empty()),
            "--size" => {
                let (width, height) = value.split_once('x').ok_or("--size is WxH")?;
                film.size = Size { width: width.parse()?, height: height.parse()? };
            }
            _ => return Err(format!("{flag} is unknown").into()),
        }
    }
    let begun = Instant::now();
    let made = film_of_picture_on(1, &film, &Unwatched)?;
    let (cpu, wall) = (cpu_seconds(), begun.elapsed().as_secs_f64());
    let (size, peak) = (made.len() as f64 / 1e6, peak()? / 1024);
    fs::write(out, made)?;
    println!("{cpu:.2} CPU s  {wall:.2} wall s  {size:.2} MB  {peak} MB of memory at most");
    Ok(())
}

/// User and system time of all threads, from the start of the process.
fn cpu_seconds() -> f64 {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9
}

/// The most memory this process has held, in kB, as Linux counts it.
fn peak() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.and_then(|line| line.trim().strip_suffix(" kB")).ok_or("no VmHWM")?.parse()?)
}
