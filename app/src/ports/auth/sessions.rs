//! Sessions of browsers.

use async_trait::async_trait;

use crate::{
    domain::{
        account::Account,
        auth::{
            proof::Proofs,
            session::{NewSession, OpenSession, Session, TokenDigest},
        },
        id::{AccountId, SessionId},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// A session with whose it is.
pub struct SessionWithAccount {
    pub session: Session,
    pub account: Account,
}

#[async_trait]
pub trait SessionStore: Send + Sync {
    /// No when the password it is opened with is not the account's any more.
    async fn open(&self, session: &NewSession) -> Result<bool, StoreError>;
    async fn find(&self, token: &TokenDigest) -> Result<Option<SessionWithAccount>, StoreError>;
    /// The renewed token has reached the browser.
    async fn seen(&self, id: SessionId, at: Timestamp) -> Result<(), StoreError>;
    /// Replaces the token, or the renewed one that never arrived; no when another request
    /// did it first, since `found` was read.
    async fn rotate(
        &self,
        found: &Session,
        from: &TokenDigest,
        to: &TokenDigest,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The person proved more: a new token takes the place of every other one of this
    /// session. No when the session is gone.
    async fn prove(
        &self,
        id: SessionId,
        proofs: &Proofs,
        token: &TokenDigest,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Those that have not expired, last used first.
    async fn list(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<OpenSession>, StoreError>;
    /// Ends one; no when there is none.
    async fn close(&self, account: AccountId, id: SessionId) -> Result<bool, StoreError>;
    /// Ends every session of the account but one; how many.
    async fn close_others(&self, account: AccountId, keep: SessionId) -> Result<u64, StoreError>;
    /// Ends every session of the account.
    async fn close_all(&self, account: AccountId) -> Result<(), StoreError>;
    /// Ends the account's sessions of browsers; programs keep theirs.
    async fn close_browsers(&self, account: AccountId) -> Result<(), StoreError>;
    /// Removes sessions that expired before `now`.
    async fn forget_expired(&self, now: Timestamp) -> Result<u64, StoreError>;
}
