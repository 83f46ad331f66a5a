//! Sessions of client programs, and what such programs keep of a person.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::api_session::{ApiSession, ApiUser, Known, Metadata, Proof},
        id::{AccountId, SessionId},
        moment::Moment,
    },
    ports::{AdvanceError, Ending, SessionStore, StoreError, TokenStore},
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Store,
    accounts::{ACCOUNT_COLUMNS, account, account_columns},
    db::{DbError, Row},
};
use crate::values;

/// The columns that [`known`] reads after the account's, from `api_users` `u`.
macro_rules! user_columns {
    () => {
        ", u.user_metadata, u.app_metadata, u.banned_until, u.invited_at, u.last_sign_in_at, u.updated_at"
    };
}
const USER_COLUMNS: usize = 6;

#[async_trait]
impl TokenStore for Store {
    async fn open_api(
        &self,
        id: SessionId,
        account: AccountId,
        proof: Proof,
    ) -> Result<(), StoreError> {
        let (id, at) = (id.to_string(), proof.at);
        let mut tx = self.db.begin().await?;
        tx.execute(
            "INSERT INTO sessions (id, account_id, token, rotated_at, seen_at, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $4, $4, $5)",
            values![id.as_str(), account.to_string(), format!("api:{id}"), at, i64::MAX],
        )
        .await?;
        tx.execute(
            "INSERT INTO api_sessions (session_id, counter, proofs, refreshed_at) VALUES ($1, 1, $2, $3)",
            values![id.as_str(), json(&[proof])?, at],
        )
        .await?;
        tx.execute(
            "INSERT INTO api_users (account_id, user_metadata, app_metadata, last_sign_in_at, updated_at)
             VALUES ($1, '{}', '{}', $2, $2)
             ON CONFLICT (account_id) DO UPDATE SET last_sign_in_at = excluded.last_sign_in_at",
            values![account.to_string(), at],
        )
        .await?;
        Ok(tx.commit().await?)
    }

    async fn api_session(&self, id: SessionId) -> Result<Option<(ApiSession, Known)>, StoreError> {
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            user_columns!(),
            ", t.counter, t.proofs, s.created_at, t.refreshed_at
             FROM api_sessions t JOIN sessions s ON s.id = t.session_id
             JOIN accounts a ON a.id = s.account_id JOIN profiles p ON p.id = a.id
             LEFT JOIN api_users u ON u.account_id = a.id WHERE t.session_id = $1"
        );
        let Some(row) = self.db.row(sql, values![id.to_string()]).await? else { return Ok(None) };
        let known = known(&row)?;
        let own = ACCOUNT_COLUMNS + USER_COLUMNS;
        let counter = u64::try_from(row.int(own)?)
            .map_err(|_| DbError::Row("a counter is negative".to_owned()))?;
        let session = ApiSession {
            id,
            account: known.account.id,
            counter,
            proofs: from_json(&row.text(own + 1)?)?,
            created_at: Moment(row.int(own + 2)?),
            refreshed_at: Moment(row.int(own + 3)?),
        };
        Ok(Some((session, known)))
    }

    async fn advance(
        &self,
        id: SessionId,
        counter: u64,
        to: u64,
        at: Moment,
    ) -> Result<bool, AdvanceError> {
        let sql = "UPDATE api_sessions SET counter = $3, refreshed_at = $4
                   WHERE session_id = $1 AND counter = $2";
        let values = values![id.to_string(), number(counter)?, number(to)?, at];
        match self.db.execute(sql, values).await {
            Ok(rows) => Ok(rows == 1),
            Err(error) if error.busy() => Err(AdvanceError::Busy),
            Err(error) => Err(AdvanceError::Store(error.into())),
        }
    }

    async fn end_sessions(
        &self,
        account: AccountId,
        current: Option<SessionId>,
        ending: Ending,
    ) -> Result<(), StoreError> {
        let sql = match ending {
            Ending::Global => return SessionStore::close_all(self, account).await,
            Ending::Local => "DELETE FROM sessions WHERE account_id = $1 AND id = $2",
            Ending::Others => "DELETE FROM sessions WHERE account_id = $1 AND id <> $2",
        };
        let current = current.map(|id| id.to_string()).unwrap_or_default();
        self.db.execute(sql, values![account.to_string(), current]).await?;
        Ok(())
    }

    async fn known(&self, account: AccountId) -> Result<Option<Known>, StoreError> {
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            user_columns!(),
            " FROM accounts a JOIN profiles p ON p.id = a.id
             LEFT JOIN api_users u ON u.account_id = a.id WHERE a.id = $1"
        );
        let row = self.db.row(sql, values![account.to_string()]).await?;
        Ok(row.map(|row| known(&row)).transpose()?)
    }

    async fn save_api_user(
        &self,
        account: AccountId,
        user: &ApiUser,
        at: Moment,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO api_users (account_id, user_metadata, app_metadata, banned_until, invited_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6)
                   ON CONFLICT (account_id) DO UPDATE SET user_metadata = excluded.user_metadata,
                   app_metadata = excluded.app_metadata, banned_until = excluded.banned_until,
                   invited_at = excluded.invited_at, updated_at = excluded.updated_at";
        let values = values![
            account.to_string(),
            json(&user.user_metadata)?,
            json(&user.app_metadata)?,
            user.banned_until.map(|moment| moment.0),
            user.invited_at.map(|moment| moment.0),
            at,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }
}

/// Reads `account_columns!` and `user_columns!` from the first column on.
fn known(row: &Row) -> Result<Known, DbError> {
    let own = ACCOUNT_COLUMNS;
    let metadata = |column: usize| -> Result<Metadata, DbError> {
        row.maybe_text(column)?.map_or_else(|| Ok(Metadata::new()), |text| from_json(&text))
    };
    let moment = |column: usize| Ok::<_, DbError>(row.maybe_int(column)?.map(Moment));
    let user = ApiUser {
        user_metadata: metadata(own)?,
        app_metadata: metadata(own + 1)?,
        banned_until: moment(own + 2)?,
        invited_at: moment(own + 3)?,
        last_sign_in_at: moment(own + 4)?,
        updated_at: moment(own + 5)?,
    };
    Ok(Known { account: account(row, 0)?, user })
}

fn number(counter: u64) -> Result<i64, StoreError> {
    i64::try_from(counter).map_err(StoreError::new)
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(StoreError::new)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| DbError::Row(error.to_string()))
}
