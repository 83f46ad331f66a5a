//! Many callers' transactions as one statement, on connections of their own. Most of what a
//! small statement costs PostgreSQL is beginning and ending it, and that is shared. When the
//! statement cannot be done for all of them, nothing has happened, and each is tried alone:
//! what fails then fails for its own caller only.

use std::sync::Arc;

use futures::future::join_all;
use sqlx::{AssertSqlSafe, PgExecutor, PgPool, postgres::PgRow};

use super::{Compound, Job, Line, Outcome, outcome};
use crate::store::db::{DbError, Row, Value, postgres_row};

/// At most so many in one trip.
const MOST: usize = 64;
/// What `came_to_nothing()` raises.
const NOTHING: &str = "EV000";
/// While one trip waits for the disk, another is on its way.
pub const TRIPS_AT_ONCE: u32 = 2;
/// Of the connections for trips. A trip does not wait for one whose row is held for long; and
/// its rows are found by their keys, whatever the size of a table was when the plan was made.
pub const TRIPS: [(&str, &str); 6] = [
    ("lock_timeout", "200ms"),
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
];

/// Those who wait for a connection.
pub struct Lane {
    /// With [`TRIPS`].
    trips: PgPool,
    /// Where they are tried alone.
    pool: PgPool,
    line: Line,
}

impl Lane {
    pub fn new(trips: PgPool, pool: PgPool) -> Self {
        Self { trips, pool, line: Line::default() }
    }

    pub async fn run(self: &Arc<Self>, compound: &'static Compound, values: Vec<Value>) -> Outcome {
        let (first, answered) = self.line.join(compound, values);
        if first {
            self.set_off();
        }
        outcome(answered).await
    }

    pub async fn close(&self) {
        self.trips.close().await;
    }

    /// A task of its own: the first one may go away, and the others still wait.
    fn set_off(self: &Arc<Self>) {
        let lane = Arc::clone(self);
        tokio::spawn(async move { lane.take_along().await });
    }

    async fn take_along(self: &Arc<Self>) {
        let connection = self.trips.acquire().await;
        let (jobs, more) = self.line.take(fits);
        if more {
            self.set_off();
        }
        let done = match connection {
            Ok(mut connection) => together(&mut *connection, &jobs).await,
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
                join_all(jobs.into_iter().map(|job| self.alone(job))).await;
            }
            Err(error) => {
                let error = Arc::new(DbError::from(error));
                for job in jobs {
                    let _ = job.answer.send(Err(DbError::Together(Arc::clone(&error))));
                }
            }
        }
    }

    async fn alone(&self, job: Job) {
        let outcome = match together(&self.pool, std::slice::from_ref(&job)).await {
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
    std::ptr::eq(first.compound, job.compound)
        && taken.len() < MOST
        && taken.iter().all(|other| other.values.first() != job.values.first())
}

/// What came of each of them; all of it happened, or nothing.
async fn together<'c>(executor: impl PgExecutor<'c>, jobs: &[Job]) -> sqlx::Result<Vec<Outcome>> {
    let Some(first) = jobs.first() else { return Ok(Vec::new()) };
    let sql = first.compound.postgres(&first.values);
    let query = first.values.iter().enumerate().fold(
        sqlx::query(AssertSqlSafe(sql)),
        |query, (column, like)| {
            let values = || jobs.iter().map(move |job| job.values.get(column));
            match like {
                Value::Text(_) => query.bind(values().map(text).collect::<Vec<_>>()),
                Value::Int(_) => query.bind(values().map(int).collect::<Vec<_>>()),
            }
        },
    );
    let mut outcomes: Vec<Outcome> = jobs.iter().map(|_| Ok(Vec::new())).collect();
    for row in query.fetch_all(executor).await? {
        let (caller, row) = addressed(&row).map_err(|error| sqlx::Error::Decode(error.into()))?;
        if let Some(Ok(rows)) = outcomes.get_mut(caller) {
            rows.push(row);
        }
    }
    Ok(outcomes)
}

/// A row, and whose it is.
fn addressed(row: &PgRow) -> Result<(usize, Row), DbError> {
    let mut row = postgres_row(row)?;
    let nth = row.take_last().and_then(|nth| int(Some(&nth)));
    let caller = nth.and_then(|nth| usize::try_from(nth - 1).ok());
    Ok((caller.ok_or_else(|| DbError::Row("it is nobody's".to_owned()))?, row))
}

fn text(value: Option<&Value>) -> Option<&str> {
    if let Some(Value::Text(text)) = value { text.as_deref() } else { None }
}

fn int(value: Option<&Value>) -> Option<i64> {
    if let Some(Value::Int(number)) = value { *number } else { None }
}
