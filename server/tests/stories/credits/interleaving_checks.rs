//! What must hold of payments and the ledger after any interleaving.

use evernear_server::store::{Db, db::Row};

/// Each kind of change came up often enough to be proved.
pub(super) async fn was_mixed_well(db: &Db) {
    for (sql, least) in [
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'", 20),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'hold'", 25),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'capture'", 10),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'release'", 10),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'grant'", 5),
        ("SELECT COUNT(*) FROM payments WHERE status = 'flagged'", 5),
        ("SELECT COUNT(*) FROM payments WHERE note = 'reversed'", 1),
        ("SELECT COUNT(*) FROM ledger WHERE kind = 'revoke'", 1),
        ("SELECT COUNT(*) FROM payments WHERE resolution = 'resolved'", 3),
        ("SELECT COUNT(*) FROM subscriptions WHERE status IN ('expired', 'replaced')", 5),
        ("SELECT COUNT(*) FROM subscriptions WHERE period > 0", 5),
        ("SELECT COUNT(*) FROM sandbox_charges WHERE status = 'success'", 10),
        ("SELECT COUNT(*) FROM sandbox_charges WHERE reference LIKE 'SBX%'", 5),
    ] {
        let found = count(db, sql).await;
        assert!(found >= least, "it was mixed well: {sql}: {found}");
    }
}

pub(super) async fn nothing_is_lost_and_nothing_given_away(db: &Db) {
    for (what, sql) in [
        (
            "what is not paid was granted",
            "SELECT p.reference, p.status, p.note FROM ledger l JOIN payments p ON p.id = l.reference
             WHERE l.kind = 'purchase' AND p.status <> 'paid'",
        ),
        (
            "a month was granted twice",
            "SELECT subscription_id, period FROM payments WHERE status = 'paid'
             AND (period IS NOT NULL OR resolution IS NULL OR resolution <> 'revoked')
             GROUP BY subscription_id, period HAVING COUNT(*) > 1",
        ),
        (
            "what was paid in a window was not granted",
            "SELECT c.reference, p.status, p.note FROM sandbox_charges c JOIN payments p ON p.reference = c.reference
             WHERE c.status = 'success' AND c.reference LIKE 'EVN%' AND c.amount = p.amount AND p.status <> 'paid'",
        ),
        (
            "what was altered was granted",
            "SELECT c.reference, p.status, p.note FROM sandbox_charges c JOIN payments p ON p.reference = c.reference
             WHERE c.status = 'success' AND c.amount <> p.amount AND p.status = 'paid'",
        ),
        (
            "what was taken back is not flagged",
            "SELECT c.reference, p.status, p.note FROM sandbox_charges c JOIN payments p ON p.reference = c.reference
             WHERE c.status = 'reversed' AND p.status <> 'flagged' AND p.note IS NULL",
        ),
        (
            "a charge of the provider is written down nowhere",
            "SELECT c.reference FROM sandbox_charges c LEFT JOIN payments p ON p.reference = c.reference
             WHERE c.status = 'success' AND p.id IS NULL",
        ),
    ] {
        let found = db.rows(sql, Vec::new()).await.expect("asked");
        let found: Vec<_> = found.iter().map(Row::line).collect();
        assert_eq!(found, [""; 0], "{what}");
    }
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    let row = db.row(sql, Vec::new()).await.expect("asked").expect("a row");
    row.int(0).expect("a number")
}
