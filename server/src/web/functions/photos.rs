//! The photos of a call: base64, with or without a data URL's head, decoded and checked like uploads.

use async_trait::async_trait;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use evernear_app::{
    domain::account::{Account, event::Origin},
    flows::draft::add_photo::{AddPhotoFailed, read_photo},
    ports::{PhotoFile, Ports, ReadPhoto, StoreError},
    problem::Problem,
};
use evernear_rules::photos::{MAX_PHOTO_BYTES, PHOTO_REJECTED};

use super::result::FunctionError;

/// A photo in memory.
struct Decoded(Vec<u8>);

#[async_trait]
impl PhotoFile for Decoded {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        Ok(self.0.clone())
    }
}

/// Reads a photo, as an upload is read.
pub async fn read(
    ports: &Ports,
    account: &Account,
    origin: &Origin,
    text: &str,
) -> Result<ReadPhoto, FunctionError> {
    let photo = Decoded(decoded(text)?);
    read_photo(ports, account.id, origin, &photo).await.map_err(|error| Problem::from(error).into())
}

fn decoded(text: &str) -> Result<Vec<u8>, FunctionError> {
    let base64 = match text.split_once(',') {
        Some((head, base64)) if head.starts_with("data:") => base64,
        _ => text,
    };
    if base64.len() / 4 * 3 > MAX_PHOTO_BYTES as usize + 3 {
        return Err(Problem::from(AddPhotoFailed::TooLarge).into());
    }
    let bytes = STANDARD.decode(base64.trim());
    let bytes = bytes.map_err(|_| FunctionError::bad(PHOTO_REJECTED))?;
    if bytes.len() > MAX_PHOTO_BYTES as usize {
        return Err(Problem::from(AddPhotoFailed::TooLarge).into());
    }
    Ok(bytes)
}
