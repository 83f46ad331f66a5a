//! Ending links: one, or all of an account.

use crate::{
    domain::{auth::session::Member, id::ShareId},
    ports::{Ports, StoreError},
};

/// Ends a link; what has ended before stays as it is.
pub async fn stop_link(ports: &Ports, member: &Member, id: ShareId) -> Result<(), StoreError> {
    ports.shares.stop_share(member.account.id, id, ports.now()).await?;
    Ok(())
}

/// Ends every link of the account.
pub async fn stop_links(ports: &Ports, member: &Member) -> Result<(), StoreError> {
    ports.shares.stop_shares(member.account.id, ports.now()).await?;
    Ok(())
}
