//! Links to memories, their viewers, and reports, as transactions.

use async_trait::async_trait;

use crate::{
    domain::{
        admin::Audit,
        id::{AccountId, ReportId, ShareId},
        mail::QueuedMail,
        sharing::{Outcome, Report, Reported, Share, Terms, Viewer},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// Whether a link was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    Made,
    /// There is no such finished memory.
    NoMemory,
    /// A link to it is paused or was removed because of a report.
    Reported,
    /// The account has as many living links as it may have.
    TooMany,
}

/// What becomes of a link's password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasswordChange {
    Stays,
    /// The hash of another one; nothing for none.
    Becomes(Option<String>),
}

/// Changes of a link, by whoever saw it in this version.
#[derive(Clone, Debug)]
pub struct ShareEdit {
    pub owner: AccountId,
    pub id: ShareId,
    pub version: i64,
    pub terms: Terms,
    pub password: PasswordChange,
    /// When it ends from now on; nothing where that stays as it is.
    pub expires_at: Option<Option<Timestamp>>,
    pub at: Timestamp,
}

/// Whether a link was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edited {
    Saved,
    /// Somebody has changed it meanwhile.
    Stale,
    /// It has ended, or never was.
    Gone,
}

/// Somebody opens a link in a browser.
#[derive(Clone, Debug)]
pub struct Admission {
    pub owner: AccountId,
    pub share: ShareId,
    /// A keyed digest of the viewer's id.
    pub viewer: String,
    /// Whoever shares it: not counted.
    pub own: bool,
    /// The password that was right.
    pub password_version: i64,
    /// Who was let in after this moment may still watch, and is not counted again.
    pub since: Timestamp,
    pub at: Timestamp,
}

#[async_trait]
pub trait ShareStore: Send + Sync {
    /// Makes a link, unless `most` of the account live.
    async fn share(&self, share: &Share, token_hash: &str, most: u32)
    -> Result<Shared, StoreError>;
    async fn own_share(&self, owner: AccountId, id: ShareId) -> Result<Option<Share>, StoreError>;
    /// Every link of the account, newest first.
    async fn shares(&self, owner: AccountId) -> Result<Vec<Share>, StoreError>;
    async fn edit_share(&self, edit: &ShareEdit) -> Result<Edited, StoreError>;
    /// Another token takes the place of a living link's; its viewers go. No when it has ended.
    async fn renew_share(
        &self,
        owner: AccountId,
        id: ShareId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Ends a link; no when it has ended.
    async fn stop_share(
        &self,
        owner: AccountId,
        id: ShareId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Ends every living link of the account; how many.
    async fn stop_shares(&self, owner: AccountId, at: Timestamp) -> Result<u64, StoreError>;
    /// The link with this token, whatever it does; none of an account that is banned.
    async fn share_of_token(
        &self,
        token_hash: &str,
        now: Timestamp,
    ) -> Result<Option<Share>, StoreError>;
    async fn viewer(&self, share: ShareId, viewer: &str) -> Result<Option<Viewer>, StoreError>;
    /// Lets a viewer in and counts it, in one transaction; no when the link does not let them in.
    async fn admit(&self, admission: &Admission) -> Result<bool, StoreError>;
    /// Ends links whose time is over, and forgets the viewers of ended ones; links that ended, and
    /// reports that were closed, before `before` go. A removed link stays with its memory, a reported or paused
    /// one until that is decided.
    async fn forget_shares(&self, now: Timestamp, before: Timestamp) -> Result<(), StoreError>;
}

/// An administrator decides about a report that is open.
pub struct ReportDecision {
    pub report: ReportId,
    pub share: ShareId,
    pub audit: Audit,
    /// Why it is paused or removed; whoever shared it reads it on their list.
    pub reason: Option<String>,
    /// To whoever shared it, and to whoever reported it.
    pub mails: Vec<QueuedMail>,
    pub at: Timestamp,
}

#[async_trait]
pub trait ReportStore: Send + Sync {
    /// Keeps a report, with the mail that tells us of it.
    async fn add_report(&self, report: &Report, mail: &QueuedMail) -> Result<(), StoreError>;
    /// Those that are open, the oldest first, later than `after`.
    async fn open_reports(
        &self,
        after: Option<ReportId>,
        most: u32,
    ) -> Result<Vec<Reported>, StoreError>;
    async fn report(&self, id: ReportId) -> Result<Option<Reported>, StoreError>;
    /// Open reports of the memory that a link leads to, by whatever link.
    async fn reports_of(&self, share: ShareId) -> Result<Vec<Report>, StoreError>;
    /// Whether a link leads to the memory that this one led to, at that time or once its pause is over.
    async fn is_shared(&self, share: ShareId, at: Timestamp) -> Result<bool, StoreError>;
    /// The newest link to the memory of this one that is paused and would lead there at that time.
    async fn paused_link(&self, share: ShareId, at: Timestamp)
    -> Result<Option<Share>, StoreError>;
    /// Writes down that an administrator looks at the memory, in the log and for its owner; no when
    /// the report is closed.
    async fn look(
        &self,
        report: ReportId,
        share: ShareId,
        audit: &Audit,
    ) -> Result<bool, StoreError>;
    /// Pauses all links to the memory, also those that its owner wants to make; no when the report is closed.
    async fn pause_reported(&self, decision: &ReportDecision) -> Result<bool, StoreError>;
    /// Closes the report: where the link is removed, every report of it; where it is kept, a paused
    /// one works again unless another report is open. No when it was closed before.
    async fn close_report(
        &self,
        decision: &ReportDecision,
        outcome: Outcome,
    ) -> Result<bool, StoreError>;
}
