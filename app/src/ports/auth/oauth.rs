//! Sign-ins of client programs that are under way.

use async_trait::async_trait;

use crate::{
    domain::{
        account::{
            flow_state::{Flow, OAuthState},
            proof::Method,
            session::TokenDigest,
        },
        id::{AccountId, FlowId},
        moment::Moment,
    },
    ports::StoreError,
};

#[async_trait]
pub trait FlowStore: Send + Sync {
    async fn begin_flow(&self, flow: &Flow) -> Result<(), StoreError>;
    /// Gives the account's latest flow of this method its code; no when there is none that
    /// waits for one since `since`.
    async fn issue_code(
        &self,
        account: AccountId,
        method: Method,
        code: &TokenDigest,
        since: Moment,
        at: Moment,
    ) -> Result<bool, StoreError>;
    async fn flow_by_code(&self, code: &TokenDigest) -> Result<Option<Flow>, StoreError>;
    /// Ends it; no when another request was quicker.
    async fn end_flow(&self, id: FlowId) -> Result<bool, StoreError>;
    /// Somebody leaves for a provider.
    async fn save_oauth_state(&self, away: &OAuthState) -> Result<(), StoreError>;
    /// Who left so, marked as used from now on.
    async fn consume_oauth_state(
        &self,
        id: FlowId,
        at: Moment,
    ) -> Result<Option<OAuthState>, StoreError>;
    async fn forget_old_flows(&self, before: Moment) -> Result<u64, StoreError>;
}
