//! Facts about finished films, measured with ffprobe and ffmpeg; without them these tests fail.

use super::{Patient, order};
use crate::{RenderProblem, SceneKind, Size, Timings, Watch, film, film_on, scene_for, still};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const SMALL: Size = Size { width: 270, height: 480 };
const TWO: [&str; 2] = ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"];

fn says(program: &str, args: &[&str]) -> String {
    let out = Command::new(program).args(args).output().unwrap_or_else(|e| {
        panic!("{program} is needed to check films; install the package ffmpeg ({e})")
    });
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

/// Everything that must hold of every film.
fn facts(name: &str, film: &[u8], size: Size, seconds: f32) {
    let at = |tag: &[u8]| {
        film.windows(4).position(|w| w == tag).unwrap_or_else(|| panic!("{name}: no {tag:?}"))
    };
    assert!(at(b"moov") < at(b"mdat"), "{name}: the index must come first");
    assert!(
        film.windows(9).any(|w| w == b"composite"),
        "{name}: the note of its origin is missing"
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let path = file.path().to_str().unwrap();
    let probe = says(
        "ffprobe",
        &[
            "-v",
            "error",
            "-show_entries",
            "stream=codec_name,profile,width,height,pix_fmt,color_space,duration",
            "-of",
            "default=nk=1:nw=1",
            path,
        ],
    );
    let expected =
        format!("h264\nHigh\n{}\n{}\nyuv420p\nbt709\n{seconds:.6}\n", size.width, size.height);
    assert_eq!(probe, expected, "{name}");
    assert_eq!(
        says("ffmpeg", &["-v", "warning", "-i", path, "-f", "null", "-"]),
        "",
        "{name}: must decode cleanly"
    );
    let seen = says(
        "ffmpeg",
        &[
            "-v",
            "info",
            "-i",
            path,
            "-vf",
            "trim=start=0.5,blackdetect=d=0.3:pic_th=0.98,freezedetect=n=0.0003:d=0.5",
            "-f",
            "null",
            "-",
        ],
    );
    assert!(!seen.contains("black_start"), "{name}: dark stretch");
    assert!(!seen.contains("freeze_start"), "{name}: stands still");
}

#[test]
fn every_scene_makes_a_sound_film() {
    for kind in SceneKind::all() {
        let order = order(kind.name(), SMALL, 5.0, &TWO);
        if kind.name() != "memory" {
            assert_eq!(scene_for(kind.name(), None), kind, "a scene must be found by its own name");
        }
        let film = film(&order, &Patient, &mut Timings::default()).unwrap();
        facts(kind.name(), &film, SMALL, 5.0);
    }
}

#[test]
fn the_default_film_keeps_its_promises() {
    let order = order("our last summer at the sea", Size::PORTRAIT, 10.0, &TWO);
    let mut timings = Timings::default();
    let film = film(&order, &Patient, &mut timings).unwrap();
    facts("default", &film, Size::PORTRAIT, 10.0);
    assert!(film.len() <= 2_500_000, "{} bytes", film.len());
    assert!(timings.total > timings.scene);
    // The picture is the closing hold, and the film moves on its way there.
    let dir = tempfile::tempdir().unwrap();
    let path = |n: &str| dir.path().join(n).to_str().unwrap().to_owned();
    std::fs::write(path("a.mp4"), &film).unwrap();
    std::fs::write(path("a.png"), still(&order, &Patient).unwrap().to_png()).unwrap();
    let ssim = |args: &[&str]| -> f32 {
        let text = says("ffmpeg", args);
        text.rsplit("All:")
            .next()
            .and_then(|t| t.split(' ').next())
            .and_then(|t| t.parse().ok())
            .unwrap_or_else(|| panic!("{text}"))
    };
    let (mp4, png) = (path("a.mp4"), path("a.png"));
    let last = ssim(&[
        "-sseof",
        "-0.05",
        "-i",
        &mp4,
        "-i",
        &png,
        "-lavfi",
        "[0]trim=end_frame=1,format=yuv420p[a];[1]scale=out_color_matrix=bt709,format=yuv420p[b];[a][b]ssim",
        "-f",
        "null",
        "-",
    ]);
    assert!(last > 0.95, "the picture is the last frame: {last}");
    let moved = ssim(&[
        "-i",
        &mp4,
        "-ss",
        "2",
        "-i",
        &mp4,
        "-lavfi",
        "[0]trim=start=4:end=6,setpts=PTS-STARTPTS[a];[1]trim=start=4:end=6,setpts=PTS-STARTPTS[b];[a][b]ssim",
        "-f",
        "null",
        "-",
    ]);
    assert!(moved < 0.9, "two seconds apart must differ: {moved}");
}

#[test]
fn the_same_order_gives_the_same_bytes_on_any_number_of_threads() {
    let mut order = order("a night in the city", Size { width: 180, height: 320 }, 3.0, &TWO);
    let make =
        |order: &_, threads| film_on(threads, order, &Patient, &mut Timings::default()).unwrap();
    let once = make(&order, 1);
    assert_eq!(once, make(&order, 3));
    order.seed += 1;
    assert_ne!(once, make(&order, 2), "another seed is another take");
}

#[test]
fn every_size_and_number_of_people_fits() {
    let three =
        ["older-woman-glasses-cap.jpg", "photographer-face-hidden.jpg", "coffee-cup-no-face.jpg"];
    for size in [
        Size { width: 360, height: 640 },
        Size { width: 640, height: 360 },
        Size { width: 400, height: 400 },
    ] {
        for count in 1..=3 {
            let made = still(&order("hello", size, 5.0, &three[..count]), &Patient).unwrap();
            assert_eq!(made.rgb().len(), (size.width * size.height * 3) as usize);
        }
    }
    let still = still(&order("hello", SMALL, 5.0, &three[..1]), &Patient).unwrap();
    for bytes in [still.to_png(), still.to_jpeg(90), still.to_webp()] {
        let read = image::load_from_memory(&bytes).unwrap();
        assert_eq!((read.width(), read.height()), (270, 480));
    }
}

#[test]
fn what_cannot_be_rendered_is_refused() {
    let film = |order: &_| film(order, &Patient, &mut Timings::default()).err().unwrap();
    assert!(matches!(film(&order("x", SMALL, 5.0, &[])), RenderProblem::NoPhotos));
    assert!(matches!(
        film(&order("x", SMALL, 5.0, &["coffee-cup-no-face.jpg"; 4])),
        RenderProblem::TooManyPhotos(4)
    ));
    assert!(matches!(
        film(&order("x", Size { width: 271, height: 480 }, 5.0, &TWO)),
        RenderProblem::Unfit
    ));
    for (seconds, fps) in [(0.5, 24), (15.5, 24), (5.0, 9), (5.0, 61)] {
        let unfit = crate::Order { fps, ..order("x", SMALL, seconds, &TWO) };
        assert!(matches!(film(&unfit), RenderProblem::Unfit), "{seconds} s at {fps}");
    }
    let mut broken = order("x", SMALL, 5.0, &TWO);
    broken.photos[1].bytes.truncate(300);
    assert!(matches!(film(&broken), RenderProblem::Photo { index: 1, .. }));
}

#[test]
fn cancelling_ends_it_at_once() {
    struct Impatient(AtomicBool, std::sync::Mutex<Option<Instant>>);
    impl Watch for Impatient {
        fn progress(&self, fraction: f32) {
            if fraction > 0.15 && !self.0.swap(true, Ordering::Relaxed) {
                *self.1.lock().unwrap() = Some(Instant::now());
            }
        }
        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
    let watch = Impatient(AtomicBool::new(false), std::sync::Mutex::new(None));
    let order = order("beach", Size::PORTRAIT, 10.0, &TWO);
    let end = film(&order, &watch, &mut Timings::default());
    assert!(matches!(end, Err(RenderProblem::Cancelled)));
    let since = watch.1.lock().unwrap().unwrap().elapsed();
    assert!(since < Duration::from_millis(400), "took {since:?}; 100 ms on an idle machine");
}
