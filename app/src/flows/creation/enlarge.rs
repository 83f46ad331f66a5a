//! One step of the picture of a finished memory in print size, by whichever worker holds its lease.
//!
//! Its photos stay for it and go with its last step: when it is stored, cannot be made, or has taken
//! [`LARGE_IMAGE_WITHIN`]. It gives way to every other task of the provider, so it may be begun
//! several times. Every step may be repeated.

use std::time::Duration;

use super::{advance::discard_superseded, request::picture_request};
use crate::{
    domain::{
        creation::{Creation, LargeImage},
        media::LARGE_IMAGE_WITHIN,
    },
    flows::system::sweep::sweep_now,
    ports::{Claimed, Ports, StoreError, Submitted, TaskId, TaskState},
};

/// How soon a step that met trouble outside, or gave way, is tried again.
const PAUSE: Duration = Duration::from_secs(3);

/// Does the next step of a claimed large image.
pub async fn enlarge_image(ports: &Ports, claimed: Claimed) -> Result<(), StoreError> {
    let Claimed { mut creation, lease } = claimed;
    let before = creation.state.task.clone();
    let pause = step(ports, &mut creation).await?;
    let saved = ports.creations.save_large_image(&creation, &lease, ports.now().after(pause)).await;
    let held = saved.as_ref().is_ok_and(|held| *held);
    let after = creation.state.task.clone();
    // Where the lease was not held any more, what this step began is nobody's.
    let (ended, kept) = if held { (before, after) } else { (after, before) };
    discard_superseded(ports, ended, kept).await?;
    if creation.large_image != LargeImage::Pending {
        if !held && ports.creations.find(creation.id).await?.is_none() {
            // The memory was deleted while this was made.
            ports.objects.delete(&creation.large_image_key()).await?;
        }
        sweep_now(ports).await;
    }
    saved.map(|_| ())
}

/// Changes the creation's task and large image; how long until the next step.
async fn step(ports: &Ports, creation: &mut Creation) -> Result<Duration, StoreError> {
    let waited = creation.ended_at.map_or(LARGE_IMAGE_WITHIN, |ended| ports.now().since(ended));
    if waited >= LARGE_IMAGE_WITHIN {
        return Ok(without(creation));
    }
    let Some(task) = creation.state.task.clone() else {
        let order = format!("{}-print", creation.id);
        let Some(request) = picture_request(ports, creation, order).await? else {
            return Ok(without(creation));
        };
        return Ok(match ports.imagery.start_large_picture(request).await {
            Ok(Submitted::Task(task)) => {
                creation.state.task = Some(task.0);
                ports.settings.poll_every
            }
            Ok(Submitted::FollowUp { .. }) => without(creation),
            Err(_) => PAUSE,
        });
    };
    Ok(match ports.imagery.check(&TaskId(task)).await {
        Err(_) => PAUSE,
        Ok(TaskState::Waiting { .. } | TaskState::Running { .. }) => ports.settings.poll_every,
        Ok(TaskState::Succeeded(chunks)) => {
            if ports.objects.put_chunks(&creation.large_image_key(), chunks).await.is_err() {
                return Ok(PAUSE);
            }
            creation.state.task = None;
            creation.large_image = LargeImage::Stored;
            Duration::ZERO
        }
        Ok(TaskState::Lost | TaskState::NotTaken(_)) => {
            creation.state.task = None;
            PAUSE
        }
        Ok(TaskState::Failed { .. } | TaskState::Refused) => without(creation),
    })
}

/// There will be none; the memory is finished all the same.
fn without(creation: &mut Creation) -> Duration {
    creation.state.task = None;
    creation.large_image = LargeImage::None;
    Duration::ZERO
}
