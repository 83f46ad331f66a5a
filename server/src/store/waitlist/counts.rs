//! How many applications there are of each status, kept beside them so that nobody has to count a
//! million rows. A transaction changes the counts by what it found to have changed, and after the
//! applications themselves: whoever changes both waits for the others in one order.

use evernear_app::domain::waitlist::status_name;
use evernear_rules::wire::{EntryStatus, WaitlistCounts};

use crate::{
    store::db::{Db, DbError, Tx},
    values,
};

/// By how much the counts change.
#[derive(Default)]
pub(in crate::store) struct CountChange {
    pending: i64,
    approved: i64,
    rejected: i64,
}

impl CountChange {
    pub fn add(&mut self, status: EntryStatus, entries: i64) {
        match status {
            EntryStatus::Pending => self.pending += entries,
            EntryStatus::Approved => self.approved += entries,
            EntryStatus::Rejected => self.rejected += entries,
        }
    }

    /// Writes it, the last thing of a transaction: every other one that changes the same count waits
    /// from here on. Always in the same order of statuses.
    pub async fn write(self, tx: &mut Tx) -> Result<(), DbError> {
        for (status, change) in [
            (EntryStatus::Pending, self.pending),
            (EntryStatus::Approved, self.approved),
            (EntryStatus::Rejected, self.rejected),
        ] {
            if change != 0 {
                let sql = "UPDATE waitlist_counts SET entries = entries + $2 WHERE status = $1";
                tx.execute(sql, values![status_name(status), change]).await?;
            }
        }
        Ok(())
    }
}

/// The counts. One that cannot be true is logged, and shown as near to it as can be: the list stays
/// open.
pub(super) async fn read(db: &Db) -> Result<WaitlistCounts, DbError> {
    let sql = "SELECT status, entries FROM waitlist_counts";
    let found: Vec<(String, i64)> = db.list(sql, Vec::new()).await?;
    let mut counts = WaitlistCounts::default();
    for (status, entries) in found {
        let entries = shown(&status, entries);
        counts.total = counts.total.saturating_add(entries);
        match status.as_str() {
            "approved" => counts.approved = entries,
            "rejected" => counts.rejected = entries,
            _ => counts.pending = entries,
        }
    }
    Ok(counts)
}

/// A count as it is shown.
pub(in crate::store) fn shown(status: &str, entries: i64) -> u32 {
    u32::try_from(entries).unwrap_or_else(|_| {
        tracing::error!(status, entries, "the count of applications of this status is wrong");
        u32::try_from(entries.max(0)).unwrap_or(u32::MAX)
    })
}
