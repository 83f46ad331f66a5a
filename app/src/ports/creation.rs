//! Creations as rows: each is its own job, with a lease.

use std::time::Duration;

use async_trait::async_trait;
use evernear_rules::wire::{CreationKind, ReviewDecision};

use crate::{
    domain::{
        creation::{
            Brief, Creation, GalleryFilter, GalleryPosition, MemoryDate, OwnWords, RequestKey,
            ReviewError, State, YearCount,
        },
        id::{AccountId, CreationId, DraftKey, EntryId, MailId, RecordingId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::{Ceiling, ReservedCosts, StoreError, TaskId},
};

/// Where the photos of a creation come from.
#[derive(Clone, Copy, Debug)]
pub enum PhotoSource {
    /// The draft's photos become the creation's.
    Draft,
    /// The photos of a creation that failed are used again.
    Creation(CreationId),
    /// Photos that came with the request of a client program.
    Request,
    /// None: its picture is there.
    None,
}

/// Credits to set aside, as a ledger entry.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    pub entry: EntryId,
    pub credits: u32,
}

/// What gives held credits back: the release, and for a free retake what takes its credits.
#[derive(Clone, Copy, Debug)]
pub struct Release {
    pub entry: EntryId,
    pub retake_entry: EntryId,
    /// Where the account owes credits: what of them the release pays.
    pub repay: EntryId,
}

/// What goes with the end of a creation that is finished.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The ledger entry that its hold becomes.
    pub capture: EntryId,
    /// What it is found by in the gallery.
    pub search_text: String,
    /// What tells its owner of it, unless they look at it meanwhile.
    pub mail: Option<QueuedMail>,
    pub at: Timestamp,
    pub photos_until: Timestamp,
}

/// A free retake to be used up.
#[derive(Clone, Copy, Debug)]
pub struct Retake {
    /// The finished memory.
    pub of: CreationId,
    /// It ended at this moment or later.
    pub since: Timestamp,
    /// What gives the credits that the hold takes.
    pub entry: EntryId,
}

/// A creation to be started.
#[derive(Clone)]
pub struct NewCreation {
    pub id: CreationId,
    pub owner: AccountId,
    /// One creation a key and owner.
    pub request_key: String,
    /// The draft that it is begun from; nothing where a client program asks.
    pub draft: Option<DraftKey>,
    pub brief: Brief,
    /// What it remembers from the start.
    pub state: State,
    pub photos: PhotoSource,
    /// Whether a keepsake is among them.
    pub keepsake: bool,
    /// The draft's recording; that of a creation which failed goes along without being named.
    pub recording: Option<RecordingId>,
    pub image_of: Option<CreationId>,
    pub hold: Hold,
    pub costs: ReservedCosts,
    pub retake: Option<Retake>,
    /// How much longer it counts as having waited.
    pub head_start: Duration,
    pub at: Timestamp,
}

/// What becomes of a running creation whose picture a client program has fetched, when it is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// It goes on.
    IsKept,
    /// It is cancelled as well.
    GoesToo,
}

/// Whether a creation was started.
#[derive(Debug, PartialEq, Eq)]
pub enum Begun {
    Started,
    /// The same request was made before; this is what it started.
    Already(CreationId),
}

#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    #[error("too few credits: {have}")]
    InsufficientCredits { have: u32 },
    #[error("the photos are not what the mode needs")]
    WrongPhotos,
    #[error("the memory has no free retake, or none any more")]
    NoRetake,
    #[error("no more may be spent today: {0:?}")]
    CostCeiling(Ceiling),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Proof that a worker holds a row: a stale one changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub worker: String,
    pub attempt: i64,
}

/// A creation that is this worker's until the lease ends.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub creation: Creation,
    pub lease: Lease,
}

/// The memories on either side of one, in the order of the gallery.
pub struct Neighbours {
    pub earlier: Option<CreationId>,
    pub later: Option<CreationId>,
}

/// What is counted of an account's memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    /// Memories that were ever finished, those deleted since included.
    pub finished: u32,
    /// Distinct viewers of everything that the account has ever shared.
    pub people_reached: u32,
}

#[async_trait]
pub trait CreationStore: Send + Sync {
    /// Hold, row, photos and draft in one transaction.
    async fn begin(&self, new: NewCreation) -> Result<Begun, BeginError>;
    async fn get(&self, owner: AccountId, id: CreationId) -> Result<Option<Creation>, StoreError>;
    /// Whoever it belongs to; for housekeeping only.
    async fn find(&self, id: CreationId) -> Result<Option<Creation>, StoreError>;
    /// Running and finished ones, newest first.
    async fn list(&self, owner: AccountId, limit: u32) -> Result<Vec<Creation>, StoreError>;
    /// Finished ones that were finished just before and just after this one.
    async fn neighbours(
        &self,
        owner: AccountId,
        creation: &Creation,
    ) -> Result<Neighbours, StoreError>;
    async fn counts(&self, owner: AccountId) -> Result<MemoryCounts, StoreError>;
    /// Takes the running creation that is due longest, for `lease_until`.
    async fn claim(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Claimed>, StoreError>;
    /// Writes progress and state and gives the lease back until `next`; no when the lease
    /// is stale.
    async fn save(
        &self,
        creation: &Creation,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Finished, with `creation.large_image` as it is: capture, prompt history, photos expire, its mail
    /// waits. No when the lease is stale.
    async fn finish(
        &self,
        creation: &Creation,
        lease: &Lease,
        finish: &Finish,
    ) -> Result<bool, StoreError>;
    /// Takes the finished creation whose large image is due longest, for `lease_until`.
    async fn claim_large_image(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<Claimed>, StoreError>;
    /// Writes the state and gives the lease of a pending large image back until `next`; where
    /// `creation.large_image` is pending no more, photos expire at `next`. No when the lease is stale.
    async fn save_large_image(
        &self,
        creation: &Creation,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Failed: release, photos expire later, its mail waits. No when the lease is stale.
    async fn fail(
        &self,
        creation: &Creation,
        lease: &Lease,
        release: Release,
        mail: Option<&QueuedMail>,
        at: Timestamp,
        photos_until: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Cancelled: release, photos expire. No when it is not running any more, or is kept.
    async fn cancel(
        &self,
        owner: AccountId,
        id: CreationId,
        fetched: Fetched,
        release: Release,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// What the request of this key has begun.
    async fn of_request(
        &self,
        owner: AccountId,
        request_key: &str,
    ) -> Result<Option<Creation>, StoreError>;
    /// Notes that its owner has seen what was made; the first time counts.
    async fn note_seen(
        &self,
        owner: AccountId,
        id: CreationId,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Takes back the mail about its end, as long as nobody sends it.
    async fn withdraw_outcome_mail(
        &self,
        owner: AccountId,
        id: CreationId,
        mail: MailId,
    ) -> Result<(), StoreError>;
    /// Notes that a client program has fetched its picture.
    async fn note_fetched(&self, id: CreationId, at: Timestamp) -> Result<(), StoreError>;
    /// Takes the owner's decision about the picture that waits for them; the creation is due at once.
    /// `request` is that of a client program that decides. Nothing where it is not running
    /// any more.
    async fn decide(
        &self,
        owner: AccountId,
        id: CreationId,
        decision: ReviewDecision,
        request: Option<&RequestKey>,
        at: Timestamp,
    ) -> Result<Option<Result<(), ReviewError>>, StoreError>;
    /// Lets the lease of a step that takes long end later; no when it has ended.
    async fn renew_lease(
        &self,
        creation: CreationId,
        lease: &Lease,
        until: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Gives back every lease of this worker, and lets others look at what it looked at: it stops,
    /// or it starts again after a crash.
    async fn release_leases(&self, worker: &str, at: Timestamp) -> Result<u64, StoreError>;
    /// Seconds that the latest finished ones took.
    async fn durations(&self, kind: CreationKind, limit: u32) -> Result<Vec<u32>, StoreError>;
    /// Removes a memory that has ended; no when there is none or it still runs.
    async fn delete(&self, owner: AccountId, id: CreationId) -> Result<bool, StoreError>;
}

/// The finished memories of a person, as they look for them.
#[async_trait]
pub trait GalleryStore: Send + Sync {
    /// Those that the filter leaves, the latest finished first, after `before`.
    async fn gallery_page(
        &self,
        owner: AccountId,
        filter: &GalleryFilter,
        before: Option<GalleryPosition>,
        limit: u32,
    ) -> Result<Vec<Creation>, StoreError>;
    /// How many memories the filter leaves in each year, its own year aside; the latest year first.
    async fn gallery_years(
        &self,
        owner: AccountId,
        filter: &GalleryFilter,
    ) -> Result<Vec<YearCount>, StoreError>;
    /// Keeps a title and a note beside a finished memory, and what it is found by from then on; no where
    /// there is none.
    async fn set_own_words(
        &self,
        owner: AccountId,
        id: CreationId,
        words: &OwnWords,
        search_text: &str,
    ) -> Result<bool, StoreError>;
}

/// A day of a memory that has come.
#[derive(Clone, Debug)]
pub struct DueDate {
    pub owner: AccountId,
    pub memory: CreationId,
    pub date: MemoryDate,
    /// When it was due.
    pub at: Timestamp,
}

/// The days of memories: at most one of each.
#[async_trait]
pub trait MemoryDateStore: Send + Sync {
    /// In place of the one there was; `next` is when it is due first.
    async fn set_date(
        &self,
        owner: AccountId,
        memory: CreationId,
        date: &MemoryDate,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    async fn date_of(
        &self,
        owner: AccountId,
        memory: CreationId,
    ) -> Result<Option<MemoryDate>, StoreError>;
    /// No where there is none.
    async fn remove_date(&self, owner: AccountId, memory: CreationId) -> Result<bool, StoreError>;
    /// Those that are due, the longest first.
    async fn due_dates(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDate>, StoreError>;
    /// It is due again then, and its mail waits; no where somebody else was quicker.
    async fn put_off(
        &self,
        due: &DueDate,
        next: Timestamp,
        mail: Option<&QueuedMail>,
    ) -> Result<bool, StoreError>;
}

/// A provider's task that is to be deleted there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDeletion {
    pub task: TaskId,
    /// How often it was tried before.
    pub tries: u32,
}

/// Tasks that are to be deleted at their providers.
#[async_trait]
pub trait TaskDeletionStore: Send + Sync {
    /// Keeps a task that is to be deleted then; one that is kept already stays as it is.
    async fn add(&self, task: &TaskId, next_at: Timestamp) -> Result<(), StoreError>;
    /// Those that are due, the longest first.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<TaskDeletion>, StoreError>;
    /// Counts a try and sets the next one; no where somebody else tries it.
    async fn claim(&self, due: &TaskDeletion, next_at: Timestamp) -> Result<bool, StoreError>;
    /// It is deleted, or given up; nothing happens where it was to be deleted again meanwhile.
    async fn forget(&self, deleted: &TaskDeletion) -> Result<(), StoreError>;
}
