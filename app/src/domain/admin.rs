//! The administrator (`docs/decisions.md`, 'One password opens the administrator's pages'):
//! whoever knows the one password, in one browser. The cookie carries its own proof, so it is
//! checked without the database; locking ends it.

use std::time::Duration;

use super::{
    id::{AdminSessionId, AuditId},
    timestamp::Timestamp,
};

/// How long an unlocked browser stays unlocked at most, even when it is never closed.
pub const UNLOCKED_FOR: Duration = Duration::from_secs(12 * 3600);
/// How far ahead of ours another server's clock may be.
const SKEW: Duration = Duration::from_secs(60);

/// An unlocked browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admin {
    pub session: AdminSessionId,
    pub since: Timestamp,
    /// Where the request came from.
    pub client: String,
}

impl Admin {
    /// Whether it still counts at `now`.
    pub fn fresh(&self, now: Timestamp) -> bool {
        self.since <= now.after(SKEW) && now.since(self.since) < UNLOCKED_FOR
    }
}

/// What an administrator changed: one line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    pub id: AuditId,
    pub admin: Admin,
    pub at: Timestamp,
    /// For example `waitlist.approved`.
    pub action: &'static str,
    /// What was changed: an id, or nothing.
    pub subject: String,
    /// For example `pending -> approved`.
    pub detail: String,
}

/// A line of the log as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    pub at: Timestamp,
    /// Which unlocked browser.
    pub session: String,
    pub client: String,
    pub action: String,
    pub subject: String,
    pub detail: String,
}
