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

#[async_trait]
pub trait CreditStore: Send + Sync {
    /// Credits free to spend.
    async fn balance(&self, account: AccountId) -> Result<Option<u32>, StoreError>;
    /// Gives credits; asked again under the same reference it gives nothing more. The
    /// balance afterwards.
    async fn grant(
        &self,
        account: AccountId,
        entry: EntryId,
        credits: u32,
        reference: &str,
        at: Moment,
    ) -> Result<u32, StoreError>;
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
