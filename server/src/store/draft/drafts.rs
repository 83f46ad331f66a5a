//! Drafts: one row a person, saved only from the version it was read at.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        draft::{Draft, DraftBody},
        id::{AccountId, CreationId, DraftKey},
        timestamp::Timestamp,
        unsent_words::UnsentForm,
    },
    ports::{DraftStore, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store, account::lock::lock_account, db::DbError, parsed,
        photo_request::endings::expire_requested_for_others,
    },
    values,
};

#[derive(FromRow)]
struct DraftRecord {
    draft_key: String,
    version: i64,
    creation_id: Option<String>,
    body: String,
}

#[async_trait]
impl DraftStore for Store {
    async fn load(
        &self,
        account: AccountId,
        fresh: DraftKey,
        at: Timestamp,
    ) -> Result<Draft, StoreError> {
        if let Some(draft) = self.read_draft(account).await? {
            return Ok(draft);
        }
        let sql = "INSERT INTO drafts (account_id, draft_key, version, body, updated_at) VALUES ($1, $2, 0, $3, $4)
                   ON CONFLICT (account_id) DO NOTHING";
        let values =
            values![account.to_string(), fresh.to_string(), encode(&DraftBody::default())?, at];
        self.db.execute(sql, values).await?;
        // The account may go between the two statements, and its draft with it.
        self.read_draft(account).await?.ok_or(StoreError::OwnerGone)
    }

    async fn save(
        &self,
        account: AccountId,
        key: DraftKey,
        version: i64,
        body: &DraftBody,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE drafts SET body = $4, version = version + 1, updated_at = $5
                   WHERE account_id = $1 AND draft_key = $2 AND version = $3";
        let values = values![account.to_string(), key.to_string(), version, encode(body)?, at];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn begin_after(
        &self,
        account: AccountId,
        creation: CreationId,
        fresh: DraftKey,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE drafts SET draft_key = $3, version = 0, creation_id = NULL, body = $4, updated_at = $5
                   WHERE account_id = $1 AND creation_id = $2";
        let body = encode(&DraftBody::default())?;
        let account = account.to_string();
        let mut tx = self.db.begin().await?;
        let values = values![account.as_str(), creation.to_string(), fresh.to_string(), body, at];
        if tx.execute(sql, values).await? == 1 {
            expire_requested_for_others(&mut tx, &account, &fresh.to_string()).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn replace(
        &self,
        account: AccountId,
        fresh: DraftKey,
        body: &DraftBody,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let account = account.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &account).await?;
        tx.execute(
            "INSERT INTO drafts (account_id, draft_key, version, body, updated_at) VALUES ($1, $2, 0, $3, $4)
             ON CONFLICT (account_id) DO UPDATE SET draft_key = excluded.draft_key, version = 0, creation_id = NULL,
             body = excluded.body, updated_at = excluded.updated_at",
            values![account.as_str(), fresh.to_string(), encode(body)?, at],
        )
        .await?;
        tx.execute(
            "DELETE FROM unsent_words WHERE account_id = $1 AND place = $2",
            values![account.as_str(), UnsentForm::Creator.to_string()],
        )
        .await?;
        tx.execute(
            "UPDATE photos SET expires_at = $2 WHERE account_id = $1 AND expires_at > $2 AND (creation_id IS NULL AND request_id IS NULL
             OR creation_id IN (SELECT id FROM creations WHERE account_id = $1 AND status = 'failed'))",
            values![account.as_str(), at],
        )
        .await?;
        tx.execute(
            "UPDATE recordings SET expires_at = $2 WHERE account_id = $1 AND expires_at > $2 AND (creation_id IS NULL
             OR creation_id IN (SELECT id FROM creations WHERE account_id = $1 AND status = 'failed'))",
            values![account, at],
        )
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

impl Store {
    async fn read_draft(&self, account: AccountId) -> Result<Option<Draft>, DbError> {
        let sql = "SELECT draft_key, version, creation_id, body FROM drafts WHERE account_id = $1";
        let found: Option<DraftRecord> = self.db.find(sql, values![account.to_string()]).await?;
        let Some(row) = found else { return Ok(None) };
        let creation = row.creation_id.map(|id| parsed(&id, "a creation id")).transpose()?;
        Ok(Some(Draft {
            key: parsed(&row.draft_key, "a draft key")?,
            version: row.version,
            creation,
            body: decode(&row.body)?,
        }))
    }
}

/// As JSON, the way columns keep what only this program reads.
pub(in crate::store) fn encode(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Row(error.to_string()))
}

/// The inverse of [`encode`].
pub(in crate::store) fn decode<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| DbError::Row(error.to_string()))
}
