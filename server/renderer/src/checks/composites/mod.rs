//! Cut-outs measured on composites: portraits whose outlines were drawn by eye
//! (`server/tests/photos/outlines`), put before busy scenes, so that the true alpha of every pixel is known.
//! The tests and the example `composites` share it; it uses nothing of the crate but what is public.
//!
//! What always holds: no outline comes from our own matting, the composites are the same on every run, and
//! they are files (JPEG) before they are cut out, as uploads are. To add a portrait: its photo, its outline
//! and a name in [`PORTRAITS`]; to add a background: a setting in [`ground::SETTINGS`].

mod errors;
mod ground;
mod portrait;
mod table;

pub use table::Table;

use crate::{Certainty, Photo, TouchUp, cut_out};
use errors::Errors;
use image::{Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use portrait::Portrait;
use std::error::Error;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Whose outlines are known.
pub const PORTRAITS: [&str; 9] = [
    "older-woman-glasses-cap",
    "woman-orange-suit",
    "woman-brown-hair-blue-suit",
    "woman-wavy-hair-orange-suit",
    "man-blue-suit",
    "man-grey-hair-orange-suit",
    "young-woman-orange-suit",
    "woman-long-hair-blue-suit",
    "old-man-grey-beard-bw",
];

/// Quality of the composites' JPEG: what messengers send.
const QUALITY: u8 = 86;

/// What came of one composite.
pub struct Row {
    pub portrait: &'static str,
    pub ground: &'static str,
    /// Skin, hair and age as they look.
    pub looks: [String; 3],
    /// The photo has no colours.
    pub is_grey: bool,
    pub certainty: Certainty,
    /// Nothing where nobody was cut out.
    pub errors: Option<Errors>,
}

/// A portrait before a scene, as a file.
pub struct Composite {
    pub jpeg: Vec<u8>,
    pub truth: Vec<f32>,
    pub width: usize,
}

/// Cuts out the portraits of these names, each before all scenes; `seen` is told of every composite.
///
/// # Errors
/// When a photo or an outline cannot be read, or a scene not drawn.
pub fn measured(
    portraits: &[&'static str],
    mut seen: impl FnMut(&Row, &Composite) -> Outcome<()>,
) -> Outcome<Table> {
    let scenes = ground::scenes()?;
    let mut rows = Vec::new();
    for name in portraits {
        let portrait = Portrait::read(name)?;
        for (number, scene) in scenes.iter().enumerate() {
            let composite = composite(&portrait, scene, number)?;
            let cut = cut_out(Photo::read(&composite.jpeg)?, None, None, TouchUp::default());
            let errors = Errors::of(&cut, &composite.truth, composite.width);
            let looks = portrait.looks.clone();
            let row = Row {
                portrait: name,
                ground: scene.name,
                looks,
                is_grey: portrait.is_grey(),
                certainty: cut.certainty,
                errors,
            };
            seen(&row, &composite)?;
            rows.push(row);
        }
    }
    Ok(Table(rows))
}

/// The portrait before the scene, which is as far out of focus as a phone makes it; where it is depends on
/// the portrait and the scene's number.
fn composite(portrait: &Portrait, scene: &ground::Scene, number: usize) -> Outcome<Composite> {
    let (width, height) = portrait.front.dimensions();
    let seed = portrait.seed.wrapping_add(number as u32);
    let behind = scene.behind(width, height, seed, portrait.is_grey());
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let alpha = portrait.alpha[(y * width + x) as usize];
        let (front, behind) = (portrait.front.get_pixel(x, y), behind.get_pixel(x, y));
        Rgb([0, 1, 2].map(|c| {
            let (front, behind) = (f32::from(front[c]), f32::from(behind[c]));
            let grain = 2.0 * (portrait::noise(seed, x as f32, y as f32) - 0.5);
            (behind + (front - behind) * alpha + 3.0 * grain + 0.5).clamp(0.0, 255.0) as u8
        }))
    });
    let mut jpeg = Vec::new();
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))?;
    Ok(Composite { jpeg, truth: portrait.alpha.clone(), width: width as usize })
}

#[cfg(test)]
mod tests;
