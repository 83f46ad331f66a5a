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

/// A crop in ten-thousandths, rounded so that it stays inside.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "fractions between 0 and 1"
)]
fn parts(crop: CropBox) -> Crop {
    let part = |fraction: f32| (fraction.clamp(0.0, 1.0) * WHOLE as f32) as u32;
    let (x, y) = (part(crop.x), part(crop.y));
    let (width, height) = (part(crop.width).min(WHOLE - x), part(crop.height).min(WHOLE - y));
    Crop { x, y, width, height }
}

/// Reads JPEG, PNG, WebP and HEIC, decided by content.
pub fn read_photo(bytes: &[u8]) -> Result<ReadPhoto, PhotoProblem> {
    let photo = Photo::read(bytes)?;
    let upright = photo.to_jpeg_within(MOST_BYTES);
    // In what is kept, faces are not quite where they were in what came.
    let kept = Photo::read(&upright)?;
    Ok(ReadPhoto {
        width: photo.width(),
        height: photo.height(),
        preview: photo.preview_jpeg(PREVIEW_EDGE),
        crop: parts(kept.framed()),
        upright,
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

#[cfg(test)]
mod tests {
    use evernear_renderer::{Order, PhotoInput, Size, Unwatched, still};

    use super::{super::embedded_imagery::part, *};

    /// People who can be cut out stand in the scene, unless somebody moved their frames.
    #[test]
    fn a_frame_that_nobody_moved_changes_nothing() {
        let (mut framed, mut bare) = (Vec::new(), Vec::new());
        for name in ["man-grey-hair-orange-suit.jpg", "young-woman-orange-suit.jpg"] {
            let path = format!("{}/tests/photos/{name}", env!("CARGO_MANIFEST_DIR"));
            let bytes = std::fs::read(path).expect("a portrait");
            let ReadPhoto { upright, crop, .. } = read_photo(&bytes).expect("read");
            let crop = Some(part(crop));
            framed.push(PhotoInput { bytes: upright.clone(), crop });
            bare.push(PhotoInput { bytes: upright, crop: None });
        }
        let shown = |photos: Vec<PhotoInput>| {
            let order = Order {
                prompt: "a walk in the forest".to_owned(),
                location: None,
                photos,
                seed: 1,
                size: Size::PORTRAIT,
                fps: 24,
                seconds: 10.0,
                caption: None,
            };
            still(&order, &Unwatched).expect("a picture").to_png()
        };
        let mut moved = framed.clone();
        let elsewhere = moved[0].crop.as_mut().expect("a frame");
        elsewhere.x += 0.05;
        let (framed, bare, moved) = (shown(framed), shown(bare), shown(moved));
        assert!(framed == bare, "as if nothing was said of frames");
        assert!(moved != framed, "what somebody moved is seen");
    }
}
