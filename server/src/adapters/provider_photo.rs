//! Photos as a provider outside gets them: the part that is to be shown, no larger than is needed, and
//! without metadata.

use evernear_app::ports::{RequestPhoto, StoreError};
use evernear_renderer::Photo;

use super::photo_reader::crop_box;

/// Most bytes of a photo: encoded in base64 they fit where providers take 5 MB.
const MOST_BYTES: usize = 3_300_000;

/// A fresh JPEG with at most `longest` pixels on its long side. Where the person chose a part of the
/// photo, nothing else of it is sent.
///
/// # Errors
/// Where the photo is gone or no photo.
pub async fn for_provider(photo: &RequestPhoto, longest: u32) -> Result<Vec<u8>, StoreError> {
    let (bytes, chosen) = (photo.file.bytes().await?, photo.chosen);
    let scaled = tokio::task::spawn_blocking(move || {
        let photo = Photo::read(&bytes).map_err(StoreError::new)?;
        let shown = match chosen {
            Some(part) => photo.part(crop_box(part)),
            None => photo,
        };
        Ok(shown.fitted(longest).to_jpeg_within(MOST_BYTES))
    });
    scaled.await.map_err(StoreError::new)?
}

/// A picture that a film begins as, by the same rules.
///
/// # Errors
/// Where it is no picture.
pub async fn picture_for_provider(bytes: Vec<u8>, longest: u32) -> Result<Vec<u8>, StoreError> {
    let scaled = tokio::task::spawn_blocking(move || {
        let picture = Photo::read(&bytes).map_err(StoreError::new)?;
        Ok(picture.fitted(longest).to_jpeg_within(MOST_BYTES))
    });
    scaled.await.map_err(StoreError::new)?
}
