//! A person of a photo on their own, as a picture that lets what is behind shine through: for showing
//! somebody what would stand in their memory.

use super::{
    faces, grade,
    matte::{self, Bust, Certainty, RejectReason},
};
use crate::photo::{CropBox, Photo};
use image::{ImageFormat, RgbaImage};

/// How wide the face is at most, in pixels.
const FACE: f32 = 194.0;

/// A person cut out of a photo, and how certain that is.
pub struct CutOut {
    pub certainty: Certainty,
    /// Colours of the person alone with straight alpha; `None` when it is hopeless.
    pub picture: Option<RgbaImage>,
}

impl CutOut {
    /// As a PNG with transparency.
    pub fn to_png(&self) -> Option<Vec<u8>> {
        let mut png = std::io::Cursor::new(Vec::new());
        self.picture.as_ref()?.write_to(&mut png, ImageFormat::Png).ok()?;
        Some(png.into_inner())
    }
}

/// Cuts the person out of a photo of which only the part `chosen` is to be seen.
pub fn cut_out(photo: &Photo, chosen: Option<CropBox>) -> CutOut {
    let found = faces::find(&photo.pixels);
    cut(photo, &found, chosen)
        .unwrap_or_else(|reason| CutOut { certainty: Certainty::Hopeless(reason), picture: None })
}

fn cut(
    photo: &Photo,
    found: &[faces::Face],
    chosen: Option<CropBox>,
) -> Result<CutOut, RejectReason> {
    let [face] = found else { return Err(RejectReason::Unseen) };
    let size = (photo.width() as f32, photo.height() as f32);
    let bust = Bust::around(face, size, chosen);
    let outline = matte::outline(&photo.pixels, &bust)?;
    let width = FACE.min(bust.face() * 1.3).round();
    let matte = outline.matte(&photo.pixels, width, grade::warm).ok_or(RejectReason::Unseen)?;
    let byte = |v: f32| (v * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    let picture = RgbaImage::from_fn(matte.width as u32, matte.height as u32, |x, y| {
        let i = y as usize * matte.width + x as usize;
        let [r, g, b] = matte.color(i).map(byte);
        image::Rgba([r, g, b, byte(matte.alpha[i])])
    });
    Ok(CutOut { certainty: outline.certainty, picture: Some(picture) })
}
