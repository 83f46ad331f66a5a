//! The security history of an account.

use async_trait::async_trait;

use crate::{
    domain::{
        account::event::{Event, Origin},
        id::AccountId,
        timestamp::Timestamp,
    },
    ports::StoreError,
};

#[async_trait]
pub trait EventStore: Send + Sync {
    async fn record(&self, event: &Event) -> Result<(), StoreError>;
    /// Writes about nobody what costs as much as writing about somebody.
    async fn record_padding(&self) -> Result<(), StoreError>;
    /// Deletes what happened before this; at most so much, the number of lines.
    async fn forget_events(&self, happened_before: Timestamp, most: u32)
    -> Result<u64, StoreError>;
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
