//! The ways in which people sign in, and what happened to their accounts' safety.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::{
            Email,
            event::{Event, EventKind, Origin},
        },
        auth::identity::Identity,
        id::{AccountId, IdentityId, SessionId},
        timestamp::Timestamp,
    },
    ports::{EventStore, IdentityStore, Linked, MustRemain, StoreError, UnlinkError, Welcome},
};
use sqlx::FromRow;

use super::{
    end_sessions::{end_sign_ins, sign_in_epoch},
    prove_address::{AddressProof, prove},
};
use crate::{
    store::{
        Store,
        account::lock::{lock_account, lock_for_session},
        credits::welcome,
        db::{DbError, Tx},
        from_json, parsed,
    },
    values,
};

/// A row of `identities`.
#[derive(FromRow)]
pub(super) struct IdentityRecord {
    id: String,
    account_id: String,
    provider: String,
    provider_id: String,
    identity_data: String,
    email: Option<String>,
    last_sign_in_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
}

/// An identity of an account in `api_account_rows`; nothing where there is none.
#[derive(FromRow)]
pub(super) struct JoinedIdentity {
    identity_id: Option<String>,
    provider: Option<String>,
    provider_id: Option<String>,
    identity_data: Option<String>,
    identity_email: Option<String>,
    identity_last_sign_in_at: Option<i64>,
    identity_created_at: Option<i64>,
    identity_updated_at: Option<i64>,
}

impl JoinedIdentity {
    pub(super) fn record(self, account_id: &str) -> Option<IdentityRecord> {
        Some(IdentityRecord {
            id: self.identity_id?,
            account_id: account_id.to_owned(),
            provider: self.provider?,
            provider_id: self.provider_id?,
            identity_data: self.identity_data?,
            email: self.identity_email,
            last_sign_in_at: self.identity_last_sign_in_at,
            created_at: self.identity_created_at?,
            updated_at: self.identity_updated_at?,
        })
    }
}

impl TryFrom<IdentityRecord> for Identity {
    type Error = DbError;

    fn try_from(row: IdentityRecord) -> Result<Self, DbError> {
        Ok(Self {
            id: parsed(&row.id, "an identity's id")?,
            account: parsed(&row.account_id, "an account id")?,
            provider: row.provider,
            provider_id: row.provider_id,
            data: from_json(&row.identity_data)?,
            email: row.email,
            last_sign_in_at: row.last_sign_in_at.map(Timestamp),
            created_at: Timestamp(row.created_at),
            updated_at: Timestamp(row.updated_at),
        })
    }
}

/// A row of `security_events`.
#[derive(FromRow)]
struct EventRecord {
    id: String,
    kind: String,
    ip: String,
    user_agent: String,
    created_at: i64,
}

/// Adds an identity as part of something larger. No where it is a way into an account already.
pub(in crate::store) async fn insert(tx: &mut Tx, new: &Identity) -> Result<bool, DbError> {
    let sql = "INSERT INTO identities (id, account_id, provider, provider_id, identity_data, email,
               last_sign_in_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               ON CONFLICT (provider, provider_id) DO NOTHING";
    let values = values![
        new.id.to_string(),
        new.account.to_string(),
        new.provider.as_str(),
        new.provider_id.as_str(),
        serde_json::to_string(&new.data).unwrap_or_default(),
        new.email.clone(),
        new.last_sign_in_at.map(|at| at.0),
        new.created_at,
        new.updated_at,
    ];
    Ok(tx.execute(sql, values).await? == 1)
}

/// Says anew what the provider tells of an identity; no where it was removed.
async fn update(tx: &mut Tx, known: &Identity) -> Result<bool, DbError> {
    let sql = "UPDATE identities SET identity_data = $3, email = $4, last_sign_in_at = $5, updated_at = $6
               WHERE id = $1 AND account_id = $2";
    let values = values![
        known.id.to_string(),
        known.account.to_string(),
        serde_json::to_string(&known.data).unwrap_or_default(),
        known.email.clone(),
        known.last_sign_in_at.map(|at| at.0),
        known.updated_at,
    ];
    Ok(tx.execute(sql, values).await? == 1)
}

#[async_trait]
impl IdentityStore for Store {
    async fn link(&self, identity: &Identity) -> Result<Option<Linked>, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &identity.account.to_string()).await?;
        let linked = insert(&mut tx, identity).await?;
        Ok(linked_by(tx, linked, identity, false).await?)
    }

    async fn link_for_session(
        &self,
        identity: &Identity,
        session: SessionId,
    ) -> Result<Option<Linked>, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_for_session(&mut tx, &identity.account.to_string(), session).await?;
        let linked = insert(&mut tx, identity).await?;
        Ok(linked_by(tx, linked, identity, false).await?)
    }

    async fn used_again(&self, identity: &Identity) -> Result<Option<Linked>, StoreError> {
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &identity.account.to_string()).await?;
        let stands = update(&mut tx, identity).await?;
        Ok(linked_by(tx, stands, identity, false).await?)
    }

    async fn prove_by_provider(
        &self,
        identity: &Identity,
        is_known: bool,
        email: &Email,
        welcome: &Welcome,
    ) -> Result<Option<Linked>, StoreError> {
        let (account, at) = (identity.account.to_string(), identity.updated_at);
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &account).await?;
        // The account was found by its address, and may have another one by now.
        let has_address = "SELECT 1 FROM accounts WHERE id = $1 AND email = $2";
        if !is_known
            && tx.row(has_address, values![account.as_str(), email.as_str()]).await?.is_none()
        {
            return Ok(None);
        }
        // The first proof ends the identities of before; one that is vouched for is added anew.
        if is_known && !update(&mut tx, identity).await? {
            return Ok(None);
        }
        let first = prove(&mut tx, &account, AddressProof::Provider(email.as_str()), at).await?;
        if first {
            welcome::grant(&mut tx, &account, welcome, at).await?;
        }
        let stands = (is_known && !first) || insert(&mut tx, identity).await?;
        Ok(linked_by(tx, stands, identity, first).await?)
    }

    async fn by_subject(
        &self,
        provider: &str,
        subject: &str,
    ) -> Result<Option<Identity>, StoreError> {
        let sql = "SELECT * FROM identities WHERE provider = $1 AND provider_id = $2";
        let found: Option<IdentityRecord> = self.db.find(sql, values![provider, subject]).await?;
        Ok(found.map(Identity::try_from).transpose()?)
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError> {
        let sql = "SELECT * FROM identities WHERE account_id = $1 ORDER BY created_at, id";
        let found: Vec<IdentityRecord> = self.db.list(sql, values![account.to_string()]).await?;
        Ok(found.into_iter().map(Identity::try_from).collect::<Result<_, _>>()?)
    }

    async fn unlink(
        &self,
        account: AccountId,
        session: SessionId,
        id: IdentityId,
        must_remain: MustRemain,
        at: Timestamp,
    ) -> Result<(), UnlinkError> {
        let removed = self.remove_identity(account, session, id, must_remain, at).await;
        removed.map_err(|error| UnlinkError::Store(error.into()))?
    }
}

/// Commits what was written of an identity; rolled back where that was nothing.
async fn linked_by(
    mut tx: Tx,
    stands: bool,
    identity: &Identity,
    proves_first: bool,
) -> Result<Option<Linked>, DbError> {
    if !stands {
        return Ok(None);
    }
    let epoch = sign_in_epoch(&mut tx, &identity.account.to_string()).await?;
    tx.commit().await?;
    Ok(Some(Linked { proves_first, epoch }))
}

impl Store {
    async fn remove_identity(
        &self,
        account: AccountId,
        session: SessionId,
        id: IdentityId,
        must_remain: MustRemain,
        at: Timestamp,
    ) -> Result<Result<(), UnlinkError>, DbError> {
        let account = account.to_string();
        let mut tx = self.db.begin().await?;
        lock_for_session(&mut tx, &account, session).await?;
        let removed = tx
            .execute(
                "DELETE FROM identities WHERE account_id = $1 AND id = $2",
                values![account.as_str(), id.to_string()],
            )
            .await?;
        if removed == 0 {
            return Ok(Err(UnlinkError::NotFound));
        }
        // Else a session would be opened by a sign-in with it that is under way.
        end_sign_ins(&mut tx, &account).await?;
        if must_remain == MustRemain::ASignInMethod && has_password(&mut tx, &account).await? {
            tx.commit().await?;
            return Ok(Ok(()));
        }
        let left = tx
            .row(
                "SELECT 1 FROM identities WHERE account_id = $1 LIMIT 1",
                values![account.as_str()],
            )
            .await?;
        if left.is_none() {
            return Ok(Err(UnlinkError::Single));
        }
        if !keep_an_address(&mut tx, &account, at).await? {
            return Ok(Err(UnlinkError::EmailConflict));
        }
        tx.commit().await?;
        Ok(Ok(()))
    }
}

/// Ends the ways in by other providers' accounts whose providers do not vouch for the account's own
/// address, as part of something larger; how many there were.
pub(in crate::store) async fn remove_foreign_identities(
    tx: &mut Tx,
    account: &str,
) -> Result<u64, DbError> {
    let sql = "SELECT email FROM accounts WHERE id = $1";
    let own: Option<(String,)> = tx.find(sql, values![account]).await?;
    let own = own.map(|(email,)| email).unwrap_or_default();
    let sql = "SELECT * FROM identities WHERE account_id = $1 AND provider <> 'email'";
    let mut removed = 0;
    for row in tx.list::<IdentityRecord>(sql, values![account]).await? {
        let identity = Identity::try_from(row)?;
        let is_own = identity.email.as_deref().is_some_and(|email| email.to_lowercase() == own);
        if !(is_own && identity.data.get("email_verified") == Some(&true.into())) {
            let sql = "DELETE FROM identities WHERE id = $1";
            removed += tx.execute(sql, values![identity.id.to_string()]).await?;
        }
    }
    Ok(removed)
}

/// Whether it can be entered by the address, which is proven, and a password.
async fn has_password(tx: &mut Tx, account: &str) -> Result<bool, DbError> {
    let sql = "SELECT 1 FROM accounts WHERE id = $1 AND email_proven_at IS NOT NULL
               AND password_hash IS NOT NULL AND password_hash <> ''";
    Ok(tx.row(sql, values![account]).await?.is_some())
}

/// The address of a way in beside the account's own.
#[derive(FromRow)]
struct AddressRecord {
    own: String,
    email_proven_at: Option<i64>,
    theirs: Option<String>,
    /// Another account that has it.
    other: Option<String>,
    identity_data: String,
}

/// Before an account gets the address `next`: the one it has was its own until now, if its holder
/// has proven it.
pub(super) async fn keep_previous_email(
    tx: &mut Tx,
    account: &str,
    next: &str,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql = "INSERT INTO previous_emails (account_id, email, until)
               SELECT id, email, $3 FROM accounts
               WHERE id = $1 AND email <> $2 AND email_proven_at IS NOT NULL
               ON CONFLICT (account_id, email) DO UPDATE SET until = excluded.until";
    tx.execute(sql, values![account, next, at]).await?;
    Ok(())
}

/// Gives the account an address of the ways in that are left; no when all are taken, or none
/// was ever vouched for.
async fn keep_an_address(tx: &mut Tx, account: &str, at: Timestamp) -> Result<bool, DbError> {
    let sql =
        "SELECT a.email AS own, a.email_proven_at, i.email AS theirs, o.id AS other, i.identity_data FROM accounts a JOIN identities i ON i.account_id = a.id
               LEFT JOIN accounts o ON o.email = LOWER(i.email) AND o.id <> a.id
               WHERE a.id = $1 ORDER BY i.created_at, i.id";
    let mut free = None;
    let rows: Vec<AddressRecord> = tx.list(sql, values![account]).await?;
    for row in rows {
        let Some(email) = row.theirs.and_then(|email| email.parse::<Email>().ok()) else {
            continue;
        };
        if row.own == email.as_str() {
            return Ok(true);
        }
        let data: serde_json::Value = from_json(&row.identity_data)?;
        // Whoever else has the address must not find it taken by somebody who only claims it; and an
        // address that its holder has proven changes with their consent alone.
        if row.email_proven_at.is_none() && row.other.is_none() && data["email_verified"] == true {
            free = free.or(Some(email));
        }
    }
    let Some(email) = free else { return Ok(false) };
    keep_previous_email(tx, account, email.as_str(), at).await?;
    end_sign_ins(tx, account).await?;
    for sql in [
        "UPDATE accounts SET email = $2 WHERE id = $1",
        "UPDATE profiles SET email = $2 WHERE id = $1",
    ] {
        tx.execute(sql, values![account, email.as_str()]).await?;
    }
    Ok(true)
}

#[async_trait]
impl EventStore for Store {
    async fn record(&self, event: &Event) -> Result<(), StoreError> {
        let sql = "INSERT INTO security_events (id, account_id, kind, ip, user_agent, created_at)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let values = values![
            event.id.to_string(),
            event.account.to_string(),
            event.kind.as_str(),
            event.origin.ip.as_str(),
            event.origin.user_agent.as_str(),
            event.at,
        ];
        self.db.execute(sql, values).await?;
        Ok(())
    }

    async fn record_padding(&self) -> Result<(), StoreError> {
        self.db
            .execute("UPDATE timing_padding SET times = times + 1 WHERE id = 1", values![])
            .await?;
        Ok(())
    }

    async fn forget_events(
        &self,
        happened_before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM security_events WHERE id IN
                   (SELECT id FROM security_events WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
        Ok(self.db.execute(sql, values![happened_before, most]).await?)
    }

    async fn events(&self, account: AccountId, limit: u32) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT * FROM security_events
                   WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2";
        let found: Vec<EventRecord> =
            self.db.list(sql, values![account.to_string(), limit]).await?;
        // A kind that this version does not know any more is left out.
        let known = found.into_iter().filter_map(|row| event(row, account).transpose());
        Ok(known.collect::<Result<_, _>>()?)
    }

    async fn entered_before(
        &self,
        account: AccountId,
        origin: &Origin,
    ) -> Result<(bool, bool), StoreError> {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN user_agent = $2 THEN 1 ELSE 0 END), 0) AS BIGINT)
                   FROM security_events WHERE account_id = $1 AND kind IN ('signed_in', 'signed_up')";
        let values = values![account.to_string(), origin.user_agent.as_str()];
        let found: Option<(i64, i64)> = self.db.find(sql, values).await?;
        let (all, alike) = found.unwrap_or_default();
        Ok((alike > 0, all > 0))
    }
}

fn event(row: EventRecord, account: AccountId) -> Result<Option<Event>, DbError> {
    let Some(kind) = EventKind::from_stored(&row.kind) else { return Ok(None) };
    Ok(Some(Event {
        id: parsed(&row.id, "an event's id")?,
        account,
        kind,
        origin: Origin { ip: row.ip, user_agent: row.user_agent },
        at: Timestamp(row.created_at),
    }))
}
