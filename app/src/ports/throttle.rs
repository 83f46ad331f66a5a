//! Counting how often someone asks.

use std::time::Duration;

use crate::domain::throttle::Limit;

/// Asked too often; again after this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asked too often; again in {0:?}")]
pub struct TooOften(pub Duration);

/// Counts how often someone asks. What is refused does not count.
///
/// The embedded adapter counts in the memory of its process, so each of several servers admits
/// as much as one alone. An adapter over a store that the servers share takes its place here, in
/// `compose`; no flow and no handler counts by itself.
pub trait Throttle: Send + Sync {
    /// `who` is a client's or an account's key; keys of different limits never meet.
    fn admit(&self, limit: Limit, who: &str) -> Result<(), TooOften>;
    /// Whether [`Self::admit`] would; counts nothing. What never refuses need not look.
    fn look(&self, _limit: Limit, _who: &str) -> Result<(), TooOften> {
        Ok(())
    }
}
