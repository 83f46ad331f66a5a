//! The mail that tells whoever left the page that their memory is ready, or could not be made.

use crate::{
    domain::{
        account::Account,
        auth::session::Member,
        creation::{Creation, Status},
        mail::{OptionalMail, QueuedMail},
    },
    mails,
    ports::{Ports, StoreError},
};

/// For a memory that is finished; nothing where its owner wants no such mail, or no person asked for it.
pub(super) async fn ready_mail(
    ports: &Ports,
    creation: &Creation,
) -> Result<Option<QueuedMail>, StoreError> {
    match recipient(ports, creation).await? {
        Some(account) => mails::memory_ready(ports, &account, creation).map(Some),
        None => Ok(None),
    }
}

/// The same for one that could not be made, with what comes back.
pub(super) async fn failed_mail(
    ports: &Ports,
    creation: &Creation,
) -> Result<Option<QueuedMail>, StoreError> {
    let credits = match creation.retake_of {
        Some(_) => "Your free retake is back.",
        None => "Your credits are back.",
    };
    match recipient(ports, creation).await? {
        Some(account) => mails::memory_failed(ports, &account, credits).map(Some),
        None => Ok(None),
    }
}

async fn recipient(ports: &Ports, creation: &Creation) -> Result<Option<Account>, StoreError> {
    if creation.state.program.is_some() {
        return Ok(None);
    }
    let kind = OptionalMail::Outcome.name();
    if ports.optional_mails.refuses_mail(creation.owner, &kind).await? {
        return Ok(None);
    }
    let account = ports.accounts.by_id(creation.owner).await?;
    // An address that no mailbox vouched for may be a stranger's.
    Ok(account.filter(|account| account.email_proven_at.is_some()))
}

/// Its owner has its page open after its end: the mail about it is not needed.
pub(crate) async fn note_watched(
    ports: &Ports,
    member: &Member,
    creation: &Creation,
) -> Result<(), StoreError> {
    match creation.outcome_mail {
        Some(mail) if creation.status != Status::Running => {
            ports.creations.withdraw_outcome_mail(member.account.id, creation.id, mail).await
        }
        _ => Ok(()),
    }
}
