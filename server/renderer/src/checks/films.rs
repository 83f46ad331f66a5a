//! Facts about finished films, measured with ffprobe and ffmpeg; without them these tests fail.

use super::{cutouts::STAND, faces, request};
use crate::paint::color;
use crate::{RenderProblem, Size, Timings, Unwatched, Watch, drawn, film, film_on, scenery, still};
use evernear_settings::Setting;
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const SMALL: Size = Size { width: 270, height: 480 };
const TWO: [&str; 2] = ["older-woman-glasses-cap.jpg", "woman-hand-on-face-bw.jpg"];
/// Two who stand in a world without colour.
const GREY: [&str; 2] = ["old-man-grey-beard-bw.jpg", STAND[1]];
const THREE: [&str; 3] = [TWO[0], "man-grey-hair-orange-suit.jpg", TWO[1]];

pub fn says(program: &str, args: &[&str]) -> String {
    let out = Command::new(program).args(args).output().unwrap_or_else(|e| {
        panic!("{program} is needed to check films; install the package ffmpeg ({e})")
    });
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

/// Everything that must hold of every film.
pub fn facts(name: &str, film: &[u8], size: Size, seconds: f32) {
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
            "-select_streams",
            "v",
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
    let heard = says("ffmpeg", &["-v", "info", "-i", path, "-af", "ebur128", "-f", "null", "-"]);
    assert!(heard.contains("Audio: aac (LC)"), "{name}: {heard}");
    let loud = heard.rsplit("I:").next().and_then(|rest| rest.split("LUFS").next());
    let loud: f32 = loud.and_then(|text| text.trim().parse().ok()).expect("a loudness");
    assert!((loud + 23.0).abs() <= 2.0, "{name}: {loud} LUFS");
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

/// How alike a film is to itself two seconds later, 0 to 1.
pub fn stillness(film: &str) -> f32 {
    ssim(&[
        "-i",
        film,
        "-lavfi",
        "[0]split[x][y];[x]trim=1:2.5,setpts=PTS-STARTPTS[a];[y]trim=3:4.5,setpts=PTS-STARTPTS[b];[a][b]ssim",
        "-f",
        "null",
        "-",
    ])
}

fn ssim(args: &[&str]) -> f32 {
    let text = says("ffmpeg", args);
    text.rsplit("All:")
        .next()
        .and_then(|t| t.split(' ').next())
        .and_then(|t| t.parse().ok())
        .unwrap_or_else(|| panic!("{text}"))
}

/// A setting for each part that can be drawn: the first that names it in its file.
fn one_for_each_part() -> Vec<&'static Setting> {
    let mut seen = BTreeSet::new();
    let parts = |setting: &Setting| {
        let lines = setting.source.lines();
        lines.filter(|line| line.starts_with("draw = ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let chosen: Vec<_> = drawn()
        .filter(|setting| {
            let known = seen.len();
            seen.extend(parts(setting));
            seen.len() > known
        })
        .collect();
    assert!(chosen.len() > 20, "{}", chosen.len());
    chosen
}

/// Whom the scenes are checked with, and whether they stand in them.
const CASTS: [(&[&str], bool); 3] = [(&TWO, false), (&THREE, false), (&STAND, true)];
const SCENE_SIZE: Size = Size { width: 432, height: 768 };

/// Each scene is a film of one cast, taken in turn: sound, moving, and with everyone in it near its
/// end.
fn scenes_are_films_of(cast: usize) {
    let (people, stand) = CASTS[cast];
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for setting in one_for_each_part().into_iter().skip(cast).step_by(CASTS.len()) {
        let name = setting.name;
        let request = request(name, SCENE_SIZE, 5.0, people);
        let film = film(&request, &Unwatched, &mut Timings::default()).unwrap();
        facts(name, &film, SCENE_SIZE, 5.0);
        let (mp4, png) = (path("film.mp4"), path("frame.png"));
        std::fs::write(&mp4, &film).unwrap();
        let alike = stillness(&mp4);
        assert!(alike < 0.95, "{name} with {} stands too still: {alike}", people.len());
        let taken = says(
            "ffmpeg",
            &["-v", "error", "-y", "-ss", "4.5", "-i", &mp4, "-frames:v", "1", &png],
        );
        assert_eq!(taken, "", "{name}");
        let frame = image::open(&png).unwrap().into_rgb8();
        faces::all_are_in(&frame, &request, people, stand);
    }
}

#[test]
fn scenes_are_sound_films_of_two() {
    scenes_are_films_of(0);
}

#[test]
fn scenes_are_sound_films_of_three() {
    scenes_are_films_of(1);
}

#[test]
fn scenes_are_sound_films_of_two_who_stand_in_them() {
    scenes_are_films_of(2);
}

#[test]
fn the_default_film_keeps_its_promises() {
    let request = request("our last summer at the sea", Size::PORTRAIT, 10.0, &TWO);
    let mut timings = Timings::default();
    let film = film(&request, &Unwatched, &mut timings).unwrap();
    facts("default", &film, Size::PORTRAIT, 10.0);
    assert!(film.len() <= 2_500_000, "{} bytes", film.len());
    assert!(timings.total > timings.scene);
    // The picture is the closing hold, and the film moves on its way there.
    let dir = tempfile::tempdir().unwrap();
    let path = |n: &str| dir.path().join(n).to_str().unwrap().to_owned();
    std::fs::write(path("a.mp4"), &film).unwrap();
    std::fs::write(path("a.png"), still(&request, &Unwatched).unwrap().to_png()).unwrap();
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
    for people in [TWO, STAND, GREY] {
        let mut request = request("a night in the city", SMALL, 5.0, &people);
        let make = |request: &_, threads| {
            film_on(threads, request, &Unwatched, &mut Timings::default()).unwrap()
        };
        let once = make(&request, 1);
        assert!(once == make(&request, 3), "{people:?}");
        request.seed += 1;
        assert!(once != make(&request, 2), "another seed is another take");
    }
}

/// How far two pictures are apart, in levels of 255 on average.
fn apart(a: &crate::Still, b: &crate::Still) -> f32 {
    let sum: u64 = a.rgb().iter().zip(b.rgb()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f32 / a.rgb().len() as f32
}

#[test]
fn every_scene_is_the_same_again_and_another_take_with_another_seed() {
    let size = Size { width: 180, height: 320 };
    for setting in drawn() {
        let name = setting.name;
        let take = |seed| {
            let request = crate::RenderRequest { seed, ..request(name, size, 5.0, &[]) };
            scenery(&request, 0.6, &Unwatched).unwrap()
        };
        let (first, again, other) = (take(7), take(7), take(8));
        assert!(first.rgb() == again.rgb(), "{name} is not the same again");
        let apart = apart(&first, &other);
        assert!(apart > 4.0, "{name}: another seed looks the same: {apart}");
    }
}

/// Hour, weather, season and mood are heard by the scenes, each in its own way.
#[test]
fn words_shape_what_is_seen() {
    let size = Size { width: 180, height: 320 };
    let seen = |prompt: &str| scenery(&request(prompt, size, 5.0, &[]), 0.6, &Unwatched).unwrap();
    for scene in ["beach", "mountain", "forest", "garden", "adventure trail", "road trip"] {
        let said = [
            scene.to_owned(),
            format!("{scene} at night"),
            format!("{scene} in the rain"),
            format!("{scene} in thick fog"),
            format!("{scene} in autumn"),
            format!("{scene}, I miss her"),
        ];
        let all: Vec<_> = said.iter().map(|words| seen(words)).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all[..i].iter().enumerate() {
                let apart = apart(a, b);
                assert!(apart > 1.5, "'{}' looks as '{}': {apart}", said[i], said[j]);
            }
        }
    }
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
            let made = still(&request("hello", size, 5.0, &three[..count]), &Unwatched).unwrap();
            assert_eq!(made.rgb().len(), (size.width * size.height * 3) as usize);
        }
    }
    let still = still(&request("hello", SMALL, 5.0, &three[..1]), &Unwatched).unwrap();
    for bytes in [still.to_png(), still.to_jpeg(90), still.to_webp()] {
        let read = image::load_from_memory(&bytes).unwrap();
        assert_eq!((read.width(), read.height()), (270, 480));
        let note = b"digitalsourcetype/composite";
        assert!(bytes.windows(note.len()).any(|w| w == note), "the note of its origin is missing");
    }
    for exact in [still.to_png(), still.to_webp()] {
        assert_eq!(image::load_from_memory(&exact).unwrap().into_rgb8().as_raw(), still.rgb());
    }
}

#[test]
fn every_offered_size_rate_and_length_is_a_sound_film() {
    for (size, fps, seconds) in [
        (Size::PORTRAIT_LARGE, 24, 5.0),
        (Size::LANDSCAPE, 30, 5.0),
        (Size::SQUARE, 24, 5.0),
        (SMALL, 30, 15.0),
    ] {
        let request = crate::RenderRequest { fps, ..request("beach", size, seconds, &TWO) };
        let film = film(&request, &Unwatched, &mut Timings::default()).unwrap();
        facts(&format!("{size:?} at {fps}"), &film, size, seconds);
    }
}

/// Lights, confetti and people move from frame to frame, and none takes anything from its
/// neighbours: a desk that was used before, and one with room for more, makes the same.
#[test]
fn frames_made_together_are_as_if_made_alone() {
    for (prompt, people) in [("at a concert", TWO), ("her birthday party", STAND)] {
        let request = request(prompt, SMALL, 5.0, &people);
        let made = |at_once| film::frames(&request, &Unwatched, 40..51, at_once).unwrap();
        let alone = made(1);
        assert!(alone.windows(2).all(|pair| pair[0] != pair[1]), "{prompt} stands still");
        assert!(made(6) == alone, "{prompt}");
    }
}

/// Before encoding, the film's last frame and the picture are the same pixels: turned back from
/// video levels they differ by no more than rounding and dither do.
#[test]
fn the_picture_is_exactly_the_hold() {
    for people in [TWO, STAND, GREY] {
        let request = request("our last summer at the sea", SMALL, 5.0, &people);
        let (rgb, luma) = film::last_frame(&request, &Unwatched).unwrap();
        assert!(still(&request, &Unwatched).unwrap().rgb() == rgb, "{people:?}");
        for (p, y) in rgb.chunks_exact(3).zip(luma) {
            let wanted = 16.0 + color::luma([p[0], p[1], p[2]].map(f32::from)) * 219.0 / 255.0;
            assert!((wanted - f32::from(y)).abs() < 2.0, "{p:?} became {y}, not {wanted}");
        }
    }
}

#[test]
fn what_cannot_be_rendered_is_refused() {
    let film = |request: &_| film(request, &Unwatched, &mut Timings::default()).err().unwrap();
    assert!(matches!(film(&request("x", SMALL, 5.0, &[])), RenderProblem::NoPhotos));
    assert!(matches!(
        film(&request("x", SMALL, 5.0, &["coffee-cup-no-face.jpg"; 4])),
        RenderProblem::TooManyPhotos(4)
    ));
    for (width, height, seconds, fps, said) in [
        (271, 480, 5.0, 24, "width and height must be even and 160 to 1920 pixels, not 271 x 480"),
        (
            270,
            2000,
            5.0,
            24,
            "width and height must be even and 160 to 1920 pixels, not 270 x 2000",
        ),
        (270, 480, 4.5, 24, "a film lasts 5 to 15 seconds, not 4.5"),
        (270, 480, 15.5, 24, "a film lasts 5 to 15 seconds, not 15.5"),
        (270, 480, f32::NAN, 24, "a film lasts 5 to 15 seconds, not NaN"),
        (270, 480, 5.0, 25, "a film has 24 or 30 frames a second, not 25"),
    ] {
        let unfit =
            crate::RenderRequest { fps, ..request("x", Size { width, height }, seconds, &TWO) };
        assert_eq!(film(&unfit).to_string(), said);
    }
    let too_large = request("x", Size { width: 1690, height: 3002 }, 5.0, &TWO);
    let said = "width and height must be even and 160 to 3000 pixels, not 1690 x 3002";
    assert_eq!(still(&too_large, &Unwatched).err().unwrap().to_string(), said);
    let mut broken = request("x", SMALL, 5.0, &TWO);
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
    let request = request("beach", Size::PORTRAIT, 10.0, &TWO);
    let end = film(&request, &watch, &mut Timings::default());
    assert!(matches!(end, Err(RenderProblem::Cancelled)));
    let since = watch.1.lock().unwrap().unwrap().elapsed();
    assert!(since < Duration::from_millis(400), "took {since:?}; 100 ms on an idle machine");
}
