//! Sessions of client programs, and the keys behind their tokens (contracts §1).

use async_trait::async_trait;
use serde_json::Value;

use super::StoreError;
use crate::domain::{
    account::api_session::{ApiSession, ApiUser, Known, Proof},
    id::{AccountId, SessionId},
    moment::Moment,
};

/// Which sessions end (contracts §1.3 'signOut').
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every session of the person, browsers included.
    Global,
    /// Only the one that asks.
    Local,
    /// All but the one that asks.
    Others,
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
    /// Opens a session with its first proof; the person's last sign-in is its time.
    async fn open_api(
        &self,
        id: SessionId,
        account: AccountId,
        proof: Proof,
    ) -> Result<(), StoreError>;
    /// A session with the person behind it.
    async fn api_session(&self, id: SessionId) -> Result<Option<(ApiSession, Known)>, StoreError>;
    /// Moves on from `counter` to `to`; no when another request did it first.
    async fn advance(
        &self,
        id: SessionId,
        counter: u64,
        to: u64,
        at: Moment,
    ) -> Result<bool, AdvanceError>;
    async fn end_sessions(
        &self,
        account: AccountId,
        current: Option<SessionId>,
        ending: Ending,
    ) -> Result<(), StoreError>;
    async fn known(&self, account: AccountId) -> Result<Option<Known>, StoreError>;
    /// Replaces what client programs keep of a person.
    async fn save_api_user(
        &self,
        account: AccountId,
        user: &ApiUser,
        at: Moment,
    ) -> Result<(), StoreError>;
}

/// Why a refresh token is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefreshTokenProblem {
    #[error("not the form of a refresh token")]
    Malformed,
    #[error("not one of ours")]
    Unknown,
}

/// Makes and reads tokens; the keys stay inside.
pub trait TokenKeys: Send + Sync {
    /// A signed access token.
    fn access_token(&self, claims: &Value) -> Result<String, StoreError>;
    /// The claims of a token with a good signature of one of our keys; whether they count
    /// at this time is for the caller.
    fn read_access_token(&self, token: &str) -> Option<Value>;
    /// The public keys as a JSON web key set.
    fn published(&self) -> Value;
    /// Always the same for the same session and number.
    fn refresh_token(&self, session: SessionId, counter: u64) -> String;
    fn read_refresh_token(&self, token: &str) -> Result<(SessionId, u64), RefreshTokenProblem>;
}
