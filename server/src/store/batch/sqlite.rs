//! Many callers' transactions in one commit. A commit waits for the disk, and there is one
//! writer: whoever comes while it is at work is taken along by the next commit, each behind a
//! savepoint of its own, and hears of it once all of it is on the disk.

use std::sync::Arc;

use sqlx::{Executor, Sqlite, SqlitePool, Transaction};

use super::{BatchAnswer, BatchQueue, Batched, NamedValues, outcome};
use crate::store::db::{BatchRow, DbError, Value, sqlite};

/// Before the statements of each caller: keeps what the caller before has done. The database takes it
/// in one message with them, because each message has to wake the connection's thread.
pub(super) const NEXT_SAVEPOINT: &str = "RELEASE one; SAVEPOINT one; ";

/// The queue of those who wait for the writer.
#[derive(Default)]
pub struct SqliteBatches(BatchQueue);

impl SqliteBatches {
    pub async fn run(
        self: &Arc<Self>,
        writer: &SqlitePool,
        batched: &'static Batched,
        values: NamedValues,
    ) -> BatchAnswer {
        let (first, answered) = self.0.join(batched, values);
        if first {
            // A task of its own: the first one may go away, and the others still wait.
            let (group, writer) = (Arc::clone(self), writer.clone());
            tokio::spawn(async move { group.flush(&writer).await });
        }
        outcome(answered).await
    }

    async fn flush(&self, writer: &SqlitePool) {
        let begun = writer.begin_with("BEGIN IMMEDIATE").await;
        let (jobs, _) = self.0.take(|_, _| true);
        let (mut done, mut answers) = (Vec::new(), Vec::new());
        let mut work = Vec::new();
        for job in jobs {
            let sql = job.batched.sqlite.numbered(job.values.names);
            work.push((sql, job.values.values));
            answers.push(job.answer);
        }
        let committed = match begun {
            Ok(tx) => execute(tx, work, &mut done).await,
            Err(error) => Err(error),
        };
        let broken = committed.err().map(|error| Arc::new(DbError::from(error)));
        let mut done = done.into_iter();
        for answer in answers {
            let outcome = match &broken {
                Some(error) => Err(DbError::Batch(Arc::clone(error))),
                None => done.next().unwrap_or_else(|| Ok(Vec::new())),
            };
            // Whoever asked may have gone away meanwhile.
            let _ = answer.send(outcome);
        }
    }
}

/// Does all of it and commits; what came of each stands in `done`, and counts only then.
async fn execute(
    mut tx: Transaction<'static, Sqlite>,
    work: Vec<(&'static str, Vec<Value>)>,
    done: &mut Vec<BatchAnswer>,
) -> sqlx::Result<()> {
    tx.execute("SAVEPOINT one").await?;
    for (sql, values) in work {
        let outcome: BatchAnswer = match sqlite(sql, values).fetch_all(&mut *tx).await {
            Ok(rows) => Ok(rows.into_iter().map(BatchRow::Sqlite).collect()),
            Err(error) => Err(error.into()),
        };
        if !matches!(&outcome, Ok(rows) if !rows.is_empty()) {
            // A full disk has ended the whole transaction, and then this fails as well.
            tx.execute("ROLLBACK TO one").await?;
        }
        done.push(outcome);
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use crate::store::Db;

    /// A table that is walked through makes each payment, hold or renewal slower with every row.
    #[tokio::test]
    async fn what_is_batched_finds_its_rows_by_an_index() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("plan.sqlite").display());
        let db = Db::open(&url).await.expect("opened");
        db.migrate().await.expect("migrated");
        let (mut asked, names) = (0, regex::Regex::new(":[a-z_]+").expect("a pattern"));
        for script in [
            include_str!("../auth/renew.sqlite.sql"),
            include_str!("../billing/settle.sqlite.sql"),
            include_str!("../creation/begin.sqlite.sql"),
        ] {
            let lines = script.lines().filter(|line| !line.trim_start().starts_with("--"));
            let script = lines.collect::<Vec<_>>().join("\n");
            let script = names.replace_all(&script, "NULL");
            for statement in script.split(';').filter(|statement| !statement.trim().is_empty()) {
                let sql: &'static str = format!("EXPLAIN QUERY PLAN {statement}").leak();
                let plan: Vec<(i64, i64, i64, String)> =
                    db.list(sql, Vec::new()).await.expect("a plan");
                for (.., step) in plan {
                    // 'larger' is the one row of a subquery.
                    let walks = step.starts_with("SCAN")
                        && step != "SCAN CONSTANT ROW"
                        && step != "SCAN larger";
                    assert!(!walks, "{step}: {statement}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 30, "only {asked} steps");
    }
}
