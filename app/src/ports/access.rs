//! What keeps accounts safe, as transactions: one-time tokens, second factors, identities,
//! the security history; and the secrets behind them.

use async_trait::async_trait;

use super::{StoreError, Welcome};
use crate::domain::{
    account::{
        Email,
        event::{Event, Origin},
        factor::{Challenge, Factor},
        identity::Identity,
        one_time::{OneTime, TokenKind},
    },
    id::{AccountId, ChallengeId, FactorId, IdentityId, OneTimeId},
    mail::QueuedMail,
    moment::Moment,
};

/// What the server's own key protects. The key stays inside.
pub trait Secrets: Send + Sync {
    /// A keyed digest, hex; digests of different purposes never meet.
    fn digest(&self, purpose: &str, text: &str) -> String;
    /// The same with the key of now and with each key of before: for finding what was stored.
    fn digests(&self, purpose: &str, text: &str) -> Vec<String>;
    /// Hides what must be read again.
    fn seal(&self, bytes: &[u8]) -> String;
    /// What was sealed, if it was by this key or one of before.
    fn open(&self, sealed: &str) -> Option<Vec<u8>>;
    /// Compares without telling by its time where they differ.
    fn same(&self, one: &str, other: &str) -> bool;
}

/// Codes from an app on a telephone (RFC 6238: SHA-1, six digits, 30 seconds, one step of
/// tolerance).
pub trait Totp: Send + Sync {
    /// The step that the code is right for, if any.
    fn check(&self, secret: &[u8], code: &str, now: Moment) -> Option<i64>;
    /// What an app reads: its address as text, as a picture (SVG), and the secret in base32.
    fn setup(&self, secret: &[u8], issuer: &str, account: &str) -> Result<TotpSetup, StoreError>;
}

/// What is shown once, when a factor is made.
#[derive(Clone, Debug)]
pub struct TotpSetup {
    /// A QR code as SVG.
    pub qr_code: String,
    /// Base32.
    pub secret: String,
    /// `otpauth://…`
    pub uri: String,
}

/// What using up a token does in the same transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing but its end.
    None,
    /// Its address belongs to whoever signed up.
    ConfirmEmail,
    /// Its address belongs to whoever comes in. What was set up before the address was proven
    /// (password, sessions, other ways in) may not be theirs, and goes; only where there is a
    /// second factor nothing does, because a mail alone never takes one away.
    EnterByMail,
    /// One side agrees to the new address; the last one brings it about.
    ChangeEmail,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Used {
    Done,
    /// Done, and what was set up before the address was proven has gone.
    Cleared,
    /// The other address has still to agree.
    HalfChanged,
    Changed {
        to: Email,
    },
    /// Somebody else was quicker, or it is gone.
    Gone,
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
    /// What was sent for another change ends, of either side; also what was sent for the same
    /// one, once a side has agreed or other sides were asked. With `adds` each side's token is
    /// asked for by itself, and the same change goes on as it is.
    pub adds: bool,
}

#[async_trait]
pub trait OneTimeStore: Send + Sync {
    /// Tokens and mails, or neither.
    async fn issue(&self, issue: Issue<'_>) -> Result<(), StoreError>;
    /// The live token that a link with this digest stands for.
    async fn by_link(&self, link: &str, now: Moment) -> Result<Option<OneTime>, StoreError>;
    /// Takes one try from the newest token of this kind; nothing when there is none, its time
    /// is over, or no try is left.
    async fn take_try(
        &self,
        account: AccountId,
        kind: TokenKind,
        now: Moment,
    ) -> Result<Option<OneTime>, StoreError>;
    /// Uses it up, with what it does; the others of its kind end with it. Welcome credits come
    /// with the first confirmation.
    async fn use_up(
        &self,
        id: OneTimeId,
        effect: Effect,
        welcome: &Welcome,
        at: Moment,
    ) -> Result<Used, UseError>;
    /// The account that waits to change to this address.
    async fn changing_to(&self, email: &Email) -> Result<Option<AccountId>, StoreError>;
    async fn forget_expired_tokens(&self, now: Moment) -> Result<u64, StoreError>;
}

#[derive(Debug, thiserror::Error)]
pub enum EnrollError {
    #[error("a factor of this name exists")]
    NameTaken,
    #[error("the account has as many factors as it may")]
    TooMany,
    #[error("nobody has proven the account's address")]
    Unproven,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait FactorStore: Send + Sync {
    /// Adds an unverified factor; older unverified ones that have expired go.
    async fn enroll(&self, factor: &Factor) -> Result<(), EnrollError>;
    /// Oldest first.
    async fn factors(&self, account: AccountId) -> Result<Vec<Factor>, StoreError>;
    async fn factor(&self, account: AccountId, id: FactorId) -> Result<Option<Factor>, StoreError>;
    async fn challenge(&self, challenge: &Challenge) -> Result<(), StoreError>;
    async fn find_challenge(
        &self,
        factor: FactorId,
        id: ChallengeId,
    ) -> Result<Option<Challenge>, StoreError>;
    /// A code of this step was right: the factor is verified, other unverified ones and its
    /// challenges go. No when a code of this step, or a later one, was used before.
    async fn verified(&self, factor: &Factor, step: i64, at: Moment) -> Result<bool, StoreError>;
    /// Removes it. With a verified one, the account's sessions fall to the first level, and
    /// with the last of them the recovery codes go. No when there is none.
    async fn unenroll(&self, account: AccountId, id: FactorId) -> Result<bool, StoreError>;
    /// Replaces all recovery codes by these digests.
    async fn set_recovery_codes(
        &self,
        account: AccountId,
        digests: &[(OneTimeId, String)],
        at: Moment,
    ) -> Result<(), StoreError>;
    /// Uses one up; no when there is none.
    async fn use_recovery_code(
        &self,
        account: AccountId,
        digest: &str,
        at: Moment,
    ) -> Result<bool, StoreError>;
    async fn recovery_codes_left(&self, account: AccountId) -> Result<u32, StoreError>;
    /// Deletes challenges that were made before this; at most so many, the number of them.
    async fn forget_challenges(&self, made_before: Moment, most: u32) -> Result<u64, StoreError>;
}

#[derive(Debug, thiserror::Error)]
pub enum UnlinkError {
    #[error("it is the only way to sign in")]
    Single,
    #[error("the address of every other way in belongs to another account")]
    EmailConflict,
    #[error("there is none")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Adds it, or notes that it was used again and what the provider says now.
    async fn link(&self, identity: &Identity) -> Result<(), StoreError>;
    /// The same where the provider vouches for `email`: if that is the account's own address
    /// and was never proven, it is now, and everything that was set up before goes. Whether it
    /// was so.
    async fn link_vouched(
        &self,
        identity: &Identity,
        email: &Email,
        welcome: &Welcome,
    ) -> Result<bool, StoreError>;
    async fn by_subject(
        &self,
        provider: &str,
        subject: &str,
    ) -> Result<Option<Identity>, StoreError>;
    /// Oldest first.
    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError>;
    /// Removes one, unless it is the last. An account whose address came with it takes the
    /// address of the oldest other one that is nobody else's.
    async fn unlink(&self, account: AccountId, id: IdentityId) -> Result<(), UnlinkError>;
}

#[async_trait]
pub trait EventStore: Send + Sync {
    async fn record(&self, event: &Event) -> Result<(), StoreError>;
    /// Writes about nobody what costs as much as writing about somebody.
    async fn record_nobody(&self) -> Result<(), StoreError>;
    /// Deletes what happened before this; at most so much, the number of lines.
    async fn forget_events(&self, happened_before: Moment, most: u32) -> Result<u64, StoreError>;
    /// Newest first.
    async fn events(&self, account: AccountId, limit: u32) -> Result<Vec<Event>, StoreError>;
    /// Whether the account was entered with this browser before, and whether it was entered
    /// at all.
    async fn entered_before(
        &self,
        account: AccountId,
        origin: &Origin,
    ) -> Result<(bool, bool), StoreError>;
}
