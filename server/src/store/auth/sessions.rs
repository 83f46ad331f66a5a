//! Sessions: found by the digest of the token, or of the one before it.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::{Account, event::Origin},
        auth::{
            proof::Proofs,
            session::{NewSession, OpenSession, Session, TokenDigest},
        },
        id::{AccountId, SessionId},
        timestamp::Timestamp,
    },
    ports::{SessionStore, SessionWithAccount, StoreError},
};
use sqlx::FromRow;

use super::end_sessions::{end_sessions, rests_on_a_factor, sign_ins_stand};
use crate::{
    store::{
        Store,
        account::{accounts::AccountRecord, lock::lock_account_if_there},
        db::DbError,
        from_json, parsed,
    },
    values,
};

/// Open sessions that are listed: the newest.
const LISTED: u32 = 200;

/// A session with its account, and what is worked out beside it.
#[derive(FromRow)]
struct SessionRecord {
    #[sqlx(flatten)]
    account: AccountRecord,
    session_id: String,
    rotated_at: i64,
    expires_at: i64,
    token: String,
    seen_at: Option<i64>,
    amr: String,
    keep: i64,
    verified_factors: i64,
    banned_until: Option<i64>,
}

/// A row of `sessions`, as its person sees it.
#[derive(FromRow)]
struct OpenSessionRecord {
    id: String,
    ip: String,
    user_agent: String,
    keep: i64,
    created_at: i64,
    rotated_at: i64,
    seen_at: Option<i64>,
}

impl TryFrom<OpenSessionRecord> for OpenSession {
    type Error = DbError;

    fn try_from(row: OpenSessionRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a session id")?,
            origin: Origin { ip: row.ip, user_agent: row.user_agent },
            keep: row.keep != 0,
            created_at: Timestamp(row.created_at),
            used_at: Timestamp(row.rotated_at.max(row.seen_at.unwrap_or(0))),
        })
    }
}

#[async_trait]
impl SessionStore for Store {
    async fn open(&self, new: &NewSession) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        if !sign_ins_stand(&mut tx, new.account, new.epoch).await? {
            return Ok(false);
        }
        let sql = "INSERT INTO sessions (id, account_id, token, rotated_at, seen_at, created_at, expires_at,
                   aal, amr, user_agent, ip, keep) VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $7, $8, $9, $10)";
        let values = values![
            new.id.to_string(),
            new.account.to_string(),
            new.token.0.as_str(),
            new.at,
            new.expires,
            new.proofs.assurance().as_str(),
            json(&new.proofs)?,
            new.origin.user_agent.as_str(),
            new.origin.ip.as_str(),
            i64::from(new.keep),
        ];
        tx.execute(sql, values).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn find(&self, token: &TokenDigest) -> Result<Option<SessionWithAccount>, StoreError> {
        let sql = "SELECT a.*, s.id AS session_id, s.rotated_at, s.expires_at, s.token, s.seen_at, s.amr, s.keep,
                   (SELECT COUNT(*) FROM mfa_factors f
                   WHERE f.account_id = a.id AND f.status = 'verified') AS verified_factors,
                   (SELECT u.banned_until FROM api_users u WHERE u.account_id = a.id) AS banned_until
                   FROM sessions s JOIN account_rows a ON a.id = s.account_id
                   WHERE s.token = $1 OR s.previous_token = $1";
        let found: Option<SessionRecord> = self.db.find(sql, values![token.0.as_str()]).await?;
        let Some(row) = found else { return Ok(None) };
        let session = Session {
            id: parsed(&row.session_id, "a session id")?,
            rotated_at: Timestamp(row.rotated_at),
            expires_at: Timestamp(row.expires_at),
            by_previous: row.token != token.0,
            seen_at: row.seen_at.map(Timestamp),
            proofs: from_json(&row.amr)?,
            keep: row.keep != 0,
            has_factor: row.verified_factors > 0,
            banned_until: row.banned_until.map(Timestamp),
        };
        Ok(Some(SessionWithAccount { session, account: Account::try_from(row.account)? }))
    }

    async fn seen(&self, id: SessionId, at: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at IS NULL";
        self.db.execute(sql, values![id.to_string(), at]).await?;
        Ok(())
    }

    async fn rotate(
        &self,
        found: &Session,
        from: &TokenDigest,
        to: &TokenDigest,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql =
            "UPDATE sessions SET token = $3, previous_token = $2, rotated_at = $4, expires_at = $5,
                   seen_at = NULL WHERE id = $1 AND rotated_at = $6
                   AND (token = $2 OR (previous_token = $2 AND seen_at IS NULL))";
        let values = values![
            found.id.to_string(),
            from.0.as_str(),
            to.0.as_str(),
            at,
            expires,
            found.rotated_at,
        ];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn prove(
        &self,
        id: SessionId,
        proofs: &Proofs,
        token: &TokenDigest,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "SELECT account_id FROM sessions WHERE id = $1";
        let whose: Option<(String,)> = tx.find(sql, values![id.to_string()]).await?;
        let Some((account,)) = whose else { return Ok(false) };
        lock_account_if_there(&mut tx, &account).await?;
        let sql = concat!(
            "UPDATE sessions SET aal = $2, amr = $3, token = $4, previous_token = NULL,
             rotated_at = $5, seen_at = $5 WHERE id = $1 AND ",
            rests_on_a_factor!()
        );
        let values = values![
            id.to_string(),
            proofs.assurance().as_str(),
            json(proofs)?,
            token.0.as_str(),
            at,
        ];
        let is_proven = tx.execute(sql, values).await? == 1;
        tx.commit().await?;
        Ok(is_proven)
    }

    async fn list(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<OpenSession>, StoreError> {
        let sql = "SELECT * FROM sessions
                   WHERE account_id = $1 AND expires_at > $2 ORDER BY rotated_at DESC, id DESC LIMIT $3";
        let values = values![account.to_string(), now, LISTED];
        let open: Vec<OpenSessionRecord> = self.db.list(sql, values).await?;
        Ok(open.into_iter().map(OpenSession::try_from).collect::<Result<_, _>>()?)
    }

    async fn close(&self, account: AccountId, id: SessionId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE account_id = $1 AND id = $2";
        Ok(self.db.execute(sql, values![account.to_string(), id.to_string()]).await? == 1)
    }

    async fn close_others(&self, account: AccountId, keep: SessionId) -> Result<u64, StoreError> {
        let mut tx = self.db.begin().await?;
        let ended = end_sessions(&mut tx, &account.to_string(), Some(keep)).await?;
        tx.commit().await?;
        Ok(ended)
    }

    async fn close_all(&self, account: AccountId) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        end_sessions(&mut tx, &account.to_string(), None).await?;
        Ok(tx.commit().await?)
    }

    async fn close_browsers(&self, account: AccountId) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE account_id = $1
                   AND NOT EXISTS (SELECT 1 FROM api_sessions s WHERE s.session_id = sessions.id)";
        self.db.execute(sql, values![account.to_string()]).await?;
        Ok(())
    }

    async fn forget_expired(&self, now: Timestamp) -> Result<u64, StoreError> {
        Ok(self.db.execute("DELETE FROM sessions WHERE expires_at <= $1", values![now]).await?)
    }
}

fn json(proofs: &Proofs) -> Result<String, StoreError> {
    serde_json::to_string(proofs).map_err(StoreError::new)
}
