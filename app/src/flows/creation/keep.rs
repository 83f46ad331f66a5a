//! Keeping what a provider made: it is copied while it comes, and the step keeps its lease meanwhile.

use std::time::Duration;

use futures::{TryStreamExt as _, stream};

use super::{orders::TROUBLE_PAUSE, outcome::StepOutcome};
use crate::{
    domain::{
        creation::{Creation, Failure, MAX_RESTARTS},
        id::CreationId,
        media::Photo,
    },
    ports::{Chunks, Lease, Part, Ports, StoreError, TaskId},
};

/// How long a step that copies what a provider made has its lease from each part that comes: longer than a
/// part is awaited. It is written down no more often than this.
const COPYING_LEASE: Duration = Duration::from_secs(60);
const RENEW_EVERY: Duration = Duration::from_secs(10);

/// What comes from outside, as long as the lease is held: it may come more slowly than a lease lasts.
pub(super) fn leased(ports: &Ports, creation: CreationId, lease: &Lease, chunks: Chunks) -> Chunks {
    let (ports, lease) = (ports.clone(), lease.clone());
    Box::pin(stream::try_unfold((chunks, None), move |(mut chunks, renewed)| {
        let (ports, lease) = (ports.clone(), lease.clone());
        async move {
            let Some(chunk) = chunks.try_next().await? else { return Ok(None) };
            let now = ports.now();
            let last = renewed.filter(|at| now.since(*at) < RENEW_EVERY);
            if last.is_none()
                && !ports.creations.renew_lease(creation, &lease, now.after(COPYING_LEASE)).await?
            {
                return Err(StoreError::new("the lease has ended"));
            }
            Ok(Some((chunk, (chunks, last.or(Some(now))))))
        }
    }))
}

/// Stores what the provider made; its task is deleted once that is written down.
pub(super) async fn keep(
    ports: &Ports,
    creation: &mut Creation,
    part: Part,
    chunks: Chunks,
) -> StepOutcome {
    // Asked before anything is stored: where it fails, the step is repeated.
    let (Ok(has_recording), Ok(has_keepsake)) =
        (has_recording(ports, creation, part).await, has_keepsake(ports, creation).await)
    else {
        return StepOutcome::Continue(TROUBLE_PAUSE);
    };
    let key = match part {
        Part::Image => creation.image_key(),
        Part::Film => creation.film_key(),
    };
    if ports.objects.put_chunks(&key, chunks).await.is_err() {
        creation.state.restarts += 1;
        return if creation.state.restarts > MAX_RESTARTS {
            StepOutcome::Fail(Failure::Storage)
        } else {
            StepOutcome::Continue(TROUBLE_PAUSE)
        };
    }
    let task = creation.state.task.take().map(TaskId);
    let made_by = task.and_then(|task| ports.imagery.model_of(&task)).map(str::to_owned);
    match part {
        Part::Image => {
            creation.state.image_stored = true;
            creation.state.has_keepsake = made_by.is_none() && has_keepsake;
            creation.state.image_by = made_by;
        }
        Part::Film => {
            creation.state.film_stored = true;
            creation.state.has_recording = made_by.is_none() && has_recording;
            creation.state.has_keepsake = made_by.is_none() && has_keepsake;
            creation.state.film_by = made_by;
        }
    }
    creation.state.troubles = 0;
    creation.state.films_ahead = None;
    creation.progress = creation.progress.max(part.phase().to);
    StepOutcome::Continue(Duration::ZERO)
}

/// Whether a film of our own carries a recording.
async fn has_recording(ports: &Ports, creation: &Creation, part: Part) -> Result<bool, StoreError> {
    if part == Part::Image || !ports.imagery.carries_recordings() {
        return Ok(false);
    }
    Ok(ports.recordings.recording_of_creation(creation.id).await?.is_some())
}

/// Whether a keepsake is in what we make of its photos.
async fn has_keepsake(ports: &Ports, creation: &Creation) -> Result<bool, StoreError> {
    if !ports.imagery.takes_keepsakes() {
        return Ok(false);
    }
    let photos = ports.photos.of_creation(creation.id).await?;
    Ok(photos.iter().any(Photo::is_keepsake))
}
