//! What films cost, scene by scene: ten seconds at 720x1280 with two prints, from files to a file.
//!
//! `cargo run --release -p evernear-renderer --example measure` prints a line a scene; with
//! `-- --all` also how close the encoded film is to its frames (SSIM) and what ffmpeg takes to
//! zoom the scene's still with libx264 veryfast, where ffmpeg is installed; then how well a film
//! uses all cores and how soon a cancelled one ends. Names of scenes (`-- --all garden`) measure
//! only those; `-- --stand` before all else measures films whose people stand in the scene instead
//! of lying there as prints, `-- --grey` of people in a world without colours; `-- --keep 15` only
//! keeps a core busy with films for so many seconds.
//!
//! Each film is made by a process of its own on one thread. CPU seconds are the figure to trust:
//! wall time depends on who else is at work. To measure one more thing of a film, add it to
//! [`Cost`] and print it in [`main`].

#![expect(clippy::cast_precision_loss, reason = "seconds and bytes are far below 2^52")]

use std::{
    error::Error,
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use evernear_renderer::{
    PhotoInput, RenderRequest, Size, Story, Timings, Unwatched, Watch, drawn, film_on, still,
    uncompressed,
};
use rustix::time::{ClockId, clock_gettime};

/// Two who become prints, and two who stand in the scene.
const PRINTS: [&str; 2] = ["older-woman-glasses-cap.jpg", "woman-hand-on-face-bw.jpg"];
const STAND: [&str; 2] = ["man-grey-hair-orange-suit.jpg", "young-woman-orange-suit.jpg"];

/// Two who stand in the scene without colours.
const GREY: [&str; 2] = ["old-man-grey-beard-bw.jpg", STAND[1]];

type Outcome<T> = Result<T, Box<dyn Error>>;

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
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (photos, words) = match words[..] {
        ["--stand", ref rest @ ..] => (STAND, rest),
        ["--grey", ref rest @ ..] => (GREY, rest),
        ref rest => (PRINTS, rest),
    };
    let (all, wanted) = match *words {
        ["--one", scene] => return one(&request(scene, photos)?),
        ["--keep", seconds] => return keep(Duration::from_secs(seconds.parse()?), photos),
        ["--all", ref scenes @ ..] => (true, scenes),
        ref scenes => (false, scenes),
    };
    let scenes: Vec<_> = drawn()
        .map(|setting| setting.name)
        .filter(|name| wanted.is_empty() || wanted.contains(name))
        .collect();
    if scenes.is_empty() {
        return Err("measure [--all] [SCENE ...] | measure --keep SECONDS".into());
    }
    let more = if all { "   SSIM  ffmpeg CPU s  wall s" } else { "" };
    println!("scene             CPU s  wall s     MB  peak MB{more}");
    for scene in scenes {
        let Cost { cpu, wall, bytes, peak } = measured(scene, photos)?;
        let (size, peak) = (bytes as f64 / 1e6, peak as f64 / 1024.0);
        print!("{scene:<17} {cpu:5.2} {wall:7.2} {size:6.2} {peak:8.0}");
        if all {
            let request = request(scene, photos)?;
            let (close, (cpu, wall)) = (closeness(&request)?, zoomed_by_ffmpeg(&request)?);
            print!("  {close:.3} {cpu:13.2} {wall:7.2}");
        }
        println!();
    }
    if all && wanted.is_empty() { at_once(photos) } else { Ok(()) }
}

/// Makes films until the time is over.
fn keep(long: Duration, photos: [&str; 2]) -> Outcome<()> {
    let (begun, request) = (Instant::now(), request("beach", photos)?);
    while begun.elapsed() < long {
        film_on(1, &request, &Unwatched, &mut Timings::default())?;
    }
    Ok(())
}

/// SSIM of the encoded film against its frames, by ffmpeg.
fn closeness(request: &RenderRequest) -> Outcome<f64> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("film.mp4");
    fs::write(&path, film_on(1, request, &Unwatched, &mut Timings::default())?)?;
    let mut ffmpeg = Command::new("ffmpeg")
        .args(["-v", "info", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "720x1280"])
        .args(["-r", "24", "-i", "-", "-i"])
        .arg(&path)
        .args(["-lavfi", "ssim", "-f", "null", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut frames = ffmpeg.stdin.take().ok_or("no way in")?;
    let mut sent = Ok(());
    uncompressed(request, &Unwatched, &mut |frame| {
        if sent.is_ok() {
            sent = frames.write_all(frame);
        }
    })?;
    drop(frames);
    let said = ffmpeg.wait_with_output()?;
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    sent?;
    let all = said.rsplit("All:").next().and_then(|rest| rest.split(' ').next());
    Ok(all.ok_or("no SSIM")?.parse()?)
}

/// CPU and wall seconds of ffmpeg on the scene's still.
fn zoomed_by_ffmpeg(request: &RenderRequest) -> Outcome<(f64, f64)> {
    let folder = tempfile::tempdir()?;
    let picture = folder.path().join("still.png");
    fs::write(&picture, still(request, &Unwatched)?.to_png())?;
    let out = Command::new("ffmpeg")
        .args(["-v", "info", "-benchmark", "-y", "-i"])
        .arg(&picture)
        .args(["-vf", "zoompan=z='1+0.0004*on':d=240:s=720x1280:fps=24"])
        .args(["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"])
        .arg(folder.path().join("zoomed.mp4"))
        .output()?;
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let time = |name: &str| {
        let rest = said.rsplit(name).next()?;
        rest.split('s').next()?.parse::<f64>().ok()
    };
    let cpu = time("utime=").zip(time("stime=")).map(|(user, system)| user + system);
    Ok(cpu.zip(time("rtime=")).ok_or(said)?)
}

/// How a film uses all cores, and how soon it ends when it is cancelled.
fn at_once(photos: [&str; 2]) -> Outcome<()> {
    let cores = std::thread::available_parallelism()?.get();
    let (request, before, begun) = (request("forest", photos)?, cpu_seconds(), Instant::now());
    film_on(cores, &request, &Unwatched, &mut Timings::default())?;
    let (cpu, wall) = (cpu_seconds() - before, begun.elapsed().as_secs_f64());
    let share = wall / cpu * 100.0;
    println!("forest on {cores} threads: {wall:.2} wall s, {cpu:.2} CPU s, {share:.0} %");
    let mut worst = Duration::ZERO;
    for step in 0..20u8 {
        let watch = Impatient::at(f32::from(step) / 20.0);
        // A film that was cancelled is an error, and what we are waiting for.
        let _ = film_on(cores, &request, &watch, &mut Timings::default());
        worst = worst.max(watch.since.into_inner()?.map_or(Duration::ZERO, |at| at.elapsed()));
    }
    println!("cancelled at 20 moments: ended after {} ms at most", worst.as_millis());
    Ok(())
}

/// Cancels once the film has come so far.
struct Impatient {
    share: f32,
    over: AtomicBool,
    since: Mutex<Option<Instant>>,
}

impl Impatient {
    fn at(share: f32) -> Self {
        Self { share, over: AtomicBool::new(false), since: Mutex::new(None) }
    }
}

impl Watch for Impatient {
    fn progress(&self, fraction: f32) {
        if fraction >= self.share
            && !self.over.swap(true, Ordering::Relaxed)
            && let Ok(mut since) = self.since.lock()
        {
            *since = Some(Instant::now());
        }
    }

    fn cancelled(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

fn measured(scene: &str, photos: [&str; 2]) -> Outcome<Cost> {
    let stand = match photos {
        STAND => &["--stand"][..],
        GREY => &["--grey"],
        _ => &[],
    };
    let out = Command::new(std::env::current_exe()?).args(stand).args(["--one", scene]).output()?;
    let said = String::from_utf8(out.stdout)?;
    let [cpu, wall, bytes, peak] = said.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{scene}: {said}{}", String::from_utf8_lossy(&out.stderr)).into());
    };
    Ok(Cost { cpu: cpu.parse()?, wall: wall.parse()?, bytes: bytes.parse()?, peak: peak.parse()? })
}

/// Makes the film and says what it took.
fn one(request: &RenderRequest) -> Outcome<()> {
    let begun = Instant::now();
    let film = film_on(1, request, &Unwatched, &mut Timings::default())?;
    let wall = begun.elapsed().as_secs_f64();
    println!("{:.3} {wall:.3} {} {}", cpu_seconds(), film.len(), peak()?);
    Ok(())
}

/// User and system time of all threads, from the start of the process.
fn cpu_seconds() -> f64 {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9
}

fn request(scene: &str, photos: [&str; 2]) -> Outcome<RenderRequest> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/photos");
    let photo = |name| Ok(PhotoInput::new(fs::read(folder.join(name))?));
    Ok(RenderRequest {
        // "memory" has no words of its own: it is what is left.
        story: Story { setting: Some(scene.to_owned()), ..Story::default() },
        photos: photos.into_iter().map(photo).collect::<Outcome<_>>()?,
        keepsake: None,
        seed: 1,
        size: Size::PORTRAIT,
        fps: 24,
        seconds: 10.0,
        caption: Some("Always with us".to_owned()),
        people: None,
        recording: None,
    })
}

/// The most memory this process has held, in kB, as Linux counts it.
fn peak() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.and_then(|line| line.trim().strip_suffix(" kB")).ok_or("no VmHWM")?.parse()?)
}
