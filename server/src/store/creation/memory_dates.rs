//! The days of memories.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        creation::MemoryDate,
        id::{AccountId, CreationId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::{DueDate, MemoryDateStore, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{Store, db::DbError, mail::queue::enqueue, parsed},
    values,
};

#[async_trait]
impl MemoryDateStore for Store {
    async fn set_date(
        &self,
        owner: AccountId,
        memory: CreationId,
        date: &MemoryDate,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO memory_dates (creation_id, account_id, occasion, month, day, time_zone, next_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7)
                   ON CONFLICT (creation_id) DO UPDATE SET occasion = excluded.occasion, month = excluded.month,
                   day = excluded.day, time_zone = excluded.time_zone, next_at = excluded.next_at";
        let values = values![
            memory.to_string(),
            owner.to_string(),
            date.occasion.as_str(),
            i64::from(date.month),
            i64::from(date.day),
            date.time_zone.as_str(),
            next,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn date_of(
        &self,
        owner: AccountId,
        memory: CreationId,
    ) -> Result<Option<MemoryDate>, StoreError> {
        let sql = "SELECT * FROM memory_dates WHERE creation_id = $1 AND account_id = $2";
        let found: Option<DateRecord> =
            self.db.find(sql, values![memory.to_string(), owner.to_string()]).await?;
        Ok(found.map(DueDate::try_from).transpose()?.map(|due| due.date))
    }

    async fn remove_date(&self, owner: AccountId, memory: CreationId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM memory_dates WHERE creation_id = $1 AND account_id = $2";
        Ok(self.db.execute(sql, values![memory.to_string(), owner.to_string()]).await? == 1)
    }

    async fn due_dates(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDate>, StoreError> {
        let sql = "SELECT * FROM memory_dates WHERE next_at <= $1 ORDER BY next_at LIMIT $2";
        let found: Vec<DateRecord> = self.db.list(sql, values![now, limit]).await?;
        Ok(found.into_iter().map(DueDate::try_from).collect::<Result<_, _>>()?)
    }

    async fn put_off(
        &self,
        due: &DueDate,
        next: Timestamp,
        mail: Option<&QueuedMail>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        // Whoever comes second finds another day.
        let sql = "UPDATE memory_dates SET next_at = $3 WHERE creation_id = $1 AND next_at = $2";
        if tx.execute(sql, values![due.memory.to_string(), due.at, next]).await? == 0 {
            return Ok(false);
        }
        if let Some(mail) = mail {
            enqueue(&mut tx, mail).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// A row of `memory_dates`.
#[derive(FromRow)]
struct DateRecord {
    creation_id: String,
    account_id: String,
    occasion: String,
    month: i64,
    day: i64,
    time_zone: String,
    next_at: i64,
}

impl TryFrom<DateRecord> for DueDate {
    type Error = DbError;

    fn try_from(row: DateRecord) -> Result<Self, DbError> {
        let number = |number: i64| {
            i8::try_from(number).map_err(|_| DbError::Row(format!("{number} is no day of a year")))
        };
        Ok(Self {
            owner: parsed(&row.account_id, "an account id")?,
            memory: parsed(&row.creation_id, "a creation id")?,
            date: MemoryDate {
                occasion: row.occasion,
                month: number(row.month)?,
                day: number(row.day)?,
                time_zone: row.time_zone,
            },
            at: Timestamp(row.next_at),
        })
    }
}
