//! The security history of an account: written by the flows, read by its owner.

use crate::{
    domain::{
        account::{
            Account,
            event::{Event, EventKind, Origin},
        },
        id::{AccountId, EventId},
    },
    mails,
    ports::{Ports, StoreError},
};

/// How much of it is shown.
const SHOWN: u32 = 50;

/// Writes a line.
pub async fn record(
    ports: &Ports,
    account: AccountId,
    kind: EventKind,
    origin: &Origin,
) -> Result<(), StoreError> {
    let (at, parts) = ports.id_parts();
    let id = EventId::new(at, &parts);
    ports.events.record(&Event { id, account, kind, origin: origin.clone(), at }).await
}

/// As many writes as the same request costs for an address that has an account, so that its
/// answer takes as long.
pub(super) async fn record_nobody(ports: &Ports, writes: u32) -> Result<(), StoreError> {
    for _ in 0..writes {
        ports.events.record_nobody().await?;
    }
    Ok(())
}

/// Someone is in, all proofs given: written down, and told by mail when this browser was
/// never seen before and others were.
pub async fn entered(ports: &Ports, account: &Account, origin: &Origin) -> Result<(), StoreError> {
    let (same, any) = ports.events.entered_before(account.id, origin).await?;
    record(ports, account.id, EventKind::SignedIn, origin).await?;
    if any && !same {
        let mail = mails::new_sign_in(ports, &account.email, origin)?;
        ports.mails.queue_mail(&mail).await?;
        ports.wake.wake();
    }
    Ok(())
}

/// The latest lines, newest first.
pub async fn history(ports: &Ports, account: AccountId) -> Result<Vec<Event>, StoreError> {
    ports.events.events(account, SHOWN).await
}
