//! Deleting a finished memory: its files first, then its row, so that nothing is left
//! behind that no row knows of.

use crate::{
    domain::{auth::session::Member, creation::Status, id::CreationId},
    flows::system::sweep::sweep_now,
    ports::Ports,
    problem::{Kind, Problem},
};

/// Deletes a memory for good.
pub async fn delete_memory(ports: &Ports, member: &Member, id: CreationId) -> Result<(), Problem> {
    let owner = member.account.id;
    let creation = ports.creations.get(owner, id).await?.ok_or_else(Problem::not_found)?;
    if creation.status == Status::Running {
        return Err(Problem::new(
            Kind::Conflict,
            "This memory is still being made. Cancel it first.",
        ));
    }
    ports.objects.delete(&creation.image_key()).await?;
    ports.objects.delete(&creation.large_image_key()).await?;
    ports.objects.delete(&creation.film_key()).await?;
    ports.photos.expire_of_creation(owner, id, ports.now()).await?;
    ports.creations.delete(owner, id).await?;
    sweep_now(ports).await;
    Ok(())
}
