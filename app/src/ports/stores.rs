//! What must be kept, as transactions in the domain's words. Errors that a person can act
//! on have their own variants; everything else is a [`StoreError`].

use std::time::Duration;

use async_trait::async_trait;
use evernear_rules::wire::{CreationKind, Crop, Who};

use super::{StoreError, Welcome};
use crate::domain::{
    account::{
        Account, Email, TermsAccepted, Username,
        identity::Identity,
        proof::Proofs,
        session::{NewSession, OpenSession, Session, TokenDigest},
    },
    companion::{Draft, DraftBody},
    creation::{Brief, Creation},
    id::{AccountId, CreationId, DraftKey, EntryId, PhotoId, SessionId},
    media::{Batch, Photo},
    moment::Moment,
};

/// An account to be made, with its first ledger entry.
pub struct NewAccount {
    pub id: AccountId,
    pub email: Email,
    /// Nothing as long as nobody may come in.
    pub email_confirmed_at: Option<Moment>,
    /// A provider vouches for the address.
    pub email_proven: bool,
    /// Nothing for those who come by a link or a provider only.
    pub password_hash: Option<String>,
    /// The first way to sign in.
    pub identity: Identity,
    pub username: Option<Username>,
    pub terms: Option<TermsAccepted>,
    /// Granted with the account; nothing where the address is to be confirmed first.
    pub welcome: Option<Welcome>,
    pub at: Moment,
}

#[derive(Debug, thiserror::Error)]
pub enum CreateAccountError {
    #[error("an account with this e-mail exists")]
    EmailTaken,
    #[error("the user name is taken")]
    UsernameTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum RenameError {
    #[error("the user name is taken")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait AccountStore: Send + Sync {
    /// The account with its profile, or neither; and its welcome credits, unless its mailbox
    /// had them.
    async fn create(&self, account: NewAccount) -> Result<(), CreateAccountError>;
    /// With the password's hash, where there is a password.
    async fn by_email(
        &self,
        email: &Email,
    ) -> Result<Option<(Account, Option<String>)>, StoreError>;
    /// The password's hash.
    async fn password_hash(&self, id: AccountId) -> Result<Option<String>, StoreError>;
    /// A new password: outstanding one-time tokens go, and every session but `keep`.
    async fn set_password(
        &self,
        id: AccountId,
        hash: &str,
        keep: Option<SessionId>,
    ) -> Result<(), StoreError>;
    /// Its holder has shown the mailbox of this address and a second factor: proven, if nobody
    /// had proven it before.
    async fn address_proven(
        &self,
        id: AccountId,
        email: &Email,
        at: Moment,
    ) -> Result<(), StoreError>;
    /// A password that was set before the address was confirmed goes; a confirmed account
    /// keeps its own.
    async fn forget_unconfirmed_password(&self, id: AccountId) -> Result<(), StoreError>;
    /// The address it waits to change to.
    async fn pending_email(&self, id: AccountId) -> Result<Option<Email>, StoreError>;
    /// The same password hashed anew, unless it was changed meanwhile.
    async fn rehash(&self, id: AccountId, from: &str, to: &str) -> Result<bool, StoreError>;
    async fn by_id(&self, id: AccountId) -> Result<Option<Account>, StoreError>;
    /// Whether somebody has this user name.
    async fn username_taken(&self, username: &Username) -> Result<bool, StoreError>;
    async fn rename(
        &self,
        id: AccountId,
        username: &Username,
        at: Moment,
    ) -> Result<(), RenameError>;
    async fn accept_terms(&self, id: AccountId, terms: &TermsAccepted) -> Result<(), StoreError>;
}

/// A session with whose it is.
pub struct Found {
    pub session: Session,
    pub account: Account,
}

#[async_trait]
pub trait SessionStore: Send + Sync {
    /// No when the password it is opened with is not the account's any more.
    async fn open(&self, session: &NewSession) -> Result<bool, StoreError>;
    async fn find(&self, token: &TokenDigest) -> Result<Option<Found>, StoreError>;
    /// The renewed token has reached the browser.
    async fn seen(&self, id: SessionId, at: Moment) -> Result<(), StoreError>;
    /// Replaces the token, or the renewed one that never arrived; no when another request
    /// did it first, since `found` was read.
    async fn rotate(
        &self,
        found: &Session,
        from: &TokenDigest,
        to: &TokenDigest,
        at: Moment,
        expires: Moment,
    ) -> Result<bool, StoreError>;
    /// The person proved more: a new token takes the place of every other one of this
    /// session. No when the session is gone.
    async fn prove(
        &self,
        id: SessionId,
        proofs: &Proofs,
        token: &TokenDigest,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Those that have not expired, last used first.
    async fn list(&self, account: AccountId, now: Moment) -> Result<Vec<OpenSession>, StoreError>;
    /// Ends one; no when there is none.
    async fn close(&self, account: AccountId, id: SessionId) -> Result<bool, StoreError>;
    /// Ends every session of the account but one; how many.
    async fn close_others(&self, account: AccountId, keep: SessionId) -> Result<u64, StoreError>;
    /// Ends every session of the account.
    async fn close_all(&self, account: AccountId) -> Result<(), StoreError>;
    /// Ends the account's sessions of browsers; programs keep theirs.
    async fn close_browsers(&self, account: AccountId) -> Result<(), StoreError>;
    /// Removes sessions that expired before `now`.
    async fn forget_expired(&self, now: Moment) -> Result<u64, StoreError>;
}

#[async_trait]
pub trait DraftStore: Send + Sync {
    /// The account's draft; `fresh` names a new one where there is none.
    async fn load(
        &self,
        account: AccountId,
        fresh: DraftKey,
        at: Moment,
    ) -> Result<Draft, StoreError>;
    /// Saves what was made from `version`; no when the draft changed meanwhile.
    async fn save(
        &self,
        account: AccountId,
        key: DraftKey,
        version: i64,
        body: &DraftBody,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Begins anew under `fresh`; photos of the old draft expire at once.
    async fn replace(
        &self,
        account: AccountId,
        fresh: DraftKey,
        body: &DraftBody,
        at: Moment,
    ) -> Result<(), StoreError>;
}

#[derive(Debug, thiserror::Error)]
pub enum AddPhotoError {
    #[error("the draft has as many photos as it may")]
    Full,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait PhotoStore: Send + Sync {
    /// Adds a photo to its owner's draft, unless that has three. Without a place of its own
    /// it comes last; its place is the answer.
    async fn add(
        &self,
        photo: &Photo,
        place: Option<u32>,
        at: Moment,
    ) -> Result<u32, AddPhotoError>;
    /// In the order the person gave them, without expired ones.
    async fn of_draft(&self, owner: AccountId, now: Moment) -> Result<Vec<Photo>, StoreError>;
    async fn of_creation(&self, creation: CreationId) -> Result<Vec<Photo>, StoreError>;
    /// A photo that has not expired, for its owner.
    async fn get(
        &self,
        owner: AccountId,
        id: PhotoId,
        now: Moment,
    ) -> Result<Option<Photo>, StoreError>;
    async fn label(
        &self,
        owner: AccountId,
        id: PhotoId,
        who: Option<Who>,
    ) -> Result<(), StoreError>;
    /// Sets which part of a photo of the draft is shown.
    async fn frame(&self, owner: AccountId, id: PhotoId, crop: Crop) -> Result<(), StoreError>;
    /// Marks a photo of the draft as expired; no when there is none.
    async fn expire(&self, owner: AccountId, id: PhotoId, at: Moment) -> Result<bool, StoreError>;
    /// Marks the photos of the draft that were chosen together as expired; how many there
    /// were.
    async fn expire_batch(
        &self,
        owner: AccountId,
        batch: &Batch,
        at: Moment,
    ) -> Result<u64, StoreError>;
    /// Marks the photos of a creation that ended as expired; how many there were.
    async fn expire_of_creation(
        &self,
        owner: AccountId,
        creation: CreationId,
        at: Moment,
    ) -> Result<u64, StoreError>;
    /// Photos whose time is over, oldest first.
    async fn expired(&self, now: Moment, limit: u32) -> Result<Vec<Photo>, StoreError>;
    /// Whether there is such a row, whoever it belongs to.
    async fn exists(&self, id: PhotoId) -> Result<bool, StoreError>;
    /// Removes the row, after its objects are gone.
    async fn forget(&self, id: PhotoId) -> Result<(), StoreError>;
}

/// Where the photos of a creation come from.
#[derive(Clone, Copy, Debug)]
pub enum PhotoSource {
    /// The draft's photos become the creation's.
    Draft,
    /// The photos of a creation that failed are used again.
    Creation(CreationId),
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

/// A free retake to be used up.
#[derive(Clone, Copy, Debug)]
pub struct Retake {
    /// The finished memory.
    pub of: CreationId,
    /// It ended at this moment or later.
    pub since: Moment,
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
    pub draft: DraftKey,
    pub brief: Brief,
    pub photos: PhotoSource,
    pub image_of: Option<CreationId>,
    pub hold: Hold,
    pub retake: Option<Retake>,
    /// How much longer it counts as having waited.
    pub head_start: Duration,
    pub at: Moment,
}

/// What came of starting one.
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
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Proof of holding a creation's lease: stale proofs change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    pub worker: String,
    pub attempt: i64,
}

/// A creation that is this worker's until the lease ends.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub creation: Creation,
    pub fence: Fence,
}

/// What the dashboard counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    /// Memories that were ever finished, those deleted since included.
    pub finished: u32,
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
    async fn counts(&self, owner: AccountId) -> Result<MemoryCounts, StoreError>;
    /// Takes the running creation that is due longest, for `lease_until`.
    async fn claim(
        &self,
        worker: &str,
        now: Moment,
        lease_until: Moment,
    ) -> Result<Option<Claimed>, StoreError>;
    /// Writes progress and state and gives the lease back until `next`; no when the fence
    /// is stale.
    async fn save(
        &self,
        creation: &Creation,
        fence: &Fence,
        next: Moment,
    ) -> Result<bool, StoreError>;
    /// Finished: capture, prompt history, photos expire. No when the fence is stale.
    async fn finish(
        &self,
        creation: &Creation,
        fence: &Fence,
        capture: EntryId,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Failed: release, photos expire later. No when the fence is stale.
    async fn fail(
        &self,
        creation: &Creation,
        fence: &Fence,
        release: Release,
        at: Moment,
        photos_until: Moment,
    ) -> Result<bool, StoreError>;
    /// Cancelled: release, photos expire. No when it is not running any more.
    async fn cancel(
        &self,
        owner: AccountId,
        id: CreationId,
        release: Release,
        at: Moment,
    ) -> Result<bool, StoreError>;
    /// Gives back every lease of this worker: it stops, or it starts again after a crash.
    async fn release_leases(&self, worker: &str, at: Moment) -> Result<u64, StoreError>;
    /// Seconds that the latest finished ones took.
    async fn durations(&self, kind: CreationKind, limit: u32) -> Result<Vec<u32>, StoreError>;
    /// Removes a memory that has ended; no when there is none or it still runs.
    async fn delete(&self, owner: AccountId, id: CreationId) -> Result<bool, StoreError>;
}
