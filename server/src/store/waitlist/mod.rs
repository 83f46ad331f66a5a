//! Applications: stored once a mailbox, moved by the administrator, with counts that are
//! kept beside them ([`counts`]). How they are listed is in [`list`].

mod counts;
mod list;
mod query;

use async_trait::async_trait;
use evernear_app::{
    domain::{
        account::Email,
        auth::session::TokenDigest,
        id::{AccountId, WaitlistId},
        waitlist::{Entry, Listed, status_name},
    },
    ports::{AppliedWith, ApplyError, Matches, Move, StoreError, WaitlistFilter, WaitlistStore},
};
use evernear_rules::wire::{EntryStatus, WaitlistCounts};

use super::{
    Store,
    account::lock::lock_account_if_there,
    admin::log,
    db::{DbError, Tx, Value},
    mail::queue,
};
use crate::values;

pub(in crate::store) use counts::{CountChange, shown};

/// How often a move is tried.
const MOVE_TRIES: u32 = 4;

#[async_trait]
impl WaitlistStore for Store {
    async fn apply(&self, entry: &Entry, with: AppliedWith<'_>) -> Result<(), ApplyError> {
        self.insert_entry(entry, with).await.map_err(|error| {
            if error.violates("waitlist_entries_mailbox", "waitlist_entries.mailbox") {
                ApplyError::Duplicate
            } else if error.table_missing("waitlist_entries") {
                ApplyError::NotReady(error.into())
            } else if error.not_allowed() {
                ApplyError::NotAllowed(error.into())
            } else {
                ApplyError::Store(error.into())
            }
        })
    }

    async fn entry(&self, id: WaitlistId) -> Result<Option<Listed>, StoreError> {
        Ok(list::one(&self.db, id).await?)
    }

    async fn matches(&self, filter: &WaitlistFilter) -> Result<Matches, StoreError> {
        if filter.search.is_empty() {
            let counts = self.waitlist_counts().await?;
            let total = match filter.status {
                None => counts.total,
                Some(EntryStatus::Pending) => counts.pending,
                Some(EntryStatus::Approved) => counts.approved,
                Some(EntryStatus::Rejected) => counts.rejected,
            };
            return Ok(Matches { total, more: false });
        }
        Ok(list::matches(&self.db, filter).await?)
    }

    async fn entries(
        &self,
        filter: &WaitlistFilter,
        skip: u32,
        take: u32,
        found: Matches,
    ) -> Result<Vec<Listed>, StoreError> {
        Ok(list::page(&self.db, filter, skip, take, found).await?)
    }

    async fn entries_after(
        &self,
        filter: &WaitlistFilter,
        last: Option<&Listed>,
        take: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        Ok(list::after(&self.db, filter, last, take).await?)
    }

    async fn waitlist_counts(&self) -> Result<WaitlistCounts, StoreError> {
        Ok(counts::read(&self.db).await?)
    }

    async fn move_entries(&self, mut moves: Vec<Move>, to: EntryStatus) -> Result<u32, StoreError> {
        // Always in the same order: two administrators never wait for each other crosswise.
        moves.sort_by_key(|one| one.id);
        for _ in 1..MOVE_TRIES {
            match self.move_once(&moves, to).await {
                // Others waited for these rows in another order, and the engine ended this one.
                Err(error) if error.busy() => {}
                done => return Ok(done?),
            }
        }
        Ok(self.move_once(&moves, to).await?)
    }

    async fn admitted(
        &self,
        email: Option<&Email>,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        let account = account.to_string();
        let sql = "SELECT 1 FROM waitlist_entries WHERE account_id = $1 AND status = 'approved'";
        if self.db.row(sql, values![account.as_str()]).await?.is_some() {
            return Ok(true);
        }
        let Some(email) = email else { return Ok(false) };
        // An application lets one account in: the first that uses its invitation or has its
        // mailbox. Another spelling of the address waits for the one that was approved.
        let values = values![account.as_str(), email.mailbox(), email.as_str()];
        Ok(self.use_up(&account, ADMIT, values).await?)
    }

    async fn use_invitation(
        &self,
        invitation: &TokenDigest,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        let account = account.to_string();
        let values = values![account.as_str(), invitation.0.as_str()];
        Ok(self.use_up(&account, USE_INVITATION, values).await?)
    }
}

/// An application of this mailbox lets the account in; one of another spelling of the address
/// waits for whoever has that address.
const ADMIT: &str = "UPDATE waitlist_entries SET account_id = $1, invitation = NULL
                     WHERE mailbox = $2 AND status = 'approved' AND account_id IS NULL
                     AND (email = $3 OR NOT EXISTS (SELECT 1 FROM accounts a
                     WHERE a.email = waitlist_entries.email AND a.email_proven_at IS NOT NULL))";

/// The same by an invitation.
const USE_INVITATION: &str = "UPDATE waitlist_entries SET account_id = $1, invitation = NULL
                              WHERE invitation = $2 AND status = 'approved' AND NOT EXISTS
                              (SELECT 1 FROM accounts a WHERE a.email = waitlist_entries.email
                              AND a.email_proven_at IS NOT NULL AND a.id <> $1)";

async fn move_one(tx: &mut Tx, one: &Move, to: EntryStatus) -> Result<bool, DbError> {
    let digest = one.invitation.as_ref().map(|(digest, _)| digest.0.clone());
    let sql =
        "UPDATE waitlist_entries SET status = $2, invitation = $4 WHERE id = $1 AND status = $3";
    let values = values![one.id.to_string(), status_name(to), status_name(one.from), digest];
    if tx.execute(sql, values).await? == 0 {
        return Ok(false);
    }
    if let Some((_, mail)) = &one.invitation {
        queue::enqueue(tx, mail).await?;
    }
    log::note(tx, &one.audit).await?;
    Ok(true)
}

impl Store {
    /// An application is used up by an account that is there: one that is being deleted is waited
    /// for.
    async fn use_up(
        &self,
        account: &str,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<bool, DbError> {
        let mut tx = self.db.begin().await?;
        if !lock_account_if_there(&mut tx, account).await? || tx.execute(sql, values).await? == 0 {
            return Ok(false);
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn move_once(&self, moves: &[Move], to: EntryStatus) -> Result<u32, DbError> {
        let mut tx = self.db.begin().await?;
        let mut counted = CountChange::default();
        let mut moved = 0;
        for one in moves {
            if move_one(&mut tx, one, to).await? {
                counted.add(one.from, -1);
                counted.add(to, 1);
                moved += 1;
            }
        }
        counted.write(&mut tx).await?;
        tx.commit().await?;
        Ok(moved)
    }

    async fn insert_entry(&self, entry: &Entry, with: AppliedWith<'_>) -> Result<(), DbError> {
        let application = &entry.application;
        let (name, email) = (application.name.as_str(), application.email.as_str());
        let mut tx = self.db.begin().await?;
        tx.execute(
            "INSERT INTO waitlist_entries (id, name, email, mailbox, reason, type, status, created_at, search)
             VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8)",
            values![
                entry.id.to_string(),
                name,
                email,
                application.email.mailbox(),
                application.reason.as_str(),
                entry.kind.as_str(),
                entry.at,
                searched(name, email),
            ],
        )
        .await?;
        match with {
            AppliedWith::Mail(mail) => queue::enqueue(&mut tx, mail).await?,
            AppliedWith::Nothing => {}
            AppliedWith::Audit(line) => log::note(&mut tx, line).await?,
        }
        let mut counted = CountChange::default();
        counted.add(EntryStatus::Pending, 1);
        counted.write(&mut tx).await?;
        tx.commit().await
    }
}

/// What an entry is searched by. No search has a line break, so none matches across it.
pub fn searched(name: &str, email: &str) -> String {
    format!("{}\n{email}", name.to_lowercase())
}
