//! Measures cut-outs on composites whose true outline is known:
//!
//! `cargo run --release -p evernear-renderer --example composites [-- [--out DIR] NAMES ...]`
//!
//! prints a line a composite (the mean error of alpha within 6 px of the outline, the largest hole or stray
//! piece and the largest piece that the outline is displaced by, where the face is 96 px wide; how certain the cutter is), then how many are proposed
//! by skin, hair and age. Names choose portraits; with `--out` each composite is written too, and beside it
//! the cut-out on green.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places in pictures of known size, and bytes"
)]
#![expect(clippy::many_single_char_names, reason = "x, y, u, v are the words of this trade")]

#[path = "../src/checks/composites/mod.rs"]
mod composites;

use composites::{Composite, Outcome, PORTRAITS, Row, measured};
use evernear_renderer::{
    Certainty, CutOut, Photo, RenderRequest, Size, Story, TouchUp, Unwatched, cut_out, scenery,
};
use image::{Rgb, RgbImage, imageops};
use rustix::time::{ClockId, clock_gettime};
use std::fs;

fn main() -> Outcome<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut out = None;
    if words.first().is_some_and(|word| word == "--out") {
        words.remove(0);
        let folder =
            if words.is_empty() { return Err("--out DIR".into()) } else { words.remove(0) };
        fs::create_dir_all(&folder)?;
        out = Some(folder);
    }
    let chosen =
        |name: &&str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let portraits: Vec<&str> = PORTRAITS.into_iter().filter(chosen).collect();
    let table = measured(&portraits, |row, composite| match &out {
        Some(folder) => show(folder, row, composite),
        None => Ok(()),
    })?;
    println!("{table}{:.1} CPU s", cpu_seconds());
    Ok(())
}

/// Writes a composite and, beside it, the cut-out on green.
fn show(folder: &str, row: &Row, composite: &Composite) -> Outcome<()> {
    let photo = image::load_from_memory(&composite.jpeg)?.into_rgb8();
    let cut = cut_out(Photo::read(&composite.jpeg)?, None, None, TouchUp::default());
    let (w, h) = photo.dimensions();
    let mut sheet = RgbImage::from_pixel(2 * w, h, Rgb([60, 190, 90]));
    imageops::replace(&mut sheet, &photo, 0, 0);
    if let (Some(picture), Some(part)) = (cut.picture, cut.part) {
        let wide = (part.width * w as f32).round();
        let tall = wide * picture.height() as f32 / picture.width() as f32;
        let filter = imageops::FilterType::Triangle;
        let small = imageops::resize(&picture, wide as u32, tall as u32, filter);
        let (left, top) = ((part.x * w as f32) as u32 + w, (part.y * h as f32) as u32);
        for (x, y, own) in small.enumerate_pixels() {
            if x + left < 2 * w && y + top < h {
                let pixel = sheet.get_pixel_mut(x + left, y + top);
                let share = f32::from(own[3]) / 255.0;
                for c in 0..3 {
                    let ground = f32::from(pixel[c]);
                    pixel[c] = (ground + (f32::from(own[c]) - ground) * share) as u8;
                }
            }
        }
    }
    sheet.save(format!("{folder}/{}-{}.png", row.portrait, row.ground))?;
    Ok(())
}

/// User and system time of all threads, from the start of the process.
fn cpu_seconds() -> f64 {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9
}
