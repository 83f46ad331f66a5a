//! Counting what is guarded, as transactions.

use std::time::Duration;

use async_trait::async_trait;

use super::StoreError;
use crate::domain::{allowance::Allowance, moment::Moment};

/// What came of asking for one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is the so-manieth of its window.
    Nth(u32),
    /// Not now; again after this.
    Not(Duration),
}

#[async_trait]
pub trait AllowanceStore: Send + Sync {
    /// Takes one; `subject` is a keyed digest.
    async fn take(&self, what: Allowance, subject: &str, now: Moment) -> Result<Taken, StoreError>;
    /// Gives one back, and ends a pause.
    async fn give_back(&self, what: Allowance, subject: &str) -> Result<(), StoreError>;
    /// Forgets what began before.
    async fn forget_allowances(&self, before: Moment) -> Result<u64, StoreError>;
}
