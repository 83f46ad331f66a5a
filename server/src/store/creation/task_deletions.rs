//! Tasks that are to be deleted at their providers.

use async_trait::async_trait;
use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{StoreError, TaskDeletion, TaskDeletionStore, TaskId},
};

use crate::{
    store::{
        Store,
        db::{DbError, Tx},
        small,
    },
    values,
};

/// One that is being deleted just now is deleted again: its provider may not have had it yet.
const ADD: &str = "INSERT INTO task_deletions (task, next_at) VALUES ($1, $2)
    ON CONFLICT (task) DO UPDATE SET tries = 0, next_at = CASE
        WHEN excluded.next_at < task_deletions.next_at THEN excluded.next_at ELSE task_deletions.next_at END";

/// Keeps a task that is to be deleted then.
pub(super) async fn add(tx: &mut Tx, task: &str, next_at: Timestamp) -> Result<(), DbError> {
    tx.execute(ADD, values![task, next_at]).await.map(|_| ())
}

#[async_trait]
impl TaskDeletionStore for Store {
    async fn add(&self, task: &TaskId, next_at: Timestamp) -> Result<(), StoreError> {
        self.db.execute(ADD, values![task.0.as_str(), next_at]).await?;
        Ok(())
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<TaskDeletion>, StoreError> {
        let sql = "SELECT task, tries FROM task_deletions WHERE next_at <= $1
                   ORDER BY next_at, task LIMIT $2";
        let found: Vec<(String, i64)> = self.db.list(sql, values![now, limit]).await?;
        let due = |(task, tries)| -> Result<TaskDeletion, DbError> {
            Ok(TaskDeletion { task: TaskId(task), tries: small(tries)? })
        };
        Ok(found.into_iter().map(due).collect::<Result<_, _>>()?)
    }

    async fn claim(&self, due: &TaskDeletion, next_at: Timestamp) -> Result<bool, StoreError> {
        let sql = "UPDATE task_deletions SET tries = tries + 1, next_at = $3
                   WHERE task = $1 AND tries = $2";
        let values = values![due.task.0.as_str(), due.tries, next_at];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn forget(&self, deleted: &TaskDeletion) -> Result<(), StoreError> {
        let sql = "DELETE FROM task_deletions WHERE task = $1 AND tries = $2";
        self.db.execute(sql, values![deleted.task.0.as_str(), deleted.tries]).await?;
        Ok(())
    }
}
