//! The ways in that an account has, as a provider tells them.

use async_trait::async_trait;

use crate::{
    domain::{
        account::{Email, SignInEpoch},
        auth::identity::Identity,
        id::{AccountId, IdentityId, SessionId},
        timestamp::Timestamp,
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
pub enum MustRemain {
    /// Another identity, as client programs know it from `GoTrue`.
    AnIdentity,
    /// Another identity, or a password with a proven address.
    ASignInMethod,
}

/// An identity that is a way into its account.
#[derive(Clone, Copy, Debug)]
pub struct Linked {
    /// It was the first proof of the account's address.
    pub proves_first: bool,
    /// Of the account, while the identity was its way in.
    pub epoch: SignInEpoch,
}

#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// Adds one. Nothing where it is a way into an account already.
    async fn link(&self, identity: &Identity) -> Result<Option<Linked>, StoreError>;
    /// The same for whoever has this session. [`StoreError::OwnerGone`] where it has ended, or has
    /// not shown the second factor that the account has.
    async fn link_for_session(
        &self,
        identity: &Identity,
        session: SessionId,
    ) -> Result<Option<Linked>, StoreError>;
    /// Notes that one was used again, and what the provider says now. Nothing where it was removed
    /// meanwhile.
    async fn used_again(&self, identity: &Identity) -> Result<Option<Linked>, StoreError>;
    /// [`Self::link`], or with `is_known` [`Self::used_again`], where the provider vouches for
    /// `email`: if that is the account's own address and was never proven, it is now, and everything
    /// that was set up before goes.
    async fn prove_by_provider(
        &self,
        identity: &Identity,
        is_known: bool,
        email: &Email,
        welcome: &Welcome,
    ) -> Result<Option<Linked>, StoreError>;
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
        must_remain: MustRemain,
        at: Timestamp,
    ) -> Result<(), UnlinkError>;
}
