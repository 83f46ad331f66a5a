//! Mails: queued in the same transaction as what they tell of, sent by the worker.

use async_trait::async_trait;

use crate::{
    domain::{
        account::Email,
        id::{AccountId, MailId},
        mail::{Mail, QueuedMail},
        timestamp::Timestamp,
    },
    ports::{Lease, StoreError},
};

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It will never be taken: no such mailbox.
    #[error("refused: {0}")]
    Refused(String),
    /// It may be taken later.
    #[error("not now: {0}")]
    Later(String),
}

/// Hands a mail over.
#[async_trait]
pub trait Mailer: Send + Sync {
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
    /// Removes copies of what was sent to this address, where copies are kept.
    async fn forget(&self, _to: &Email) -> Result<(), MailError> {
        Ok(())
    }
    /// Removes copies of what was sent before, where copies are kept.
    async fn forget_older(&self, _than: Timestamp) -> Result<(), MailError> {
        Ok(())
    }
}

/// A mail that is this worker's until the lease ends.
#[derive(Clone, Debug)]
pub struct ClaimedMail {
    pub mail: QueuedMail,
    pub lease: Lease,
}

/// Which mails a person wants no more, by their kind (`OptionalMail`).
#[async_trait]
pub trait OptionalMailStore: Send + Sync {
    async fn refuses_mail(&self, account: AccountId, kind: &str) -> Result<bool, StoreError>;
    async fn refuse_mail(
        &self,
        account: AccountId,
        kind: &str,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    async fn allow_mail(&self, account: AccountId, kind: &str) -> Result<(), StoreError>;
}

/// Mails that wait to be sent. What must not be told unless something was stored is queued
/// by the store that stores it, in the same transaction.
#[async_trait]
pub trait MailStore: Send + Sync {
    /// A mail that tells of nothing stored.
    async fn queue_mail(&self, mail: &QueuedMail) -> Result<(), StoreError>;
    /// Takes the one that is due longest, for `lease_until`.
    async fn claim_mail(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<ClaimedMail>, StoreError>;
    /// It is done with: the row goes, and with it what it said. No when the lease is stale.
    async fn mail_done(&self, id: MailId, lease: &Lease) -> Result<bool, StoreError>;
    /// It is tried again at `next`. No when the lease is stale.
    async fn mail_later(
        &self,
        id: MailId,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Gives back what an earlier life of this worker had claimed; how many.
    async fn release_mails(&self, worker: &str, at: Timestamp) -> Result<u64, StoreError>;
}
