//! Second factors and the codes of authenticator apps.

use async_trait::async_trait;

use crate::{
    domain::{
        auth::factor::{Challenge, Factor},
        id::{AccountId, ChallengeId, FactorId, OneTimeId, SessionId},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// Codes from an app on a telephone (RFC 6238: SHA-1, six digits, 30 seconds, one step of
/// tolerance).
pub trait Totp: Send + Sync {
    /// The step that the code is right for, if any.
    fn check(&self, secret: &[u8], code: &str, now: Timestamp) -> Option<i64>;
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

/// Where a session is named, it is the one that asks: [`StoreError::OwnerGone`] when it has ended
/// meanwhile, or has not shown the second factor that the account has had since.
#[async_trait]
pub trait FactorStore: Send + Sync {
    /// Adds an unverified factor; older unverified ones that have expired go.
    async fn enroll(&self, factor: &Factor, session: SessionId) -> Result<(), EnrollError>;
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
    async fn verified(
        &self,
        factor: &Factor,
        session: Option<SessionId>,
        step: i64,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Removes it. With a verified one, the account's sessions fall to the first level, and
    /// with the last of them the recovery codes go. No when there is none.
    async fn unenroll(
        &self,
        account: AccountId,
        session: Option<SessionId>,
        id: FactorId,
    ) -> Result<bool, StoreError>;
    /// Replaces all recovery codes by these digests.
    async fn set_recovery_codes(
        &self,
        account: AccountId,
        session: SessionId,
        digests: &[(OneTimeId, String)],
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Uses one up; no when there is none.
    async fn use_recovery_code(
        &self,
        account: AccountId,
        digest: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    async fn recovery_codes_left(&self, account: AccountId) -> Result<u32, StoreError>;
    /// Deletes challenges that were made before this; at most so many, the number of them.
    async fn forget_challenges(&self, made_before: Timestamp, most: u32)
    -> Result<u64, StoreError>;
}
