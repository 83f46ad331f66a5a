//! Links to memories. A link is found by the digest of its token; whatever changes one says in its
//! condition that the link lives.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        id::{AccountId, ShareId},
        sharing::{EndedBy, Note, Share, Terms, Viewer},
        timestamp::Timestamp,
    },
    ports::{Admission, Edited, PasswordChange, ShareEdit, ShareStore, Shared, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::lock_account,
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// A row of `shares`.
#[derive(FromRow)]
pub(super) struct ShareRecord {
    id: String,
    account_id: String,
    creation_id: String,
    note: String,
    shows_words: i64,
    downloads: i64,
    password_hash: Option<String>,
    password_version: i64,
    max_viewings: Option<i64>,
    viewings: i64,
    people: i64,
    created_at: i64,
    expires_at: Option<i64>,
    last_viewed_at: Option<i64>,
    paused_at: Option<i64>,
    looked_at: Option<i64>,
    decision_reason: Option<String>,
    ended_at: Option<i64>,
    ended_by: Option<String>,
    version: i64,
}

impl TryFrom<ShareRecord> for Share {
    type Error = DbError;

    fn try_from(row: ShareRecord) -> Result<Self, DbError> {
        let unusable = || DbError::Row(format!("the link {} cannot be read", row.id));
        let ended = match (row.ended_at, row.ended_by.as_deref()) {
            (Some(at), Some(by)) => {
                Some((Timestamp(at), EndedBy::from_name(by).ok_or_else(unusable)?))
            }
            (None, None) => None,
            _ => return Err(unusable()),
        };
        Ok(Self {
            owner: parsed(&row.account_id, "an account id")?,
            creation: parsed(&row.creation_id, "a creation id")?,
            terms: Terms {
                note: Note::parse(&row.note).map_err(|_| unusable())?,
                shows_words: row.shows_words != 0,
                downloads: row.downloads != 0,
                max_viewings: row.max_viewings.map(small).transpose()?,
            },
            password_hash: row.password_hash,
            password_version: row.password_version,
            viewings: small(row.viewings)?,
            people: small(row.people)?,
            created_at: Timestamp(row.created_at),
            expires_at: row.expires_at.map(Timestamp),
            last_viewed_at: row.last_viewed_at.map(Timestamp),
            paused_at: row.paused_at.map(Timestamp),
            looked_at: row.looked_at.map(Timestamp),
            decision_reason: row.decision_reason,
            ended,
            version: row.version,
            id: parsed(&row.id, "a link's id")?,
        })
    }
}

/// Ends every living link of an account as part of what ends them.
pub(in crate::store) async fn end_all(
    tx: &mut Tx,
    owner: &str,
    by: EndedBy,
    at: Timestamp,
) -> Result<u64, DbError> {
    let sql = "UPDATE shares SET ended_at = $2, ended_by = $3
               WHERE account_id = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)";
    tx.execute(sql, values![owner, at, by.as_str()]).await
}

fn flag(is: bool) -> i64 {
    i64::from(is)
}

#[async_trait]
impl ShareStore for Store {
    async fn share(
        &self,
        share: &Share,
        token_hash: &str,
        most: u32,
    ) -> Result<Shared, StoreError> {
        Ok(self.insert_share(share, token_hash, most).await?)
    }

    async fn own_share(&self, owner: AccountId, id: ShareId) -> Result<Option<Share>, StoreError> {
        let sql = "SELECT * FROM shares WHERE id = $1 AND account_id = $2";
        let values = values![id.to_string(), owner.to_string()];
        let found: Option<ShareRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Share::try_from).transpose()?)
    }

    async fn shares(&self, owner: AccountId) -> Result<Vec<Share>, StoreError> {
        let sql = "SELECT * FROM shares WHERE account_id = $1 ORDER BY created_at DESC, id DESC";
        let found: Vec<ShareRecord> = self.db.list(sql, values![owner.to_string()]).await?;
        Ok(found.into_iter().map(Share::try_from).collect::<Result<_, _>>()?)
    }

    async fn edit_share(&self, edit: &ShareEdit) -> Result<Edited, StoreError> {
        let (changes_password, password) = match &edit.password {
            PasswordChange::Stays => (0, None),
            PasswordChange::Becomes(hash) => (1, hash.clone()),
        };
        let sql = "UPDATE shares SET note = $4, shows_words = $5, downloads = $6, max_viewings = $7,
                   password_hash = CASE WHEN $8 = 1 THEN $9 ELSE password_hash END,
                   password_version = password_version + $8,
                   expires_at = CASE WHEN $10 = 1 THEN $11 ELSE expires_at END, version = version + 1
                   WHERE id = $1 AND account_id = $2 AND version = $3 AND ended_at IS NULL
                   AND (expires_at IS NULL OR expires_at > $12)";
        let terms = &edit.terms;
        let values = values![
            edit.id.to_string(),
            edit.owner.to_string(),
            edit.version,
            terms.note.as_str(),
            flag(terms.shows_words),
            flag(terms.downloads),
            terms.max_viewings.map(i64::from),
            i64::from(changes_password),
            password,
            flag(edit.expires_at.is_some()),
            edit.expires_at.flatten().map(|at| at.0),
            edit.at,
        ];
        if self.db.execute(sql, values).await? == 1 {
            return Ok(Edited::Saved);
        }
        let share = self.own_share(edit.owner, edit.id).await?;
        Ok(match share {
            Some(share) if share.is_living(edit.at) => Edited::Stale,
            _ => Edited::Gone,
        })
    }

    async fn renew_share(
        &self,
        owner: AccountId,
        id: ShareId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = id.to_string();
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE shares SET token_hash = $3, version = version + 1
                   WHERE id = $1 AND account_id = $2 AND ended_at IS NULL
                   AND (expires_at IS NULL OR expires_at > $4)";
        if tx.execute(sql, values![id.as_str(), owner.to_string(), token_hash, at]).await? == 0 {
            return Ok(false);
        }
        // Their cookies are for the address of before.
        tx.execute("DELETE FROM share_viewers WHERE share_id = $1", values![id]).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn stop_share(
        &self,
        owner: AccountId,
        id: ShareId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE shares SET ended_at = $3, ended_by = 'stopped'
                   WHERE id = $1 AND account_id = $2 AND ended_at IS NULL
                   AND (expires_at IS NULL OR expires_at > $3)";
        Ok(self.db.execute(sql, values![id.to_string(), owner.to_string(), at]).await? == 1)
    }

    async fn stop_shares(&self, owner: AccountId, at: Timestamp) -> Result<u64, StoreError> {
        let mut tx = self.db.begin().await?;
        let stopped = end_all(&mut tx, &owner.to_string(), EndedBy::Stopped, at).await?;
        tx.commit().await?;
        Ok(stopped)
    }

    async fn share_of_token(
        &self,
        token_hash: &str,
        now: Timestamp,
    ) -> Result<Option<Share>, StoreError> {
        let sql = "SELECT s.* FROM shares s WHERE s.token_hash = $1 AND NOT EXISTS
                   (SELECT 1 FROM api_users u WHERE u.account_id = s.account_id AND u.banned_until > $2)";
        let found: Option<ShareRecord> = self.db.find(sql, values![token_hash, now]).await?;
        Ok(found.map(Share::try_from).transpose()?)
    }

    async fn viewer(&self, share: ShareId, viewer: &str) -> Result<Option<Viewer>, StoreError> {
        let sql = "SELECT admitted_at, password_version FROM share_viewers
                   WHERE share_id = $1 AND viewer = $2";
        let found: Option<(i64, i64)> =
            self.db.find(sql, values![share.to_string(), viewer]).await?;
        Ok(found.map(|(admitted_at, password_version)| Viewer {
            admitted_at: Timestamp(admitted_at),
            password_version,
        }))
    }

    async fn admit(&self, admission: &Admission) -> Result<bool, StoreError> {
        Ok(self.admit_viewer(admission).await?)
    }

    async fn forget_shares(&self, now: Timestamp, before: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE shares SET ended_at = expires_at, ended_by = 'expired'
                   WHERE ended_at IS NULL AND expires_at <= $1";
        self.db.execute(sql, values![now]).await?;
        let sql = "DELETE FROM share_viewers
                   WHERE share_id IN (SELECT id FROM shares WHERE ended_at IS NOT NULL)";
        self.db.execute(sql, Vec::new()).await?;
        // One that was removed stays as long as its memory, which is not shared again, and one that is reported
        // or paused until that is decided.
        let sql = "DELETE FROM shares
                   WHERE ended_at < $1 AND ended_by <> 'removed' AND paused_at IS NULL AND NOT EXISTS
                   (SELECT 1 FROM share_reports r WHERE r.share_id = shares.id AND r.closed_at IS NULL)";
        self.db.execute(sql, values![before]).await?;
        self.db.execute("DELETE FROM share_reports WHERE closed_at < $1", values![before]).await?;
        Ok(())
    }
}

impl Store {
    async fn insert_share(
        &self,
        share: &Share,
        token_hash: &str,
        most: u32,
    ) -> Result<Shared, DbError> {
        let (owner, creation) = (share.owner.to_string(), share.creation.to_string());
        let mut tx = self.db.begin().await?;
        // Counting and making are one step for the account, and its memories stay meanwhile.
        lock_account(&mut tx, &owner).await?;
        let sql =
            "SELECT 1 FROM creations WHERE id = $1 AND account_id = $2 AND status = 'finished'";
        if tx.row(sql, values![creation.as_str(), owner.as_str()]).await?.is_none() {
            return Ok(Shared::NoMemory);
        }
        let sql = "SELECT 1 FROM shares WHERE creation_id = $1
                   AND (paused_at IS NOT NULL OR ended_by = 'removed') LIMIT 1";
        if tx.row(sql, values![creation.as_str()]).await?.is_some() {
            return Ok(Shared::Reported);
        }
        let sql = "SELECT COUNT(*) FROM shares WHERE account_id = $1 AND ended_at IS NULL
                   AND (expires_at IS NULL OR expires_at > $2)";
        let living: Option<(i64,)> =
            tx.find(sql, values![owner.as_str(), share.created_at]).await?;
        if living.is_some_and(|(living,)| living >= i64::from(most)) {
            return Ok(Shared::TooMany);
        }
        let sql = "INSERT INTO shares (id, account_id, creation_id, token_hash, note, shows_words, downloads,
                   password_hash, max_viewings, created_at, expires_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let values = values![
            share.id.to_string(),
            owner,
            creation,
            token_hash,
            share.terms.note.as_str(),
            flag(share.terms.shows_words),
            flag(share.terms.downloads),
            share.password_hash.clone(),
            share.terms.max_viewings.map(i64::from),
            share.created_at,
            share.expires_at.map(|at| at.0),
        ];
        tx.execute(sql, values).await?;
        tx.commit().await?;
        Ok(Shared::Made)
    }
}
