//! One-time tokens of mails, and what using one does.

use async_trait::async_trait;

use crate::{
    domain::{
        account::{Email, SignInEpoch},
        auth::one_time::{OneTime, TokenKind},
        id::{AccountId, OneTimeId, SessionId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::{StoreError, Welcome},
};

/// What using up a token does in the same transaction.
#[derive(Clone, Copy, Debug)]
pub enum Effect<'a> {
    /// Nothing but its end.
    None,
    /// Another token takes its place.
    Exchange(&'a OneTime),
    /// Its address belongs to whoever signed up.
    ConfirmEmail,
    /// Its address belongs to whoever comes in. What was set up before the address was proven
    /// (password, sessions, other ways in) may not be theirs, and goes; only where there is a
    /// second factor nothing does, because a mail alone never takes one away.
    EnterByMail,
    /// The same, with a new password in the same transaction: every session, every outstanding
    /// link and code, and the identities that have another address than the account end. Where the
    /// account has a second factor, only with one that was shown; otherwise the token stays.
    ResetPassword { hash: &'a str, second_factor: bool },
    /// One side agrees to the new address; the last one brings it about.
    ChangeEmail,
}

/// Whether a one-time token could be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Used {
    Done,
    /// Done, and what was set up before the address was proven has gone.
    Cleared,
    /// The password is set.
    Reset {
        /// What was set up before the address was proven has gone.
        cleared: bool,
        identities_removed: u64,
    },
    /// The other address has still to agree.
    HalfChanged,
    Changed {
        to: Email,
    },
    /// A second factor has to be shown with it; the token stays.
    FactorNeeded,
    /// Somebody else was quicker, or it is gone.
    Gone,
}

/// Whether it could be used, and the account's epoch then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedUp {
    pub used: Used,
    pub epoch: SignInEpoch,
}

#[derive(Debug, thiserror::Error)]
pub enum UseError {
    #[error("the new address has an account meanwhile")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Tokens to be sent together with their mails.
pub struct Issue<'a> {
    /// Links of before stay alive, or somebody else could end them by asking for a mail; of
    /// codes only the newest of a kind counts. When a token was sent is noted.
    pub tokens: &'a [OneTime],
    pub mails: &'a [QueuedMail],
    pub email_change: Option<EmailChange<'a>>,
}

/// A change of address that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct EmailChange<'a> {
    pub to: &'a Email,
    /// Who has to agree: the sum of [`TokenKind::side`].
    pub sides: u32,
    pub asked_by: AskedBy,
}

/// Who asks for a change of address. What was sent for another change ends, of either side; also
/// what was sent for the same one, once a side has agreed or other sides were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBy {
    /// The account's holder, by a session that has to stand.
    Session(SessionId),
    /// Anybody, for what was sent before: only as long as the same change lacks the same sides.
    Again,
    /// An administrator, for one side's token by itself: the same change goes on as it is.
    Administrator,
}

/// A change of address that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingEmailChange {
    pub to: Email,
    /// Who has not agreed yet: the sum of [`TokenKind::side`].
    pub sides: u32,
}

#[async_trait]
pub trait OneTimeStore: Send + Sync {
    /// Tokens and mails, or neither; whether they were issued. [`StoreError::OwnerGone`] where the
    /// session that asks for a change of address has ended meanwhile.
    async fn issue(&self, issue: Issue<'_>) -> Result<bool, StoreError>;
    /// The change that the account waits for.
    async fn pending_email_change(
        &self,
        account: AccountId,
    ) -> Result<Option<PendingEmailChange>, StoreError>;
    /// The live token that a link with this digest stands for.
    async fn by_link(&self, link: &str, now: Timestamp) -> Result<Option<OneTime>, StoreError>;
    /// Takes one try from the newest token of this kind; nothing when there is none, its time
    /// is over, or no try is left.
    async fn take_try(
        &self,
        account: AccountId,
        kind: TokenKind,
        now: Timestamp,
    ) -> Result<Option<OneTime>, StoreError>;
    /// Uses it up, with what it does; the others of its kind end with it. Welcome credits come
    /// with the first confirmation.
    async fn use_up(
        &self,
        id: OneTimeId,
        effect: Effect<'_>,
        welcome: &Welcome,
        at: Timestamp,
    ) -> Result<UsedUp, UseError>;
    /// The account that waits to change to this address.
    async fn changing_to(&self, email: &Email) -> Result<Option<AccountId>, StoreError>;
    async fn forget_expired_tokens(&self, now: Timestamp) -> Result<u64, StoreError>;
}
