//! Cuts people out of photos, to look at their outlines:
//!
//! `cargo run --release -p evernear-renderer --example cutouts -- OUT a.jpg b.jpg`
//!
//! writes `OUT/a.png` with transparency and `OUT/a-sheet.png` on white, black and green, and says how
//! certain each is and what it took: the first time, and once more after a stroke was painted, each from the
//! photo's file to the files that a page shows.

use std::{error::Error, fs, path::Path};

use evernear_renderer::{CutOut, Looks, Photo, Stroke, TouchUp, cut_out_again};
use image::{Rgb, RgbImage};
use rustix::time::{ClockId, clock_gettime};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let mut words = std::env::args().skip(1);
    let out = words.next().ok_or("cutouts OUT PHOTO ...")?;
    fs::create_dir_all(&out)?;
    for photo in words {
        let name = Path::new(&photo).file_stem().and_then(|name| name.to_str()).unwrap_or("photo");
        let (bytes, mut looks) = (fs::read(&photo)?, Looks::default());
        let mut timed = |touch_up: TouchUp| -> Outcome<(CutOut, Option<Vec<u8>>, f64)> {
            let before = cpu_seconds();
            let cut = cut_out_again(Photo::read(&bytes)?, None, None, touch_up, &mut looks);
            let png = cut.to_png();
            cut.surroundings_jpeg(82);
            Ok((cut, png, cpu_seconds() - before))
        };
        let (cut, png, first) = timed(TouchUp::default())?;
        let mut touch_up = TouchUp::default();
        touch_up.strokes.push(Stroke { keep: true, width: 300, points: vec![(5_000, 8_000)] });
        let (.., next) = timed(touch_up)?;
        println!("{name:<34} {first:5.2} CPU s, then {next:.2}  {:?}", cut.certainty);
        let (Some(png), Some(picture)) = (png, cut.picture) else { continue };
        fs::write(format!("{out}/{name}.png"), png)?;
        let (width, height) = picture.dimensions();
        let grounds = [[244.0, 240.0, 232.0], [12.0, 14.0, 18.0], [60.0, 190.0, 90.0]];
        let sheet = RgbImage::from_fn(3 * width, height, |x, y| {
            let own = picture.get_pixel(x % width, y).0.map(f32::from);
            let (ground, share) = (grounds[(x / width) as usize % 3], own[3] / 255.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between two bytes"
            )]
            let over = |c: usize| (own[c] * share + ground[c] * (1.0 - share) + 0.5) as u8;
            Rgb([over(0), over(1), over(2)])
        });
        sheet.save(format!("{out}/{name}-sheet.png"))?;
    }
    Ok(())
}

/// User and system time of all threads, from the start of the process.
fn cpu_seconds() -> f64 {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "seconds are far below 2^52")]
    let seconds = cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9;
    seconds
}
