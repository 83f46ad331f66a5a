//! Uploads read by the renderer's photo intake, off the request threads and at most one a
//! core at once: a photo in memory is large.

use async_trait::async_trait;
use evernear_app::ports::{PhotoReadError, PhotoReader, ReadPhoto, StoreError};
use evernear_renderer::{Photo, PhotoProblem};
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
