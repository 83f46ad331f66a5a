//! Cancelling: the credits come back and the photos go, at once, and the provider's task is
//! written down to be stopped. What was rendered until then was free, so cancellations are counted.

use super::{begin::release, delete_task::discard_noted_task};
use crate::{
    domain::{
        creation::{Creation, Status},
        id::{AccountId, CreationId},
        media::ObjectKey,
        rate_limit::Limit,
    },
    flows::system::sweep::sweep_now,
    ports::{Fetched, Ports, TaskId},
    problem::{Kind, Problem},
};

/// Cancels a running creation; one that has ended stays as it is. What a client program has fetched is paid
/// for, and refused.
pub async fn cancel_creation(
    ports: &Ports,
    owner: AccountId,
    id: CreationId,
) -> Result<Creation, Problem> {
    let creation = cancel(ports, owner, id, Fetched::IsKept).await?;
    if creation.status == Status::Running {
        let message = "A program has fetched this picture, so it is paid for. Without a film it is kept as a picture when its day is over.";
        return Err(Problem::new(Kind::Conflict, message));
    }
    Ok(creation)
}

/// The same of whatever runs, for an account that goes.
pub(in crate::flows) async fn cancel_for_deletion(
    ports: &Ports,
    owner: AccountId,
    id: CreationId,
) -> Result<(), Problem> {
    cancel(ports, owner, id, Fetched::GoesToo).await.map(|_| ())
}

async fn cancel(
    ports: &Ports,
    owner: AccountId,
    id: CreationId,
    fetched: Fetched,
) -> Result<Creation, Problem> {
    let cancelled = ports.creations.cancel(owner, id, fetched, release(ports), ports.now()).await?;
    let creation = ports.creations.get(owner, id).await?.ok_or_else(Problem::not_found)?;
    if cancelled {
        // Cancelling is always possible; what is refused, once there were too many, is to begin.
        let _ = ports.rate_limiter.check(Limit::Cancelled, &owner.to_string());
        ports.objects.delete(&creation.image_key()).await?;
        ports.objects.delete(&creation.film_key()).await?;
        if let Some(earlier) = creation.image_of {
            ports.objects.delete(&ObjectKey::image(earlier)).await?;
        }
        for task in creation.state.task.iter().chain(&creation.state.task_to_delete) {
            discard_noted_task(ports, TaskId(task.clone())).await?;
        }
        sweep_now(ports).await;
    }
    Ok(creation)
}
