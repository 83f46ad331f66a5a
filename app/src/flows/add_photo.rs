//! Receiving a photo (spec §5): weighed, decoded, turned upright, written anew without
//! its metadata, and only then added to the draft. A row without its file never exists.

use evernear_rules::{rules::MAX_PHOTO_BYTES, wire::PhotoView};

use super::creator_state::photo_view;
use crate::{
    domain::{
        account::session::Member,
        id::PhotoId,
        media::{DRAFT_PHOTO_LIFETIME, ObjectKey, Photo},
    },
    ports::{AddPhotoError, PhotoReadError, Ports, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum AddPhotoFailed {
    #[error("there are three photos already")]
    Full,
    #[error("more than 6 MB")]
    TooHeavy,
    #[error(transparent)]
    Unreadable(#[from] PhotoReadError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds a photo to the draft.
pub async fn add_photo(
    ports: &Ports,
    member: &Member,
    bytes: Vec<u8>,
) -> Result<PhotoView, AddPhotoFailed> {
    if bytes.len() > MAX_PHOTO_BYTES as usize {
        return Err(AddPhotoFailed::TooHeavy);
    }
    let read = ports.reader.read(bytes).await?;
    let (now, parts) = ports.id_parts();
    let photo = Photo {
        id: PhotoId::new(now, &parts),
        owner: member.account.id,
        creation: None,
        width: read.width,
        height: read.height,
        who: None,
        crop: Some(read.crop),
        expires_at: now.after(DRAFT_PHOTO_LIFETIME),
    };
    let (upright, preview) = (ObjectKey::photo(photo.id), ObjectKey::preview(photo.id));
    let stored = async {
        ports.objects.put(&upright, read.upright).await?;
        ports.objects.put(&preview, read.preview).await?;
        ports.photos.add(&photo, now).await.map_err(|error| match error {
            AddPhotoError::Full => AddPhotoFailed::Full,
            AddPhotoError::Store(error) => AddPhotoFailed::Store(error),
        })
    }
    .await;
    if let Err(error) = stored {
        ports.objects.delete(&upright).await?;
        ports.objects.delete(&preview).await?;
        return Err(error);
    }
    Ok(photo_view(&photo))
}
