//! What the renderer made, as browsers want it: AVIF in three widths, WebP for those that do
//! not know AVIF, the film as it is.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{shell, workspace};

const MOMENTS: [&str; 6] =
    ["beach-day", "concert", "coffee-shop", "adventure-trip", "birthday", "study-session"];
/// As in the renderer's example `landing`.
const FILM: &str = "beach-day.mp4";
const PORTRAITS: [&str; 2] = ["man", "woman"];

/// Writes `style/pictures`.
pub fn examples(made: &Path) -> Result<()> {
    let to = workspace::at("style/pictures");
    for name in MOMENTS {
        let picture = made.join(format!("{name}.png"));
        for width in [360, 504, 720] {
            let scale = format!("scale={width}:-2:flags=lanczos,format=yuv420p");
            avif(&picture, &scale, &to.join(format!("{name}-{width}.avif")))?;
        }
        webp(&picture, "scale=540:-2:flags=lanczos", "76", &to.join(format!("{name}-540.webp")))?;
    }
    for name in PORTRAITS {
        let portrait = workspace::at("style/portraits").join(format!("{name}.jpg"));
        let part = "crop=iw:iw*5/4:0:30,scale=288:360:flags=lanczos";
        // Small and grey: nobody sees the difference, and the page's largest picture comes sooner.
        webp(&portrait, part, "50", &to.join(format!("{name}.webp")))?;
    }
    fs::copy(made.join(FILM), to.join(FILM)).context("the film")?;
    Ok(())
}

/// JPEG, for messengers: they know nothing newer.
pub fn jpeg(from: &Path, to: &Path) -> Result<()> {
    convert(from, "format=yuvj420p", &["-c:v", "mjpeg", "-q:v", "4"], to)
}

/// A picture of another size, its kind by the ending of its name.
pub fn resized(from: &Path, width: u32, to: &Path) -> Result<()> {
    convert(from, &format!("scale={width}:-1:flags=lanczos"), &[], to)
}

fn avif(from: &Path, change: &str, to: &Path) -> Result<()> {
    let how = ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "33", "-cpu-used", "1"];
    convert(from, change, &how, to)
}

fn webp(from: &Path, change: &str, quality: &str, to: &Path) -> Result<()> {
    let how = ["-c:v", "libwebp", "-quality", quality, "-compression_level", "6"];
    convert(from, change, &how, to)
}

fn convert(from: &Path, change: &str, how: &[&str], to: &Path) -> Result<()> {
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-y", "-i"]).arg(from).args(["-frames:v", "1", "-vf", change]);
    // Without dates and names of programs: the same input gives the same file.
    shell::run(ffmpeg.args(how).args(["-map_metadata", "-1", "-fflags", "+bitexact"]).arg(to))
        .with_context(|| format!("{}", to.display()))
}
