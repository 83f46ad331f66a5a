//! What is due to go: photos whose time is over and sessions that ended. Files go before
//! their row, so that a crash in between only means doing it again.

use crate::{
    domain::{
        creation::Status,
        media::{ObjectKey, Photo},
    },
    ports::{Ports, StoreError},
};

/// Most photos deleted in one sweep.
const BATCH: u32 = 100;

/// Deletes what is due; how many photos went.
pub async fn sweep(ports: &Ports) -> Result<usize, StoreError> {
    let due = ports.photos.expired(ports.now(), BATCH).await?;
    for photo in &due {
        delete_photo(ports, photo).await?;
    }
    ports.sessions.forget_expired(ports.now()).await?;
    Ok(due.len())
}

/// Deletes what became due just now. Trouble is no fault of whoever caused it: the next
/// sweep finds it again.
pub(super) async fn sweep_now(ports: &Ports) {
    let _ = sweep(ports).await;
}

/// Deletes a photo, and with it what an attempt that failed made of it.
pub(super) async fn delete_photo(ports: &Ports, photo: &Photo) -> Result<(), StoreError> {
    let attempt = match photo.creation {
        Some(id) => ports.creations.get(photo.owner, id).await?,
        None => None,
    };
    if let Some(attempt) =
        attempt.filter(|attempt| matches!(attempt.status, Status::Failed | Status::Cancelled))
    {
        ports.objects.delete(&attempt.image_key()).await?;
        ports.objects.delete(&attempt.film_key()).await?;
    }
    ports.objects.delete(&ObjectKey::photo(photo.id)).await?;
    ports.objects.delete(&ObjectKey::preview(photo.id)).await?;
    ports.photos.forget(photo.id).await
}
