//! The ways in which a person can sign in: their password (`email`), or a provider.

use serde_json::{Map, Value};

use crate::domain::{
    id::{AccountId, IdentityId},
    timestamp::Timestamp,
};

/// A way to sign in.
#[derive(Clone, Debug)]
pub struct Identity {
    pub id: IdentityId,
    pub account: AccountId,
    /// `email` or a provider's name.
    pub provider: String,
    /// The person's id there; for `email` the account's own.
    pub provider_id: String,
    /// What the provider told.
    pub data: Map<String, Value>,
    pub email: Option<String>,
    pub last_sign_in_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
