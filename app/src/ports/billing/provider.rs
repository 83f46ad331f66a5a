//! The provider who takes the money.

use async_trait::async_trait;

use crate::domain::{
    billing::{Charge, Order, StandingOrder, WebhookEvent},
    id::AccountId,
    timestamp::Timestamp,
};

/// What a provider is asked to charge.
#[derive(Clone, Debug)]
pub struct ChargeOrder {
    pub reference: String,
    pub email: String,
    pub user: AccountId,
    pub order: Order,
    /// Where a person without script comes back to.
    pub return_url: String,
}

/// What a provider is asked to charge month by month, from a later day on.
#[derive(Clone, Debug)]
pub struct LaterOrder {
    /// The provider's names for the person and the plan.
    pub customer: String,
    pub plan_code: String,
    /// What is charged, by the provider's name.
    pub authorization: String,
    pub user: AccountId,
    pub order: Order,
    /// When the first month is charged.
    pub from: Timestamp,
}

/// A window in which the person pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub access_code: String,
    /// The window as a page.
    pub address: String,
}

/// Which window a page opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// Our own, for development.
    Sandbox,
    /// Paystack's inline popup.
    Paystack,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Down, slow or not understood: the same question may be answered later.
    #[error("the provider cannot be asked: {0}")]
    Unavailable(String),
    /// It answered, and said no.
    #[error("the provider refused: {0}")]
    Refused(String),
}

#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("the signature is not the provider's")]
    Forged,
    #[error("the message cannot be understood")]
    Unreadable,
}

/// Takes the money. Amounts are whole cents; the reference is ours.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// The name payments are stored under.
    fn name(&self) -> &'static str;
    fn window(&self) -> WindowKind;
    /// What it calls the plan that renews; nothing where this order is paid month by month.
    fn plan_code(&self, order: Order) -> Option<String>;
    /// Opens a window for one charge. Nothing renews by it.
    async fn initialise(&self, order: &ChargeOrder) -> Result<Opened, ProviderError>;
    /// How the charge of this reference stands; nothing when the provider never heard of it.
    async fn verify(&self, reference: &str) -> Result<Option<Charge>, ProviderError>;
    /// Reads a message that came by webhook: the raw bytes, and what was signed with them.
    fn verify_webhook(
        &self,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<WebhookEvent, WebhookError>;
    /// Whether a standing order charges no more, by whichever hand it was ended.
    async fn has_ended(&self, order: &StandingOrder) -> Result<bool, ProviderError>;
    /// Ends a standing order; no fault if it has ended.
    async fn stop(&self, order: &StandingOrder) -> Result<(), ProviderError>;
    /// Lets a standing order go on that was ended; no fault if it never was. When it charges next,
    /// where the provider says so.
    async fn resume(&self, order: &StandingOrder) -> Result<Option<Timestamp>, ProviderError>;
    /// A standing order that begins later. Asked twice, the provider may make two, or refuse the
    /// second.
    async fn subscribe(&self, order: &LaterOrder) -> Result<StandingOrder, ProviderError>;
    /// The standing orders of a customer that go on, also those that nobody here has heard of.
    async fn orders_of(&self, customer: &str) -> Result<Vec<StandingOrder>, ProviderError>;
    /// The card that a standing order charges, as charges name it; nothing where the provider does
    /// not say, or does not know the order (any more).
    async fn order_card(&self, code: &str) -> Result<Option<String>, ProviderError>;
}

/// A webhook on its way.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: String,
    pub signature: String,
    pub body: String,
}
