//! The history as its owner reads it: one line a memory, in one statement.

use evernear_app::domain::{
    credits::{EntryKind, HistoryLine, HoldState, MemoryCredits, Subject},
    id::AccountId,
    timestamp::Timestamp,
};
use sqlx::FromRow;

use crate::{
    store::{Store, db::DbError, parsed},
    values,
};

/// Each line begins with a hold or with an entry of its own; capture, release and what a retake was given
/// belong to their hold. `unused` is what was held when the newest of these lines began and was not used
/// since: it is still held, or it came back later. Such entries are found by their amount, because an
/// index of kinds leads through those of all accounts.
const LINES: &str = "WITH page AS (
        SELECT number, kind, amount, balance, reference, created_at FROM ledger
        WHERE account_id = $1 AND number < $2 AND kind NOT IN ('capture', 'release', 'retake', 'retake_back')
        ORDER BY number DESC LIMIT $3
    ),
    newest AS (SELECT MAX(number) AS number FROM page)
    SELECT l.number, l.kind, l.amount, l.balance, l.reference, l.created_at, (
        SELECT CAST(COALESCE(-SUM(h.amount), 0) AS BIGINT)
        FROM creations c
        JOIN ledger h ON h.reference = c.id AND h.kind IN ('hold', 'retake')
        WHERE c.account_id = $1 AND c.status = 'running' AND h.number <= (SELECT n.number FROM newest n)
    ) + (
        SELECT CAST(COALESCE(-SUM(h.amount), 0) AS BIGINT)
        FROM ledger e
        JOIN ledger h ON h.reference = e.reference AND h.kind IN ('hold', 'retake')
        WHERE e.account_id = $1 AND e.number > (SELECT n.number FROM newest n) AND e.amount > 0
            AND h.number <= (SELECT n.number FROM newest n)
    ) AS unused, e.kind AS ended, r.amount AS retake_amount,
    COALESCE(c.title, NULLIF(c.words, ''), p.plan) AS about, c.id AS creation, p.reference AS receipt
    FROM page l
    LEFT JOIN ledger e ON l.kind = 'hold' AND e.reference = l.reference AND e.kind IN ('capture', 'release')
    LEFT JOIN ledger r ON l.kind = 'hold' AND r.reference = l.reference AND r.kind = 'retake'
    LEFT JOIN creations c ON c.id = l.reference
    LEFT JOIN payments p ON p.id = l.reference
    ORDER BY l.number DESC";

impl Store {
    pub(super) async fn lines(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<HistoryLine>, DbError> {
        let values = values![account.to_string(), before.unwrap_or(i64::MAX), limit];
        let found: Vec<LineRecord> = self.db.list(LINES, values).await?;
        let mut balance = found.first().map_or(0, |newest| newest.balance + newest.unused);
        let mut lines = Vec::new();
        for row in found {
            let line = row.line(balance)?;
            balance -= line.amount;
            lines.push(line);
        }
        Ok(lines)
    }
}

/// The entry that a line begins with, and how its hold ended.
#[derive(FromRow)]
struct LineRecord {
    number: i64,
    kind: String,
    amount: i64,
    balance: i64,
    reference: String,
    created_at: i64,
    unused: i64,
    ended: Option<String>,
    retake_amount: Option<i64>,
    about: Option<String>,
    creation: Option<String>,
    receipt: Option<String>,
}

impl LineRecord {
    fn line(self, balance: i64) -> Result<HistoryLine, DbError> {
        let (amount, subject) = match named(&self.kind)? {
            EntryKind::Hold => {
                let memory = self.memory()?;
                (memory.amount(), Subject::Memory(memory))
            }
            kind => (self.amount, Subject::Entry { kind, receipt: self.receipt }),
        };
        Ok(HistoryLine {
            number: self.number,
            subject,
            amount,
            balance,
            about: self.about,
            at: Timestamp(self.created_at),
        })
    }

    fn memory(&self) -> Result<MemoryCredits, DbError> {
        Ok(MemoryCredits {
            creation: parsed(&self.reference, "a creation id")?,
            exists: self.creation.is_some(),
            is_retake: self.retake_amount.is_some(),
            held: -(self.amount + self.retake_amount.unwrap_or(0)),
            hold: match self.ended.as_deref().map(named).transpose()? {
                None => HoldState::Open,
                Some(EntryKind::Capture) => HoldState::Captured,
                Some(_) => HoldState::Released,
            },
        })
    }
}

fn named(kind: &str) -> Result<EntryKind, DbError> {
    EntryKind::from_name(kind).ok_or_else(|| DbError::Row(format!("unknown kind {kind}")))
}

#[cfg(test)]
mod tests {
    use super::LINES;
    use crate::{store::Db, values};

    /// A history that is walked through makes each page slower with every memory of every account.
    #[tokio::test]
    async fn lines_are_found_by_an_index() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("plan.sqlite").display());
        let db = Db::open(&url).await.expect("opened");
        db.migrate().await.expect("migrated");
        let sql: &'static str = format!("EXPLAIN QUERY PLAN {LINES}").leak();
        let values = values!["somebody", i64::MAX, 26_u32];
        let plan: Vec<(i64, i64, i64, String)> = db.list(sql, values).await.expect("a plan");
        let steps: Vec<&str> = plan.iter().map(|(.., step)| step.as_str()).collect();
        // 'l' is the page and 'n' its newest line.
        let walks: Vec<_> = steps
            .iter()
            .filter(|step| step.starts_with("SCAN") && !matches!(**step, "SCAN l" | "SCAN n"))
            .collect();
        assert!(walks.is_empty(), "{walks:?} of {steps:?}");
        for range in ["number<?", "number>?"] {
            let search = format!("USING INDEX ledger_number (account_id=? AND {range})");
            assert!(steps.iter().any(|step| step.ends_with(&search)), "{search}: {steps:?}");
        }
    }
}
