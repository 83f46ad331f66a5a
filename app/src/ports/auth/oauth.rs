//! Sign-ins of client programs that are under way.

use async_trait::async_trait;

use crate::{
    domain::{
        auth::{
            flow_state::{Flow, OAuthState},
            session::TokenDigest,
        },
        id::FlowId,
        timestamp::Timestamp,
    },
    ports::StoreError,
};

#[async_trait]
pub trait FlowStore: Send + Sync {
    /// Keeps it under the digest of its code.
    async fn begin_flow(&self, flow: &Flow, code: &TokenDigest) -> Result<(), StoreError>;
    async fn flow_by_code(&self, code: &TokenDigest) -> Result<Option<Flow>, StoreError>;
    /// Ends it; no when another request was quicker.
    async fn end_flow(&self, id: FlowId) -> Result<bool, StoreError>;
    /// Somebody leaves for a provider.
    async fn save_oauth_state(&self, oauth_state: &OAuthState) -> Result<(), StoreError>;
    /// Who left so, marked as used from now on.
    async fn consume_oauth_state(
        &self,
        id: FlowId,
        at: Timestamp,
    ) -> Result<Option<OAuthState>, StoreError>;
    async fn forget_old_flows(&self, before: Timestamp) -> Result<u64, StoreError>;
}
