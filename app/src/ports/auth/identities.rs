//! The ways in that an account has, as a provider tells them.

use async_trait::async_trait;

use crate::{
    domain::{
        account::{Email, identity::Identity},
        id::{AccountId, IdentityId, SessionId},
        moment::Moment,
    },
    ports::{StoreError, Welcome},
};

#[derive(Debug, thiserror::Error)]
pub enum UnlinkError {
    #[error("it is the only way to sign in")]
    Single,
    #[error("the address of every other way in belongs to another account")]
    EmailConflict,
    #[error("there is none")]
    NotFound,
    #[error("the last proof is too old")]
    Stale,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What has to be left when a way in is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MustLeave {
    /// Another identity, as client programs know it from `GoTrue`.
    AnIdentity,
    /// Another identity, or a password with a proven address.
    AWayIn,
}

#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Adds it, or notes that it was used again and what the provider says now. No where it is
    /// a way into another account, as when two link it at once.
    async fn link(&self, identity: &Identity) -> Result<bool, StoreError>;
    /// The same where the provider vouches for `email`: if that is the account's own address
    /// and was never proven, it is now, and everything that was set up before goes. Whether it
    /// was so; nothing where it is a way into another account.
    async fn link_vouched(
        &self,
        identity: &Identity,
        email: &Email,
        welcome: &Welcome,
    ) -> Result<Option<bool>, StoreError>;
    async fn by_subject(
        &self,
        provider: &str,
        subject: &str,
    ) -> Result<Option<Identity>, StoreError>;
    /// Oldest first.
    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError>;
    /// Removes one for the holder of this session, unless nothing else is left. An account whose
    /// address came with it takes the address of the oldest other one that is nobody else's.
    async fn unlink(
        &self,
        account: AccountId,
        session: SessionId,
        id: IdentityId,
        must_leave: MustLeave,
        at: Moment,
    ) -> Result<(), UnlinkError>;
}
