//! The ledger, read and checked; and the one way an operator adds to it.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{
    credits::Entry,
    id::{AccountId, EntryId},
    moment::Moment,
};

/// An account whose books do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    pub account: String,
    pub what: String,
}

#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    /// A reference stands for one gift to one account.
    #[error("under this reference credits were given to another account")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[async_trait]
pub trait CreditStore: Send + Sync {
    /// Credits free to spend.
    async fn balance(&self, account: AccountId) -> Result<Option<u32>, StoreError>;
    /// Gives credits; asked again for the same account and reference it gives nothing more.
    /// The balance afterwards.
    async fn grant(
        &self,
        account: AccountId,
        entry: EntryId,
        credits: u32,
        reference: &str,
        at: Moment,
    ) -> Result<u32, GrantError>;
    /// Newest first, those before the entry of this number.
    async fn history(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError>;
    /// Every account whose ledger, balance, holds and payments disagree.
    async fn check(&self) -> Result<Vec<Discrepancy>, StoreError>;
}
