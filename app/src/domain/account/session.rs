//! A signed-in browser (decision 20). The browser holds a random token, we hold its
//! digest. The token is renewed while it is used; the one before keeps working for a
//! moment, so that requests already under way do not sign anyone out.

use std::time::Duration;

use super::Account;
use crate::domain::{id::SessionId, moment::Moment};

/// How long a session lasts without use.
pub const IDLE_LIFETIME: Duration = Duration::from_secs(14 * 24 * 3600);
/// Age at which a token is renewed.
pub const ROTATE_AFTER: Duration = Duration::from_secs(10 * 60);
/// How long the token before a renewal still works.
pub const PREVIOUS_GRACE: Duration = Duration::from_secs(60);

/// A SHA-256 digest of a session token, in lower-case hex: what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDigest(pub String);

/// Whoever makes a request while signed in.
#[derive(Clone, Debug)]
pub struct Member {
    pub session: SessionId,
    pub account: Account,
}

/// A session as stored, found by its token.
#[derive(Clone, Debug)]
pub struct Session {
    pub id: SessionId,
    pub rotated_at: Moment,
    pub expires_at: Moment,
    /// The token that was shown is the one before the last renewal.
    pub by_previous: bool,
}

impl Session {
    /// Whether the session still counts at `now`.
    pub fn alive(&self, now: Moment) -> bool {
        let previous_over = self.by_previous && now.since(self.rotated_at) > PREVIOUS_GRACE;
        now < self.expires_at && !previous_over
    }

    /// Whether the token should be renewed with this answer.
    pub fn due_for_rotation(&self, now: Moment) -> bool {
        !self.by_previous && now.since(self.rotated_at) >= ROTATE_AFTER
    }
}
