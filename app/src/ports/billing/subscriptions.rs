//! Subscriptions, and the standing orders behind them that are to be stopped.

use async_trait::async_trait;

use crate::{
    domain::{
        billing::{Charge, Order, OrderState, StandingOrder, Subscription},
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
}

/// One customer of a provider for whom plans of several accounts last.
#[derive(Clone, Debug)]
pub struct SharedCustomer {
    pub provider: String,
    pub customer: String,
    pub accounts: Vec<AccountId>,
}

/// A subscription whose standing order the provider is to make, to let go on or to stop, as its
/// state says.
#[derive(Clone, Debug)]
pub struct OrderDue {
    pub subscription: Subscription,
    /// The one there is.
    pub order: Option<StandingOrder>,
    /// How often the provider was asked in vain.
    pub tries: u32,
    /// Until when nobody else asks. Whoever finds another time there has lost the lease.
    pub lease: Timestamp,
}

/// A standing order that belongs to no subscription, and is to be stopped.
#[derive(Clone, Debug)]
pub struct UnownedOrder {
    pub order: StandingOrder,
    pub tries: u32,
    pub lease: Timestamp,
}

/// A standing order that is not as it should be because the provider could not be asked, for an
/// operator.
#[derive(Clone, Debug)]
pub struct FailedOrder {
    /// Nothing where it belongs to none.
    pub subscription: Option<SubscriptionId>,
    /// What is to become of it.
    pub state: OrderState,
    pub provider: String,
    /// A plan, or what the provider calls it.
    pub plan: String,
    pub tries: u32,
    /// What the provider said last.
    pub problem: String,
    /// When it is asked again.
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
    /// The plan that was to follow will not begin; its order is due to be stopped.
    async fn drop_planned(&self, owner: AccountId, at: Timestamp) -> Result<(), StoreError>;
    /// The standing order of a subscription, stopped or not; nothing where there is none yet.
    async fn order_of(
        &self,
        subscription: SubscriptionId,
    ) -> Result<Option<StandingOrder>, StoreError>;
    /// Before the provider is asked to let a cancelled subscription go on: its order is not
    /// stopped until `until`, and is due to be stopped again then, unless it is kept before.
    /// No when it cannot be kept any more.
    async fn hold_stop(
        &self,
        kept: &Subscription,
        at: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError>;
    /// A cancelled subscription goes on, and a planned one does not begin. No when it is not
    /// cancelled, or its order may have been stopped since [`Self::hold_stop`]. At `resume_at` the
    /// provider is due to be asked once more.
    async fn keep(
        &self,
        kept: &Subscription,
        at: Timestamp,
        resume_at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// A standing order exists at the provider, as it tells.
    async fn order_told(
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
    /// Subscriptions whose provider is due to be asked about their order, the longest due first.
    async fn orders_due(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<SubscriptionId>, StoreError>;
    /// One of them, for whoever takes the lease until `until`; nothing where another worker did.
    async fn take_order(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OrderDue>, StoreError>;
    /// The provider has made the order that was wanted. No when it is not wanted any more, or
    /// not from here; then the order is nobody's.
    async fn order_made(
        &self,
        due: &OrderDue,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The provider lets the order go on, or charges no more: whichever was due.
    async fn order_confirmed(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError>;
    /// The provider could not be asked, and this is why: again at `next`, where the lease is
    /// still ours.
    async fn order_later(
        &self,
        due: &OrderDue,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    /// The provider does not take the order that was wanted: the plan is paid month by month.
    async fn order_refused(&self, due: &OrderDue) -> Result<(), StoreError>;
    /// Orders for a plan that were told before `before` and belong to no subscription, for whoever
    /// takes their lease until `until`.
    async fn take_unowned_orders(
        &self,
        provider: &str,
        plan_code: &str,
        before: Timestamp,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<UnownedOrder>, StoreError>;
    /// The provider has stopped one of them.
    async fn unowned_stopped(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// It has not, and this is why: again at `next`.
    async fn unowned_later(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    /// Orders about which the provider was asked in vain, oldest first.
    async fn failed_orders(&self, limit: u32) -> Result<Vec<FailedOrder>, StoreError>;
}
