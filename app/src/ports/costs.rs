//! What creations cost the operator at providers outside, in millionths of a US dollar.

use async_trait::async_trait;

use crate::{
    domain::{creation::Creation, id::CreationId},
    ports::StoreError,
};

/// How much may be spent, in millionths of a US dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLimits {
    /// For one creation, whatever has to be made again.
    pub creation: i64,
    /// For the creations that one account begins on one day (UTC).
    pub account_day: i64,
    /// For all creations that begin on one day.
    pub site_day: i64,
}

/// What a creation that begins reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedCosts {
    pub reserve: i64,
    pub limits: CostLimits,
}

/// A ceiling that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ceiling {
    Account,
    Site,
}

/// What the creations of a day came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostDay {
    /// YYYY-MM-DD.
    pub day: String,
    pub creations: u32,
    /// Orders that were sent.
    pub orders: u32,
    /// Of these, those of which nobody knows whether they were taken.
    pub lost: u32,
    /// What was spent.
    pub micros: i64,
}

#[async_trait]
pub trait CostStore: Send + Sync {
    /// Spends this for an order that is about to be sent; no where a ceiling would be exceeded.
    async fn spend(
        &self,
        creation: &Creation,
        micros: i64,
        limits: CostLimits,
    ) -> Result<bool, StoreError>;
    /// Takes back what was spent for an order that the provider did not take.
    async fn take_back(&self, creation: CreationId, micros: i64) -> Result<(), StoreError>;
    /// Counts an order of which nobody knows whether it was taken.
    async fn lose_order(&self, creation: CreationId) -> Result<(), StoreError>;
    /// The latest days on which something was reserved, newest first.
    async fn days(&self, limit: u32) -> Result<Vec<CostDay>, StoreError>;
}
