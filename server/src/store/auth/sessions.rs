//! Sessions: found by the digest of the token, or of the one before it.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::{
            event::Origin,
            proof::Proofs,
            session::{NewSession, OpenSession, Session, TokenDigest},
        },
        id::{AccountId, SessionId},
        moment::Moment,
    },
    ports::{Found, SessionStore, StoreError},
};

use crate::{
    store::{
        Store,
        account::accounts::{ACCOUNT_COLUMNS, account, account_columns},
        db::{DbError, Tx},
        parsed,
    },
    values,
};

/// Open sessions that are listed: the newest.
const LISTED: u32 = 200;

#[async_trait]
impl SessionStore for Store {
    async fn open(&self, new: &NewSession) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        if !password_stands(&mut tx, new.account, new.password_hash.as_deref()).await? {
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

    async fn find(&self, token: &TokenDigest) -> Result<Option<Found>, StoreError> {
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            ", s.id, s.rotated_at, s.expires_at, s.token, s.seen_at, s.amr, s.keep,
             (SELECT COUNT(*) FROM mfa_factors f WHERE f.account_id = a.id AND f.status = 'verified'),
             (SELECT u.banned_until FROM api_users u WHERE u.account_id = a.id)
             FROM sessions s JOIN accounts a ON a.id = s.account_id JOIN profiles p ON p.id = a.id
             WHERE s.token = $1 OR s.previous_token = $1"
        );
        let Some(row) = self.db.row(sql, values![token.0.as_str()]).await? else { return Ok(None) };
        let own = ACCOUNT_COLUMNS;
        let session = Session {
            id: parsed(&row.text(own)?, "a session id")?,
            rotated_at: Moment(row.int(own + 1)?),
            expires_at: Moment(row.int(own + 2)?),
            by_previous: row.text(own + 3)? != token.0,
            seen_at: row.maybe_int(own + 4)?.map(Moment),
            proofs: serde_json::from_str(&row.text(own + 5)?)
                .map_err(|error| DbError::Row(error.to_string()))?,
            keep: row.int(own + 6)? != 0,
            has_factor: row.int(own + 7)? > 0,
            banned_until: row.maybe_int(own + 8)?.map(Moment),
        };
        Ok(Some(Found { session, account: account(&row, 0)? }))
    }

    async fn seen(&self, id: SessionId, at: Moment) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at IS NULL";
        self.db.execute(sql, values![id.to_string(), at]).await?;
        Ok(())
    }

    async fn rotate(
        &self,
        found: &Session,
        from: &TokenDigest,
        to: &TokenDigest,
        at: Moment,
        expires: Moment,
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
        at: Moment,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET aal = $2, amr = $3, token = $4, previous_token = NULL,
                   rotated_at = $5, seen_at = $5 WHERE id = $1";
        let values = values![
            id.to_string(),
            proofs.assurance().as_str(),
            json(proofs)?,
            token.0.as_str(),
            at,
        ];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn list(&self, account: AccountId, now: Moment) -> Result<Vec<OpenSession>, StoreError> {
        let sql = "SELECT id, ip, user_agent, keep, created_at, rotated_at, seen_at FROM sessions
                   WHERE account_id = $1 AND expires_at > $2 ORDER BY rotated_at DESC, id DESC LIMIT $3";
        let rows = self.db.rows(sql, values![account.to_string(), now, LISTED]).await?;
        let open = rows.iter().map(|row| {
            let seen = row.maybe_int(6)?.unwrap_or(0);
            Ok(OpenSession {
                id: parsed(&row.text(0)?, "a session id")?,
                origin: Origin { ip: row.text(1)?, user_agent: row.text(2)? },
                keep: row.int(3)? != 0,
                created_at: Moment(row.int(4)?),
                used_at: Moment(row.int(5)?.max(seen)),
            })
        });
        Ok(open.collect::<Result<_, DbError>>()?)
    }

    async fn close(&self, account: AccountId, id: SessionId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE account_id = $1 AND id = $2";
        Ok(self.db.execute(sql, values![account.to_string(), id.to_string()]).await? == 1)
    }

    async fn close_others(&self, account: AccountId, keep: SessionId) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE account_id = $1 AND id <> $2";
        Ok(self.db.execute(sql, values![account.to_string(), keep.to_string()]).await?)
    }

    async fn close_all(&self, account: AccountId) -> Result<(), StoreError> {
        self.db
            .execute("DELETE FROM sessions WHERE account_id = $1", values![account.to_string()])
            .await?;
        Ok(())
    }

    async fn close_browsers(&self, account: AccountId) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE account_id = $1
                   AND NOT EXISTS (SELECT 1 FROM api_sessions s WHERE s.session_id = sessions.id)";
        self.db.execute(sql, values![account.to_string()]).await?;
        Ok(())
    }

    async fn forget_expired(&self, now: Moment) -> Result<u64, StoreError> {
        Ok(self.db.execute("DELETE FROM sessions WHERE expires_at <= $1", values![now]).await?)
    }
}

fn json(proofs: &Proofs) -> Result<String, StoreError> {
    serde_json::to_string(proofs).map_err(StoreError::new)
}

/// Whether `hash` is still the account's, and it stays so until this transaction ends; without
/// a hash there is nothing to hold on to.
pub(super) async fn password_stands(
    tx: &mut Tx,
    account: AccountId,
    hash: Option<&str>,
) -> Result<bool, DbError> {
    let Some(hash) = hash else { return Ok(true) };
    let sql = match tx {
        // Nobody else writes meanwhile.
        Tx::Sqlite(_) => "SELECT 1 FROM accounts WHERE id = $1 AND password_hash = $2",
        Tx::Postgres(_) => "SELECT 1 FROM accounts WHERE id = $1 AND password_hash = $2 FOR SHARE",
    };
    Ok(tx.row(sql, values![account.to_string(), hash]).await?.is_some())
}
