//! A signed-in client program: it holds a short access token and a refresh token that changes
//! with every use. A session is a family of refresh tokens; each token carries the session
//! and its number, and the row knows the number that counts now. So the one active token can
//! be made again, and none is ever stored.

use std::time::Duration;

use serde_json::{Map, Value};

use super::{
    factor::Factor,
    identity::Identity,
    proof::{Assurance, Proofs},
};
use crate::domain::{
    account::Account,
    id::{AccountId, SessionId},
    timestamp::Timestamp,
};

/// Free-form data of a person, as client programs keep it.
pub type Metadata = Map<String, Value>;

/// Most bytes of it, written as JSON: all of it stands in every access token, and those travel
/// in a header of every request.
pub const METADATA_BYTES: usize = 8 * 1024;

/// There would be more than is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Metadata is too large: at most {METADATA_BYTES} bytes of JSON are kept")]
pub struct MetadataTooLarge;

/// Whether it may be kept as it is.
pub fn fits(data: &Metadata) -> Result<(), MetadataTooLarge> {
    let bytes = serde_json::to_string(data).map_or(usize::MAX, |json| json.len());
    if bytes <= METADATA_BYTES { Ok(()) } else { Err(MetadataTooLarge) }
}

/// New members over old ones; `null` takes one away.
pub fn merged(mut old: Metadata, new: &Metadata) -> Result<Metadata, MetadataTooLarge> {
    for (name, value) in new {
        if value.is_null() {
            old.remove(name);
        } else {
            old.insert(name.clone(), value.clone());
        }
    }
    fits(&old)?;
    Ok(old)
}

/// A session of a client program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiSession {
    pub id: SessionId,
    pub account: AccountId,
    /// The number of the refresh token that counts.
    pub counter: u64,
    pub proofs: Proofs,
    pub created_at: Timestamp,
    pub refreshed_at: Timestamp,
}

impl ApiSession {
    /// How well it is known who holds it.
    pub fn assurance(&self) -> Assurance {
        self.proofs.assurance()
    }

    /// What may be done with refresh token number `counter` at `now`.
    pub fn judge(&self, counter: u64, now: Timestamp, limits: &SessionLimits) -> Judgement {
        let over = |limit: Option<Duration>, since: Timestamp| {
            limit.is_some_and(|limit| now.since(since) > limit)
        };
        if over(limits.timebox, self.created_at) {
            return Judgement::Expired;
        }
        if over(limits.inactivity, self.refreshed_at) {
            return Judgement::Inactive;
        }
        if counter == self.counter {
            Judgement::Renew
        } else if counter.checked_add(1) == Some(self.counter) {
            // The parent of the active one: the answer that carried it may have been lost.
            Judgement::Active
        } else if counter < self.counter && now.since(self.refreshed_at) < limits.reuse_interval {
            Judgement::Renew
        } else if counter < self.counter {
            Judgement::Reused
        } else {
            Judgement::NeverIssued
        }
    }
}

/// What may be done with a refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The family moves on by one.
    Renew,
    /// The active token is handed out once more.
    Active,
    /// Somebody shows an old token: the whole family ends.
    Reused,
    /// The family never came this far: the database was set back.
    NeverIssued,
    /// The session is older than sessions may become.
    Expired,
    /// The session was not used for too long.
    Inactive,
}

/// What the operator decided about sessions; all off by default, as `GoTrue` has them.
#[derive(Clone, Debug, Default)]
pub struct SessionLimits {
    /// How long after a renewal older tokens of the family still count.
    pub reuse_interval: Duration,
    pub timebox: Option<Duration>,
    pub inactivity: Option<Duration>,
}

/// Sessions that were opened and refreshed since then still count.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    pub opened: Timestamp,
    pub refreshed: Timestamp,
}

impl SessionLimits {
    pub fn since(&self, now: Timestamp) -> Since {
        let bound =
            |limit: Option<Duration>| limit.map_or(Timestamp(i64::MIN), |limit| now.before(limit));
        Since { opened: bound(self.timebox), refreshed: bound(self.inactivity) }
    }
}

/// What client programs keep of a person beside the account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiUser {
    pub user_metadata: Metadata,
    /// Only what an administrator added; providers are worked out.
    pub app_metadata: Metadata,
    pub banned_until: Option<Timestamp>,
    pub invited_at: Option<Timestamp>,
    pub last_sign_in_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
}

/// A change of [`ApiUser`]: what is `None` stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApiUserPatch<'a> {
    /// Merged over what is kept, as by [`merged`].
    pub user_metadata: Option<&'a Metadata>,
    /// Merged over what is kept, as by [`merged`].
    pub app_metadata: Option<&'a Metadata>,
    /// `Some(None)` lifts a ban.
    pub banned_until: Option<Option<Timestamp>>,
    pub invited_at: Option<Timestamp>,
}

impl ApiUserPatch<'_> {
    /// What is kept after the change.
    pub fn applied(&self, old: &ApiUser) -> Result<ApiUser, MetadataTooLarge> {
        let mut user = old.clone();
        if let Some(data) = self.user_metadata {
            user.user_metadata = merged(user.user_metadata, data)?;
        }
        if let Some(data) = self.app_metadata {
            user.app_metadata = merged(user.app_metadata, data)?;
        }
        user.banned_until = self.banned_until.unwrap_or(user.banned_until);
        user.invited_at = self.invited_at.or(user.invited_at);
        Ok(user)
    }
}

/// What was sent to a person and is not done yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    pub confirmation_sent_at: Option<Timestamp>,
    pub recovery_sent_at: Option<Timestamp>,
    pub reauthentication_sent_at: Option<Timestamp>,
    pub new_email: Option<String>,
    pub email_change_sent_at: Option<Timestamp>,
}

/// An account as client programs see it.
#[derive(Clone, Debug)]
pub struct ApiAccount {
    pub account: Account,
    pub user: ApiUser,
    pub pending: Pending,
    /// Oldest first.
    pub identities: Vec<Identity>,
    pub factors: Vec<Factor>,
}

impl ApiAccount {
    pub fn banned(&self, now: Timestamp) -> bool {
        self.user.banned_until.is_some_and(|until| now < until)
    }

    /// Whether a second factor stands before what protects the account.
    pub fn has_factor(&self) -> bool {
        self.factors.iter().any(|factor| factor.verified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::auth::proof::Method;

    fn session(counter: u64) -> ApiSession {
        let id = SessionId::new(Timestamp(0), &[0; 10]);
        let account = AccountId::new(Timestamp(0), &[0; 10]);
        let proofs = Proofs::by(Method::Password, Timestamp(0));
        let at = Timestamp(0);
        ApiSession { id, account, counter, proofs, created_at: at, refreshed_at: at }
    }

    #[test]
    fn what_is_kept_of_a_person_has_a_bound_that_counts_what_is_there_already() {
        // `{"a":"…"}` is eight bytes longer than its text.
        let data = |name: &str, bytes: usize| {
            Metadata::from_iter([(name.to_owned(), Value::from("x".repeat(bytes - 8)))])
        };
        assert_eq!(fits(&data("a", METADATA_BYTES)), Ok(()));
        assert_eq!(fits(&data("a", METADATA_BYTES + 1)), Err(MetadataTooLarge));
        let half = data("a", METADATA_BYTES / 2);
        let both = merged(half.clone(), &data("b", METADATA_BYTES / 2)).expect("it fits");
        assert_eq!(both.len(), 2);
        assert_eq!(merged(both.clone(), &data("c", 9)), Err(MetadataTooLarge));
        // Taking something away makes room.
        let mut instead = data("c", METADATA_BYTES / 2);
        instead.insert("a".to_owned(), Value::Null);
        assert_eq!(merged(both, &instead).expect("it fits").len(), 2);
    }

    #[test]
    fn only_the_active_token_and_its_parent_are_good() {
        let limits = SessionLimits::default();
        let judge = |counter| session(5).judge(counter, Timestamp(1), &limits);
        assert_eq!(judge(5), Judgement::Renew);
        assert_eq!(judge(4), Judgement::Active);
        assert_eq!(judge(3), Judgement::Reused);
        assert_eq!(judge(6), Judgement::NeverIssued);
        assert_eq!(judge(u64::MAX), Judgement::NeverIssued);
    }

    #[test]
    fn within_the_reuse_interval_an_old_token_still_renews() {
        let reuse_interval = Duration::from_secs(10);
        let limits = SessionLimits { reuse_interval, ..SessionLimits::default() };
        assert_eq!(session(5).judge(1, Timestamp(9_999), &limits), Judgement::Renew);
        assert_eq!(session(5).judge(1, Timestamp(10_000), &limits), Judgement::Reused);
    }

    #[test]
    fn sessions_end_only_where_the_operator_said_so() {
        let year = Timestamp(365 * 24 * 3600 * 1000);
        assert_eq!(session(1).judge(1, year, &SessionLimits::default()), Judgement::Renew);
        let hour = Some(Duration::from_secs(3600));
        let limits = SessionLimits { timebox: hour, ..SessionLimits::default() };
        assert_eq!(session(1).judge(1, year, &limits), Judgement::Expired);
        let limits = SessionLimits { inactivity: hour, ..SessionLimits::default() };
        assert_eq!(session(1).judge(1, year, &limits), Judgement::Inactive);
    }
}
