//! The renderer as a command: photos and words in, a film out, with the time each stage took.
//!
//! `evernear-renderer --photo a.jpg --photo b.jpg --prompt "…" --out film.mp4`; see [`USAGE`].

use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use evernear_renderer::{
    DecodedRecording, People, PhotoInput, Recording, RenderRequest, Size, Story, Timings,
    Unwatched, Watch, default_threads, film_on, people, still,
};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "evernear-renderer --explain --prompt TEXT [--location TEXT] [--photo FILE ...]
evernear-renderer --photo FILE [--photo FILE ...] (--prompt TEXT [--location TEXT] | --brief STORY.json)
    [--caption TEXT] [--keepsake FILE] [--recording FILE, of which the first ten seconds are heard] --out film.mp4 [--still picture.png|.jpg|.webp] [--sheet sheet.png (needs ffmpeg)]
    [--seed N] [--size WxH] [--fps N] [--seconds S] [--threads N]";

struct Bar(Instant);

impl Watch for Bar {
    fn progress(&self, fraction: f32) {
        // In a log the bar would be one endless line.
        if !std::io::stderr().is_terminal() {
            return;
        }
        let full = (0..30u8).filter(|i| f32::from(*i) < fraction * 30.0).count();
        eprint!(
            "\r[{}{}] {:3.0} % {:5.1} s",
            "#".repeat(full),
            "-".repeat(30 - full),
            fraction * 100.0,
            self.0.elapsed().as_secs_f32()
        );
        let _ = std::io::stderr().flush();
    }

    fn cancelled(&self) -> bool {
        false
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("\n{text}");
            ExitCode::FAILURE
        }
    }
}

fn photo(path: &str) -> Result<PhotoInput, String> {
    std::fs::read(path).map(PhotoInput::new).map_err(|e| format!("{path}: {e}"))
}

/// The first ten seconds of this file.
fn recording(path: &str) -> Result<Recording, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    let read = DecodedRecording::read(&bytes).map_err(|e| format!("{path}: {e}"))?;
    let (start, most) = (Duration::ZERO, Duration::from_secs(10));
    Ok(Recording { bytes, start, length: Duration::from_millis(read.millis().into()).min(most) })
}

fn run() -> Result<(), String> {
    let mut request = RenderRequest {
        story: Story::default(),
        photos: Vec::new(),
        keepsake: None,
        seed: 1,
        size: Size::PORTRAIT,
        fps: 24,
        seconds: 10.0,
        caption: None,
        people: None,
        recording: None,
    };
    let (mut out, mut picture, mut sheet, mut threads) = (None, None, None, default_threads());
    let (mut prompt, mut location, mut brief) = (None, None::<String>, None);
    let mut explain = false;
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        if flag == "--explain" {
            explain = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{flag} needs a value\n{USAGE}"))?;
        let bad = || format!("{flag} does not understand {value}\n{USAGE}");
        match flag.as_str() {
            "--photo" => request.photos.push(photo(&value)?),
            "--keepsake" => request.keepsake = Some(photo(&value)?),
            "--prompt" => prompt = Some(value),
            "--location" => location = Some(value),
            "--brief" => brief = Some(value),
            "--caption" => request.caption = Some(value),
            "--recording" => request.recording = Some(recording(&value)?),
            "--out" => out = Some(value),
            "--still" => picture = Some(value),
            "--sheet" => sheet = Some(value),
            "--seed" => request.seed = value.parse().map_err(|_| bad())?,
            "--fps" => request.fps = value.parse().map_err(|_| bad())?,
            "--seconds" => request.seconds = value.parse().map_err(|_| bad())?,
            "--threads" => threads = value.parse().map_err(|_| bad())?,
            "--size" => {
                let (w, h) = value.split_once('x').ok_or_else(bad)?;
                request.size = Size {
                    width: w.parse().map_err(|_| bad())?,
                    height: h.parse().map_err(|_| bad())?,
                };
            }
            _ => return Err(format!("{flag} is unknown\n{USAGE}")),
        }
    }
    request.story = match brief {
        Some(path) => {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
            serde_json::from_str(&text).map_err(|e| format!("{path}: {e}"))?
        }
        None => EmbeddedCompanion::default()
            .story(&Prompt::new(prompt.unwrap_or_default(), location.as_deref())),
    };
    if explain {
        return explained(&request);
    }
    if let Some(path) = picture {
        let still = still(&request, &Bar(Instant::now())).map_err(|e| e.to_string())?;
        let bytes = match path.rsplit('.').next() {
            Some("jpg" | "jpeg") => still.to_jpeg(92),
            Some("webp") => still.to_webp(),
            _ => still.to_png(),
        };
        write(&path, &bytes)?;
    }
    let Some(path) = out else { return Ok(()) };
    let (mut timings, cpu) = (Timings::default(), cpu_seconds());
    let bytes = film_on(threads, &request, &Bar(Instant::now()), &mut timings)
        .map_err(|e| e.to_string())?;
    let cpu = cpu_seconds() - cpu;
    write(&path, &bytes)?;
    eprintln!();
    println!(
        "{} bytes, {threads} threads, {cpu:.2} CPU s, {:.2} wall s",
        bytes.len(),
        timings.total.as_secs_f32()
    );
    for (name, time) in [
        ("photos", timings.photos),
        ("scene", timings.scene),
        ("compose (all threads)", timings.compose),
        ("encode (all threads)", timings.encode),
        ("sound", timings.sound),
        ("mux", timings.mux),
    ] {
        println!("  {name:<22} {:6.2} s", time.as_secs_f32());
    }
    if let Some(to) = sheet {
        contact(&path, &to, request.seconds)?;
    }
    Ok(())
}

/// Prints what was understood, and with photos how their people will be shown.
fn explained(request: &RenderRequest) -> Result<(), String> {
    let mut said = serde_json::to_value(&request.story).map_err(|e| e.to_string())?;
    if !request.photos.is_empty() {
        // Who they are to the person who tells gives way to how they are shown.
        said["relations"] = said["people"].take();
        match people(request, &Unwatched).map_err(|e| e.to_string())? {
            People::Together => said["people"] = "together".into(),
            People::Prints(reasons) => {
                said["people"] = "prints".into();
                said["reasons"] = reasons.into();
            }
        }
    }
    println!("{}", serde_json::to_string_pretty(&said).map_err(|e| e.to_string())?);
    Ok(())
}

fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("{path}: {e}"))
}

/// Twelve frames of the film on one picture.
fn contact(film: &str, to: &str, seconds: f32) -> Result<(), String> {
    let filter = format!("fps={},scale=300:-2,tile=6x2:padding=6:color=0x14110F", 12.0 / seconds);
    let done = std::process::Command::new("ffmpeg")
        .args(["-v", "error", "-y", "-i", film, "-vf", &filter, "-frames:v", "1", to])
        .status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ffmpeg ended with {status}")),
        Err(e) => Err(format!("the contact sheet needs ffmpeg: {e}")),
    }
}

/// CPU seconds of this process, all threads, user and system.
fn cpu_seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0)).as_secs_f64()
}
