//! What a provider says about a charge, in our words. Nothing in it is believed before it
//! was compared with what we wrote down ourselves.

use crate::domain::timestamp::Timestamp;

/// How a charge stands with the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeStatus {
    Success,
    /// Not over yet: ongoing, pending, processing, queued.
    Processing,
    /// The window was left.
    Abandoned,
    Failed,
    /// Paid, and taken back.
    Reversed,
}

/// A charge as the provider tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub reference: String,
    pub status: ChargeStatus,
    /// In the smallest unit of the currency.
    pub amount: i64,
    pub currency: String,
    /// What we sent along, where the provider gives it back.
    pub user: Option<String>,
    pub plan: Option<String>,
    /// The provider's name for the person, and for the plan that renews.
    pub customer: Option<String>,
    pub plan_code: Option<String>,
    /// Its name for the standing order that charged, where it says so.
    pub order: Option<String>,
    pub paid_at: Option<Timestamp>,
    /// The provider's name for the way it was paid; nothing where that cannot be charged again.
    pub authorization: Option<String>,
}

/// A standing order at the provider: what charges month by month until it is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrder {
    pub code: String,
    pub token: String,
    pub customer: String,
    pub plan_code: String,
}

/// What a webhook told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebhookEvent {
    Charged(Charge),
    SubscriptionCreated(StandingOrder),
    /// A standing order charges no more, whoever ended it; its code.
    SubscriptionEnded(String),
    /// Something that changes nothing here; its name, for the log.
    Other(String),
}
