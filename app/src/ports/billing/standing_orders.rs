//! The standing orders by which subscriptions renew, and what the provider is to be asked about
//! them.

use async_trait::async_trait;

use crate::{
    domain::{
        billing::{OrderState, StandingOrder, Subscription},
        id::{RequestId, SubscriptionId},
        timestamp::Timestamp,
    },
    ports::StoreError,
};

/// A subscription whose standing order the provider is to make, to let go on or to stop, as its
/// state says.
#[derive(Clone, Debug)]
pub struct OrderDue {
    pub subscription: Subscription,
    /// The one there is.
    pub order: Option<StandingOrder>,
    /// How often the provider was asked in vain, and how often it said no.
    pub tries: u32,
    pub refusals: u32,
    /// Until when nobody else asks. Whoever finds another time there has lost the lease.
    pub lease: Timestamp,
}

/// Why the provider's answer to a question about an order was no answer, and when it is asked again.
#[derive(Clone, Copy, Debug)]
pub struct OrderFailure<'a> {
    pub problem: &'a str,
    /// It was asked, and said no.
    pub refused: bool,
    /// Until when what was asked may still arrive there.
    pub quiet_until: Timestamp,
    pub next: Timestamp,
}

/// A standing order that belongs to no subscription, and is to be stopped.
#[derive(Clone, Debug)]
pub struct UnownedOrder {
    pub order: StandingOrder,
    pub tries: u32,
    pub lease: Timestamp,
}

/// A question for a standing order. It is written down before it is asked.
#[derive(Clone, Debug)]
pub struct OrderRequest {
    pub id: RequestId,
    pub provider: String,
    pub customer: String,
    pub plan_code: String,
    /// How often it was asked in vain which orders there are.
    pub tries: u32,
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
pub trait StandingOrderStore: Send + Sync {
    /// A standing order exists at the provider, as it tells.
    async fn told(
        &self,
        provider: &str,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// An order has charged, or would: a charge names it, without a token, or the provider lists it.
    /// One that was stopped before `when` is due to be stopped again.
    async fn charges(
        &self,
        provider: &str,
        order: &StandingOrder,
        when: Timestamp,
        at: Timestamp,
    ) -> Result<(), StoreError>;
    /// The subscription that renews by the order of this code, if one does.
    async fn renewing_by(
        &self,
        provider: &str,
        code: &str,
    ) -> Result<Option<(Subscription, StandingOrder)>, StoreError>;
    /// Subscriptions whose provider is due to be asked about their order, the longest due first.
    async fn due(&self, provider: &str, now: Timestamp) -> Result<Vec<SubscriptionId>, StoreError>;
    /// One of them, for whoever takes the lease until `until`; nothing where another worker has it.
    /// What is to become of the order may change meanwhile, and is asked for afterwards.
    async fn take(
        &self,
        subscription: SubscriptionId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OrderDue>, StoreError>;
    /// The provider has made the order that was wanted. No when it is not wanted any more, or
    /// not from that day, or not from here; then the order is nobody's.
    async fn made(
        &self,
        due: &OrderDue,
        order: &StandingOrder,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// The provider lets the order go on, or charges no more: whichever was due.
    async fn confirmed(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError>;
    /// The provider could not be asked, or has refused.
    async fn failed(&self, due: &OrderDue, failure: OrderFailure<'_>) -> Result<(), StoreError>;
    /// The provider does not make the order that was wanted: the plan is paid month by month.
    async fn give_up(&self, due: &OrderDue) -> Result<(), StoreError>;
    /// The provider does not let the order go on: it is nobody's, and another one is wanted.
    async fn replace(&self, due: &OrderDue, at: Timestamp) -> Result<(), StoreError>;
    /// Orders for a plan that were told before `before` and belong to no subscription, for whoever
    /// takes their lease until `until`.
    async fn take_unowned(
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
    async fn postpone_unowned(
        &self,
        provider: &str,
        unowned: &UnownedOrder,
        problem: &str,
        next: Timestamp,
    ) -> Result<(), StoreError>;
    /// Writes a question down that counts as not answered from `next` on; whether one for an order
    /// of the same customer and plan was not answered before.
    async fn request(&self, request: &OrderRequest, next: Timestamp) -> Result<bool, StoreError>;
    /// It was answered, or it is known which orders there are.
    async fn answered(&self, request: RequestId) -> Result<(), StoreError>;
    /// Questions that count as not answered, the oldest first.
    async fn unanswered(
        &self,
        provider: &str,
        now: Timestamp,
    ) -> Result<Vec<OrderRequest>, StoreError>;
    /// Which orders there are is asked again at `next`.
    async fn postpone_request(&self, request: RequestId, next: Timestamp)
    -> Result<(), StoreError>;
    /// Orders about which the provider was asked in vain, oldest first.
    async fn list_failed(&self, limit: u32) -> Result<Vec<FailedOrder>, StoreError>;
}
