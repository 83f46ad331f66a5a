//! The security history of an account: written by the flows, read by its owner.

use crate::{
    domain::{
        account::{
            Account,
            event::{Event, EventKind, Origin},
        },
        id::{AccountId, EventId},
        mail::QueuedMail,
        quota::Quota,
    },
    flows::system::take_quota::{MailSubject, SpendError},
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
pub(in crate::flows) async fn record_padding(ports: &Ports, writes: u32) -> Result<(), StoreError> {
    for _ in 0..writes {
        ports.events.record_padding().await?;
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
        tell_owner(ports, account, &mail).await?;
    }
    Ok(())
}

/// Queues a mail about the account's safety. To an address that nobody has proven, which may be
/// a stranger's, it counts as one of those that strangers can ask for.
pub(in crate::flows) async fn tell_owner(
    ports: &Ports,
    account: &Account,
    mail: &QueuedMail,
) -> Result<(), StoreError> {
    if account.email_proven_at.is_none() {
        let mailbox = MailSubject::mailbox(ports, &account.email);
        match mailbox.take(ports, Quota::Mails).await {
            Ok(()) => {}
            Err(SpendError::TooOften(_)) => return Ok(()),
            Err(SpendError::Store(error)) => return Err(error),
        }
    }
    ports.mails.queue_mail(mail).await?;
    ports.wake.wake();
    Ok(())
}

/// Writes a change in how the account is signed in to, and tells its owner, whose session or
/// mailbox somebody else may have used.
pub(in crate::flows) async fn record_and_tell(
    ports: &Ports,
    account: AccountId,
    kind: EventKind,
    origin: &Origin,
) -> Result<(), StoreError> {
    record(ports, account, kind, origin).await?;
    let Some(account) = ports.accounts.by_id(account).await? else { return Ok(()) };
    let mail = mails::security_change(ports, &account.email, kind.words(), origin)?;
    tell_owner(ports, &account, &mail).await
}

/// The latest lines, newest first.
pub async fn history(ports: &Ports, account: AccountId) -> Result<Vec<Event>, StoreError> {
    ports.events.events(account, SHOWN).await
}
