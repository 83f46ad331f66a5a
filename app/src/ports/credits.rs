//! The ledger, read and checked; the one way an operator adds to it; and welcome credits, once
//! for a mailbox, also when its account was deleted meanwhile.

use async_trait::async_trait;

use crate::{
    domain::{
        account::Email,
        credits::{Entry, HistoryLine},
        id::{AccountId, EntryId},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// An account whose books do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    pub account: String,
    pub what: String,
}

#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    /// A reference stands for one gift to one account.
    #[error("under this reference credits were given to another account")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait CreditStore: Send + Sync {
    /// Credits free to spend.
    async fn balance(&self, account: AccountId) -> Result<Option<u32>, StoreError>;
    /// Gives credits; asked again for the same account and reference it gives nothing more.
    /// The balance afterwards.
    async fn grant(
        &self,
        account: AccountId,
        entry: EntryId,
        credits: u32,
        reference: &str,
        at: Timestamp,
    ) -> Result<u32, GrantError>;
    /// Every entry, newest first, those before the entry of this number.
    async fn history(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError>;
    /// One line a memory and one for each other entry, those that were begun last first, before the
    /// line of this number.
    async fn history_lines(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<HistoryLine>, StoreError>;
    /// Every account whose ledger, balance, holds and payments disagree.
    async fn check(&self) -> Result<Vec<Discrepancy>, StoreError>;
}

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
    /// Forgets mailboxes whose time is over.
    async fn forget_welcomes(&self, now: Timestamp) -> Result<u64, StoreError>;
}
