//! Second factors: time-based codes from an app, and the codes kept for the day the
//! telephone is lost.

use std::time::Duration;

use crate::domain::{
    id::{AccountId, ChallengeId, FactorId, SessionId},
    timestamp::Timestamp,
};

/// Most factors of an account, as `GoTrue` has it.
pub const MAX_FACTORS: usize = 10;
/// How long a factor may stay unverified.
pub const UNVERIFIED_LIFETIME: Duration = Duration::from_secs(300);
/// How long a challenge may be answered.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_secs(300);
/// How many recovery codes are made at once.
pub const RECOVERY_CODES: usize = 10;

/// A time-based factor.
#[derive(Clone, Debug)]
pub struct Factor {
    pub id: FactorId,
    pub account: AccountId,
    /// Empty for none.
    pub friendly_name: String,
    pub verified: bool,
    /// The session that began it, as long as it is not verified.
    pub begun_in: Option<SessionId>,
    /// The shared secret, sealed.
    pub secret: String,
    pub last_challenged_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Factor {
    pub fn status(&self) -> &'static str {
        if self.verified { "verified" } else { "unverified" }
    }

    /// Whether this session began it and has still to verify it. No other one is shown its secret:
    /// somebody who knows the password could plant a factor for the owner to verify, or learn hers.
    pub fn is_begun_in(&self, session: SessionId) -> bool {
        !self.verified && self.begun_in == Some(session)
    }

    /// It was made so long ago without a first code that nobody may begin with it any more.
    pub fn expired(&self, now: Timestamp) -> bool {
        !self.verified && now >= self.created_at.after(UNVERIFIED_LIFETIME)
    }
}

/// A question for a code.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: ChallengeId,
    pub factor: FactorId,
    /// Where it was asked from; it is answered from there.
    pub ip: String,
    pub created_at: Timestamp,
}

impl Challenge {
    pub fn expires_at(&self) -> Timestamp {
        self.created_at.after(CHALLENGE_LIFETIME)
    }
}
