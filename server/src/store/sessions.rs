//! Sessions: found by the digest of the token, or of the one before it.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::session::{Session, TokenDigest},
        id::{AccountId, SessionId},
        moment::Moment,
    },
    ports::{Found, SessionStore, StoreError},
};

use super::{
    Store,
    accounts::{account, account_columns},
    parsed,
};
use crate::values;

#[async_trait]
impl SessionStore for Store {
    async fn open(
        &self,
        id: SessionId,
        account: AccountId,
        token: &TokenDigest,
        at: Moment,
        expires: Moment,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (id, account_id, token, rotated_at, seen_at, created_at, expires_at)
                   VALUES ($1, $2, $3, $4, $4, $4, $5)";
        let values = values![id.to_string(), account.to_string(), token.0.as_str(), at, expires];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn find(&self, token: &TokenDigest) -> Result<Option<Found>, StoreError> {
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            ", s.id, s.rotated_at, s.expires_at, s.token, s.seen_at
             FROM sessions s JOIN accounts a ON a.id = s.account_id JOIN profiles p ON p.id = a.id
             WHERE s.token = $1 OR s.previous_token = $1"
        );
        let Some(row) = self.db.row(sql, values![token.0.as_str()]).await? else { return Ok(None) };
        let session = Session {
            id: parsed(&row.text(8)?, "a session id")?,
            rotated_at: Moment(row.int(9)?),
            expires_at: Moment(row.int(10)?),
            by_previous: row.text(11)? != token.0,
            seen_at: row.maybe_int(12)?.map(Moment),
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
        id: SessionId,
        from: &TokenDigest,
        to: &TokenDigest,
        at: Moment,
        expires: Moment,
    ) -> Result<bool, StoreError> {
        let sql =
            "UPDATE sessions SET token = $3, previous_token = $2, rotated_at = $4, expires_at = $5,
                   seen_at = NULL WHERE id = $1 AND (token = $2 OR (previous_token = $2 AND seen_at IS NULL))";
        let values = values![id.to_string(), from.0.as_str(), to.0.as_str(), at, expires];
        Ok(self.db.execute(sql, values).await? == 1)
    }

    async fn close_all(&self, account: AccountId) -> Result<(), StoreError> {
        self.db
            .execute("DELETE FROM sessions WHERE account_id = $1", values![account.to_string()])
            .await?;
        Ok(())
    }

    async fn forget_expired(&self, now: Moment) -> Result<u64, StoreError> {
        Ok(self.db.execute("DELETE FROM sessions WHERE expires_at <= $1", values![now]).await?)
    }
}
