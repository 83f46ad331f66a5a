//! What films cost, scene by scene: ten seconds at 720x1280 with two prints, from files to a file.
//!
//! `cargo run --release -p evernear-renderer --example measure`
//!
//! Each film is made by a process of its own on one thread. CPU seconds are the figure to trust:
//! wall time depends on who else is at work. To measure one more thing of a film, add it to
//! [`Cost`] and print it in [`main`].

#![expect(clippy::cast_precision_loss, reason = "seconds and bytes are far below 2^52")]

use std::{error::Error, fs, path::Path, process::Command, time::Instant};

use evernear_renderer::{Order, PhotoInput, SceneKind, Size, Timings, Watch, film_on};
use rustix::time::{ClockId, clock_gettime};

const PHOTOS: [&str; 2] = ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"];

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _: f32) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// What one film took.
struct Cost {
    cpu: f64,
    wall: f64,
    bytes: u64,
    /// Most memory at any time, in kB.
    peak: u64,
}

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, scene] = &words[..]
        && flag == "--one"
    {
        return one(scene);
    }
    println!("scene          CPU s  wall s     MB  peak MB");
    for scene in SceneKind::all().map(SceneKind::name) {
        let Cost { cpu, wall, bytes, peak } = measured(scene)?;
        let (size, peak) = (bytes as f64 / 1e6, peak as f64 / 1024.0);
        println!("{scene:<14} {cpu:5.2} {wall:7.2} {size:6.2} {peak:8.0}");
    }
    Ok(())
}

fn measured(scene: &str) -> Outcome<Cost> {
    let out = Command::new(std::env::current_exe()?).args(["--one", scene]).output()?;
    let said = String::from_utf8(out.stdout)?;
    let [cpu, wall, bytes, peak] = said.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{scene}: {said}{}", String::from_utf8_lossy(&out.stderr)).into());
    };
    Ok(Cost { cpu: cpu.parse()?, wall: wall.parse()?, bytes: bytes.parse()?, peak: peak.parse()? })
}

/// Makes the film and says what it took.
fn one(scene: &str) -> Outcome<()> {
    let begun = Instant::now();
    let film = film_on(1, &order(scene)?, &Quiet, &mut Timings::default())?;
    let wall = begun.elapsed().as_secs_f64();
    // User and system time of all threads, from the start of the process.
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    let cpu = cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9;
    println!("{cpu:.3} {wall:.3} {} {}", film.len(), peak()?);
    Ok(())
}

fn order(scene: &str) -> Outcome<Order> {
    let photos = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/photos");
    let photo = |name| Ok(PhotoInput { bytes: fs::read(photos.join(name))?, crop: None });
    Ok(Order {
        // "memory" has no words of its own: it is what is left.
        prompt: if scene == "memory" { String::new() } else { scene.to_owned() },
        location: None,
        photos: PHOTOS.into_iter().map(photo).collect::<Outcome<_>>()?,
        seed: 1,
        size: Size::PORTRAIT,
        fps: 24,
        seconds: 10.0,
        caption: Some("Always with us".to_owned()),
    })
}

/// The most memory this process has held, in kB, as Linux counts it.
fn peak() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.and_then(|line| line.trim().strip_suffix(" kB")).ok_or("no VmHWM")?.parse()?)
}
