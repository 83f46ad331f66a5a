//! Recordings of drafts and creations.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, CreationId, RecordingId},
        media::Recording,
        timestamp::Timestamp,
    },
    ports::{RecordingStore, StoreError},
};
use evernear_rules::wire::Trim;
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        db::{DbError, Tx, Value},
        draft::drafts::{decode, encode},
        parsed, small,
    },
    values,
};

#[async_trait]
impl RecordingStore for Store {
    async fn put_recording(&self, recording: &Recording, at: Timestamp) -> Result<(), StoreError> {
        Ok(self.replace_recording(recording, at).await?)
    }

    async fn recording_of_draft(
        &self,
        owner: AccountId,
        now: Timestamp,
    ) -> Result<Option<Recording>, StoreError> {
        let sql = "SELECT * FROM recordings WHERE account_id = $1 AND creation_id IS NULL AND expires_at > $2
                   ORDER BY id DESC LIMIT 1";
        self.find_recording(sql, values![owner.to_string(), now]).await
    }

    async fn recording_of_creation(
        &self,
        creation: CreationId,
    ) -> Result<Option<Recording>, StoreError> {
        let sql = "SELECT * FROM recordings WHERE creation_id = $1 ORDER BY id DESC LIMIT 1";
        self.find_recording(sql, values![creation.to_string()]).await
    }

    async fn recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        now: Timestamp,
    ) -> Result<Option<Recording>, StoreError> {
        let sql = "SELECT * FROM recordings WHERE id = $1 AND account_id = $2 AND expires_at > $3";
        self.find_recording(sql, values![id.to_string(), owner.to_string(), now]).await
    }

    async fn trim_recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        trim: Trim,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE recordings SET trim_start = $3, trim_length = $4
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL";
        let values = values![id.to_string(), owner.to_string(), trim.start, trim.length];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn expire_recording(
        &self,
        owner: AccountId,
        id: RecordingId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE recordings SET expires_at = $3
                   WHERE id = $1 AND account_id = $2 AND creation_id IS NULL AND expires_at > $3";
        Ok(self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await? == 1)
    }

    async fn expired_recordings(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<RecordingId>, StoreError> {
        let sql = "SELECT id FROM recordings WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2";
        let found: Vec<(String,)> = self.db.list(sql, values![now, limit]).await?;
        let ids = found.iter().map(|(id,)| parsed(id, "a recording's id"));
        Ok(ids.collect::<Result<_, DbError>>()?)
    }

    async fn recording_exists(&self, id: RecordingId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM recordings WHERE id = $1";
        Ok(self.db.row(sql, values![id.to_string()]).await?.is_some())
    }

    async fn forget_recording(&self, id: RecordingId) -> Result<(), StoreError> {
        let sql = "DELETE FROM recordings WHERE id = $1";
        self.db.execute(sql, values![id.to_string()]).await?;
        Ok(())
    }
}

impl Store {
    /// The profile's row is what two uploads of one person wait at.
    async fn replace_recording(&self, recording: &Recording, at: Timestamp) -> Result<(), DbError> {
        let owner = recording.owner.to_string();
        let mut tx = self.db.begin().await?;
        tx.execute(
            "UPDATE profiles SET updated_at = $2 WHERE id = $1",
            values![owner.as_str(), at],
        )
        .await?;
        let sql = "UPDATE recordings SET expires_at = $2
                   WHERE account_id = $1 AND creation_id IS NULL AND expires_at > $2";
        tx.execute(sql, values![owner.as_str(), at]).await?;
        let sql = "INSERT INTO recordings (id, account_id, length, trim_start, trim_length, peaks, created_at, expires_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let values = values![
            recording.id.to_string(),
            owner,
            recording.length,
            recording.trim.start,
            recording.trim.length,
            encode(&recording.peaks)?,
            at,
            recording.expires_at,
        ];
        tx.execute(sql, values).await?;
        tx.commit().await
    }

    async fn find_recording(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Recording>, StoreError> {
        let found: Option<RecordingRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Recording::try_from).transpose()?)
    }
}

/// The recording of a creation that ended expires with its photos.
pub(in crate::store) async fn expire_recording_of(
    tx: &mut Tx,
    creation: &str,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "UPDATE recordings SET expires_at = $2 WHERE creation_id = $1";
    tx.execute(sql, values![creation, at]).await?;
    Ok(())
}

/// A row of `recordings`.
#[derive(FromRow)]
struct RecordingRecord {
    id: String,
    account_id: String,
    creation_id: Option<String>,
    length: i64,
    trim_start: i64,
    trim_length: i64,
    peaks: String,
    expires_at: i64,
}

impl TryFrom<RecordingRecord> for Recording {
    type Error = DbError;

    fn try_from(row: RecordingRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a recording's id")?,
            owner: parsed(&row.account_id, "an account id")?,
            creation: row.creation_id.map(|id| parsed(&id, "a creation id")).transpose()?,
            length: small(row.length)?,
            trim: Trim { start: small(row.trim_start)?, length: small(row.trim_length)? },
            peaks: decode(&row.peaks)?,
            expires_at: Timestamp(row.expires_at),
        })
    }
}
