//! What is due to go: photos whose time is over and sessions that ended. Files go before
//! their row, so that a crash in between only means doing it again.

use crate::{
    domain::{id::PhotoId, media::ObjectKey},
    ports::{Ports, StoreError},
};

/// Most photos deleted in one sweep.
const BATCH: u32 = 100;

/// Deletes what is due; how many photos went.
pub async fn sweep(ports: &Ports) -> Result<usize, StoreError> {
    let due = ports.photos.expired(ports.now(), BATCH).await?;
    for id in &due {
        delete_photo(ports, *id).await?;
    }
    ports.sessions.forget_expired(ports.now()).await?;
    Ok(due.len())
}

/// Deletes what became due just now. Trouble is no fault of whoever caused it: the next
/// sweep finds it again.
pub(super) async fn sweep_now(ports: &Ports) {
    let _ = sweep(ports).await;
}

pub(super) async fn delete_photo(ports: &Ports, id: PhotoId) -> Result<(), StoreError> {
    ports.objects.delete(&ObjectKey::photo(id)).await?;
    ports.objects.delete(&ObjectKey::preview(id)).await?;
    ports.photos.forget(id).await
}
