//! The administrator's log, and the browsers that were locked.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::{Audit, Logged},
        id::AdminSessionId,
        timestamp::Timestamp,
    },
    ports::{AdminLog, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Tx},
    },
    values,
};

/// Writes a line as part of what it tells of.
pub(in crate::store) async fn note(tx: &mut Tx, audit: &Audit) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO admin_log (id, session_id, client, action, subject, detail, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        values![
            audit.id.to_string(),
            audit.admin.session.to_string(),
            audit.admin.client.as_str(),
            audit.action,
            audit.subject.as_str(),
            audit.detail.as_str(),
            audit.at,
        ],
    )
    .await?;
    Ok(())
}

/// A row of `admin_log`.
#[derive(FromRow)]
struct LogRecord {
    created_at: i64,
    session_id: String,
    client: String,
    action: String,
    subject: String,
    detail: String,
}

#[async_trait]
impl AdminLog for Store {
    async fn lock(&self, audit: &Audit, stale: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        tx.execute("DELETE FROM admin_locks WHERE locked_at < $1", values![stale]).await?;
        let sql = "INSERT INTO admin_locks (session_id, locked_at) VALUES ($1, $2)
                   ON CONFLICT (session_id) DO NOTHING";
        tx.execute(sql, values![audit.admin.session.to_string(), audit.at]).await?;
        note(&mut tx, audit).await?;
        Ok(tx.commit().await?)
    }

    async fn is_locked(&self, session: AdminSessionId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM admin_locks WHERE session_id = $1";
        Ok(self.db.row(sql, values![session.to_string()]).await?.is_some())
    }

    async fn latest(&self, take: u32) -> Result<Vec<Logged>, StoreError> {
        let sql = "SELECT created_at, session_id, client, action, subject, detail FROM admin_log
                   ORDER BY created_at DESC, id DESC LIMIT $1";
        let found: Vec<LogRecord> = self.db.list(sql, values![take]).await?;
        let line = |row: LogRecord| Logged {
            at: Timestamp(row.created_at),
            session: row.session_id,
            client: row.client,
            action: row.action,
            subject: row.subject,
            detail: row.detail,
        };
        Ok(found.into_iter().map(line).collect())
    }

    async fn note(&self, audit: &Audit) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        note(&mut tx, audit).await?;
        Ok(tx.commit().await?)
    }
}
