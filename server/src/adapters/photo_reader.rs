//! What becomes of an upload: the photo that is kept, its preview, and the part around the faces.
//! Called in a child process only ([`super::photo_decoder`]).

use evernear_app::{
    domain::media::WHOLE,
    ports::{PhotoReadError, ReadPhoto},
};
use evernear_renderer::{CropBox, Photo, PhotoProblem};
use evernear_rules::wire::Crop;

/// Most bytes of a kept photo. Photos of cameras are far below.
const MOST_BYTES: usize = 2_000_000;
/// Long edge of a preview, in pixels.
const PREVIEW_EDGE: u32 = 480;

/// The renderer's fractions of a photo's sides.
#[expect(clippy::cast_precision_loss, reason = "ten-thousandths")]
pub fn crop_box(crop: Crop) -> CropBox {
    let part = |ten_thousandths: u32| ten_thousandths as f32 / WHOLE as f32;
    CropBox { x: part(crop.x), y: part(crop.y), width: part(crop.width), height: part(crop.height) }
}

/// A crop in ten-thousandths, rounded so that it stays inside.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "fractions between 0 and 1"
)]
pub fn crop_parts(crop: CropBox) -> Crop {
    let part = |fraction: f32| (fraction.clamp(0.0, 1.0) * WHOLE as f32) as u32;
    let (x, y) = (part(crop.x), part(crop.y));
    let (width, height) = (part(crop.width).min(WHOLE - x), part(crop.height).min(WHOLE - y));
    Crop { x, y, width, height }
}

/// Reads JPEG, PNG, WebP and HEIC, decided by content.
pub fn read_photo(bytes: &[u8]) -> Result<ReadPhoto, PhotoProblem> {
    let photo = Photo::read(bytes)?;
    Ok(ReadPhoto {
        width: photo.width(),
        height: photo.height(),
        preview: photo.preview_jpeg(PREVIEW_EDGE),
        suggested: crop_parts(photo.suggested_crop()),
        upright: photo.to_jpeg_within(MOST_BYTES),
    })
}

/// The same problem as the product knows it.
pub fn refusal(problem: PhotoProblem) -> PhotoReadError {
    match problem {
        PhotoProblem::NotAnImage => PhotoReadError::NotAnImage,
        PhotoProblem::Unsupported => PhotoReadError::Unsupported,
        PhotoProblem::TooLarge => PhotoReadError::TooLarge,
        PhotoProblem::Damaged => PhotoReadError::Damaged,
    }
}
