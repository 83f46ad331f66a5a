//! Everything that belongs to a person, wherever it is kept: one registry for taking it
//! along and for making it go.

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::StoreError;
use crate::domain::{account::Email, id::AccountId, media::ObjectKey, moment::Moment};

/// The rows of one table.
pub struct OwnedRows {
    pub table: &'static str,
    pub rows: Vec<Map<String, Value>>,
}

#[async_trait]
pub trait OwnedStore: Send + Sync {
    /// Everything but secrets.
    async fn rows_of(&self, account: AccountId) -> Result<Vec<OwnedRows>, StoreError>;
    /// Photos with their previews, pictures and films.
    async fn objects_of(&self, account: AccountId) -> Result<Vec<ObjectKey>, StoreError>;
    /// The address the account has, those it had before and that are nobody else's now, and
    /// the one it is about to change to.
    async fn addresses_of(&self, account: AccountId) -> Result<Vec<Email>, StoreError>;
    /// All of it goes in one transaction. What the law keeps stays under the pseudonym, and
    /// until `welcome_until` that the mailbox had its welcome credits.
    async fn erase(
        &self,
        account: AccountId,
        pseudonym: &str,
        welcome_until: Moment,
    ) -> Result<(), StoreError>;
}
