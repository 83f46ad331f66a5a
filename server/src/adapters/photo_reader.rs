//! Uploads read by the renderer's photo intake, off the request threads and at most one a
//! core at once: a photo in memory is large.

use async_trait::async_trait;
use evernear_app::{
    domain::media::WHOLE,
    ports::{PhotoReadError, PhotoReader, ReadPhoto, StoreError},
};
use evernear_renderer::{CropBox, Photo, PhotoProblem};
use evernear_rules::wire::Crop;
use tokio::sync::Semaphore;

/// JPEG quality of the kept photo and of its preview.
const QUALITY: u8 = 92;
/// Long edge of a preview, in pixels.
const PREVIEW_EDGE: u32 = 480;

/// Reads JPEG, PNG, WebP and HEIC, decided by content.
pub struct RendererPhotos {
    turns: Semaphore,
}

impl Default for RendererPhotos {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { turns: Semaphore::new(cores) }
    }
}

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

#[async_trait]
impl PhotoReader for RendererPhotos {
    async fn read(&self, bytes: Vec<u8>) -> Result<ReadPhoto, PhotoReadError> {
        let _turn = self.turns.acquire().await.map_err(StoreError::new)?;
        let read = tokio::task::spawn_blocking(move || {
            let photo = Photo::read(&bytes)?;
            Ok(ReadPhoto {
                width: photo.width(),
                height: photo.height(),
                upright: photo.to_jpeg(QUALITY),
                preview: photo.preview_jpeg(PREVIEW_EDGE),
                crop: parts(photo.framed()),
            })
        });
        read.await.map_err(StoreError::new)?.map_err(|problem| match problem {
            PhotoProblem::NotAnImage => PhotoReadError::NotAnImage,
            PhotoProblem::Unsupported => PhotoReadError::Unsupported,
            PhotoProblem::TooLarge => PhotoReadError::TooLarge,
            PhotoProblem::Damaged => PhotoReadError::Damaged,
        })
    }
}
