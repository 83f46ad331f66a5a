//! Receiving a photo (spec §5): weighed, decoded, turned upright, written anew without
//! its metadata, and only then added to the draft. A row without its file never exists.

use evernear_rules::{rules::MAX_PHOTO_BYTES, wire::PhotoView};

use super::{creator_state::photo_view, sweep::sweep_now};
use crate::{
    domain::{
        account::session::Member,
        id::PhotoId,
        media::{Batch, DRAFT_PHOTO_LIFETIME, ObjectKey, Photo},
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

impl AddPhotoFailed {
    /// The file itself is none that can be used, however often it is sent.
    fn is_of_the_file(&self) -> bool {
        match self {
            Self::TooHeavy => true,
            Self::Unreadable(error) => !matches!(error, PhotoReadError::Store(_)),
            Self::Full | Self::Store(_) => false,
        }
    }
}

/// Where a photo belongs among those of its draft.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Its place as the person chose it; without one it comes last.
    pub position: Option<u32>,
    /// What it was chosen together with.
    pub batch: Option<Batch>,
}

/// Adds a photo to the draft. A file that is refused takes those along that were chosen with
/// it: none of a batch is added when one of it cannot be.
pub async fn add_photo(
    ports: &Ports,
    member: &Member,
    placed: Placed,
    bytes: Vec<u8>,
) -> Result<PhotoView, AddPhotoFailed> {
    let batch = placed.batch.clone();
    let added = receive(ports, member, placed, bytes).await;
    if let (Err(error), Some(batch)) = (&added, &batch)
        && error.is_of_the_file()
    {
        refuse_batch(ports, member, batch).await?;
    }
    added
}

/// Takes back what arrived of a batch before its bad file did.
pub async fn refuse_batch(ports: &Ports, member: &Member, batch: &Batch) -> Result<(), StoreError> {
    if ports.photos.expire_batch(member.account.id, batch, ports.now()).await? > 0 {
        sweep_now(ports).await;
    }
    Ok(())
}

async fn receive(
    ports: &Ports,
    member: &Member,
    placed: Placed,
    bytes: Vec<u8>,
) -> Result<PhotoView, AddPhotoFailed> {
    if bytes.len() > MAX_PHOTO_BYTES as usize {
        return Err(AddPhotoFailed::TooHeavy);
    }
    let read = ports.reader.read(bytes).await?;
    let (now, parts) = ports.id_parts();
    let mut photo = Photo {
        id: PhotoId::new(now, &parts),
        owner: member.account.id,
        creation: None,
        width: read.width,
        height: read.height,
        who: None,
        crop: Some(read.crop),
        position: 0,
        batch: placed.batch,
        expires_at: now.after(DRAFT_PHOTO_LIFETIME),
    };
    let (upright, preview) = (ObjectKey::photo(photo.id), ObjectKey::preview(photo.id));
    let stored = async {
        ports.objects.put(&upright, read.upright).await?;
        ports.objects.put(&preview, read.preview).await?;
        ports.photos.add(&photo, placed.position, now).await.map_err(|error| match error {
            AddPhotoError::Full => AddPhotoFailed::Full,
            AddPhotoError::Store(error) => AddPhotoFailed::Store(error),
        })
    }
    .await;
    match stored {
        Ok(position) => photo.position = position,
        Err(error) => {
            ports.objects.delete(&upright).await?;
            ports.objects.delete(&preview).await?;
            return Err(error);
        }
    }
    Ok(photo_view(&photo))
}
