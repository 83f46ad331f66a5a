//! What is due to go: photos whose time is over, those that nobody added included, recordings, and
//! sessions that ended. Files go before their row, so that a crash in between only means doing it again.

use std::time::Duration;

use crate::{
    domain::{
        account::event::HISTORY_KEPT,
        auth::{factor::CHALLENGE_LIFETIME, flow_state::FLOW_KEPT},
        creation::Status,
        id::{CreationId, PhotoId, RecordingId},
        media::{ObjectKey, Photo, Subject},
        photo_request::REQUEST_KEPT,
        quota::LONGEST_WINDOW,
        sharing::ENDED_KEPT,
    },
    ports::{Ports, StoreError},
};

/// Age from which a file without a row is nobody's.
const STRAY_AGE: Duration = Duration::from_secs(3600);
/// How long copies of mails are kept where they are files.
const MAILS_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Most photos deleted in one sweep.
const BATCH: u32 = 100;
/// Most rows of a table that others write to meanwhile; the rest goes in the next sweep.
const MOST_ROWS: u32 = 10_000;

/// Deletes what is due; how many photos went.
pub async fn sweep(ports: &Ports) -> Result<usize, StoreError> {
    let due = ports.photos.expired(ports.now(), BATCH).await?;
    for photo in &due {
        delete_photo(ports, photo).await?;
    }
    for photo in ports.incoming.expired_incoming(ports.now(), BATCH).await? {
        delete_files(ports, photo).await?;
        ports.incoming.forget_incoming(photo).await?;
    }
    for recording in ports.recordings.expired_recordings(ports.now(), BATCH).await? {
        delete_recording(ports, recording).await?;
    }
    ports.sessions.forget_expired(ports.now()).await?;
    ports.unsent.forget_expired_words(ports.now()).await?;
    ports.one_time.forget_expired_tokens(ports.now()).await?;
    ports.quotas.forget_quotas(ports.now().before(LONGEST_WINDOW)).await?;
    ports.flows.forget_old_flows(ports.now().before(FLOW_KEPT)).await?;
    ports.welcomes.forget_welcomes(ports.now()).await?;
    ports.shares.forget_shares(ports.now(), ports.now().before(ENDED_KEPT)).await?;
    ports.photo_requests.forget_photo_requests(ports.now().before(REQUEST_KEPT)).await?;
    let kept = ports.mailer.forget_older(ports.now().before(MAILS_KEPT)).await;
    kept.map_err(StoreError::new)?;
    ports.factors.forget_challenges(ports.now().before(CHALLENGE_LIFETIME), MOST_ROWS).await?;
    ports.events.forget_events(ports.now().before(HISTORY_KEPT), MOST_ROWS).await?;
    Ok(due.len())
}

/// Deletes files that no row knows of or needs: an upload that broke off, what a failed
/// attempt left when a later one took its photos. Only what is old enough that nobody can
/// still be writing it; how many there were.
pub async fn sweep_strays(ports: &Ports) -> Result<usize, StoreError> {
    let mut strays = 0;
    for key in ports.objects.older_than(ports.now().before(STRAY_AGE)).await? {
        let needed = match key.subject() {
            Some(Subject::Photo(id)) => ports.photos.exists(id).await?,
            Some(Subject::Recording(id)) => ports.recordings.recording_exists(id).await?,
            Some(Subject::Memory(id)) => memory_needed(ports, id).await?,
            None => true,
        };
        if !needed {
            ports.objects.delete(&key).await?;
            strays += 1;
        }
    }
    Ok(strays)
}

async fn memory_needed(ports: &Ports, id: CreationId) -> Result<bool, StoreError> {
    let Some(creation) = ports.creations.find(id).await? else { return Ok(false) };
    Ok(match creation.status {
        Status::Running | Status::Finished => true,
        Status::Cancelled => false,
        // As long as it can be tried again.
        Status::Failed => !ports.photos.of_creation(id).await?.is_empty(),
    })
}

/// Deletes what became due just now. Trouble is no fault of whoever caused it: the next
/// sweep finds it again.
pub(in crate::flows) async fn sweep_now(ports: &Ports) {
    let _ = sweep(ports).await;
}

/// Deletes a photo, and with it what an attempt that failed made of it.
pub(in crate::flows) async fn delete_photo(ports: &Ports, photo: &Photo) -> Result<(), StoreError> {
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
    ports.cutter.forget(photo.id);
    delete_files(ports, photo.id).await?;
    ports.photos.forget(photo.id).await
}

/// Deletes both files of a photo.
pub(in crate::flows) async fn delete_files(ports: &Ports, id: PhotoId) -> Result<(), StoreError> {
    ports.objects.delete(&ObjectKey::photo(id)).await?;
    ports.objects.delete(&ObjectKey::preview(id)).await
}

/// Deletes a recording and its file.
pub(in crate::flows) async fn delete_recording(
    ports: &Ports,
    id: RecordingId,
) -> Result<(), StoreError> {
    ports.objects.delete(&ObjectKey::recording(id)).await?;
    ports.recordings.forget_recording(id).await
}
