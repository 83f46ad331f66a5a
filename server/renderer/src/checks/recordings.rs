//! Recordings of every kind that is read, made by ffmpeg, and what strangers might send instead; and
//! films that carry one.

use super::{films, picture_films::WIDE, request};
use crate::recording::{DecodedRecording, Recording, RecordingProblem};
use crate::{
    PictureFilm, RenderProblem, RenderRequest, Size, Timings, Unwatched, film, film_of_picture,
    film_on, still,
};
use std::process::Command;
use std::time::Duration;

const SMALL: Size = Size { width: 270, height: 480 };
const TWO: [&str; 2] = ["older-woman-glasses-cap.jpg", "woman-hand-on-face-bw.jpg"];
/// Syllables of 220 Hz and a fifth above, three a second: what a meter takes for speech.
const VOICE: &str = "aevalsrc='(0.25*sin(2*PI*220*t)+0.15*sin(2*PI*330*t))*max(0\\,sin(2*PI*3*t))'";

/// What ffmpeg makes of this source with these arguments, in a file of this ending.
fn made(source: &str, seconds: f32, ending: &str, arguments: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("made.{ending}"));
    let out = Command::new("ffmpeg")
        .args(["-v", "error", "-f", "lavfi", "-i", source, "-t", &seconds.to_string()])
        .args(arguments)
        .arg(&path)
        .output()
        .expect("ffmpeg is needed to check recordings");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    std::fs::read(&path).unwrap()
}

fn wav(seconds: f32) -> Vec<u8> {
    made(VOICE, seconds, "wav", &[])
}

fn problem(bytes: &[u8]) -> RecordingProblem {
    DecodedRecording::read(bytes).err().expect("it is refused")
}

/// A file of each kind: its ending, ffmpeg's arguments.
const KINDS: [(&str, &[&str]); 16] = [
    ("m4a", &["-c:a", "aac", "-b:a", "96k"]),
    ("m4a", &["-c:a", "aac", "-ac", "2", "-ar", "44100", "-movflags", "faststart"]),
    ("m4a", &["-c:a", "alac"]),
    ("mp3", &["-c:a", "libmp3lame", "-metadata", "artist=Nan"]),
    ("mp3", &["-c:a", "libmp3lame", "-ar", "22050", "-q:a", "5"]),
    ("ogg", &["-c:a", "libvorbis", "-ar", "44100"]),
    ("ogg", &["-c:a", "libopus", "-b:a", "24k"]),
    ("opus", &["-c:a", "libopus", "-ac", "2", "-b:a", "96k"]),
    ("opus", &["-c:a", "libopus", "-application", "voip", "-b:a", "12k", "-frame_duration", "60"]),
    ("wav", &[]),
    ("wav", &["-c:a", "pcm_u8", "-ar", "8000"]),
    ("wav", &["-c:a", "pcm_mulaw", "-ar", "8000"]),
    ("wav", &["-c:a", "pcm_s24le", "-ac", "2", "-ar", "96000"]),
    ("wav", &["-c:a", "pcm_f32le", "-ar", "88200"]),
    ("wav", &["-ac", "6", "-ar", "11025"]),
    ("wav", &["-ar", "44099"]),
];

#[test]
fn every_kind_is_read_and_kept_without_metadata() {
    for (ending, arguments) in KINDS {
        let read = DecodedRecording::read(&made(VOICE, 3.0, ending, arguments));
        let read = read.unwrap_or_else(|problem| panic!("{ending} {arguments:?}: {problem}"));
        // Encoders add up to a tenth of a second.
        assert!(
            (2_950..3_120).contains(&read.millis()),
            "{ending} {arguments:?}: {}",
            read.millis()
        );
        let kept = read.to_wav();
        let again = DecodedRecording::read(&kept).unwrap();
        assert_eq!(again.millis(), read.millis(), "{ending} {arguments:?}");
        assert!(!kept.windows(3).any(|part| part == b"Nan"), "{ending} keeps its metadata");
        assert!(again.to_wav() == kept, "what is kept is read as it is");
    }
}

#[test]
fn the_sound_of_a_video_is_read_and_a_video_without_one_is_refused() {
    let video: &[&str] = &["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10", "-shortest"];
    let coded = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac"];
    let with_sound = made(VOICE, 3.0, "mp4", &[video, &["-t", "3"], &coded].concat());
    assert!(DecodedRecording::read(&with_sound).is_ok());
    let without = made("testsrc=size=160x120:rate=10", 3.0, "mp4", &["-pix_fmt", "yuv420p"]);
    assert_eq!(problem(&without), RecordingProblem::NotASound);
}

#[test]
fn what_is_no_recording_is_refused_by_its_name() {
    assert_eq!(problem(b""), RecordingProblem::NotASound);
    assert_eq!(
        problem(&b"Dear Nan, I still hear you laugh. ".repeat(400)),
        RecordingProblem::NotASound
    );
    assert_eq!(problem(&super::photo(TWO[0])), RecordingProblem::NotASound);
    assert_eq!(problem(&made("anullsrc", 3.0, "wav", &[])), RecordingProblem::Silent);
    assert_eq!(problem(&made(VOICE, 0.3, "wav", &[])), RecordingProblem::TooShort);
    assert!(matches!(
        problem(&wav(3.0)[..44]),
        RecordingProblem::TooShort | RecordingProblem::Damaged
    ));
}

/// A minute too long, and what only says that it is long.
#[test]
fn a_long_recording_is_refused_before_it_takes_memory() {
    let just = made(VOICE, 180.0, "mp3", &["-b:a", "32k", "-ar", "16000"]);
    assert!(DecodedRecording::read(&just).is_ok());
    for (ending, arguments) in [
        ("opus", &["-c:a", "libopus", "-b:a", "6k", "-ac", "1"][..]),
        ("mp3", &["-b:a", "8k", "-ar", "8000"][..]),
    ] {
        let long = made("anoisesrc=a=0.01:r=8000", 240.0, ending, arguments);
        assert_eq!(problem(&long), RecordingProblem::TooLong, "{ending}");
    }
    // A header that promises four gigabytes of sound, with none behind it.
    let mut bomb = wav(1.0);
    let data = bomb.windows(4).position(|part| part == b"data").unwrap() + 4;
    bomb[data..data + 4].copy_from_slice(&0xFFFF_FFF0u32.to_le_bytes());
    assert!(matches!(
        DecodedRecording::read(&bomb).err(),
        None | Some(RecordingProblem::TooLong | RecordingProblem::Damaged)
    ));
}

/// Whatever is cut off or flipped, an answer comes.
#[test]
fn broken_files_are_refused_or_read_and_nothing_breaks() {
    for (ending, arguments) in KINDS {
        let whole = made(VOICE, 1.0, ending, arguments);
        for part in 0..12 {
            let _ = DecodedRecording::read(&whole[..whole.len() * part / 12]);
        }
        let mut state = 7u32;
        for _ in 0..60 {
            let mut broken = whole.clone();
            for _ in 0..6 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = state as usize % broken.len();
                broken[at] ^= (state >> 24) as u8;
            }
            let tried = std::panic::catch_unwind(|| DecodedRecording::read(&broken).is_ok());
            assert!(tried.is_ok(), "{ending} {arguments:?}");
        }
    }
}

#[test]
fn the_waveform_follows_the_sound() {
    let quiet_then_loud =
        made("aevalsrc='if(lt(t\\,1)\\,0.01\\,0.9)*sin(2*PI*200*t)'", 2.0, "wav", &[]);
    let peaks = DecodedRecording::read(&quiet_then_loud).unwrap().peaks(100);
    assert_eq!(peaks.len(), 100);
    assert!(peaks[..49].iter().all(|peak| *peak <= 1), "{peaks:?}");
    assert!(peaks[51..].iter().all(|peak| (88..=91).contains(peak)), "{peaks:?}");
}

/// The loudness of this part of a film's sound, by ffmpeg.
fn loudness(film: &[u8], from: f32, to: f32) -> f32 {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let filter = format!("atrim={from}:{to},ebur128");
    let path = file.path().to_str().unwrap();
    let heard =
        films::says("ffmpeg", &["-v", "info", "-i", path, "-af", &filter, "-f", "null", "-"]);
    let loud = heard.rsplit("I:").next().and_then(|rest| rest.split("LUFS").next());
    loud.and_then(|text| text.trim().parse().ok()).unwrap_or_else(|| panic!("{heard}"))
}

fn with(recording: Recording) -> RenderRequest {
    RenderRequest { recording: Some(recording), ..request("forest", SMALL, 10.0, &TWO) }
}

fn part(bytes: Vec<u8>, start: u64, length: u64) -> Recording {
    Recording { bytes, start: Duration::from_millis(start), length: Duration::from_millis(length) }
}

fn made_film(request: &RenderRequest) -> Vec<u8> {
    film(request, &Unwatched, &mut Timings::default()).unwrap()
}

/// The frames of a film's picture, by ffmpeg.
fn picture_of(film: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let path = file.path().to_str().unwrap();
    films::says("ffmpeg", &["-v", "error", "-i", path, "-map", "0:v", "-f", "md5", "-"])
}

#[test]
fn a_film_carries_a_recording_over_its_ducked_sound() {
    let plain = made_film(&request("forest", SMALL, 10.0, &TWO));
    // A loud beginning that is trimmed away, and a soft voice.
    let source = "aevalsrc='if(lt(t\\,2)\\,0.9*sin(2*PI*1000*t)\\,0.02*sin(2*PI*220*t)*max(0\\,sin(2*PI*3*t)))'";
    let recording = made(source, 8.0, "m4a", &["-c:a", "aac", "-b:a", "128k"]);
    let request = with(part(recording, 2_500, 5_000));
    let film = made_film(&request);
    assert!(film == film_on(1, &request, &Unwatched, &mut Timings::default()).unwrap());
    assert_eq!(picture_of(&film), picture_of(&plain), "only what is heard differs");
    let voice = loudness(&film, 1.2, 6.2);
    assert!((voice + 16.0).abs() < 1.0, "{voice} LUFS");
    // Before it and after it the film sounds as it would.
    for (from, to) in [(0.0, 0.8), (7.2, 10.0)] {
        let (with, without) = (loudness(&film, from, to), loudness(&plain, from, to));
        assert!((with - without).abs() < 1.0, "{from}: {with} and {without}");
    }
}

#[test]
fn a_film_of_a_picture_carries_one_too() {
    let picture = still(&request("garden", SMALL, 5.0, &TWO), &Unwatched).unwrap().to_jpeg(90);
    let film = |recording| {
        film_of_picture(
            &PictureFilm {
                picture: picture.clone(),
                people: 2,
                story: super::story("garden"),
                seed: 7,
                size: WIDE,
                fps: 24,
                seconds: 5.0,
                caption: None,
                recording,
            },
            &Unwatched,
        )
    };
    let loud = loudness(&film(Some(part(wav(4.0), 0, 3_000))).unwrap(), 1.1, 3.9);
    assert!((loud + 16.0).abs() < 1.2, "{loud}");
    assert!(loudness(&film(None).unwrap(), 1.1, 3.9) < -20.0);
    let refused = film(Some(part(wav(4.0), 3_000, 3_000)));
    assert!(matches!(refused, Err(RenderProblem::Recording(RecordingProblem::Trim))));
}

#[test]
fn a_recording_that_cannot_be_used_is_refused_with_its_reason() {
    let refused = |recording| {
        let request = RenderRequest { seconds: 5.0, ..with(recording) };
        match film(&request, &Unwatched, &mut Timings::default()) {
            Err(RenderProblem::Recording(problem)) => problem,
            other => panic!("{:?}", other.map(|film| film.len())),
        }
    };
    for (start, length) in [(0, 499), (0, 10_001), (3_000, 2_000), (200_000, 1_000)] {
        assert_eq!(
            refused(part(wav(4.0), start, length)),
            RecordingProblem::Trim,
            "{start} {length}"
        );
    }
    assert_eq!(refused(part(b"no sound".to_vec(), 0, 1_000)), RecordingProblem::NotASound);
    // A picture has no sound, and is made all the same.
    assert!(still(&with(part(Vec::new(), 0, 0)), &Unwatched).is_ok());
}
