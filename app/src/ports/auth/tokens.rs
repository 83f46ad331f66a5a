//! Sessions of client programs, and what administrators of the token API change.

use async_trait::async_trait;

use crate::{
    domain::{
        account::{Email, SignInEpoch, event::Origin},
        auth::{
            api_session::{ApiAccount, ApiSession, ApiUserPatch, MetadataTooLarge, Since},
            proof::Proofs,
        },
        id::{AccountId, SessionId},
        timestamp::Timestamp,
    },
    ports::{StoreError, Welcome},
};

/// A session to be opened.
pub struct NewApiSession {
    pub id: SessionId,
    pub account: AccountId,
    pub proofs: Proofs,
    pub epoch: SignInEpoch,
    pub origin: Origin,
    pub at: Timestamp,
}

/// So many people, from the newest on.
#[derive(Clone, Copy, Debug)]
pub struct UserPage {
    pub offset: u32,
    pub limit: u32,
}

/// What an administrator changes of an account.
#[derive(Debug, Default)]
pub struct AdminChange {
    pub email: Option<Email>,
    pub password_hash: Option<String>,
    /// The administrator's word is no proof.
    pub confirm_email: bool,
    /// Granted where the address was not confirmed before.
    pub welcome: Option<Welcome>,
}

#[derive(Debug, thiserror::Error)]
pub enum AdminChangeError {
    #[error("the address has an account")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why what client programs keep of a person was not changed.
#[derive(Debug, thiserror::Error)]
pub enum PatchApiUserError {
    #[error(transparent)]
    Metadata(#[from] MetadataTooLarge),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a session could not be moved on.
#[derive(Debug, thiserror::Error)]
pub enum AdvanceError {
    #[error("the session is locked by others for too long")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait TokenStore: Send + Sync {
    /// Opens a session; the person's last sign-in is its time. No when the password it is
    /// opened with is not the account's any more.
    async fn open_api(&self, session: &NewApiSession) -> Result<bool, StoreError>;
    /// A session with the person behind it.
    async fn api_session(
        &self,
        id: SessionId,
    ) -> Result<Option<(ApiSession, ApiAccount)>, StoreError>;
    /// What nearly every refresh needs, in one step: if `counter` is the number that counts,
    /// the session is young enough and nobody is banned, the family moves on by one and is
    /// read. Nothing when anything of it is not so.
    async fn renew(
        &self,
        id: SessionId,
        counter: u64,
        since: Since,
        at: Timestamp,
    ) -> Result<Option<(ApiSession, ApiAccount)>, AdvanceError>;
    /// Moves on from `counter` to `to`; no when another request did it first.
    async fn advance(
        &self,
        id: SessionId,
        counter: u64,
        to: u64,
        at: Timestamp,
    ) -> Result<bool, AdvanceError>;
    /// The person proved more: the family moves on by two, so that no token of before
    /// counts, and sessions that proved less end. No when the session is gone.
    async fn prove_api(
        &self,
        session: &ApiSession,
        proofs: &Proofs,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    async fn api_account(&self, account: AccountId) -> Result<Option<ApiAccount>, StoreError>;
    /// Changes what client programs keep of a person, in one transaction with the read it is
    /// based on, so that changes at the same time never undo one another.
    async fn patch_api_user(
        &self,
        account: AccountId,
        patch: ApiUserPatch<'_>,
        at: Timestamp,
    ) -> Result<(), PatchApiUserError>;
}

#[async_trait]
pub trait AdminStore: Send + Sync {
    /// Newest first, and how many there are.
    async fn people(&self, page: UserPage) -> Result<(Vec<AccountId>, u32), StoreError>;
    async fn admin_change(
        &self,
        account: AccountId,
        change: &AdminChange,
        at: Timestamp,
    ) -> Result<(), AdminChangeError>;
}
