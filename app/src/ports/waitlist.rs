//! Applications for the beta, as transactions.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{mail::Mail, waitlist::Entry};

/// Why an entry was not stored; the first three are told apart for people (decision 7).
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error("this mailbox has applied before")]
    Duplicate,
    #[error("the table is not there")]
    NotReady(#[source] StoreError),
    #[error("storing is not allowed")]
    NotAllowed(#[source] StoreError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait WaitlistStore: Send + Sync {
    /// The entry, its place in the counts and the mail that says so, or none of them.
    async fn apply(&self, entry: &Entry, mail: &Mail) -> Result<(), ApplyError>;
}
