//! Mails that wait to be sent. Other stores queue theirs by [`enqueue`] in the transaction
//! that stores what the mail tells of.

use async_trait::async_trait;
use evernear_app::{
    domain::{id::MailId, mail::QueuedMail, timestamp::Timestamp},
    ports::{ClaimedMail, Lease, MailStore, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Dialects, Tx},
        parsed,
    },
    values,
};

/// Queues a mail as part of what it tells of.
pub(in crate::store) async fn enqueue(tx: &mut Tx, mail: &QueuedMail) -> Result<(), DbError> {
    enqueue_at(tx, mail, mail.at).await
}

/// The same, to be sent then.
pub(in crate::store) async fn enqueue_at(
    tx: &mut Tx,
    mail: &QueuedMail,
    at: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO mails (id, purpose, recipient, reply_to, sealed, created_at, next_at, lease_until, attempt, priority)
         VALUES ($1, $2, $3, $4, $5, $6, $8, 0, 0, $7)",
        values![
            mail.id.to_string(),
            mail.purpose.as_str(),
            mail.to.as_str(),
            mail.reply_to.as_ref().map(|email| email.as_str().to_owned()),
            mail.sealed.as_str(),
            mail.at,
            i64::from(mail.is_notice()),
            at,
        ],
    )
    .await?;
    Ok(())
}

#[async_trait]
impl MailStore for Store {
    async fn queue_mail(&self, mail: &QueuedMail) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        enqueue(&mut tx, mail).await?;
        Ok(tx.commit().await?)
    }

    async fn claim_mail(
        &self,
        worker: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Option<ClaimedMail>, StoreError> {
        macro_rules! claim {
            ($lock:literal) => {
                concat!(
                    "UPDATE mails SET lease_owner = $1, lease_until = $3, attempt = attempt + 1
                     WHERE id = (SELECT id FROM mails WHERE next_at <= $2 AND lease_until <= $2
                     ORDER BY priority, next_at LIMIT 1 ",
                    $lock,
                    ") RETURNING *"
                )
            };
        }
        let dialects = Dialects { sqlite: claim!(""), postgres: claim!("FOR UPDATE SKIP LOCKED") };
        let sql = self.db.dialect(dialects);
        // Asked by a read first: on SQLite even a claim that finds nothing takes the writer.
        let due = "SELECT 1 FROM mails WHERE next_at <= $1 AND lease_until <= $1 LIMIT 1";
        if self.db.row(due, values![now]).await?.is_none() {
            return Ok(None);
        }
        let values = values![worker, now, lease_until];
        let claimed: Vec<MailRecord> = self.db.write_returning(sql, values).await?;
        let Some(row) = claimed.into_iter().next() else { return Ok(None) };
        let lease = Lease { worker: worker.to_owned(), attempt: row.attempt };
        Ok(Some(ClaimedMail { mail: row.try_into()?, lease }))
    }

    async fn mail_done(&self, id: MailId, lease: &Lease) -> Result<bool, StoreError> {
        let sql = "DELETE FROM mails WHERE id = $1 AND lease_owner = $2 AND attempt = $3";
        let values = values![id.to_string(), lease.worker.as_str(), lease.attempt];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn mail_later(
        &self,
        id: MailId,
        lease: &Lease,
        next: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE mails SET next_at = $4, lease_owner = NULL, lease_until = 0
                   WHERE id = $1 AND lease_owner = $2 AND attempt = $3";
        let values = values![id.to_string(), lease.worker.as_str(), lease.attempt, next];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn release_mails(&self, worker: &str, at: Timestamp) -> Result<u64, StoreError> {
        let sql = "UPDATE mails SET lease_owner = NULL, lease_until = 0, next_at = $2 WHERE lease_owner = $1";
        Ok(self.db.execute(sql, values![worker, at]).await?)
    }
}

/// A row of `mails`.
#[derive(FromRow)]
struct MailRecord {
    id: String,
    purpose: String,
    recipient: String,
    reply_to: Option<String>,
    sealed: String,
    attempt: i64,
    created_at: i64,
}

impl TryFrom<MailRecord> for QueuedMail {
    type Error = DbError;

    fn try_from(row: MailRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a mail's id")?,
            purpose: row.purpose,
            to: parsed(&row.recipient, "an e-mail")?,
            reply_to: row.reply_to.map(|email| parsed(&email, "an e-mail")).transpose()?,
            sealed: row.sealed,
            at: Timestamp(row.created_at),
        })
    }
}
