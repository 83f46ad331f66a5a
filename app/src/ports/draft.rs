//! What becomes a creation: the draft, and words that were not sent yet
//! ([`crate::domain::unsent_words`]).

use async_trait::async_trait;

use crate::{
    domain::{
        draft::{Draft, DraftBody},
        id::{AccountId, CreationId, DraftKey},
        timestamp::Timestamp,
        unsent_words::UnsentForm,
    },
    ports::StoreError,
};

#[async_trait]
pub trait DraftStore: Send + Sync {
    /// The account's draft; `fresh` names a new one where there is none.
    async fn load(
        &self,
        account: AccountId,
        fresh: DraftKey,
        at: Timestamp,
    ) -> Result<Draft, StoreError>;
    /// Saves what was made from `version`; no when the draft changed meanwhile.
    async fn save(
        &self,
        account: AccountId,
        key: DraftKey,
        version: i64,
        body: &DraftBody,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// An empty draft in the place of the one from which this creation was begun; nothing changes where
    /// that is another by now.
    async fn begin_after(
        &self,
        account: AccountId,
        creation: CreationId,
        fresh: DraftKey,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// Begins anew under `fresh`; photos of the old draft expire at once.
    async fn replace(
        &self,
        account: AccountId,
        fresh: DraftKey,
        body: &DraftBody,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}

#[async_trait]
pub trait UnsentStore: Send + Sync {
    /// Keeps them sealed in the place of those before. `false` where that many places of the
    /// account are kept already that another one is too much.
    async fn keep(
        &self,
        account: AccountId,
        place: UnsentForm,
        sealed: &str,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<bool, StoreError>;
    /// As they were sealed, unless their time is over.
    async fn find(
        &self,
        account: AccountId,
        place: UnsentForm,
        now: Timestamp,
    ) -> Result<Option<String>, StoreError>;
    /// All of them with their places, as they were sealed.
    async fn find_all(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<(UnsentForm, String)>, StoreError>;
    /// They were sent, or taken back.
    async fn forget(&self, account: AccountId, place: UnsentForm) -> Result<(), StoreError>;
    /// Those whose time was over before `now`.
    async fn forget_expired_words(&self, now: Timestamp) -> Result<(), StoreError>;
}
