//! Cancelling: the credits come back and the photos go, at once; the provider's task is
//! stopped after that. What was rendered until then was free, so cancellations are counted.

use super::begin::release;
use crate::{
    domain::{
        creation::Creation,
        id::{AccountId, CreationId},
        media::ObjectKey,
        rate_limit::Limit,
    },
    flows::system::sweep::sweep_now,
    ports::{Ports, TaskId},
    problem::Problem,
};

/// Cancels a running creation; one that has ended stays as it is.
pub async fn cancel_creation(
    ports: &Ports,
    owner: AccountId,
    id: CreationId,
) -> Result<Creation, Problem> {
    let cancelled = ports.creations.cancel(owner, id, release(ports), ports.now()).await?;
    let creation = ports.creations.get(owner, id).await?.ok_or_else(Problem::not_found)?;
    if cancelled {
        // Cancelling is always possible; what is refused, once there were too many, is to begin.
        let _ = ports.rate_limiter.check(Limit::Cancelled, &owner.to_string());
        for task in creation.state.task.iter().chain(&creation.state.idle) {
            ports.imagery.discard(&TaskId(task.clone())).await;
        }
        ports.objects.delete(&creation.image_key()).await?;
        ports.objects.delete(&creation.film_key()).await?;
        if let Some(earlier) = creation.image_of {
            ports.objects.delete(&ObjectKey::image(earlier)).await?;
        }
        sweep_now(ports).await;
    }
    Ok(creation)
}
