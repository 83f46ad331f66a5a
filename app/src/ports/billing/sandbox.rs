//! The test provider's own window.

use async_trait::async_trait;

use crate::ports::{Delivery, StoreError};

/// What someone plays in the sandbox's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxAct {
    Success,
    Decline,
    Close,
    /// The money arrives later, and only the webhook tells.
    LateWebhook,
    WebhookTwice,
    /// The provider charges another amount than was ordered.
    AmountAltered,
}

impl SandboxAct {
    pub const ALL: [Self; 6] = [
        Self::Success,
        Self::Decline,
        Self::Close,
        Self::LateWebhook,
        Self::WebhookTwice,
        Self::AmountAltered,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Decline => "decline",
            Self::Close => "close",
            Self::LateWebhook => "late-webhook",
            Self::WebhookTwice => "webhook-twice",
            Self::AmountAltered => "amount-altered",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.as_str() == name)
    }
}

/// A charge in the sandbox's books, for its window.
#[derive(Clone, Debug)]
pub struct SandboxCharge {
    pub reference: String,
    pub email: String,
    pub amount: i64,
    pub currency: String,
    /// Whether it can still be paid.
    pub open: bool,
}

/// The test provider's side that is not a provider's: its window, its clockwork.
#[async_trait]
pub trait Sandbox: Send + Sync {
    async fn charge(&self, access_code: &str) -> Result<Option<SandboxCharge>, StoreError>;
    async fn play(&self, access_code: &str, act: SandboxAct) -> Result<(), StoreError>;
    /// Charges standing orders whose month has begun; how many.
    async fn renew_due(&self) -> Result<u32, StoreError>;
    /// Charges a person's standing orders for the next month now.
    async fn renew_now(&self, email: &str) -> Result<u32, StoreError>;
    async fn deliveries(&self) -> Result<Vec<Delivery>, StoreError>;
    async fn delivered(&self, id: &str) -> Result<(), StoreError>;
}
