//! Batches of transactions. The busiest transactions are sent as one statement or one script
//! each, because whoever waits for an answer holds the database, or the person's row. While one
//! commit is on its way, the next callers gather in a queue, and one batch serves all of them.
//!
//! Both engines run what is put together from the same pieces; only what stands between the
//! pieces differs. SQLite ([`sqlite`]) runs the callers one after the other in one commit, each
//! behind a savepoint. PostgreSQL ([`postgres`]) runs them as the rows of one statement.

pub mod postgres;
pub mod sqlite;

use std::{
    fmt::Write,
    sync::{Mutex, OnceLock, PoisonError},
};

use tokio::sync::oneshot;

use super::db::{DbError, Row, Value};

/// A transaction that is run in batches, in both engines' words.
pub struct Batched {
    /// Statements. The last one gives rows, or everything before it is undone.
    sqlite: &'static str,
    /// Common table expressions, each followed by a comma, and a `SELECT`, for many callers:
    /// `g` has a row for each, in which `$1` stands for the caller's own first value, and
    /// `g.nth`, which is the last column of what is selected. The first value tells the
    /// callers of one batch apart: no two of them have the same.
    ///
    /// A caller has no rows only where nothing was changed for them; what must not stay
    /// half-way calls `raise_rollback()`.
    postgres: &'static str,
    whole: OnceLock<String>,
}

impl Batched {
    pub const fn new(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { sqlite, postgres, whole: OnceLock::new() }
    }

    /// The statement for PostgreSQL: columns of values, `g` made of them, and in its rest
    /// `$1` as `g.v1`.
    fn postgres(&'static self, like: &[Value]) -> &'static str {
        self.whole.get_or_init(|| {
            let (mut columns, mut names) = (String::new(), String::new());
            for (index, value) in like.iter().enumerate() {
                let (number, kind) = (index + 1, value.postgres_type());
                // Writing to a text cannot fail.
                let _ = write!(columns, "{}${number}::{kind}[]", if index == 0 { "" } else { ", " });
                let _ = write!(names, "v{number}, ");
            }
            let rest = self.postgres.replace('$', "g.v");
            format!("WITH g AS (SELECT * FROM unnest({columns}) WITH ORDINALITY AS g({names}nth)), {rest}")
        })
    }
}

/// A caller's rows: what the transaction says came of it. None when it was rolled back.
type Outcome = Result<Vec<Row>, DbError>;

/// What one caller asks for, and where the answer goes.
struct Job {
    batched: &'static Batched,
    values: Vec<Value>,
    answer: oneshot::Sender<Outcome>,
}

/// Callers that wait for the next batch.
#[derive(Default)]
struct BatchQueue(Mutex<Vec<Job>>);

impl BatchQueue {
    /// Adds a caller; whether it is the first one, which has to see that the queue is flushed.
    fn join(
        &self,
        batched: &'static Batched,
        values: Vec<Value>,
    ) -> (bool, oneshot::Receiver<Outcome>) {
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

async fn outcome(answered: oneshot::Receiver<Outcome>) -> Outcome {
    answered.await.unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values;

    #[test]
    fn a_caller_is_a_row() {
        static TWO: Batched = Batched::new("", "a AS (SELECT $1, $12 FROM g) SELECT nth FROM a");
        let like = values!["a", 1_u32, None::<String>];
        assert_eq!(
            TWO.postgres(&like),
            "WITH g AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) \
             WITH ORDINALITY AS g(v1, v2, v3, nth)), a AS (SELECT g.v1, g.v12 FROM g) SELECT nth FROM a"
        );
    }
}
