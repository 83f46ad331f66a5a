//! Words that were not sent yet; see [`crate::domain::unsent`].

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{id::AccountId, moment::Moment, unsent::Place};

#[async_trait]
pub trait UnsentStore: Send + Sync {
    /// Keeps them sealed in the place of those before. `false` where that many places of the
    /// account are kept already that another one is too much.
    async fn keep(
        &self,
        account: AccountId,
        place: Place,
        sealed: &str,
        at: Moment,
        expires: Moment,
    ) -> Result<bool, StoreError>;
    /// As they were sealed, unless their time is over.
    async fn find(
        &self,
        account: AccountId,
        place: Place,
        now: Moment,
    ) -> Result<Option<String>, StoreError>;
    /// All of them with their places, as they were sealed.
    async fn find_all(
        &self,
        account: AccountId,
        now: Moment,
    ) -> Result<Vec<(Place, String)>, StoreError>;
    /// They were sent, or taken back.
    async fn forget(&self, account: AccountId, place: Place) -> Result<(), StoreError>;
    /// Those whose time was over before `now`.
    async fn forget_expired_words(&self, now: Moment) -> Result<(), StoreError>;
}
