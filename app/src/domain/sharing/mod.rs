//! Sharing a memory by a link (`docs/decisions.md`, 'A link opens a memory, and nothing else'). A
//! share is one link to one memory, with its terms; whoever opened it in a browser is a viewer.

mod report;
mod terms;

use std::time::Duration;

pub use report::{Decision, MAX_REASON_CHARS, Outcome, Report, Reported, Why};
pub use terms::{Lasting, MAX_NOTE_CHARS, MAX_VIEWINGS, Note, SharingProblem, Terms, viewings};
use unicode_normalization::UnicodeNormalization as _;

use super::{
    id::{AccountId, CreationId, ShareId},
    timestamp::Timestamp,
};

/// Where the addresses of links begin.
pub const LINK_PREFIX: &str = "/m/";
/// Bytes of a link's token, and of a viewer's id.
pub const TOKEN_BYTES: usize = 20;
/// Most living links of an account.
pub const MAX_LINKS: u32 = 50;
/// For how long after it was opened a memory may be watched without being counted again.
pub const WATCH_WITHIN: Duration = Duration::from_secs(12 * 3600);
/// For how long a browser is known as the viewer it was.
pub const VIEWER_KNOWN: Duration = Duration::from_secs(365 * 24 * 3600);
/// For how long links that have ended and reports that were closed are kept; links that were removed, or that are
/// reported or paused, longer.
pub const ENDED_KEPT: Duration = Duration::from_secs(90 * 24 * 3600);
/// For how long an administrator who looks at a reported memory may go on doing so.
pub const LOOK_WITHIN: Duration = Duration::from_secs(3600);

/// The password of a link as it is hashed and compared. It is told by phone and typed on another
/// machine: without spaces around it, and its accents composed.
pub fn link_password(typed: &str) -> String {
    typed.trim().nfc().collect()
}

/// One link to one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub id: ShareId,
    pub owner: AccountId,
    pub creation: CreationId,
    pub terms: Terms,
    pub password_hash: Option<String>,
    /// How often the password was changed.
    pub password_version: i64,
    pub viewings: u32,
    pub people: u32,
    pub created_at: Timestamp,
    /// Nothing where it lasts until it is stopped.
    pub expires_at: Option<Timestamp>,
    pub last_viewed_at: Option<Timestamp>,
    /// An administrator has paused it.
    pub paused_at: Option<Timestamp>,
    /// An administrator has looked at the memory because of a report.
    pub looked_at: Option<Timestamp>,
    /// Why it was paused or removed, in the administrator's words.
    pub decision_reason: Option<String>,
    pub ended: Option<(Timestamp, EndedBy)>,
    /// How often its terms were changed.
    pub version: i64,
}

/// What has ended a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// Whoever shared it.
    Stopped,
    Expired,
    /// A ban of the account.
    Banned,
    /// An administrator, because of a report.
    Removed,
}

impl EndedBy {
    const ALL: [Self; 4] = [Self::Stopped, Self::Expired, Self::Banned, Self::Removed];

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Expired => "expired",
            Self::Banned => "banned",
            Self::Removed => "removed",
        }
    }

    /// The inverse of [`Self::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

/// What a link does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareState {
    Open,
    /// Nobody else can open it; who has opened it may go on watching.
    UsedUp,
    Paused,
    Ended(EndedBy),
}

impl Share {
    pub fn state(&self, now: Timestamp) -> ShareState {
        if let Some((_, by)) = self.ended {
            ShareState::Ended(by)
        } else if self.expires_at.is_some_and(|at| at <= now) {
            ShareState::Ended(EndedBy::Expired)
        } else if self.paused_at.is_some() {
            ShareState::Paused
        } else if self.terms.max_viewings.is_some_and(|most| self.viewings >= most) {
            ShareState::UsedUp
        } else {
            ShareState::Open
        }
    }

    /// Whether it has not ended: paused and used up ones may work again.
    pub fn is_living(&self, now: Timestamp) -> bool {
        !matches!(self.state(now), ShareState::Ended(_))
    }
}

/// A browser in which a link was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    pub admitted_at: Timestamp,
    /// The password's, when it was opened.
    pub password_version: i64,
}

impl Viewer {
    /// Whether the memory may still be watched in it.
    pub fn may_watch(&self, share: &Share, now: Timestamp) -> bool {
        let leads = matches!(share.state(now), ShareState::Open | ShareState::UsedUp);
        leads
            && self.password_version == share.password_version
            && now.since(self.admitted_at) < WATCH_WITHIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share() -> Share {
        Share {
            id: ShareId::new(Timestamp(1), &[1; 10]),
            owner: AccountId::new(Timestamp(1), &[2; 10]),
            creation: CreationId::new(Timestamp(1), &[3; 10]),
            terms: Terms { max_viewings: Some(2), ..Terms::default() },
            password_hash: None,
            password_version: 0,
            viewings: 0,
            people: 0,
            created_at: Timestamp(0),
            expires_at: Some(Timestamp(100)),
            last_viewed_at: None,
            paused_at: None,
            looked_at: None,
            decision_reason: None,
            ended: None,
            version: 0,
        }
    }

    #[test]
    fn a_link_ends_with_its_time_whatever_else_is_true_of_it() {
        let link = share();
        assert_eq!(link.state(Timestamp(99)), ShareState::Open);
        assert_eq!(link.state(Timestamp(100)), ShareState::Ended(EndedBy::Expired));
        let used = Share { viewings: 2, ..share() };
        assert_eq!(used.state(Timestamp(99)), ShareState::UsedUp);
        assert!(used.is_living(Timestamp(99)) && !used.is_living(Timestamp(100)));
        let paused = Share { paused_at: Some(Timestamp(5)), viewings: 2, ..share() };
        assert_eq!(paused.state(Timestamp(99)), ShareState::Paused);
        let ended = Share { ended: Some((Timestamp(7), EndedBy::Stopped)), ..paused };
        assert_eq!(ended.state(Timestamp(99)), ShareState::Ended(EndedBy::Stopped));
        for by in EndedBy::ALL {
            assert_eq!(EndedBy::from_name(by.as_str()), Some(by));
        }
    }

    #[test]
    fn who_opened_it_watches_for_twelve_hours_and_with_the_password_of_now() {
        let at = Timestamp(0);
        let link = Share { expires_at: None, viewings: 2, ..share() };
        let viewer = Viewer { admitted_at: at, password_version: 0 };
        let almost = Timestamp(at.after(WATCH_WITHIN).0 - 1);
        assert!(viewer.may_watch(&link, almost), "the last viewing may be watched on");
        assert!(!viewer.may_watch(&link, at.after(WATCH_WITHIN)));
        assert!(!viewer.may_watch(&Share { password_version: 1, ..link.clone() }, almost));
        assert!(!viewer.may_watch(&Share { paused_at: Some(at), ..link.clone() }, almost));
        assert!(!viewer.may_watch(&Share { expires_at: Some(almost), ..link }, almost));
    }
}
