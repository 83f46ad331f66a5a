//! Makes a questionnaire that asks whether places can be told apart by what is drawn of them:
//!
//! `cargo run --release -p evernear-renderer --example recognise -- [OUT [NAMES]]`
//!
//! writes a frame without people for each setting that is drawn, a page of questions (four titles
//! a frame: its own and those of the three settings of the same kind whose frames look most like
//! it) and the answers on a page of their own. The stand-ins for a kind are no places and are left
//! out. Somebody who has not seen the settings answers the questions from the frames alone; at
//! least nine in ten should be right, and what is missed is drawn anew. The order of the titles
//! and of the frames depends on the names only, and no frame is named after its setting.

use std::{error::Error, fmt::Write, fs, path::PathBuf};

use evernear_renderer::{RenderRequest, Size, Story, Unwatched, drawn, scenery};
use evernear_settings::Setting;
use image::{RgbImage, imageops};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How wide and high a frame is when it is compared with another.
const SMALL: (u32, u32) = (18, 32);
/// Where in the film the frame is taken: the light has turned.
const AT: f32 = 0.6;

struct Frame {
    setting: &'static Setting,
    small: RgbImage,
}

fn main() -> Outcome<()> {
    let mut words = std::env::args().skip(1);
    let out = PathBuf::from(words.next().unwrap_or_else(|| "target/recognise".to_owned()));
    let wanted = words.next();
    fs::create_dir_all(&out)?;
    let mut settings: Vec<_> = drawn().filter(|setting| !setting.name.ends_with("-any")).collect();
    settings.sort_by_key(|setting| mixed(setting.name));
    let mut frames = Vec::new();
    for (number, setting) in settings.iter().enumerate() {
        let picture = frame(setting)?;
        picture.save(out.join(format!("frame-{number:03}.png")))?;
        let small = imageops::resize(&picture, SMALL.0, SMALL.1, imageops::FilterType::Triangle);
        frames.push(Frame { setting, small });
    }
    let (mut questions, mut answers) = (String::new(), String::new());
    for (number, frame) in frames.iter().enumerate() {
        if wanted.as_ref().is_some_and(|names| !names.split(',').any(|n| n == frame.setting.name)) {
            continue;
        }
        let mut options = nearest(frame, &frames);
        options.push(frame.setting);
        options.sort_by_key(|option| mixed(&format!("{}{}", frame.setting.name, option.name)));
        writeln!(questions, "frame-{number:03}.png")?;
        for (letter, option) in ('a'..).zip(&options) {
            writeln!(questions, "  {letter}) {}", option.title)?;
            if option.name == frame.setting.name {
                writeln!(answers, "frame-{number:03}.png {letter} {}", option.name)?;
            }
        }
    }
    fs::write(out.join("questions.txt"), questions)?;
    fs::write(out.join("answers.txt"), answers)?;
    println!("{} frames in {}", frames.len(), out.display());
    Ok(())
}

fn frame(setting: &Setting) -> Outcome<RgbImage> {
    let story = Story { setting: Some(setting.name.to_owned()), ..Story::default() };
    let (size, seconds) = (Size::PORTRAIT, 10.0);
    let request = RenderRequest {
        story,
        photos: Vec::new(),
        keepsake: None,
        seed: 1,
        size,
        fps: 24,
        seconds,
        caption: None,
        people: None,
        recording: None,
    };
    let made = scenery(&request, AT, &Unwatched)?;
    let picture = RgbImage::from_raw(made.width, made.height, made.rgb().to_vec());
    Ok(picture.ok_or("a picture of the wrong size")?)
}

/// The three settings of the same kind whose frames differ least.
fn nearest(from: &Frame, frames: &[Frame]) -> Vec<&'static Setting> {
    let mut others: Vec<_> = frames
        .iter()
        .filter(|other| {
            other.setting.kind == from.setting.kind && other.setting.name != from.setting.name
        })
        .collect();
    others.sort_by_key(|other| difference(&from.small, &other.small));
    others.iter().take(3).map(|other| other.setting).collect()
}

fn difference(a: &RgbImage, b: &RgbImage) -> u32 {
    a.iter().zip(b.iter()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

/// A number that has nothing to do with the order of names (FNV-1a).
fn mixed(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
