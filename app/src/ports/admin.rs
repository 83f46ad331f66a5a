//! Administrators: the log of what they did, their sign-in's memory, and how the machine does
//! for the debug console, `/health/ready` and `/metrics`.

use async_trait::async_trait;

use crate::{
    domain::{
        admin::{Audit, Logged},
        id::AdminSessionId,
        timestamp::Timestamp,
    },
    ports::{CompanionCosts, StoreError},
};

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
    pub oldest_due: Option<Timestamp>,
    pub mails_waiting: u32,
    /// Tasks that are still to be deleted at their providers.
    pub task_deletions: u32,
    pub oldest_mail: Option<Timestamp>,
    /// Applications in each status.
    pub applications: Vec<(String, u32)>,
    /// Orders at paid providers since the beginning, those of them of which nobody knows whether they
    /// were taken, and what was spent, in millionths of a US dollar.
    pub provider_orders: i64,
    pub provider_orders_lost: i64,
    pub provider_micros: i64,
    /// What the companion's model answered since the beginning, by the call.
    pub companion: Vec<(String, CompanionCosts)>,
}

#[async_trait]
pub trait Diagnosis: Send + Sync {
    /// Selects one row of the database's own tables; the engine's name.
    async fn connection(&self) -> Result<&'static str, StoreError>;
    /// Counts applications row by row, not by the kept counts.
    async fn count_entries(&self) -> Result<u32, CountError>;
    async fn figures(&self, now: Timestamp) -> Result<Figures, StoreError>;
}

/// Signs short texts with a key.
pub trait Signer: Send + Sync {
    /// 64 hex digits.
    fn sign(&self, key: &str, text: &str) -> String;
    /// In constant time.
    fn verify(&self, key: &str, text: &str, signature: &str) -> bool;
}

/// Remembers locked admin browsers in this process, for when the database is away.
pub trait LockMemory: Send + Sync {
    fn remember(&self, session: AdminSessionId);
    fn knows(&self, session: AdminSessionId) -> bool;
}

#[async_trait]
pub trait AdminLog: Send + Sync {
    /// Ends an unlocked browser for good, and forgets locks from before `stale`: their
    /// cookies have run out by themselves.
    async fn lock(&self, audit: &Audit, stale: Timestamp) -> Result<(), StoreError>;
    async fn is_locked(&self, session: AdminSessionId) -> Result<bool, StoreError>;
    /// The newest lines.
    async fn latest(&self, take: u32) -> Result<Vec<Logged>, StoreError>;
    /// Writes down what is no change of the store.
    async fn note(&self, audit: &Audit) -> Result<(), StoreError>;
}
