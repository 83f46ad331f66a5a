//! Reports of shared memories. What an administrator decides about one, the log and the mails are
//! one transaction; a report that is closed is decided no more.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        admin::Audit,
        id::{ReportId, ShareId},
        mail::QueuedMail,
        sharing::{Outcome, Report, Reported, Share},
        timestamp::Timestamp,
    },
    ports::{ReportDecision, ReportStore, StoreError},
};
use sqlx::FromRow;

use super::shares::ShareRecord;
use crate::{
    store::{
        Store,
        admin::log,
        db::{DbError, Tx},
        mail::queue,
        parsed,
    },
    values,
};

/// A row of `share_reports`.
#[derive(FromRow)]
struct ReportRecord {
    id: String,
    share_id: String,
    reason: String,
    email: Option<String>,
    created_at: i64,
    looked_at: Option<i64>,
    looked_session: Option<String>,
    closed_at: Option<i64>,
}

impl TryFrom<ReportRecord> for Report {
    type Error = DbError;

    fn try_from(row: ReportRecord) -> Result<Self, DbError> {
        let looked = match (row.looked_at, row.looked_session) {
            (Some(at), Some(session)) => {
                Some((Timestamp(at), parsed(&session, "an admin session")?))
            }
            _ => None,
        };
        Ok(Self {
            id: parsed(&row.id, "a report's id")?,
            share: parsed(&row.share_id, "a link's id")?,
            reason: row.reason,
            email: row.email.map(|email| parsed(&email, "an e-mail")).transpose()?,
            at: Timestamp(row.created_at),
            looked,
            closed_at: row.closed_at.map(Timestamp),
        })
    }
}

#[async_trait]
impl ReportStore for Store {
    async fn add_report(&self, report: &Report, mail: &QueuedMail) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "INSERT INTO share_reports (id, share_id, reason, email, created_at)
                   VALUES ($1, $2, $3, $4, $5)";
        let values = values![
            report.id.to_string(),
            report.share.to_string(),
            report.reason.as_str(),
            report.email.as_ref().map(ToString::to_string),
            report.at,
        ];
        tx.execute(sql, values).await?;
        queue::enqueue(&mut tx, mail).await?;
        Ok(tx.commit().await?)
    }

    async fn open_reports(
        &self,
        after: Option<ReportId>,
        most: u32,
    ) -> Result<Vec<Reported>, StoreError> {
        // Ids rise with time.
        let sql = "SELECT * FROM share_reports WHERE closed_at IS NULL AND id > $1
                   ORDER BY id LIMIT $2";
        let after = after.map(|id| id.to_string()).unwrap_or_default();
        let found: Vec<ReportRecord> = self.db.list(sql, values![after, most]).await?;
        let mut reports = Vec::new();
        for row in found {
            reports.push(self.reported(row.try_into()?).await?);
        }
        Ok(reports)
    }

    async fn report(&self, id: ReportId) -> Result<Option<Reported>, StoreError> {
        let sql = "SELECT * FROM share_reports WHERE id = $1";
        let found: Option<ReportRecord> = self.db.find(sql, values![id.to_string()]).await?;
        match found {
            Some(row) => Ok(Some(self.reported(row.try_into()?).await?)),
            None => Ok(None),
        }
    }

    async fn reports_of(&self, share: ShareId) -> Result<Vec<Report>, StoreError> {
        let sql =
            "SELECT * FROM share_reports WHERE closed_at IS NULL AND (share_id = $1 OR share_id IN
                   (SELECT o.id FROM shares o
                   WHERE o.creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)))
                   ORDER BY created_at, id";
        let found: Vec<ReportRecord> = self.db.list(sql, values![share.to_string()]).await?;
        Ok(found.into_iter().map(Report::try_from).collect::<Result<_, _>>()?)
    }

    async fn is_shared(&self, share: ShareId, at: Timestamp) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM shares
                   WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)
                   AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2) LIMIT 1";
        Ok(self.db.row(sql, values![share.to_string(), at]).await?.is_some())
    }

    async fn paused_link(
        &self,
        share: ShareId,
        at: Timestamp,
    ) -> Result<Option<Share>, StoreError> {
        let sql = "SELECT * FROM shares
                   WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)
                   AND paused_at IS NOT NULL AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
                   ORDER BY created_at DESC, id DESC LIMIT 1";
        let found: Option<ShareRecord> = self.db.find(sql, values![share.to_string(), at]).await?;
        Ok(found.map(Share::try_from).transpose()?)
    }

    async fn look(
        &self,
        report: ReportId,
        share: ShareId,
        audit: &Audit,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE share_reports SET looked_at = $2, looked_session = $3
                   WHERE id = $1 AND closed_at IS NULL";
        let looked = values![report.to_string(), audit.at, audit.admin.session.to_string()];
        if tx.execute(sql, looked).await? == 0 {
            return Ok(false);
        }
        let sql = "UPDATE shares SET looked_at = $2 WHERE id = $1";
        tx.execute(sql, values![share.to_string(), audit.at]).await?;
        log::note(&mut tx, audit).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn pause_reported(&self, decision: &ReportDecision) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_owner(&mut tx, decision.share).await?;
        // The row is locked, so that the report is open until this is done.
        let sql = "UPDATE share_reports SET reason = reason WHERE id = $1 AND closed_at IS NULL";
        if tx.execute(sql, values![decision.report.to_string()]).await? == 0 {
            return Ok(false);
        }
        // The reported one as well where it has ended: none is made while one is paused.
        let sql = "UPDATE shares SET paused_at = $2, decision_reason = $3
                   WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1) AND paused_at IS NULL
                   AND (ended_by IS NULL OR ended_by <> 'removed')
                   AND (id = $1 OR ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2))";
        let paused = values![decision.share.to_string(), decision.at, decision.reason.clone()];
        if tx.execute(sql, paused).await? == 0 {
            return Ok(false);
        }
        tell(&mut tx, decision).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn close_report(
        &self,
        decision: &ReportDecision,
        outcome: Outcome,
    ) -> Result<bool, StoreError> {
        let share = decision.share.to_string();
        let mut tx = self.db.begin().await?;
        lock_owner(&mut tx, decision.share).await?;
        let sql = "UPDATE share_reports SET closed_at = $2, outcome = $3
                   WHERE id = $1 AND closed_at IS NULL";
        let closed = values![decision.report.to_string(), decision.at, outcome.as_str()];
        if tx.execute(sql, closed).await? == 0 {
            return Ok(false);
        }
        match outcome {
            Outcome::Removed => {
                let sql = "UPDATE share_reports SET closed_at = $2, outcome = $3
                           WHERE closed_at IS NULL AND share_id IN (SELECT o.id FROM shares o
                           WHERE o.creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1))";
                tx.execute(sql, values![share.as_str(), decision.at, outcome.as_str()]).await?;
                // The reported one as well where it has ended: none is made where one was removed.
                let sql =
                    "UPDATE shares SET ended_at = $2, ended_by = 'removed', decision_reason = $3
                           WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)
                           AND (id = $1 OR ended_at IS NULL)";
                let removed = values![share.as_str(), decision.at, decision.reason.clone()];
                tx.execute(sql, removed).await?;
                // Nothing is paused any more, those that had ended before included.
                let sql = "UPDATE shares SET paused_at = NULL
                           WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)";
                tx.execute(sql, values![share.as_str()]).await?;
                let sql = "UPDATE shares SET decision_reason = NULL
                           WHERE creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)
                           AND ended_by <> 'removed'";
                tx.execute(sql, values![share]).await?;
            }
            Outcome::Kept => {
                let sql = "UPDATE shares SET paused_at = NULL, decision_reason = NULL
                           WHERE paused_at IS NOT NULL AND creation_id = (SELECT s.creation_id FROM shares s WHERE s.id = $1)
                           AND NOT EXISTS (SELECT 1 FROM share_reports r JOIN shares o ON o.id = r.share_id
                           WHERE o.creation_id = shares.creation_id AND r.closed_at IS NULL)";
                tx.execute(sql, values![share]).await?;
            }
        }
        tell(&mut tx, decision).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Locks the profile of whoever shared it, as [`lock_account`](crate::store::account::lock::lock_account)
/// does: a link to the same memory that is made in this moment is made before or after the decision. A
/// memory that is gone has nobody.
async fn lock_owner(tx: &mut Tx, share: ShareId) -> Result<(), DbError> {
    let sql = "UPDATE profiles SET credits = credits
               WHERE id = (SELECT s.account_id FROM shares s WHERE s.id = $1)";
    tx.execute(sql, values![share.to_string()]).await?;
    Ok(())
}

impl Store {
    async fn reported(&self, report: Report) -> Result<Reported, StoreError> {
        let sql = "SELECT * FROM shares WHERE id = $1";
        let found: Option<ShareRecord> =
            self.db.find(sql, values![report.share.to_string()]).await?;
        Ok(Reported { share: found.map(Share::try_from).transpose()?, report })
    }
}

/// Writes the log, and to whom it concerns.
async fn tell(tx: &mut Tx, decision: &ReportDecision) -> Result<(), DbError> {
    log::note(tx, &decision.audit).await?;
    for mail in &decision.mails {
        queue::enqueue(tx, mail).await?;
    }
    Ok(())
}
