//! Second factors and recovery codes.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        auth::{
            factor::{Challenge, Factor, MAX_FACTORS, UNVERIFIED_LIFETIME},
            proof::Proofs,
        },
        id::{AccountId, ChallengeId, FactorId, OneTimeId, SessionId},
        timestamp::Timestamp,
    },
    ports::{EnrollError, FactorStore, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_for_session},
        db::{DbError, Tx},
        parsed, small,
    },
    values,
};

/// A row of `mfa_factors`.
#[derive(FromRow)]
pub(super) struct FactorRecord {
    id: String,
    account_id: String,
    friendly_name: String,
    status: String,
    secret: String,
    last_challenged_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
    session_id: Option<String>,
}

/// A factor of an account in `api_account_rows`; nothing where there is none.
#[derive(FromRow)]
pub(super) struct JoinedFactor {
    factor_id: Option<String>,
    friendly_name: Option<String>,
    factor_status: Option<String>,
    factor_secret: Option<String>,
    factor_last_challenged_at: Option<i64>,
    factor_created_at: Option<i64>,
    factor_updated_at: Option<i64>,
    factor_session_id: Option<String>,
}

impl JoinedFactor {
    pub(super) fn record(self, account_id: &str) -> Option<FactorRecord> {
        Some(FactorRecord {
            id: self.factor_id?,
            account_id: account_id.to_owned(),
            friendly_name: self.friendly_name?,
            status: self.factor_status?,
            secret: self.factor_secret?,
            last_challenged_at: self.factor_last_challenged_at,
            created_at: self.factor_created_at?,
            updated_at: self.factor_updated_at?,
            session_id: self.factor_session_id,
        })
    }
}

impl TryFrom<FactorRecord> for Factor {
    type Error = DbError;

    fn try_from(row: FactorRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "a factor's id")?,
            account: parsed(&row.account_id, "an account id")?,
            friendly_name: row.friendly_name,
            verified: row.status == "verified",
            begun_in: row.session_id.map(|id| parsed(&id, "a session's id")).transpose()?,
            secret: row.secret,
            last_challenged_at: row.last_challenged_at.map(Timestamp),
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
        })
    }
}

/// A row of `mfa_challenges`.
#[derive(FromRow)]
struct ChallengeRecord {
    ip_address: String,
    created_at: i64,
}

#[async_trait]
impl FactorStore for Store {
    async fn enroll(&self, factor: &Factor, session: SessionId) -> Result<(), EnrollError> {
        self.insert_factor(factor, session).await.map_err(|error| {
            if error.violates("mfa_factors_name", "mfa_factors.friendly_name") {
                EnrollError::NameTaken
            } else {
                EnrollError::Store(error.into())
            }
        })?
    }

    async fn factors(&self, account: AccountId) -> Result<Vec<Factor>, StoreError> {
        let sql = "SELECT * FROM mfa_factors WHERE account_id = $1 ORDER BY created_at, id";
        let found: Vec<FactorRecord> = self.db.list(sql, values![account.to_string()]).await?;
        Ok(found.into_iter().map(Factor::try_from).collect::<Result<_, _>>()?)
    }

    async fn factor(&self, account: AccountId, id: FactorId) -> Result<Option<Factor>, StoreError> {
        let sql = "SELECT * FROM mfa_factors WHERE account_id = $1 AND id = $2";
        let values = values![account.to_string(), id.to_string()];
        let found: Option<FactorRecord> = self.db.find(sql, values).await?;
        Ok(found.map(Factor::try_from).transpose()?)
    }

    async fn challenge(&self, challenge: &Challenge) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let factor = challenge.factor.to_string();
        tx.execute(
            "INSERT INTO mfa_challenges (id, factor_id, ip_address, created_at) VALUES ($1, $2, $3, $4)",
            values![challenge.id.to_string(), factor.as_str(), challenge.ip.as_str(), challenge.created_at],
        )
        .await?;
        tx.execute(
            "UPDATE mfa_factors SET last_challenged_at = $2 WHERE id = $1",
            values![factor.as_str(), challenge.created_at],
        )
        .await?;
        Ok(tx.commit().await?)
    }

    async fn find_challenge(
        &self,
        factor: FactorId,
        id: ChallengeId,
    ) -> Result<Option<Challenge>, StoreError> {
        let sql = "SELECT * FROM mfa_challenges WHERE factor_id = $1 AND id = $2";
        let values = values![factor.to_string(), id.to_string()];
        let found: Option<ChallengeRecord> = self.db.find(sql, values).await?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some(Challenge {
            id,
            factor,
            ip: row.ip_address,
            created_at: Timestamp(row.created_at),
        }))
    }

    async fn verified(
        &self,
        factor: &Factor,
        session: Option<SessionId>,
        step: i64,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (id, account) = (factor.id.to_string(), factor.account.to_string());
        let mut tx = self.db.begin().await?;
        match session {
            Some(session) => lock_for_session(&mut tx, &account, session).await?,
            None => lock_account(&mut tx, &account).await?,
        }
        let taken = tx
            .execute(
                "UPDATE mfa_factors SET status = 'verified', last_step = $2, updated_at = $3, session_id = NULL
                 WHERE id = $1 AND last_step < $2 AND (status = 'verified' OR session_id = $4)",
                values![id.as_str(), step, at, session.map(|id| id.to_string())],
            )
            .await?;
        if taken == 0 {
            return Ok(false);
        }
        tx.execute("DELETE FROM mfa_challenges WHERE factor_id = $1", values![id.as_str()]).await?;
        forget_unverified(&mut tx, &account, &id, Timestamp(i64::MAX)).await?;
        let sql = "SELECT COUNT(*) FROM mfa_factors WHERE account_id = $1 AND status = 'verified'";
        let verified: Option<(i64,)> = tx.find(sql, values![account.as_str()]).await?;
        if session.is_some() && verified == Some((1,)) {
            // No session can have shown a factor before the first one.
            lower_sessions(&mut tx, &account).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn unenroll(
        &self,
        account: AccountId,
        session: Option<SessionId>,
        id: FactorId,
    ) -> Result<bool, StoreError> {
        let (account, id) = (account.to_string(), id.to_string());
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &account).await?;
        let sql = "SELECT status FROM mfa_factors WHERE account_id = $1 AND id = $2";
        let there: Option<(String,)> = tx.find(sql, values![account.as_str(), id.as_str()]).await?;
        // One that was never verified protects nothing.
        if there.is_some_and(|(status,)| status == "verified")
            && let Some(session) = session
        {
            lock_for_session(&mut tx, &account, session).await?;
        }
        tx.execute(
            "DELETE FROM mfa_challenges WHERE factor_id IN
             (SELECT id FROM mfa_factors WHERE account_id = $1 AND id = $2)",
            values![account.as_str(), id.as_str()],
        )
        .await?;
        let sql = "DELETE FROM mfa_factors WHERE account_id = $1 AND id = $2 RETURNING status";
        let removed: Option<(String,)> =
            tx.find(sql, values![account.as_str(), id.as_str()]).await?;
        let Some((status,)) = removed else { return Ok(false) };
        if status != "verified" {
            // It proved nothing yet, so nothing rests on it.
            tx.commit().await?;
            return Ok(true);
        }
        let sql = "SELECT COUNT(*) FROM mfa_factors WHERE account_id = $1 AND status = 'verified'";
        let left: Option<(i64,)> = tx.find(sql, values![account.as_str()]).await?;
        if left.map_or(0, |(count,)| count) == 0 {
            tx.execute(
                "DELETE FROM mfa_recovery_codes WHERE account_id = $1",
                values![account.as_str()],
            )
            .await?;
        }
        lower_sessions(&mut tx, &account).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn set_recovery_codes(
        &self,
        account: AccountId,
        session: SessionId,
        digests: &[(OneTimeId, String)],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let account = account.to_string();
        let mut tx = self.db.begin().await?;
        lock_for_session(&mut tx, &account, session).await?;
        tx.execute(
            "DELETE FROM mfa_recovery_codes WHERE account_id = $1",
            values![account.as_str()],
        )
        .await?;
        for (id, digest) in digests {
            tx.execute(
                "INSERT INTO mfa_recovery_codes (id, account_id, code_hash, created_at) VALUES ($1, $2, $3, $4)",
                values![id.to_string(), account.as_str(), digest.as_str(), at],
            )
            .await?;
        }
        Ok(tx.commit().await?)
    }

    async fn use_recovery_code(
        &self,
        account: AccountId,
        digest: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE mfa_recovery_codes SET used_at = $3
                   WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL";
        Ok(self.db.execute(sql, values![account.to_string(), digest, at]).await? == 1)
    }

    async fn forget_challenges(
        &self,
        made_before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM mfa_challenges WHERE id IN
                   (SELECT id FROM mfa_challenges WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
        Ok(self.db.execute(sql, values![made_before, most]).await?)
    }

    async fn recovery_codes_left(&self, account: AccountId) -> Result<u32, StoreError> {
        let sql =
            "SELECT COUNT(*) FROM mfa_recovery_codes WHERE account_id = $1 AND used_at IS NULL";
        let left: Option<(i64,)> = self.db.find(sql, values![account.to_string()]).await?;
        Ok(small(left.map_or(0, |(count,)| count))?)
    }
}

impl Store {
    async fn insert_factor(
        &self,
        new: &Factor,
        session: SessionId,
    ) -> Result<Result<(), EnrollError>, DbError> {
        let (id, account) = (new.id.to_string(), new.account.to_string());
        let mut tx = self.db.begin().await?;
        lock_for_session(&mut tx, &account, session).await?;
        let expired = new.created_at.before(UNVERIFIED_LIFETIME);
        forget_unverified(&mut tx, &account, &id, expired).await?;
        let sql = "SELECT COUNT(*) FROM mfa_factors WHERE account_id = $1";
        let there: Option<(i64,)> = tx.find(sql, values![account.as_str()]).await?;
        let count = small(there.map_or(0, |(count,)| count))?;
        if count as usize >= MAX_FACTORS {
            return Ok(Err(EnrollError::TooMany));
        }
        tx.execute(
            "INSERT INTO mfa_factors (id, account_id, friendly_name, factor_type, status, secret, created_at, updated_at, session_id)
             VALUES ($1, $2, $3, 'totp', $4, $5, $6, $6, $7)",
            values![
                id,
                account,
                new.friendly_name.as_str(),
                new.status(),
                new.secret.as_str(),
                new.created_at,
                session.to_string(),
            ],
        )
        .await?;
        tx.commit().await?;
        Ok(Ok(()))
    }
}

/// Unverified factors but `kept` that were made before `made_before` go.
async fn forget_unverified(
    tx: &mut Tx,
    account: &str,
    kept: &str,
    made_before: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "DELETE FROM mfa_challenges WHERE factor_id IN (SELECT id FROM mfa_factors
         WHERE account_id = $1 AND id <> $2 AND status = 'unverified' AND created_at < $3)",
        values![account, kept, made_before],
    )
    .await?;
    tx.execute(
        "DELETE FROM mfa_factors
         WHERE account_id = $1 AND id <> $2 AND status = 'unverified' AND created_at < $3",
        values![account, kept, made_before],
    )
    .await?;
    Ok(())
}

/// What a second factor gave, goes with it.
async fn lower_sessions(tx: &mut Tx, account: &str) -> Result<(), DbError> {
    let sql = "SELECT id, amr FROM sessions WHERE account_id = $1 AND aal = 'aal2'";
    let rows: Vec<(String, String)> = tx.list(sql, values![account]).await?;
    for (id, amr) in rows {
        let proofs: Proofs = serde_json::from_str(&amr).unwrap_or_default();
        let lowered = serde_json::to_string(&proofs.lowered()).unwrap_or_default();
        tx.execute(
            "UPDATE sessions SET aal = 'aal1', amr = $2 WHERE id = $1",
            values![id, lowered],
        )
        .await?;
    }
    Ok(())
}
