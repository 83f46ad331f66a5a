//! Taking a way to sign in away, and writing that down for the account's owner.

use crate::{
    domain::{
        account::event::{EventKind, Origin},
        id::{AccountId, IdentityId},
    },
    flows::account::security_history::record_and_tell,
    ports::{Ports, UnlinkError},
};

/// Removes it, unless it is the last.
pub async fn unlink_identity(
    ports: &Ports,
    account: AccountId,
    id: IdentityId,
    origin: &Origin,
) -> Result<(), UnlinkError> {
    ports.identities.unlink(account, id, ports.now()).await?;
    Ok(record_and_tell(ports, account, EventKind::IdentityRemoved, origin).await?)
}
