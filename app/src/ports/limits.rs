//! Counting how often someone asks, and what is guarded in the database.

use std::time::Duration;

use async_trait::async_trait;

use crate::{
    domain::{quota::Quota, rate_limit::Limit, timestamp::Timestamp},
    ports::StoreError,
};

/// Whether a quota grants one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Granted: the nth of its window, counted from 1.
    Nth(u32),
    /// Not now; again after this.
    Not(Duration),
}

#[async_trait]
pub trait QuotaStore: Send + Sync {
    /// Takes one; `subject` is a keyed digest.
    async fn take(&self, what: Quota, subject: &str, now: Timestamp) -> Result<Taken, StoreError>;
    /// Gives one back, and ends a pause.
    async fn give_back(&self, what: Quota, subject: &str) -> Result<(), StoreError>;
    /// Forgets what began before.
    async fn forget_quotas(&self, before: Timestamp) -> Result<u64, StoreError>;
}

/// Asked too often; again after this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asked too often; again in {0:?}")]
pub struct TooOften(pub Duration);

/// Counts how often someone asks. What is refused does not count.
///
/// The embedded adapter counts in the memory of its process, so each of several servers admits
/// as much as one alone. An adapter over a store that the servers share takes its place here, in
/// `compose`; no flow and no handler counts by itself.
pub trait RateLimiter: Send + Sync {
    /// `who` is a client's or an account's key; keys of different limits never meet.
    fn check(&self, limit: Limit, who: &str) -> Result<(), TooOften>;
    /// Counts so many at once, after the fact. What is beyond the limit is owed: until as much
    /// time has passed, everything is refused.
    fn charge(&self, limit: Limit, who: &str, many: u32) {
        for _ in 0..many {
            if self.check(limit, who).is_err() {
                break;
            }
        }
    }
    /// Whether [`Self::check`] would; counts nothing. What never refuses need not look.
    fn peek(&self, _limit: Limit, _who: &str) -> Result<(), TooOften> {
        Ok(())
    }
}
