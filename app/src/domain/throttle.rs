//! How often something may be asked for by one client (see the server's `web/client.rs`) or
//! for one address. To add one: a variant, a line in [`Limit::ALL`] and in each match.

use std::time::Duration;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Applications for the beta, by client.
    Application,
}

impl Limit {
    pub const ALL: &[Self] = &[Self::Application];

    /// So many at once.
    pub fn burst(self) -> u32 {
        match self {
            Self::Application => 5,
        }
    }

    /// And then one more each time this has passed.
    pub fn again_every(self) -> Duration {
        match self {
            Self::Application => Duration::from_secs(60),
        }
    }
}
