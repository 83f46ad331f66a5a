//! A signed-in browser (`docs/decisions.md`, 'Pages hold a cookie, programs hold tokens'). The
//! browser holds a random token, we hold its digest. The token is renewed while it is used; the
//! one before keeps working for a moment, so that requests already under way do not sign anyone
//! out.

use std::time::Duration;

use super::proof::{Assurance, Method, Proofs};
use crate::domain::{
    account::{Account, SignInEpoch, event::Origin},
    id::{AccountId, SessionId},
    timestamp::Timestamp,
};

/// How long a session lasts without use.
pub const IDLE_LIFETIME: Duration = Duration::from_secs(14 * 24 * 3600);
/// Age of the last proof from which changing what protects the account asks for another.
pub const FRESH: Duration = Duration::from_secs(15 * 60);
/// Age at which a token is renewed.
pub const ROTATE_AFTER: Duration = Duration::from_secs(10 * 60);
/// How long the token before a renewal still works once the renewed one has been seen: an
/// answer lost on a bad line signs nobody out.
pub const PREVIOUS_GRACE: Duration = Duration::from_secs(60);

/// A SHA-256 digest of a session token, in lower-case hex: what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDigest(pub String);

/// Whoever makes a request while signed in.
#[derive(Clone, Debug)]
pub struct Member {
    pub session: SessionId,
    pub account: Account,
    pub proofs: Proofs,
    /// The cookie outlives the browser.
    pub keep: bool,
    /// The account has a second factor.
    pub has_factor: bool,
}

impl Member {
    /// Whether what protects the account may be changed without asking again. Where there is
    /// a second factor, nothing less than it counts: a mailbox alone must not turn it off.
    pub fn fresh(&self, now: Timestamp) -> bool {
        let proved =
            if self.has_factor { self.proofs.latest_second() } else { Some(self.proofs.latest()) };
        proved.is_some_and(|proved| now.since(proved) < FRESH)
    }

    /// The password was right, the second factor is still to come.
    pub fn pending_second_factor(&self) -> bool {
        self.has_factor && self.proofs.assurance() < Assurance::Two
    }
}

/// What a session is opened with: a way of proving, and when.
#[derive(Clone, Copy, Debug)]
pub struct Credential {
    pub method: Method,
    pub epoch: SignInEpoch,
}

impl Credential {
    /// A proof that was taken after `account` was read.
    pub fn after(account: &Account, method: Method) -> Self {
        Self { method, epoch: account.sign_in_epoch }
    }
}

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: SessionId,
    pub account: AccountId,
    pub token: TokenDigest,
    pub proofs: Proofs,
    pub epoch: SignInEpoch,
    pub origin: Origin,
    /// 'Keep me signed in': the cookie outlives the browser.
    pub keep: bool,
    pub at: Timestamp,
    pub expires: Timestamp,
}

/// A session as its owner sees it.
#[derive(Clone, Debug)]
pub struct OpenSession {
    pub id: SessionId,
    pub origin: Origin,
    pub keep: bool,
    pub created_at: Timestamp,
    /// To within the age at which tokens are renewed.
    pub used_at: Timestamp,
}

/// A session as stored, found by its token.
#[derive(Clone, Debug)]
pub struct Session {
    pub id: SessionId,
    pub rotated_at: Timestamp,
    pub expires_at: Timestamp,
    pub proofs: Proofs,
    pub keep: bool,
    /// The account has a second factor.
    pub has_factor: bool,
    /// The token that was shown is the one before the last renewal.
    pub by_previous: bool,
    /// When the renewed token was first shown.
    pub seen_at: Option<Timestamp>,
    /// Until when the account is banned.
    pub banned_until: Option<Timestamp>,
}

impl Session {
    /// Whether the session still counts at `now`.
    pub fn alive(&self, now: Timestamp) -> bool {
        let faded = |seen: Timestamp| now.since(seen) > PREVIOUS_GRACE;
        let previous_over = self.by_previous && self.seen_at.is_some_and(faded);
        let banned = self.banned_until.is_some_and(|until| now < until);
        now < self.expires_at && !previous_over && !banned
    }

    /// Whether the token should be renewed with this answer.
    pub fn due_for_rotation(&self, now: Timestamp) -> bool {
        let age = now.since(self.rotated_at);
        if self.by_previous {
            // The renewed one seems lost: concurrent requests would have brought it by now.
            self.seen_at.is_none() && age > PREVIOUS_GRACE
        } else {
            age >= ROTATE_AFTER
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3600 * 1000;

    #[test]
    fn the_token_before_fades_only_after_the_renewed_one_was_seen() {
        let id = SessionId::new(Timestamp(0), &[0; 10]);
        let session = |by_previous, seen_at| Session {
            id,
            rotated_at: Timestamp(0),
            expires_at: Timestamp(DAY),
            proofs: Proofs::default(),
            keep: false,
            has_factor: false,
            by_previous,
            seen_at,
            banned_until: None,
        };
        let later = Timestamp(61_000);
        assert!(session(true, None).alive(later) && session(true, None).due_for_rotation(later));
        assert!(!session(true, Some(Timestamp(0))).alive(later));
        assert!(session(true, Some(Timestamp(5_000))).alive(later));
        assert!(!session(true, Some(Timestamp(5_000))).due_for_rotation(later));
        assert!(!session(false, None).alive(Timestamp(DAY)));
        let banned = Session { banned_until: Some(Timestamp(10)), ..session(false, None) };
        assert!(!banned.alive(Timestamp(9)) && banned.alive(Timestamp(10)));
    }
}
