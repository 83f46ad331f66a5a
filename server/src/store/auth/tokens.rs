//! Sessions of client programs, and what such programs keep of a person.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::Account,
        auth::{
            api_session::{
                ApiAccount, ApiSession, ApiUser, ApiUserPatch, Metadata, Pending, Since,
            },
            factor::Factor,
            identity::Identity,
            proof::Proofs,
        },
        id::{AccountId, SessionId},
        photo_request,
        sharing::EndedBy,
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
    factors::JoinedFactor,
    identities::{JoinedIdentity, keep_previous_email},
    one_time::confirm,
};
use crate::{
    named,
    store::{
        Store,
        account::{
            accounts::AccountRecord,
            lock::{lock_account, lock_account_if_there},
        },
        batch::Batched,
        db::{BatchRow, DbError, Dialects},
        from_json, json, parsed,
        photo_request::endings,
        sharing::shares,
        small,
    },
    values,
};

static RENEW: Batched =
    Batched::new(include_str!("renew.sqlite.sql"), include_str!("renew.postgres.sql"));

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

/// Mails under way of an account, in `account_rows`.
#[derive(FromRow)]
struct PendingRecord {
    confirmation_sent_at: Option<i64>,
    recovery_sent_at: Option<i64>,
    reauthentication_sent_at: Option<i64>,
    email_change: Option<String>,
    email_change_sent_at: Option<i64>,
}

impl From<PendingRecord> for Pending {
    fn from(row: PendingRecord) -> Self {
        Self {
            confirmation_sent_at: row.confirmation_sent_at.map(Timestamp),
            recovery_sent_at: row.recovery_sent_at.map(Timestamp),
            reauthentication_sent_at: row.reauthentication_sent_at.map(Timestamp),
            new_email: row.email_change,
            email_change_sent_at: row.email_change_sent_at.map(Timestamp),
        }
    }
}

/// A row of `api_account_rows`.
#[derive(FromRow)]
struct ApiAccountRecord {
    #[sqlx(flatten)]
    account: AccountRecord,
    #[sqlx(flatten)]
    user: ApiUserRecord,
    #[sqlx(flatten)]
    pending: PendingRecord,
    #[sqlx(flatten)]
    identity: JoinedIdentity,
    #[sqlx(flatten)]
    factor: JoinedFactor,
}

/// The same beside a session of its account.
#[derive(FromRow)]
struct ApiSessionRecord {
    #[sqlx(flatten)]
    account: ApiAccountRecord,
    amr: String,
    session_created_at: i64,
    counter: i64,
    refreshed_at: i64,
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
        let sql = "SELECT a.*, s.amr, s.created_at AS session_created_at, t.counter, t.refreshed_at
                   FROM api_account_rows a JOIN sessions s ON s.account_id = a.id
                   JOIN api_sessions t ON t.session_id = s.id WHERE t.session_id = $1
                   ORDER BY identity_created_at, identity_id, factor_created_at, factor_id";
        let rows = self.db.list(sql, values![id.to_string()]).await?;
        Ok(session(id, rows)?)
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
        let rows = rows.iter().map(BatchRow::read).collect::<Result<_, _>>();
        rows.and_then(|rows| session(id, rows)).map_err(advance_error)
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
        let sql = "SELECT * FROM api_account_rows WHERE id = $1
                   ORDER BY identity_created_at, identity_id, factor_created_at, factor_id";
        let rows = self.db.list(sql, values![account.to_string()]).await?;
        Ok(api_account(rows)?)
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
        let lock = tx.dialect(Dialects {
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
        if user.banned_until.is_some_and(|until| at < until) {
            shares::end_all(&mut tx, &id, EndedBy::Banned, at).await?;
            endings::end_all(&mut tx, &id, photo_request::EndedBy::Banned, at).await?;
        }
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

/// The session of these rows, which differ in identity and factor; nothing, if there are none.
fn session(
    id: SessionId,
    rows: Vec<ApiSessionRecord>,
) -> Result<Option<(ApiSession, ApiAccount)>, DbError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let counter = u64::try_from(first.counter)
        .map_err(|_| DbError::Row("a counter is negative".to_owned()))?;
    let proofs = from_json(&first.amr)?;
    let (created_at, refreshed_at) =
        (Timestamp(first.session_created_at), Timestamp(first.refreshed_at));
    let found = api_account(rows.into_iter().map(|row| row.account).collect())?;
    Ok(found.map(|account| {
        let account_id = account.account.id;
        let session =
            ApiSession { id, account: account_id, counter, proofs, created_at, refreshed_at };
        (session, account)
    }))
}

/// The account of these rows, which differ in identity and factor; nothing, if there are none.
fn api_account(rows: Vec<ApiAccountRecord>) -> Result<Option<ApiAccount>, DbError> {
    let (mut identities, mut factors) = (Vec::<Identity>::new(), Vec::<Factor>::new());
    let mut found = None;
    for row in rows {
        let account: Account = row.account.try_into()?;
        let id = account.id.to_string();
        // In their order: each identity stands in neighbouring rows, with every factor.
        if let Some(identity) = row.identity.record(&id) {
            let identity = Identity::try_from(identity)?;
            if identities.last().is_none_or(|last| last.id != identity.id) {
                identities.push(identity);
            }
        }
        if identities.len() <= 1
            && let Some(factor) = row.factor.record(&id)
        {
            factors.push(factor.try_into()?);
        }
        found = Some((account, row.user, row.pending));
    }
    let Some((account, user, pending)) = found else { return Ok(None) };
    let (user, pending) = (user.try_into()?, pending.into());
    Ok(Some(ApiAccount { account, user, pending, identities, factors }))
}

fn number(counter: u64) -> Result<i64, StoreError> {
    i64::try_from(counter).map_err(StoreError::new)
}
