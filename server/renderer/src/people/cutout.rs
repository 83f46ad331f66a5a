//! A person of a photo on their own, as a picture that lets what is behind shine through: for showing
//! somebody what would stand in their memory, and for touching it up.

use super::{
    faces::{self, Face},
    illumination::Illumination,
    matching,
    matte::{Bust, Certainty, Looked, RejectReason},
    standing::Subject,
    tone::Tone,
};
use crate::photo::{CropBox, Photo};
use evernear_rules::presentation::TouchUp;
use image::{ImageFormat, RgbImage, RgbaImage, codecs::jpeg::JpegEncoder};

/// How wide the face is at most, in pixels.
const FACE: f32 = 194.0;
/// How far the photo may be enlarged for that.
const STRETCH: f32 = 1.3;

/// A person cut out of a photo, and how certain that is.
pub struct CutOut {
    pub certainty: Certainty,
    /// Colours of the person alone with straight alpha; `None` when it is hopeless. Its upper left corner
    /// is that of `part`, its scale that of `surroundings`; it may end further up.
    pub picture: Option<RgbaImage>,
    /// The part of the photo that can be cut out; `None` when nobody knows who is meant.
    pub part: Option<CropBox>,
    /// That part of the photo, as it is.
    pub surroundings: Option<RgbImage>,
    /// All faces that were found.
    pub faces: Vec<CropBox>,
    /// The photo has no colours: where its person stands, the whole frame takes its tone.
    pub is_grey: bool,
}

impl CutOut {
    /// The person as a PNG with transparency.
    pub fn to_png(&self) -> Option<Vec<u8>> {
        let mut png = std::io::Cursor::new(Vec::new());
        self.picture.as_ref()?.write_to(&mut png, ImageFormat::Png).ok()?;
        Some(png.into_inner())
    }

    /// The part of the photo as a JPEG (quality 1 to 100).
    pub fn surroundings_jpeg(&self, quality: u8) -> Option<Vec<u8>> {
        let mut jpeg = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut jpeg, quality);
        self.surroundings.as_ref()?.write_with_encoder(encoder).ok()?;
        Some(jpeg)
    }
}

/// What does not change while somebody touches up one photo: its faces, and what the network saw of the
/// person. At most 2 MB.
#[derive(Default)]
pub struct Looks {
    faces: Option<Vec<Face>>,
    looked: Option<Looked>,
}

/// Cuts the person out of a photo whose print shows the part `suggested`, or `chosen` by the person, and of
/// which nothing beyond `chosen` is to be seen.
pub fn cut_out(
    photo: Photo,
    suggested: Option<CropBox>,
    chosen: Option<CropBox>,
    touch_up: TouchUp,
) -> CutOut {
    cut_out_again(photo, suggested, chosen, touch_up, &mut Looks::default())
}

/// The same, sooner: `looks` come from an earlier cut-out of the same photo, and are kept for the next one.
pub fn cut_out_again(
    photo: Photo,
    suggested: Option<CropBox>,
    chosen: Option<CropBox>,
    touch_up: TouchUp,
    looks: &mut Looks,
) -> CutOut {
    let faces = looks.faces.get_or_insert_with(|| faces::find(&photo.pixels)).clone();
    let subject = Subject { photo, faces, suggested, chosen, touch_up };
    let boxes =
        subject.faces.iter().map(|&Face { x, y, w, h }| CropBox { x, y, width: w, height: h });
    let faces = boxes.collect();
    let is_grey = Tone::of(&subject.photo.pixels).is_some();
    let bust = match subject.bust() {
        Ok(bust) => bust,
        Err(reason) => {
            let certainty = Certainty::Hopeless(reason);
            return CutOut {
                certainty,
                picture: None,
                part: None,
                surroundings: None,
                faces,
                is_grey,
            };
        }
    };
    let width = FACE.min(bust.face() * STRETCH).round();
    let cut = cut(&subject, &bust, width, &mut looks.looked);
    let (certainty, picture) = match cut {
        Ok((certainty, picture)) => (certainty, Some(picture)),
        Err(reason) => (Certainty::Hopeless(reason), None),
    };
    let part = Some(bust.part(subject.size()));
    let surroundings = Some(bust.picture(&subject.photo.pixels, width));
    CutOut { certainty, picture, part, surroundings, faces, is_grey }
}

fn cut(
    subject: &Subject,
    bust: &Bust,
    width: f32,
    looked: &mut Option<Looked>,
) -> Result<(Certainty, RgbaImage), RejectReason> {
    let outline = subject.any_outline(bust, looked)?;
    let photo = &subject.photo.pixels;
    let mut matte = outline.matte(photo, width).ok_or(RejectReason::Unseen)?;
    let light = Illumination::of(&outline.samples(photo));
    for one in matching::corrections(&[light]) {
        one.apply(&mut matte);
    }
    let byte = |v: f32| (v * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    let picture = RgbaImage::from_fn(matte.width as u32, matte.height as u32, |x, y| {
        let i = y as usize * matte.width + x as usize;
        let [r, g, b] = matte.color(i).map(byte);
        image::Rgba([r, g, b, byte(matte.alpha[i])])
    });
    Ok((outline.certainty, picture))
}
