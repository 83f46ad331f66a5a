//! Applications, messages and the administrator's log, as transactions.

use async_trait::async_trait;
use evernear_rules::wire::{EntryStatus, WaitlistCounts, WaitlistSort};

use super::StoreError;
use crate::domain::{
    account::{Email, session::TokenDigest},
    admin::{Audit, Logged},
    contact::{Message, Thread},
    id::{AccountId, AdminSessionId, MessageId, WaitlistId},
    mail::QueuedMail,
    moment::Moment,
    waitlist::{Entry, Listed},
};

/// Why an entry was not stored; the first three are told apart for people.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error("this mailbox has applied before")]
    Duplicate,
    #[error("the table is not there")]
    NotReady(#[source] StoreError),
    #[error("storing is not allowed")]
    NotAllowed(#[source] StoreError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Which entries, and in which order.
#[derive(Clone, Debug, Default)]
pub struct WaitlistFilter {
    /// Lower-case and trimmed; empty for all.
    pub search: String,
    pub status: Option<EntryStatus>,
    pub sort: WaitlistSort,
    /// The other way round than usual: oldest first, Z to A.
    pub reverse: bool,
}

/// How many entries a filter finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    pub total: u32,
    /// There are more: counting stopped at `total`.
    pub more: bool,
}

/// What is stored with a new entry.
#[derive(Clone, Copy)]
pub enum Beside<'a> {
    /// The mail that tells the applicant.
    Mail(&'a QueuedMail),
    /// No mail: the mailbox has had as many as it may.
    Nothing,
    /// The line about a test entry, of which nobody is told.
    Audit(&'a Audit),
}

/// One entry to move, as it was seen, with what happens when it moves.
pub struct Move {
    pub id: WaitlistId,
    pub from: EntryStatus,
    /// The invitation's digest and the mail that carries it; approvals only.
    pub invitation: Option<(TokenDigest, QueuedMail)>,
    pub audit: Audit,
}

#[async_trait]
pub trait WaitlistStore: Send + Sync {
    /// The entry, its place in the counts and what stands beside it, or none of them.
    async fn apply(&self, entry: &Entry, beside: Beside<'_>) -> Result<(), ApplyError>;
    async fn entry(&self, id: WaitlistId) -> Result<Option<Listed>, StoreError>;
    /// How many the filter finds; a search stops counting at 10,000.
    async fn matches(&self, filter: &WaitlistFilter) -> Result<Matches, StoreError>;
    /// Entries `skip..skip + take` in the filter's order; `found` is what it finds.
    async fn entries(
        &self,
        filter: &WaitlistFilter,
        skip: u32,
        take: u32,
        found: Matches,
    ) -> Result<Vec<Listed>, StoreError>;
    /// The next entries after this one, newest first, whatever the filter's order.
    async fn entries_after(
        &self,
        filter: &WaitlistFilter,
        last: Option<&Listed>,
        take: u32,
    ) -> Result<Vec<Listed>, StoreError>;
    async fn waitlist_counts(&self) -> Result<WaitlistCounts, StoreError>;
    /// Moves those that still stand where they were seen, with log and mail, in one
    /// transaction; how many moved.
    async fn move_entries(&self, moves: Vec<Move>, to: EntryStatus) -> Result<u32, StoreError>;
    /// Whether the e-mail's mailbox is approved, or the account came by an invitation of an
    /// application that is.
    async fn admitted(&self, email: Option<&Email>, account: AccountId)
    -> Result<bool, StoreError>;
    /// Ties an approved application, whose invitation was not used, to the account; no when
    /// there is none.
    async fn use_invitation(
        &self,
        invitation: &TokenDigest,
        account: AccountId,
    ) -> Result<bool, StoreError>;
}

#[async_trait]
pub trait ContactStore: Send + Sync {
    /// The message, its place in its thread and its mail, or none of them. No when the
    /// thread it goes on is not there, or not the writer's.
    async fn keep_message(&self, message: &Message, mail: &QueuedMail) -> Result<bool, StoreError>;
    /// Our answer, the mail that carries it and a line in the log, or none of them. No when
    /// there is no such thread.
    async fn answer(
        &self,
        message: &Message,
        mail: &QueuedMail,
        audit: &Audit,
    ) -> Result<bool, StoreError>;
    /// What waits comes first: by plan, then by how long; then what was answered, newest first.
    async fn threads(&self, skip: u32, take: u32) -> Result<Vec<Thread>, StoreError>;
    async fn count_threads(&self) -> Result<u32, StoreError>;
    async fn thread(&self, id: MessageId) -> Result<Option<Thread>, StoreError>;
    /// An account's own, newest first.
    async fn threads_of(&self, owner: AccountId, limit: u32) -> Result<Vec<Thread>, StoreError>;
}

#[async_trait]
pub trait AdminLog: Send + Sync {
    /// Ends an unlocked browser for good, and forgets locks from before `stale`: their
    /// cookies have run out by themselves.
    async fn lock(&self, audit: &Audit, stale: Moment) -> Result<(), StoreError>;
    async fn is_locked(&self, session: AdminSessionId) -> Result<bool, StoreError>;
    /// The newest lines.
    async fn latest(&self, take: u32) -> Result<Vec<Logged>, StoreError>;
    /// Writes down what is no change of the store.
    async fn note(&self, audit: &Audit) -> Result<(), StoreError>;
}
