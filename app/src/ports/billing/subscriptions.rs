//! Subscriptions, and the standing orders behind them that are to be stopped.

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
    /// More than one account may be meant.
    Ambiguous,
    /// No subscription is known that it could be of.
    Nobody,
}

/// A smaller plan, to begin when the present one ends.
#[derive(Clone, Debug)]
pub struct PlannedPlan {
    pub id: SubscriptionId,
    pub owner: AccountId,
    /// The present one.
    pub follows: SubscriptionId,
    pub order: Order,
    pub provider: String,
    pub customer: String,
    pub plan_code: String,
    pub from: Timestamp,
    pub at: Timestamp,
    /// When an order that the provider may have taken is stopped, unless it was written down as
    /// taken before: whoever asks for it may be cut off in between.
    pub stop_at: Timestamp,
}

/// One customer of a provider for whom plans of several accounts last.
#[derive(Clone, Debug)]
pub struct SharedCustomer {
    pub provider: String,
    pub customer: String,
    pub accounts: Vec<AccountId>,
}

/// A subscription whose provider must be told to stop, and what it is called there.
#[derive(Clone, Debug)]
pub struct StopDue {
    pub subscription: Subscription,
    /// What goes on there and has to end with it.
    pub orders: Vec<StandingOrder>,
    /// Whether the provider has said what its standing order is called.
    pub named: bool,
    /// How often it was told in vain.
    pub tries: u32,
    /// Until when nobody else stops it. Whoever finds another time there has lost the lease.
    pub lease: Timestamp,
}

/// A standing order that goes on although it was cancelled, for an operator.
#[derive(Clone, Debug)]
pub struct FailedCancellation {
    pub subscription: SubscriptionId,
    pub provider: String,
    pub plan: String,
    pub tries: u32,
    /// What the provider said last.
    pub problem: String,
    /// When it is told again.
    pub next: Timestamp,
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
    /// Writes a smaller plan down before the provider hears of it. It counts for nothing yet,
    /// and its order is due to be stopped at `stop_at`. No when the plan that it is to follow
    /// has changed.
    async fn plan_later(&self, planned: &PlannedPlan) -> Result<bool, StoreError>;
    /// The provider has taken the order: the present plan ends, with benefits until `end_date`,
    /// and this one follows in place of whichever was to follow. No when the present plan has
    /// changed meanwhile; then the order is due to be stopped.
    async fn planned_order(
        &self,
        planned: &PlannedPlan,
        order: &StandingOrder,
        end_date: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The provider has refused the order: there is nothing to stop.
    async fn plan_refused(&self, planned: SubscriptionId) -> Result<(), StoreError>;
    /// The plan that was to follow will not begin; its order is due to be stopped.
    async fn drop_planned(&self, owner: AccountId, at: Timestamp) -> Result<(), StoreError>;
    /// The standing orders of a subscription, stopped or not.
    async fn orders_of(
        &self,
        subscription: &Subscription,
    ) -> Result<Vec<StandingOrder>, StoreError>;
    /// Before the provider is asked to let a cancelled subscription go on: its orders are not
    /// stopped until `until`, and are due to be stopped again then, unless it is kept before.
    /// No when it cannot be kept any more.
    async fn hold_stop(
        &self,
        kept: &Subscription,
        orders: &[StandingOrder],
        at: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError>;
    /// A cancelled subscription goes on, and a planned one does not begin. No when it is not
    /// cancelled, or its orders may have been stopped since [`Self::hold_stop`]. At `resume_at` the
    /// provider is due to be asked once more.
    async fn keep(
        &self,
        kept: &Subscription,
        at: Timestamp,
        resume_at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Subscriptions whose provider is due to be asked to let their orders go on, the longest due
    /// first.
    async fn resumptions_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError>;
    /// The orders of one of them, for whoever takes the lease until `until`; nothing where another
    /// worker did, or it does not go on any more.
    async fn take_resumption(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Vec<StandingOrder>>, StoreError>;
    /// The provider has confirmed that they go on.
    async fn resumed(
        &self,
        subscription: SubscriptionId,
        orders: &[StandingOrder],
        lease: Timestamp,
    ) -> Result<(), StoreError>;
    /// A standing order exists at the provider.
    async fn ordered(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), StoreError>;
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
    /// Subscriptions whose provider is due to be told to stop, the longest due first.
    async fn stops_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError>;
    /// One of them, for whoever takes the lease until `until`; nothing where another worker did.
    async fn take_stop(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<StopDue>, StoreError>;
    /// The provider has confirmed that it charges no more.
    async fn stopped(&self, due: &StopDue, at: Timestamp) -> Result<(), StoreError>;
    /// It has not, and this is why: again at `next`, where the lease is still ours.
    async fn stop_later(
        &self,
        due: &StopDue,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    /// Those that were told to stop in vain, oldest first.
    async fn failed_cancellations(&self, limit: u32)
    -> Result<Vec<FailedCancellation>, StoreError>;
}
