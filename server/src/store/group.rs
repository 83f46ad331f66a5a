//! Many callers' transactions in one commit, on SQLite. A commit waits for the disk, and there is
//! one writer: whoever comes while it is at work is taken along by the next commit, each behind a
//! savepoint of its own, and hears of it once all of it is on the disk. PostgreSQL does this
//! by itself.

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{Executor, Sqlite, SqlitePool, Transaction};
use tokio::sync::oneshot;

use super::db::{DbError, Row, Value, sqlite, sqlite_row};

type Outcome = Result<Vec<Row>, DbError>;

struct Job {
    sql: &'static str,
    values: Vec<Value>,
    answer: oneshot::Sender<Outcome>,
}

/// Those who wait for the writer.
#[derive(Default)]
pub struct Group {
    waiting: Mutex<Vec<Job>>,
}

impl Group {
    /// Runs statements as a transaction; the rows of all of them. When there are none it came
    /// to nothing, and nothing has changed.
    pub async fn run(
        self: &Arc<Self>,
        writer: &SqlitePool,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Outcome {
        let (answer, answered) = oneshot::channel();
        if self.waits(Job { sql, values, answer }) {
            // A task of its own: the first one may go away, and the others still wait.
            let (group, writer) = (Arc::clone(self), writer.clone());
            tokio::spawn(async move { group.take_along(&writer).await });
        }
        answered.await.unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()))
    }

    /// Whether it is the first in line.
    fn waits(&self, job: Job) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(job);
        waiting.len() == 1
    }

    async fn take_along(&self, writer: &SqlitePool) {
        let begun = writer.begin_with("BEGIN IMMEDIATE").await;
        let jobs = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *waiting)
        };
        let (mut done, mut answers) = (Vec::new(), Vec::new());
        let mut work = Vec::new();
        for Job { sql, values, answer } in jobs {
            work.push((sql, values));
            answers.push(answer);
        }
        let committed = match begun {
            Ok(tx) => together(tx, work, &mut done).await,
            Err(error) => Err(error),
        };
        let broken = committed.err().map(|error| Arc::new(DbError::from(error)));
        let mut done = done.into_iter();
        for answer in answers {
            let outcome = match &broken {
                Some(error) => Err(DbError::Together(Arc::clone(error))),
                None => done.next().unwrap_or_else(|| Ok(Vec::new())),
            };
            // Whoever asked may have gone away meanwhile.
            let _ = answer.send(outcome);
        }
    }
}

/// Does all of it and commits; what came of each stands in `done`, and counts only then.
async fn together(
    mut tx: Transaction<'static, Sqlite>,
    work: Vec<(&'static str, Vec<Value>)>,
    done: &mut Vec<Outcome>,
) -> sqlx::Result<()> {
    let mut before = "SAVEPOINT one";
    for (sql, values) in work {
        tx.execute(before).await?;
        let outcome: Outcome = match sqlite(sql, values).fetch_all(&mut *tx).await {
            Ok(rows) => rows.iter().map(sqlite_row).collect(),
            Err(error) => Err(error.into()),
        };
        if !matches!(&outcome, Ok(rows) if !rows.is_empty()) {
            // A full disk has ended the whole transaction, and then this fails as well.
            tx.execute("ROLLBACK TO one").await?;
        }
        before = "RELEASE one; SAVEPOINT one";
        done.push(outcome);
    }
    tx.commit().await
}
