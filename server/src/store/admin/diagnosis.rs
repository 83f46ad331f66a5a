//! Looking at the database from outside: does it answer, and how much is in it.

use async_trait::async_trait;
use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{CompanionCosts, CountError, Diagnosis, Figures, StoreError},
};

use crate::{
    store::{
        Store,
        db::{DbError, Dialects},
        small, waitlist,
    },
    values,
};

#[async_trait]
impl Diagnosis for Store {
    async fn connection(&self) -> Result<&'static str, StoreError> {
        let sql = self.db.dialect(Dialects {
            sqlite: "SELECT name FROM sqlite_master LIMIT 1",
            postgres: "SELECT CAST(table_name AS TEXT) FROM information_schema.tables LIMIT 1",
        });
        self.db.row(sql, Vec::new()).await?;
        Ok(self.db.engine())
    }

    async fn count_entries(&self) -> Result<u32, CountError> {
        match self.number("SELECT COUNT(*) FROM waitlist_entries", Vec::new()).await {
            Ok(count) => Ok(small(count.unwrap_or(0)).map_err(StoreError::from)?),
            Err(error) if error.table_missing("waitlist_entries") => {
                Err(CountError::TableMissing(error.into()))
            }
            Err(error) => Err(CountError::Store(error.into())),
        }
    }

    async fn figures(&self, now: Timestamp) -> Result<Figures, StoreError> {
        let states = "SELECT status, COUNT(*) FROM creations GROUP BY status";
        // A hold is open as long as its creation runs.
        let held = "SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM ledger l
                    JOIN creations c ON c.id = l.reference WHERE l.kind = 'hold' AND c.status = 'running'";
        let due = "SELECT MIN(next_at) FROM creations WHERE status = 'running' AND next_at <= $1 AND lease_until <= $1";
        let waiting = "SELECT COUNT(*) FROM mails";
        let oldest_mail = "SELECT MIN(created_at) FROM mails";
        let applications = "SELECT status, entries FROM waitlist_counts";
        let applications: Vec<(String, i64)> = self.db.list(applications, Vec::new()).await?;
        let held = self.number(held, Vec::new()).await?.unwrap_or(0);
        let orders = "SELECT CAST(COALESCE(SUM(orders), 0) AS BIGINT), CAST(COALESCE(SUM(lost), 0) AS BIGINT),
                      CAST(COALESCE(SUM(spent), 0) AS BIGINT) FROM provider_costs";
        let orders: Option<(i64, i64, i64)> = self.db.find(orders, Vec::new()).await?;
        let (provider_orders, provider_orders_lost, provider_micros) = orders.unwrap_or_default();
        let deletions = "SELECT COUNT(*) FROM task_deletions";
        let companion = "SELECT call, CAST(SUM(answers) AS BIGINT), CAST(SUM(uncounted) AS BIGINT),
                         CAST(SUM(tokens_in) AS BIGINT), CAST(SUM(tokens_out) AS BIGINT), CAST(SUM(micros) AS BIGINT)
                         FROM companion_days GROUP BY call ORDER BY call";
        let companion: Vec<(String, i64, i64, i64, i64, i64)> =
            self.db.list(companion, Vec::new()).await?;
        let companion = companion.into_iter().map(
            |(call, answers, uncounted, tokens_in, tokens_out, micros)| {
                (call, CompanionCosts { answers, uncounted, tokens_in, tokens_out, micros })
            },
        );
        Ok(Figures {
            creations: self.by_name(states).await?,
            credits_held: held.abs(),
            oldest_due: self.number(due, values![now]).await?.map(Timestamp),
            mails_waiting: small(self.number(waiting, Vec::new()).await?.unwrap_or(0))?,
            task_deletions: small(self.number(deletions, Vec::new()).await?.unwrap_or(0))?,
            oldest_mail: self.number(oldest_mail, Vec::new()).await?.map(Timestamp),
            provider_orders,
            provider_orders_lost,
            provider_micros,
            companion: companion.collect(),
            applications: applications
                .into_iter()
                .map(|(status, entries)| {
                    let entries = waitlist::shown(&status, entries);
                    (status, entries)
                })
                .collect(),
        })
    }
}

impl Store {
    async fn number(
        &self,
        sql: &'static str,
        values: Vec<crate::store::db::Value>,
    ) -> Result<Option<i64>, DbError> {
        let found: Option<(Option<i64>,)> = self.db.find(sql, values).await?;
        Ok(found.and_then(|(number,)| number))
    }

    async fn by_name(&self, sql: &'static str) -> Result<Vec<(String, u32)>, DbError> {
        let found: Vec<(String, i64)> = self.db.list(sql, Vec::new()).await?;
        found.into_iter().map(|(name, count)| Ok((name, small(count)?))).collect()
    }
}
