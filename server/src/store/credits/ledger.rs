//! Credits: the ledger and the balance, which only ever move together: through [`post`], and in the
//! batches of beginning a creation and settling a payment, which write the same rows.

use async_trait::async_trait;
use evernear_app::{
    domain::{
        credits::{Entry, EntryKind, HistoryLine},
        id::{AccountId, EntryId},
        timestamp::Timestamp,
    },
    ports::{CreditStore, Discrepancy, GrantError, StoreError},
};
use sqlx::FromRow;

use crate::{
    store::{
        Store,
        account::lock::lock_account,
        db::{DbError, Tx},
        small,
    },
    values,
};

#[async_trait]
impl CreditStore for Store {
    async fn balance(&self, account: AccountId) -> Result<Option<u32>, StoreError> {
        let sql = "SELECT credits FROM profiles WHERE id = $1";
        let found: Option<(i64,)> = self.db.find(sql, values![account.to_string()]).await?;
        Ok(found.map(|(credits,)| small(credits)).transpose()?)
    }

    async fn grant(
        &self,
        account: AccountId,
        entry: EntryId,
        credits: u32,
        reference: &str,
        at: Timestamp,
    ) -> Result<u32, GrantError> {
        let given = self.give(account, entry, credits, reference, at).await;
        given.map_err(|error| {
            if error.violates("ledger_once", "ledger.reference") {
                GrantError::Taken
            } else {
                GrantError::Store(error.into())
            }
        })
    }

    async fn history(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT l.number, l.kind, l.amount, l.balance, l.reference, l.created_at,
                   COALESCE(NULLIF(c.words, ''), p.plan) AS about, p.reference AS receipt
                   FROM ledger l LEFT JOIN creations c ON c.id = l.reference LEFT JOIN payments p ON p.id = l.reference
                   WHERE l.account_id = $1 AND l.number < $2 ORDER BY l.number DESC LIMIT $3";
        let before = before.unwrap_or(i64::MAX);
        let values = values![account.to_string(), before, limit];
        let found: Vec<EntryRecord> = self.db.list(sql, values).await?;
        Ok(found.into_iter().map(Entry::try_from).collect::<Result<_, _>>()?)
    }

    async fn history_lines(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<HistoryLine>, StoreError> {
        Ok(self.lines(account, before, limit).await?)
    }

    async fn check(&self) -> Result<Vec<Discrepancy>, StoreError> {
        let mut found = Vec::new();
        for (sql, what) in CHECKS {
            let accounts: Vec<(String,)> = self.db.list(sql, Vec::new()).await?;
            for (account,) in accounts {
                found.push(Discrepancy { account, what: (*what).to_owned() });
            }
        }
        Ok(found)
    }
}

impl Store {
    async fn give(
        &self,
        account: AccountId,
        entry: EntryId,
        credits: u32,
        reference: &str,
        at: Timestamp,
    ) -> Result<u32, DbError> {
        let owner = account.to_string();
        let mut tx = self.db.begin().await?;
        lock_account(&mut tx, &owner).await?;
        let sql = "SELECT p.credits FROM ledger l JOIN profiles p ON p.id = l.account_id
                   WHERE l.kind = 'grant' AND l.reference = $1 AND l.account_id = $2";
        let given: Option<(i64,)> = tx.find(sql, values![reference, owner.as_str()]).await?;
        if let Some((credits,)) = given {
            return small(credits);
        }
        let amount = i64::from(credits);
        let balance = post(&mut tx, entry, &owner, EntryKind::Grant, amount, reference, at).await?;
        tx.commit().await?;
        Ok(balance)
    }
}

/// Each finds the accounts for which the sentence is true.
pub const CHECKS: &[(&str, &str)] = &[
    (
        "SELECT p.id FROM profiles p WHERE p.credits <>
         (SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM ledger l WHERE l.account_id = p.id)",
        "the balance is not the sum of the ledger",
    ),
    (
        "SELECT DISTINCT p.id FROM profiles p LEFT JOIN ledger l ON l.account_id = p.id AND l.number = p.ledger_entries
         WHERE (p.ledger_entries > 0 AND l.id IS NULL) OR l.balance <> p.credits OR p.ledger_entries <>
         (SELECT COUNT(*) FROM ledger x WHERE x.account_id = p.id)",
        "the last ledger entry does not carry the balance",
    ),
    (
        "SELECT DISTINCT l.account_id FROM ledger l LEFT JOIN ledger b ON b.account_id = l.account_id AND b.number = l.number - 1
         WHERE l.balance <> COALESCE(b.balance, 0) + l.amount OR l.balance < 0",
        "a running balance is wrong",
    ),
    (
        "SELECT DISTINCT c.account_id FROM creations c
         LEFT JOIN ledger h ON h.reference = c.id AND h.kind = 'hold' AND h.account_id = c.account_id
         LEFT JOIN ledger e ON e.reference = c.id AND e.kind IN ('capture', 'release') AND e.account_id = c.account_id
         WHERE h.id IS NULL OR (c.status = 'running') <> (e.id IS NULL)
         OR (c.status = 'finished' AND e.kind <> 'capture')
         OR (c.status IN ('failed', 'cancelled') AND e.kind <> 'release') OR (e.kind = 'release' AND e.amount <> -h.amount)",
        "a hold and its creation disagree",
    ),
    (
        "SELECT DISTINCT r.account_id FROM ledger r
         LEFT JOIN ledger h ON h.reference = r.reference AND h.kind = 'hold' AND h.account_id = r.account_id
         LEFT JOIN ledger e ON e.reference = r.reference AND e.kind = 'release' AND e.account_id = r.account_id
         LEFT JOIN ledger b ON b.reference = r.reference AND b.kind = 'retake_back' AND b.account_id = r.account_id
         WHERE r.kind = 'retake' AND (h.id IS NULL OR h.amount <> -r.amount OR (e.id IS NULL) <> (b.id IS NULL)
         OR b.amount <> -r.amount)",
        "a free retake and its hold disagree",
    ),
    (
        "SELECT DISTINCT b.account_id FROM ledger b LEFT JOIN ledger r ON r.reference = b.reference
         AND r.kind = 'retake' AND r.account_id = b.account_id WHERE b.kind = 'retake_back' AND r.id IS NULL",
        "a retake came back that was never given",
    ),
    (
        "SELECT DISTINCT m.account_id FROM creations m
         LEFT JOIN creations t ON t.retake_of = m.id AND t.id = m.retake AND t.account_id = m.account_id
         WHERE m.retake IS NOT NULL AND t.status IN ('failed', 'cancelled')",
        "a retake that came to nothing was not given back",
    ),
    (
        "SELECT DISTINCT l.account_id FROM ledger l LEFT JOIN creations c ON c.id = l.reference
         WHERE l.kind = 'hold' AND c.id IS NULL AND NOT EXISTS
         (SELECT 1 FROM ledger e WHERE e.reference = l.reference AND e.kind IN ('capture', 'release'))",
        "a hold has no creation and never ended",
    ),
    (
        "SELECT DISTINCT l.account_id FROM ledger l LEFT JOIN payments p ON p.id = l.reference
         AND p.account_id = l.account_id AND p.paid_at IS NOT NULL AND p.credits = l.amount
         WHERE l.kind = 'purchase' AND p.id IS NULL",
        "credits were granted without a payment",
    ),
    (
        "SELECT DISTINCT p.account_id FROM payments p JOIN profiles o ON o.id = p.account_id
         LEFT JOIN ledger l ON l.reference = p.id AND l.kind = 'purchase' AND l.account_id = p.account_id
         WHERE p.status = 'paid' AND l.id IS NULL",
        "a payment was not granted",
    ),
    (
        "SELECT p.id FROM profiles p WHERE p.debt < 0 OR p.debt <>
         (SELECT CAST(COALESCE(SUM(b.amount + r.amount), 0) AS BIGINT) FROM ledger r JOIN ledger b ON b.reference = r.reference
         AND b.kind = 'purchase' AND b.account_id = r.account_id WHERE r.account_id = p.id AND r.kind = 'revoke')
         + (SELECT CAST(COALESCE(SUM(d.amount), 0) AS BIGINT) FROM ledger d WHERE d.account_id = p.id AND d.kind = 'repay')",
        "the debt is not what revocations left and purchases have not paid",
    ),
    (
        "SELECT DISTINCT r.account_id FROM ledger r
         LEFT JOIN ledger b ON b.reference = r.reference AND b.kind = 'purchase' AND b.account_id = r.account_id
         LEFT JOIN payments y ON y.id = r.reference AND y.resolution = 'revoked'
         WHERE r.kind = 'revoke' AND (b.id IS NULL OR y.id IS NULL OR r.amount > 0 OR -r.amount > b.amount)",
        "a revocation and its payment disagree",
    ),
    (
        "SELECT DISTINCT y.account_id FROM payments y JOIN profiles o ON o.id = y.account_id
         LEFT JOIN ledger r ON r.reference = y.id AND r.kind = 'revoke' AND r.account_id = y.account_id
         WHERE y.resolution = 'revoked' AND r.id IS NULL",
        "a payment was revoked and nothing was taken back",
    ),
    (
        "SELECT DISTINCT d.account_id FROM ledger d
         LEFT JOIN ledger b ON b.reference = d.reference AND b.kind IN ('purchase', 'release') AND b.account_id = d.account_id
         WHERE d.kind = 'repay' AND (b.id IS NULL OR d.amount >= 0 OR -d.amount > b.amount)",
        "a debt was paid by no purchase and no release",
    ),
];

/// Adds an entry and moves the balance with it; the balance afterwards. The only way
/// either ever changes. Below zero the database refuses.
pub(in crate::store) async fn post(
    tx: &mut Tx,
    id: EntryId,
    account: &str,
    kind: EntryKind,
    amount: i64,
    reference: &str,
    at: Timestamp,
) -> Result<u32, DbError> {
    let sql = "UPDATE profiles SET credits = credits + $2, ledger_entries = ledger_entries + 1, updated_at = $3
               WHERE id = $1 RETURNING credits, ledger_entries";
    let moved: Option<(i64, i64)> = tx.find(sql, values![account, amount, at]).await?;
    let (balance, number) = moved.ok_or(DbError::AccountGone)?;
    append(tx, id, account, number, kind, amount, balance, reference, at).await?;
    small(balance)
}

/// Pays what the account owes from what it has just bought or got back; how much that was.
/// Whoever asks has the person's row.
pub(in crate::store) async fn repay(
    tx: &mut Tx,
    id: EntryId,
    account: &str,
    bought: i64,
    reference: &str,
    at: Timestamp,
) -> Result<u32, DbError> {
    let sql = "UPDATE profiles SET repaid = CASE WHEN debt < $2 THEN debt ELSE $2 END,
               debt = debt - CASE WHEN debt < $2 THEN debt ELSE $2 END WHERE id = $1 AND debt > 0 RETURNING repaid";
    let paid: Option<(i64,)> = tx.find(sql, values![account, bought]).await?;
    let Some((repaid,)) = paid else { return Ok(0) };
    post(tx, id, account, EntryKind::Repay, -repaid, reference, at).await?;
    small(repaid)
}

/// The entry alone, where the balance was moved just before.
#[expect(clippy::too_many_arguments, reason = "the columns of a row, used by one neighbour")]
async fn append(
    tx: &mut Tx,
    id: EntryId,
    account: &str,
    number: i64,
    kind: EntryKind,
    amount: i64,
    balance: i64,
    reference: &str,
    at: Timestamp,
) -> Result<(), DbError> {
    let sql =
        "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let values =
        values![id.to_string(), account, number, kind.as_str(), amount, balance, reference, at];
    tx.execute(sql, values).await?;
    Ok(())
}

/// A row of `ledger`, with what it was about.
#[derive(FromRow)]
struct EntryRecord {
    number: i64,
    kind: String,
    amount: i64,
    balance: i64,
    reference: String,
    created_at: i64,
    about: Option<String>,
    receipt: Option<String>,
}

impl TryFrom<EntryRecord> for Entry {
    type Error = DbError;

    fn try_from(row: EntryRecord) -> Result<Self, DbError> {
        let unknown = || DbError::Row(format!("unknown kind {}", row.kind));
        Ok(Self {
            number: row.number,
            kind: EntryKind::from_name(&row.kind).ok_or_else(unknown)?,
            amount: row.amount,
            balance: row.balance,
            reference: row.reference,
            about: row.about,
            receipt: row.receipt,
            at: Timestamp(row.created_at),
        })
    }
}
