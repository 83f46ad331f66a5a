//! How the machine does: for the debug console, for `/health/ready` and for `/metrics`.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::moment::Moment;

/// Why applications cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    #[error("the table is missing")]
    TableMissing(#[source] StoreError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Numbers about everyone, never about anyone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many creations there are in each state.
    pub creations: Vec<(String, u32)>,
    /// Credits that wait for the end of a creation.
    pub credits_held: i64,
    /// Since when the oldest work that is due waits for a worker.
    pub oldest_due: Option<Moment>,
    pub mails_waiting: u32,
    pub oldest_mail: Option<Moment>,
    /// Applications in each status.
    pub applications: Vec<(String, u32)>,
}

#[async_trait]
pub trait Diagnosis: Send + Sync {
    /// Selects one row of the database's own tables; the engine's name.
    async fn connection(&self) -> Result<&'static str, StoreError>;
    /// Counts applications row by row, not by the kept counts.
    async fn count_entries(&self) -> Result<u32, CountError>;
    async fn figures(&self, now: Moment) -> Result<Figures, StoreError>;
}
