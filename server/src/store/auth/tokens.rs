//! Sessions of client programs, and what such programs keep of a person.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        auth::{
            api_session::{
                ApiAccount, ApiSession, ApiUser, ApiUserPatch, Metadata, Pending, Since,
            },
            factor::Factor,
            identity::Identity,
            proof::Proofs,
        },
        id::{AccountId, SessionId},
        timestamp::Timestamp,
    },
    ports::{
        AdminChange, AdminChangeError, AdminStore, AdvanceError, NewApiSession, PatchApiUserError,
        StoreError, TokenStore, UserPage,
    },
};
use sqlx::FromRow;

use super::{
    end_sessions::{end_sign_ins, rests_on_a_factor, sign_ins_stand},
    factors::{FACTOR_COLUMNS, FactorRecord, factor_columns},
    identities::{IDENTITY_COLUMNS, IdentityRecord, identity_columns, keep_previous_email},
    one_time::confirm,
};
use crate::{
    named,
    store::{
        Store,
        account::{
            accounts::{ACCOUNT_COLUMNS, AccountRecord, account_columns},
            lock::{lock_account, lock_account_if_there},
        },
        batch::Batched,
        db::{DbError, Forms, Row},
        from_json, json, parsed, small,
    },
    values,
};

/// The columns that [`api_account`] reads after the account's, from `api_users` `u` and
/// accounts `a`.
macro_rules! user_columns {
    () => {
        ", u.user_metadata, u.app_metadata, u.banned_until, u.invited_at, u.last_sign_in_at, u.updated_at,
         a.confirmation_sent_at, a.recovery_sent_at, a.reauthentication_sent_at, a.email_change, a.email_change_sent_at"
    };
}
const API_USER_COLUMNS: usize = 6;
const USER_COLUMNS: usize = API_USER_COLUMNS + 5;
/// All that [`ApiAccount`] holds, by one statement: a row for each way to sign in with each second
/// factor. Both are few.
macro_rules! api_account_columns {
    () => {
        concat!(
            account_columns!(),
            user_columns!(),
            ", ",
            identity_columns!(),
            ", ",
            factor_columns!()
        )
    };
}
macro_rules! api_account_joins {
    () => {
        " JOIN profiles p ON p.id = a.id LEFT JOIN api_users u ON u.account_id = a.id
          LEFT JOIN identities i ON i.account_id = a.id LEFT JOIN mfa_factors f ON f.account_id = a.id "
    };
}
macro_rules! api_account_order {
    () => {
        " ORDER BY i.created_at, i.id, f.created_at, f.id"
    };
}
const API_ACCOUNT_COLUMNS: usize =
    ACCOUNT_COLUMNS + USER_COLUMNS + IDENTITY_COLUMNS + FACTOR_COLUMNS;

/// What stands after them where a session is read, from `api_sessions` `t` and sessions `s`.
macro_rules! session_columns {
    () => {
        ", t.counter, s.amr, s.created_at, t.refreshed_at "
    };
}
/// What is read of a family, from `t`.
macro_rules! session_joins {
    () => {
        concat!(
            " JOIN sessions s ON s.id = t.session_id JOIN accounts a ON a.id = s.account_id",
            api_account_joins!()
        )
    };
}
/// Moves a family on by one: from its newest token, within the session's limits, unless its
/// person is banned. In no file of its own, because other statements read the same columns.
static RENEW: Batched = Batched::new(
    concat!(
        "UPDATE api_sessions SET counter = :newest + 1, refreshed_at = :renewed_at
         WHERE session_id = :id AND counter = :newest AND refreshed_at >= :refreshed AND EXISTS
         (SELECT 1 FROM sessions s LEFT JOIN api_users u ON u.account_id = s.account_id
          WHERE s.id = api_sessions.session_id AND s.created_at >= :opened
          AND (u.banned_until IS NULL OR u.banned_until <= :renewed_at));
         SELECT ",
        api_account_columns!(),
        session_columns!(),
        "FROM api_sessions t",
        session_joins!(),
        "WHERE t.session_id = :id AND changes() = 1",
        api_account_order!()
    ),
    concat!(
        "WITH g AS (
           SELECT * FROM unnest(:id::text[], :newest::bigint[], :renewed_at::bigint[], :opened::bigint[], :refreshed::bigint[])
           WITH ORDINALITY AS g (id, newest, renewed_at, opened, refreshed, nth)
         ), t AS (
           UPDATE api_sessions SET counter = g.newest + 1, refreshed_at = g.renewed_at FROM g
           WHERE session_id = g.id AND counter = g.newest AND refreshed_at >= g.refreshed AND EXISTS
           (SELECT 1 FROM sessions s LEFT JOIN api_users u ON u.account_id = s.account_id
            WHERE s.id = g.id AND s.created_at >= g.opened
            AND (u.banned_until IS NULL OR u.banned_until <= g.renewed_at))
           RETURNING session_id, counter, refreshed_at, nth
         ) SELECT ",
        api_account_columns!(),
        session_columns!(),
        ", t.nth FROM t",
        session_joins!(),
        api_account_order!()
    ),
);

/// What client programs keep of a person, in `api_users`; empty where there is no row of it.
#[derive(FromRow)]
struct ApiUserRecord {
    user_metadata: Option<String>,
    app_metadata: Option<String>,
    banned_until: Option<i64>,
    invited_at: Option<i64>,
    last_sign_in_at: Option<i64>,
    updated_at: Option<i64>,
}

impl ApiUserRecord {
    /// Reads what `user_columns!` takes from `api_users`, from column `first` on.
    fn at(row: &Row, first: usize) -> Result<Self, DbError> {
        Ok(Self {
            user_metadata: row.maybe_text(first)?,
            app_metadata: row.maybe_text(first + 1)?,
            banned_until: row.maybe_int(first + 2)?,
            invited_at: row.maybe_int(first + 3)?,
            last_sign_in_at: row.maybe_int(first + 4)?,
            updated_at: row.maybe_int(first + 5)?,
        })
    }
}

impl TryFrom<ApiUserRecord> for ApiUser {
    type Error = DbError;

    fn try_from(row: ApiUserRecord) -> Result<Self, DbError> {
        let metadata = |text: Option<String>| -> Result<Metadata, DbError> {
            text.map_or_else(|| Ok(Metadata::new()), |text| from_json(&text))
        };
        Ok(Self {
            user_metadata: metadata(row.user_metadata)?,
            app_metadata: metadata(row.app_metadata)?,
            banned_until: row.banned_until.map(Timestamp),
            invited_at: row.invited_at.map(Timestamp),
            last_sign_in_at: row.last_sign_in_at.map(Timestamp),
            updated_at: row.updated_at.map(Timestamp),
        })
    }
}

#[async_trait]
impl TokenStore for Store {
    async fn open_api(&self, new: &NewApiSession) -> Result<bool, StoreError> {
        let (id, account, at) = (new.id.to_string(), new.account.to_string(), new.at);
        let mut tx = self.db.begin().await?;
        if !sign_ins_stand(&mut tx, new.account, new.epoch).await? {
            return Ok(false);
        }
        tx.execute(
            "INSERT INTO sessions (id, account_id, token, rotated_at, seen_at, created_at, expires_at,
             aal, amr, user_agent, ip) VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $7, $8, $9)",
            values![
                id.as_str(),
                account.as_str(),
                format!("api:{id}"),
                at,
                i64::MAX,
                new.proofs.assurance().as_str(),
                json(&new.proofs)?,
                new.origin.user_agent.as_str(),
                new.origin.ip.as_str(),
            ],
        )
        .await?;
        tx.execute(
            "INSERT INTO api_sessions (session_id, counter, refreshed_at) VALUES ($1, 1, $2)",
            values![id.as_str(), at],
        )
        .await?;
        tx.execute(
            "INSERT INTO api_users (account_id, user_metadata, app_metadata, last_sign_in_at, updated_at)
             VALUES ($1, '{}', '{}', $2, $2)
             ON CONFLICT (account_id) DO UPDATE SET last_sign_in_at = excluded.last_sign_in_at",
            values![account.as_str(), at],
        )
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn api_session(
        &self,
        id: SessionId,
    ) -> Result<Option<(ApiSession, ApiAccount)>, StoreError> {
        let sql = concat!(
            "SELECT ",
            api_account_columns!(),
            session_columns!(),
            "FROM api_sessions t",
            session_joins!(),
            "WHERE t.session_id = $1",
            api_account_order!()
        );
        let rows = self.db.rows(sql, values![id.to_string()]).await?;
        Ok(session(id, &rows)?)
    }

    async fn renew(
        &self,
        id: SessionId,
        counter: u64,
        since: Since,
        at: Timestamp,
    ) -> Result<Option<(ApiSession, ApiAccount)>, AdvanceError> {
        let values = named![
            id: id.to_string(),
            newest: number(counter)?,
            renewed_at: at,
            opened: since.opened,
            refreshed: since.refreshed,
        ];
        let rows = self.db.run_batched(&RENEW, values).await.map_err(advance_error)?;
        session(id, &rows).map_err(advance_error)
    }

    async fn advance(
        &self,
        id: SessionId,
        counter: u64,
        to: u64,
        at: Timestamp,
    ) -> Result<bool, AdvanceError> {
        let sql = "UPDATE api_sessions SET counter = $3, refreshed_at = $4
                   WHERE session_id = $1 AND counter = $2";
        let values = values![id.to_string(), number(counter)?, number(to)?, at];
        let moved = self.db.execute(sql, values).await.map_err(advance_error)?;
        Ok(moved == 1)
    }

    async fn prove_api(
        &self,
        session: &ApiSession,
        proofs: &Proofs,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = session.id.to_string();
        let mut tx = self.db.begin().await?;
        lock_account_if_there(&mut tx, &session.account.to_string()).await?;
        let moved = tx
            .execute(
                "UPDATE api_sessions SET counter = counter + 2, refreshed_at = $3
                 WHERE session_id = $1 AND counter = $2",
                values![id.as_str(), number(session.counter)?, at],
            )
            .await?;
        if moved == 0 {
            return Ok(false);
        }
        let sql = concat!(
            "UPDATE sessions SET aal = $2, amr = $3 WHERE id = $1 AND ",
            rests_on_a_factor!()
        );
        let values = values![id.as_str(), proofs.assurance().as_str(), json(proofs)?];
        if tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        tx.execute(
            "DELETE FROM sessions WHERE account_id = $1 AND aal < $2",
            values![session.account.to_string(), proofs.assurance().as_str()],
        )
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn api_account(&self, account: AccountId) -> Result<Option<ApiAccount>, StoreError> {
        let sql = concat!(
            "SELECT ",
            api_account_columns!(),
            " FROM accounts a",
            api_account_joins!(),
            "WHERE a.id = $1",
            api_account_order!()
        );
        let rows = self.db.rows(sql, values![account.to_string()]).await?;
        Ok(api_account(&rows)?)
    }

    async fn patch_api_user(
        &self,
        account: AccountId,
        patch: ApiUserPatch<'_>,
        at: Timestamp,
    ) -> Result<(), PatchApiUserError> {
        self.patch_user(account, patch, at).await
    }
}

#[async_trait]
impl AdminStore for Store {
    async fn people(&self, page: UserPage) -> Result<(Vec<AccountId>, u32), StoreError> {
        let sql = "SELECT id FROM accounts ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2";
        let found: Vec<(String,)> = self.db.list(sql, values![page.limit, page.offset]).await?;
        let ids = found.iter().map(|(id,)| parsed(id, "an account id"));
        let ids = ids.collect::<Result<Vec<_>, DbError>>()?;
        let all: Option<(i64,)> = self.db.find("SELECT COUNT(*) FROM accounts", values![]).await?;
        Ok((ids, small(all.map_or(0, |(count,)| count))?))
    }

    async fn admin_change(
        &self,
        account: AccountId,
        change: &AdminChange,
        at: Timestamp,
    ) -> Result<(), AdminChangeError> {
        self.change_account(account, change, at).await.map_err(|error| {
            if error.violates("accounts_email", "accounts.email") {
                AdminChangeError::EmailTaken
            } else {
                AdminChangeError::Store(error.into())
            }
        })
    }
}

impl Store {
    async fn patch_user(
        &self,
        account: AccountId,
        patch: ApiUserPatch<'_>,
        at: Timestamp,
    ) -> Result<(), PatchApiUserError> {
        let id = account.to_string();
        let mut tx = self.db.begin().await?;
        // First what the row refers to: whoever deletes an account locks in this order. On SQLite
        // nobody else writes meanwhile.
        let lock = tx.form(Forms {
            sqlite: "SELECT 1 FROM accounts WHERE id = $1",
            postgres: "SELECT 1 FROM accounts WHERE id = $1 FOR KEY SHARE",
        });
        tx.row(lock, values![id.as_str()]).await?;
        // The upsert locks the row before it is read.
        let sql = "INSERT INTO api_users (account_id, user_metadata, app_metadata, updated_at)
                   VALUES ($1, '{}', '{}', $2)
                   ON CONFLICT (account_id) DO UPDATE SET updated_at = excluded.updated_at
                   RETURNING *";
        let row: Option<ApiUserRecord> = tx.find(sql, values![id.as_str(), at]).await?;
        let row = row.ok_or_else(|| DbError::Row("an upsert returned nothing".to_owned()))?;
        let user = patch.applied(&ApiUser::try_from(row)?)?;
        let sql = "UPDATE api_users SET user_metadata = $2, app_metadata = $3, banned_until = $4,
                   invited_at = $5 WHERE account_id = $1";
        let values = values![
            id.as_str(),
            json(&user.user_metadata)?,
            json(&user.app_metadata)?,
            user.banned_until.map(|at| at.0),
            user.invited_at.map(|at| at.0),
        ];
        tx.execute(sql, values).await?;
        Ok(tx.commit().await?)
    }

    async fn change_account(
        &self,
        account: AccountId,
        change: &AdminChange,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let id = account.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &id).await?;
        if let Some(email) = &change.email {
            keep_previous_email(&mut tx, &id, email.as_str(), at).await?;
            for sql in [
                // What was sent to the address of before, or for a change of it, ends with it.
                "UPDATE accounts SET email = $2, email_proven_at = NULL, email_change = NULL, email_change_missing = 0 WHERE id = $1",
                "UPDATE profiles SET email = $2 WHERE id = $1",
                "UPDATE identities SET email = $2 WHERE account_id = $1 AND provider = 'email'",
            ] {
                tx.execute(sql, values![id.as_str(), email.as_str()]).await?;
            }
            end_sign_ins(&mut tx, &id).await?;
        }
        if let Some(hash) = &change.password_hash {
            let sql = "UPDATE accounts SET password_hash = $2 WHERE id = $1";
            tx.execute(sql, values![id.as_str(), hash.as_str()]).await?;
            end_sign_ins(&mut tx, &id).await?;
        }
        if change.confirm_email {
            confirm(&mut tx, &id, change.welcome.as_ref(), at).await?;
        }
        tx.commit().await
    }
}

impl From<DbError> for PatchApiUserError {
    fn from(error: DbError) -> Self {
        Self::Store(error.into())
    }
}

fn advance_error(error: DbError) -> AdvanceError {
    if error.busy() { AdvanceError::Busy } else { AdvanceError::Store(error.into()) }
}

/// Reads `api_account_columns!` and `session_columns!` of all rows.
fn session(id: SessionId, rows: &[Row]) -> Result<Option<(ApiSession, ApiAccount)>, DbError> {
    let (Some(account), Some(row)) = (api_account(rows)?, rows.first()) else { return Ok(None) };
    let own = API_ACCOUNT_COLUMNS;
    let counter = u64::try_from(row.int(own)?)
        .map_err(|_| DbError::Row("a counter is negative".to_owned()))?;
    let session = ApiSession {
        id,
        account: account.account.id,
        counter,
        proofs: from_json(&row.text(own + 1)?)?,
        created_at: Timestamp(row.int(own + 2)?),
        refreshed_at: Timestamp(row.int(own + 3)?),
    };
    Ok(Some((session, account)))
}

/// Reads `api_account_columns!` of all rows; nobody, if there are none.
fn api_account(rows: &[Row]) -> Result<Option<ApiAccount>, DbError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let (mut identities, mut factors) = (Vec::<Identity>::new(), Vec::<Factor>::new());
    let of_identity = ACCOUNT_COLUMNS + USER_COLUMNS;
    let of_factor = of_identity + IDENTITY_COLUMNS;
    for row in rows {
        // In their order: each identity stands in neighbouring rows, with every factor.
        if row.maybe_text(of_identity)?.is_some() {
            let identity = Identity::try_from(IdentityRecord::at(row, of_identity)?)?;
            if identities.last().is_none_or(|last| last.id != identity.id) {
                identities.push(identity);
            }
        }
        if identities.len() <= 1 && row.maybe_text(of_factor)?.is_some() {
            factors.push(FactorRecord::at(row, of_factor)?.try_into()?);
        }
    }
    Ok(Some(ApiAccount {
        account: AccountRecord::at(first, 0)?.try_into()?,
        user: ApiUserRecord::at(first, ACCOUNT_COLUMNS)?.try_into()?,
        pending: pending(first, ACCOUNT_COLUMNS + API_USER_COLUMNS)?,
        identities,
        factors,
    }))
}

/// Reads what `user_columns!` takes from `accounts`, from column `first` on.
fn pending(row: &Row, first: usize) -> Result<Pending, DbError> {
    Ok(Pending {
        confirmation_sent_at: row.maybe_int(first)?.map(Timestamp),
        recovery_sent_at: row.maybe_int(first + 1)?.map(Timestamp),
        reauthentication_sent_at: row.maybe_int(first + 2)?.map(Timestamp),
        new_email: row.maybe_text(first + 3)?,
        email_change_sent_at: row.maybe_int(first + 4)?.map(Timestamp),
    })
}

fn number(counter: u64) -> Result<i64, StoreError> {
    i64::try_from(counter).map_err(StoreError::new)
}
