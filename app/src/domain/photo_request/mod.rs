//! Asking somebody by a link for their own photo (`docs/decisions.md`, 'A photo can be asked for by
//! link'). A request is for one place of one draft. What it does follows from its row, from the draft
//! and from the photo that was added.

mod place;

use std::time::Duration;

use evernear_rules::wire::Who;
pub use place::{ASKED, asked_for, is_filled, place_name, shown_by};

use super::{
    id::{AccountId, CreationId, DraftKey, PhotoId, PhotoRequestId},
    timestamp::Timestamp,
};

/// Where the addresses of requests begin.
pub const REQUEST_PREFIX: &str = "/p/";
/// The field of the form in which the photo comes.
pub const REQUEST_FIELD: &str = "photo";
/// For how long a photo can be added.
pub const REQUEST_LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// For how long a request is kept after that, if no more are made than [`MAX_REQUESTS`].
pub const REQUEST_KEPT: Duration = Duration::from_secs(90 * 24 * 3600);

/// The most requests of an account that are kept. For one more the oldest goes that is over and brought no photo.
pub const MAX_REQUESTS: u32 = 100;

/// One request, with what the rest of the database says of it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhotoRequest {
    pub id: PhotoRequestId,
    pub owner: AccountId,
    /// The draft that the photo is for.
    pub draft: DraftKey,
    /// Whose photo it is, which is its place.
    pub who: Who,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// When its page was first opened by its button.
    pub opened_at: Option<Timestamp>,
    /// Of whoever added the photo.
    pub consent: Option<Consent>,
    pub taken_back_at: Option<Timestamp>,
    /// What was made with the photo, which is deleted.
    pub creation: Option<CreationId>,
    pub ended: Option<(Timestamp, EndedBy)>,
    pub draft_now: DraftNow,
    pub photo_now: Option<PhotoNow>,
}

/// Where a photo that is taken in by a request goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requested {
    pub id: PhotoRequestId,
    pub owner: AccountId,
    pub who: Who,
    /// The digest of the token that was shown: another one counts by now where its link was made anew.
    pub token_hash: String,
    /// The words of the memory, as they stand.
    pub words: String,
    /// The digest of what its page shows.
    pub read: String,
}

/// What has become of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftNow {
    Open,
    /// A memory was begun from it.
    Begun,
    /// It was given up, or its memory is done.
    Gone,
}

/// Where the photo that was added is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhotoNow {
    /// In the draft, until then at the latest.
    InDraft(PhotoId, Timestamp),
    /// A memory is made with it, or may be tried again with it.
    InUse { photo: PhotoId, creation: CreationId },
}

/// What whoever adds a photo has confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    pub at: Timestamp,
    /// The terms that were accepted with it.
    pub terms_version: String,
    /// Who may receive the photo, as it was read.
    pub notice: String,
    /// The words of the memory, as they were read.
    pub words: String,
}

/// What has ended a request. The first three stand in its row; the others follow from its time and
/// from its draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// Whoever asked.
    Stopped,
    /// A ban of the account.
    Banned,
    /// Whoever asked took the photo out of the draft, or its time in the draft was over.
    Removed,
    Expired,
    DraftGone,
    /// The memory was begun without a photo of it.
    BegunWithout,
}

impl EndedBy {
    const STORED: [Self; 3] = [Self::Stopped, Self::Banned, Self::Removed];

    /// The name in the database, of what is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Banned => "banned",
            Self::Removed => "removed",
            Self::Expired => "expired",
            Self::DraftGone => "draft_gone",
            Self::BegunWithout => "begun_without",
        }
    }

    /// The inverse of [`Self::as_str`] for what is stored.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::STORED.into_iter().find(|one| one.as_str() == name)
    }
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// A photo can be added, where its place is empty.
    Open,
    /// The photo is in the draft, and can be taken back.
    Added(PhotoId),
    /// The memory was begun with the photo.
    Used(CreationId),
    Ended(EndedBy),
}

impl PhotoRequest {
    pub fn state(&self, now: Timestamp) -> RequestState {
        match (self.creation, self.photo_now) {
            (Some(creation), _) | (None, Some(PhotoNow::InUse { creation, .. })) => {
                return RequestState::Used(creation);
            }
            (None, Some(PhotoNow::InDraft(photo, until))) => {
                return if until > now {
                    RequestState::Added(photo)
                } else {
                    RequestState::Ended(EndedBy::Removed)
                };
            }
            (None, None) => {}
        }
        match (self.ended, self.draft_now) {
            (Some((_, by)), _) => RequestState::Ended(by),
            (None, DraftNow::Gone) => RequestState::Ended(EndedBy::DraftGone),
            (None, DraftNow::Begun) => RequestState::Ended(EndedBy::BegunWithout),
            (None, DraftNow::Open) if self.expires_at <= now => {
                RequestState::Ended(EndedBy::Expired)
            }
            (None, DraftNow::Open) => RequestState::Open,
        }
    }

    /// Whether its link shows something: it can still be used, or a photo was added by it.
    pub fn shows_something(&self, now: Timestamp) -> bool {
        match self.state(now) {
            RequestState::Open | RequestState::Added(_) | RequestState::Used(_) => true,
            RequestState::Ended(_) => self.consent.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn creation() -> CreationId {
        CreationId::new(Timestamp(1), &[3; 10])
    }

    fn photo() -> PhotoId {
        PhotoId::new(Timestamp(1), &[4; 10])
    }

    fn request() -> PhotoRequest {
        PhotoRequest {
            id: PhotoRequestId::new(Timestamp(1), &[1; 10]),
            owner: AccountId::new(Timestamp(1), &[2; 10]),
            draft: DraftKey::new(Timestamp(1), &[5; 10]),
            who: Who::LovedOne,
            created_at: Timestamp(0),
            expires_at: Timestamp(100),
            opened_at: None,
            consent: None,
            taken_back_at: None,
            creation: None,
            ended: None,
            draft_now: DraftNow::Open,
            photo_now: None,
        }
    }

    fn consented() -> PhotoRequest {
        let consent = Consent {
            at: Timestamp(7),
            terms_version: "1".to_owned(),
            notice: "…".to_owned(),
            words: "…".to_owned(),
        };
        PhotoRequest { consent: Some(consent), ..request() }
    }

    #[test]
    fn a_request_ends_with_its_time_and_with_its_draft() {
        assert_eq!(request().state(Timestamp(99)), RequestState::Open);
        assert_eq!(request().state(Timestamp(100)), RequestState::Ended(EndedBy::Expired));
        for (draft_now, by) in
            [(DraftNow::Gone, EndedBy::DraftGone), (DraftNow::Begun, EndedBy::BegunWithout)]
        {
            let ended = PhotoRequest { draft_now, ..request() };
            assert_eq!(ended.state(Timestamp(99)), RequestState::Ended(by));
            assert!(!ended.shows_something(Timestamp(99)), "no photo was added by it");
        }
        for by in EndedBy::STORED {
            assert_eq!(EndedBy::from_name(by.as_str()), Some(by));
            let ended = PhotoRequest { ended: Some((Timestamp(7), by)), ..request() };
            assert_eq!(ended.state(Timestamp(99)), RequestState::Ended(by));
        }
        assert_eq!(EndedBy::from_name(EndedBy::Expired.as_str()), None);
    }

    #[test]
    fn a_photo_that_was_added_can_be_taken_back_whatever_has_ended_the_request() {
        let added = PhotoRequest {
            photo_now: Some(PhotoNow::InDraft(photo(), Timestamp(900))),
            ended: Some((Timestamp(7), EndedBy::Banned)),
            ..consented()
        };
        assert_eq!(added.state(Timestamp(899)), RequestState::Added(photo()));
        assert_eq!(added.state(Timestamp(900)), RequestState::Ended(EndedBy::Removed));
        assert!(added.shows_something(Timestamp(900)), "its link says that it is gone");
    }

    #[test]
    fn a_photo_that_was_used_stays_used() {
        let in_use = PhotoRequest {
            photo_now: Some(PhotoNow::InUse { photo: photo(), creation: creation() }),
            ..consented()
        };
        let used = PhotoRequest { creation: Some(creation()), ..consented() };
        for request in [in_use, used] {
            let request = PhotoRequest { draft_now: DraftNow::Gone, ..request };
            assert_eq!(request.state(Timestamp(500)), RequestState::Used(creation()));
        }
    }
}
