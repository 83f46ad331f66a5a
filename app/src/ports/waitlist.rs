//! Applications, as transactions.

use async_trait::async_trait;
use evernear_rules::wire::{EntryStatus, WaitlistCounts, WaitlistSort};

use crate::{
    domain::{
        account::Email,
        admin::Audit,
        auth::session::TokenDigest,
        id::{AccountId, WaitlistId},
        mail::QueuedMail,
        waitlist::{Entry, Listed},
    },
    ports::StoreError,
};

/// Hands an application on to the configured form collector. It is stored before, so a failure is
/// only logged.
pub trait FormRelay: Send + Sync {
    fn relay(&self, entry: &Entry);
    /// Who is told, for the privacy page; nobody unless one is configured.
    fn receiver(&self) -> Option<String> {
        None
    }
}

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
pub enum AppliedWith<'a> {
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
    async fn apply(&self, entry: &Entry, with: AppliedWith<'_>) -> Result<(), ApplyError>;
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
