//! A person's photo as a provider outside receives it: a fresh JPEG without metadata, no larger than the
//! provider needs, and of it only the part that the person chose, where they chose one.

use std::thread;

use evernear_app::ports::{RequestPhoto, StoreError};
use evernear_renderer::{CropBox, Photo};
use tokio::sync::{Semaphore, oneshot};

use super::photo_reader::crop_box;

/// JPEG quality: a face keeps its skin, and three photos stay within a few megabytes.
const QUALITY: u8 = 90;
/// How many photos are scaled at once.
static PLACES: Semaphore = Semaphore::const_new(2);

/// The JPEG, at most `longest` pixels on its long side.
///
/// # Errors
/// Where the photo is not there any more, or is none.
pub async fn for_provider(photo: &RequestPhoto, longest: u32) -> Result<Vec<u8>, StoreError> {
    let bytes = photo.file.bytes().await?;
    let part = photo.chosen.map(crop_box);
    scaled(bytes, part, longest).await
}

/// A finished picture by the same rules, for a film that begins as it.
///
/// # Errors
/// Where it is no picture.
pub async fn picture_for_provider(bytes: Vec<u8>, longest: u32) -> Result<Vec<u8>, StoreError> {
    scaled(bytes, None, longest).await
}

/// On a thread that gives way to those that serve requests: many orders may be placed at once.
async fn scaled(
    bytes: Vec<u8>,
    part: Option<CropBox>,
    longest: u32,
) -> Result<Vec<u8>, StoreError> {
    let place = PLACES.acquire().await.map_err(StoreError::new)?;
    let (sender, made) = oneshot::channel();
    let work = move || {
        // On Linux "no process" means the calling thread. Failing to be modest is no failure.
        let _ = rustix::process::setpriority_process(None, 10);
        let photo = Photo::read(&bytes).map(|photo| photo.part_jpeg(part, longest, QUALITY));
        drop(place);
        // Whoever asked may have gone.
        let _ = sender.send(photo);
    };
    thread::Builder::new()
        .name("provider-photo".to_owned())
        .spawn(work)
        .map_err(StoreError::new)?;
    made.await.map_err(StoreError::new)?.map_err(StoreError::new)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_trait::async_trait;
    use evernear_app::{domain::media::WHOLE, ports::PhotoFile};
    use evernear_rules::{presentation::TouchUp, wire::Crop};

    use super::*;

    struct File(Vec<u8>);

    #[async_trait]
    impl PhotoFile for File {
        async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
            Ok(self.0.clone())
        }
    }

    fn photo(bytes: Vec<u8>, chosen: Option<Crop>) -> RequestPhoto {
        let suggested = Crop { x: 0, y: 0, width: WHOLE, height: WHOLE };
        let touch_up = TouchUp::default();
        RequestPhoto { file: Arc::new(File(bytes)), suggested, chosen, touch_up }
    }

    #[tokio::test]
    async fn a_photo_is_as_large_as_asked_for_and_shows_what_was_chosen() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/photos/woman-brown-hair-blue-suit.jpg");
        let bytes = std::fs::read(path).expect("a photo");
        let whole = Photo::read(&bytes).expect("a photo");
        let sides = |jpeg: &[u8]| {
            let photo = Photo::read(jpeg).expect("a photo");
            (photo.width(), photo.height())
        };
        let sent = for_provider(&photo(bytes.clone(), None), 4_000).await.expect("sent");
        assert_eq!(sides(&sent), (whole.width(), whole.height()), "never enlarged");
        let sent = for_provider(&photo(bytes.clone(), None), 300).await.expect("sent");
        let (width, height) = sides(&sent);
        assert_eq!(width.max(height), 300);
        let half = Crop { x: WHOLE / 2, y: WHOLE / 2, width: WHOLE / 2, height: WHOLE / 2 };
        let sent = for_provider(&photo(bytes.clone(), Some(half)), 4_000).await.expect("sent");
        assert_eq!(sides(&sent), (whole.width() / 2, whole.height() / 2));
        assert!(for_provider(&photo(bytes[..99].to_vec(), None), 300).await.is_err());
    }
}
