//! Welcome credits: once for a mailbox, also when its account was deleted meanwhile.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{
    account::Email,
    id::{AccountId, EntryId},
    moment::Moment,
};

/// Welcome credits to be granted, as a ledger entry.
#[derive(Clone, Debug)]
pub struct Welcome {
    pub entry: EntryId,
    pub credits: u32,
    /// [`Mailboxes::digest`] of the account's address.
    pub mailbox: String,
}

/// Names mailboxes without telling whose they are.
pub trait Mailboxes: Send + Sync {
    /// A keyed digest of [`Email::mailbox`], hex, by a key that never changes.
    fn digest(&self, email: &Email) -> String;
}

#[async_trait]
pub trait WelcomeStore: Send + Sync {
    /// Whether the account was given its welcome credits.
    async fn welcomed(&self, account: AccountId) -> Result<bool, StoreError>;
    /// Accounts that had them before digests were kept.
    async fn unmarked(&self, limit: u32) -> Result<Vec<(AccountId, Email)>, StoreError>;
    /// Keeps the digest of such an account's mailbox; others are left alone.
    async fn mark(&self, account: AccountId, mailbox: &str, at: Moment) -> Result<(), StoreError>;
    /// Forgets mailboxes whose time is over.
    async fn forget_welcomes(&self, now: Moment) -> Result<u64, StoreError>;
}
