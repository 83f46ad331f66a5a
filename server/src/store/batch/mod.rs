//! Batches of transactions. The busiest transactions are sent as one statement or one script
//! each, because whoever waits for an answer holds the database, or the person's row. While one
//! commit is on its way, the next callers gather in a queue, and one batch serves all of them.
//!
//! SQLite ([`sqlite`]) runs the callers one after the other in one commit, each behind a savepoint.
//! PostgreSQL ([`postgres`]) runs them as the rows of one statement. Each transaction stands in a file
//! for each engine beside the code that runs it.

mod named;
pub mod postgres;
pub mod sqlite;

use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

use self::named::NamedSql;
pub use self::named::NamedValues;
use super::db::{BatchRow, DbError};

/// A transaction that is run in batches, in both engines' words.
pub struct Batched {
    sqlite: NamedSql,
    postgres: NamedSql,
}

impl Batched {
    /// `sqlite` holds statements of one caller. The last one gives rows, or everything before it is
    /// undone.
    ///
    /// `postgres` is one statement of many callers: each value is a list, with one for each of them.
    /// The column `nth` of its rows is the caller's place in these lists, from 1. The first value
    /// tells the callers of one batch apart: no two of them have the same. A caller has no rows only
    /// where nothing was changed for them; what must not stay half-way calls `raise_rollback()`.
    pub const fn new(sqlite: &'static str, postgres: &'static str) -> Self {
        Self {
            sqlite: NamedSql::new(sqlite::NEXT_SAVEPOINT, sqlite),
            postgres: NamedSql::new("", postgres),
        }
    }
}

/// A caller's rows: what the transaction says came of it. None when it was rolled back.
type BatchAnswer = Result<Vec<BatchRow>, DbError>;

/// What one caller asks for, and where the answer goes.
struct Job {
    batched: &'static Batched,
    values: NamedValues,
    answer: oneshot::Sender<BatchAnswer>,
}

/// Callers that wait for the next batch.
#[derive(Default)]
struct BatchQueue(Mutex<Vec<Job>>);

impl BatchQueue {
    /// Adds a caller; whether it is the first one, which has to see that the queue is flushed.
    fn join(
        &self,
        batched: &'static Batched,
        values: NamedValues,
    ) -> (bool, oneshot::Receiver<BatchAnswer>) {
        let (answer, answered) = oneshot::channel();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(Job { batched, values, answer });
        (waiting.len() == 1, answered)
    }

    /// Takes those who fit into one batch; whether others stay behind.
    fn take(&self, fits: impl Fn(&[Job], &Job) -> bool) -> (Vec<Job>, bool) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        for job in waiting.drain(..) {
            if fits(&taken, &job) { taken.push(job) } else { left.push(job) }
        }
        *waiting = left;
        (taken, !waiting.is_empty())
    }
}

async fn outcome(answered: oneshot::Receiver<BatchAnswer>) -> BatchAnswer {
    answered.await.unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()))
}
