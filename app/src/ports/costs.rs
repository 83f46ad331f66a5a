//! What creations cost the operator at providers outside, in millionths of a US dollar.

use async_trait::async_trait;

use crate::{
    domain::{
        creation::Creation,
        id::{AccountId, CreationId},
        timestamp::Timestamp,
    },
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
    /// For those of one account and day that were cancelled.
    pub cancelled_day: i64,
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

/// What the companion's model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompanionCall {
    Conversation,
    Plan,
    Steps,
    Closing,
    Story,
}

impl CompanionCall {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::Plan => "plan",
            Self::Steps => "steps",
            Self::Closing => "closing",
            Self::Story => "story",
        }
    }
}

/// What a model read and wrote for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    pub input: u32,
    pub output: u32,
}

/// A question that the companion's model may have answered, whether its answer came and is used or not: it
/// costs the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelAnswer {
    pub at: Timestamp,
    pub call: CompanionCall,
    /// The creation that it was asked for.
    pub creation: Option<CreationId>,
    /// Nothing where no answer came, or the server does not tell.
    pub tokens: Option<Tokens>,
    /// In millionths of a US dollar; the most that it can have cost where nobody knows.
    pub micros: i64,
}

/// What a day came to: the creations that began on it, and what the companion's model answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostDay {
    /// YYYY-MM-DD.
    pub day: String,
    pub creations: u32,
    /// Orders that were sent.
    pub orders: u32,
    /// Of these, those of which nobody knows whether they were taken.
    pub lost: u32,
    /// What orders cost.
    pub micros: i64,
    pub companion: CompanionCosts,
}

/// What the companion's model answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompanionCosts {
    pub answers: i64,
    /// Of these, those of which nobody knows how many tokens they took.
    pub uncounted: i64,
    pub tokens_in: i64,
    pub tokens_out: i64,
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
    /// What was spent for the creations that the account began on a day (YYYY-MM-DD) and cancelled.
    async fn spent_on_cancelled(&self, account: AccountId, day: &str) -> Result<i64, StoreError>;
    /// Counts an answer of the companion's model, for its day and its creation.
    async fn count_answer(&self, answer: &ModelAnswer) -> Result<(), StoreError>;
    /// What the companion's model cost on a day (YYYY-MM-DD), in millionths of a US dollar.
    async fn companion_spent(&self, day: &str) -> Result<i64, StoreError>;
    /// The latest days on which something cost money or was answered by a model, newest first.
    async fn days(&self, limit: u32) -> Result<Vec<CostDay>, StoreError>;
}
