//! Ending a request. A photo that was added by it stays until one of the two takes it out.

use crate::{
    domain::{auth::session::Member, id::PhotoRequestId},
    ports::{Ports, StoreError},
};

/// Ends it; what has ended before stays as it is.
pub async fn stop_request(
    ports: &Ports,
    member: &Member,
    id: PhotoRequestId,
) -> Result<(), StoreError> {
    ports.photo_requests.stop_photo_request(member.account.id, id, ports.now()).await?;
    Ok(())
}
