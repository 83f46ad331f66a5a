//! Subscriptions: plans that are paid month by month.

use async_trait::async_trait;

use crate::{
    domain::{
        billing::{Charge, Order, StandingOrder, Subscription},
        id::{AccountId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// Whose charge it is that a provider made on its own.
#[derive(Clone, Debug)]
pub enum ChargedFor {
    Subscription(Box<Subscription>),
    /// It was paid by a card that none of these has paid with, or several have: the provider knows
    /// which of their standing orders it charges.
    OneOf(Vec<PossiblePayer>),
    /// No subscription is known that it could be of.
    Nobody,
}

/// A subscription that may have been charged, and the codes of its standing orders.
#[derive(Clone, Debug)]
pub struct PossiblePayer {
    pub subscription: Subscription,
    pub orders: Vec<String>,
}

/// A smaller plan, to begin when the present one ends.
#[derive(Clone, Debug)]
pub struct PlannedPlan {
    pub id: SubscriptionId,
    pub owner: AccountId,
    /// The present one, as it was when the provider was asked.
    pub follows: Subscription,
    pub order: Order,
    pub provider: String,
    pub customer: String,
    pub plan_code: String,
    /// What is charged for it: what was charged for the present one.
    pub authorization: String,
    pub from: Timestamp,
}

/// One customer of a provider for whom plans of several accounts last.
#[derive(Clone, Debug)]
pub struct SharedCustomer {
    pub provider: String,
    pub customer: String,
    pub accounts: Vec<AccountId>,
}

#[async_trait]
pub trait SubscriptionStore: Send + Sync {
    /// Customers of a provider who pay for plans of several accounts.
    async fn shared_customers(&self, limit: u32) -> Result<Vec<SharedCustomer>, StoreError>;
    /// The subscription that lasts, if any.
    async fn subscription(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The last subscription that ended because its time was over.
    async fn ended(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The smaller plan that was ordered for later, if any.
    async fn planned(&self, owner: AccountId) -> Result<Option<Subscription>, StoreError>;
    /// The subscription that a charge belongs to: by the standing order it names, else by
    /// customer and plan where only one account can be meant. Whoever the charge names must
    /// not be somebody else.
    async fn charged_for(&self, provider: &str, charge: &Charge) -> Result<ChargedFor, StoreError>;
    /// The provider has taken the order of a smaller plan: the present plan ends, with benefits
    /// until `end_date`, and this one follows in place of whichever was to follow. No when the
    /// present plan has changed meanwhile; then the order is nobody's.
    async fn plan(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The plan that was to follow will not begin; its order is due to be stopped. With `only`, where
    /// it is this one.
    async fn drop_planned(
        &self,
        owner: AccountId,
        only: Option<SubscriptionId>,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// A cancelled subscription goes on, and a planned one does not begin; its provider is due to be
    /// asked. No when it is not cancelled, or its paid month is over.
    async fn keep(&self, kept: &Subscription, at: Timestamp) -> Result<bool, StoreError>;
    /// Cancels what renews: benefits until `end_date`, the provider is due to be told. No
    /// when it has changed since it was read.
    async fn cancel(
        &self,
        seen: &Subscription,
        end_date: &str,
        ends_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Ends every subscription whose time is over; how many.
    async fn expire(&self, now: Timestamp) -> Result<u32, StoreError>;
}
