//! Many callers' transactions as one statement, on connections of their own. Most of what a
//! small statement costs PostgreSQL is beginning and ending it, and that is shared. When the
//! statement cannot be done for all of them, nothing has happened, and each is tried alone:
//! what fails then fails for its own caller only.

use std::sync::Arc;

use futures::future::join_all;
use sqlx::{PgExecutor, PgPool, Row as _};

use super::{BatchAnswer, BatchQueue, Batched, Job, NamedValues, outcome};
use crate::store::db::{BatchRow, DbError, Value};

/// At most so many callers in one batch.
const MOST: usize = 64;
/// What `raise_rollback()` raises.
const NOTHING: &str = "EV000";
/// While one batch waits for the disk, another is on its way.
pub const BATCHES_AT_ONCE: u32 = 2;
/// Settings of the connections for batches. A batch does not wait long for a row that somebody
/// holds; and its rows are found by their keys, whatever the size of a table was when the plan was made.
pub const CONNECTION_SETTINGS: [(&str, &str); 7] = [
    ("lock_timeout", "200ms"),
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    // Plans without a sequential scan count as very expensive, and compiling them takes longer than
    // the batch.
    ("jit", "off"),
];

/// The queue and its connections.
pub struct PostgresBatches {
    /// With [`CONNECTION_SETTINGS`].
    connections: PgPool,
    /// Where they are tried alone.
    pool: PgPool,
    queue: BatchQueue,
}

impl PostgresBatches {
    pub fn new(connections: PgPool, pool: PgPool) -> Self {
        Self { connections, pool, queue: BatchQueue::default() }
    }

    pub async fn run(
        self: &Arc<Self>,
        batched: &'static Batched,
        values: NamedValues,
    ) -> BatchAnswer {
        let (first, answered) = self.queue.join(batched, values);
        if first {
            self.spawn_flush();
        }
        outcome(answered).await
    }

    pub async fn close(&self) {
        self.connections.close().await;
    }

    /// A task of its own: the first one may go away, and the others still wait.
    fn spawn_flush(self: &Arc<Self>) {
        let batches = Arc::clone(self);
        tokio::spawn(async move { batches.flush().await });
    }

    async fn flush(self: &Arc<Self>) {
        let connection = self.connections.acquire().await;
        let (jobs, more) = self.queue.take(fits);
        if more {
            self.spawn_flush();
        }
        let done = match connection {
            Ok(mut connection) => execute(&mut *connection, &jobs).await,
            Err(error) => Err(error),
        };
        match done {
            Ok(outcomes) => {
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    // Whoever asked may have gone away meanwhile.
                    let _ = job.answer.send(outcome);
                }
            }
            // Refused, so nothing has happened.
            Err(sqlx::Error::Database(_)) => {
                join_all(jobs.into_iter().map(|job| self.execute_alone(job))).await;
            }
            Err(error) => {
                let error = Arc::new(DbError::from(error));
                for job in jobs {
                    let _ = job.answer.send(Err(DbError::Batch(Arc::clone(&error))));
                }
            }
        }
    }

    async fn execute_alone(&self, job: Job) {
        let outcome = match execute(&self.pool, std::slice::from_ref(&job)).await {
            Ok(outcomes) => outcomes.into_iter().next().unwrap_or_else(|| Ok(Vec::new())),
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NOTHING) => {
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        };
        let _ = job.answer.send(outcome);
    }
}

/// The same transaction, for somebody else.
fn fits(taken: &[Job], job: &Job) -> bool {
    let Some(first) = taken.first() else { return true };
    std::ptr::eq(first.batched, job.batched)
        && taken.len() < MOST
        && taken.iter().all(|other| other.values.values.first() != job.values.values.first())
}

/// The answer to each of them; all of it happened, or nothing.
async fn execute<'c>(
    executor: impl PgExecutor<'c>,
    jobs: &[Job],
) -> sqlx::Result<Vec<BatchAnswer>> {
    let Some(first) = jobs.first() else { return Ok(Vec::new()) };
    let mut query = sqlx::query(first.batched.postgres.numbered(first.values.names));
    for (column, like) in first.values.values.iter().enumerate() {
        let values = jobs.iter().map(|job| job.values.values.get(column));
        query = match like {
            Value::Text(_) => query.bind(values.map(text).collect::<Vec<_>>()),
            Value::Int(_) => query.bind(values.map(int).collect::<Vec<_>>()),
        };
    }
    let mut outcomes: Vec<BatchAnswer> = jobs.iter().map(|_| Ok(Vec::new())).collect();
    for row in query.fetch_all(executor).await? {
        let nth: i64 = row.try_get("nth")?;
        let caller = usize::try_from(nth - 1).ok().and_then(|caller| outcomes.get_mut(caller));
        if let Some(Ok(rows)) = caller {
            rows.push(BatchRow::Postgres(row));
        }
    }
    Ok(outcomes)
}

fn text(value: Option<&Value>) -> Option<&str> {
    if let Some(Value::Text(text)) = value { text.as_deref() } else { None }
}

fn int(value: Option<&Value>) -> Option<i64> {
    if let Some(Value::Int(number)) = value { *number } else { None }
}
