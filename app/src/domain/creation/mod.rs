//! A creation: the durable work that turns a prompt and photos into a memory
//! (`docs/decisions.md`, 'The server makes the memory, the page watches'). One row is its job;
//! [`State`] is what that row remembers between steps, and every step may be repeated.

mod captions;
mod failure;
mod file_name;
mod gallery;
mod memory_date;
mod origin;
mod own_words;
mod place;
mod program;
mod progress;
mod prompt;
mod review;
mod time_line;
mod title;

use std::time::Duration;

use evernear_rules::{
    presentation::Presentation,
    story::Story,
    wire::{CreationKind, Mode, ProgressStep},
};
use serde::{Deserialize, Serialize};

pub use captions::{Audience, captions, people};
pub use failure::Failure;
pub use file_name::{file_name, file_stem};
pub use gallery::{
    GALLERY_PAGE, GalleryFilter, GalleryPosition, SEARCH_WORDS, SearchWords, YearCount, folded,
};
pub use memory_date::{MONTHS, MemoryDate, MemoryDateError, OCCASION_CHARS};
pub use origin::{digital_source_type, made_by};
pub use own_words::{NOTE_CHARS, OWN_TITLE_CHARS, OwnWords, OwnWordsError};
pub use place::place_line;
pub use program::RequestKey;
pub use progress::{FILM, IMAGE, Phase};
pub use prompt::Prompt;
pub use review::{MAX_OTHERS, REVIEW_WITHIN, Review, ReviewError, Stage};
pub use time_line::{When, time_line};
pub use title::shortened;

use super::{
    id::{AccountId, CreationId, MailId},
    media::ObjectKey,
    timestamp::Timestamp,
};

/// A creation that gets no further for this long has failed, and its credits go back.
pub const STALLED_AFTER: Duration = Duration::from_secs(10 * 60);

/// A step that was due for this long had no running worker: an outage, which is no lack of
/// progress. Longer than a lease and a restart, so a step that ends the server each time does
/// not count as one.
pub const OUTAGE: Duration = Duration::from_secs(2 * 60);

/// How long a creation waits for the server that looked at it last, from when it is due: the
/// embedded renderer's tasks are in that server's memory. After it any other one takes it over.
pub const TAKEOVER: Duration = Duration::from_secs(60);

/// How long the mail about its end waits for somebody to look at it: a page that is open asks every three
/// seconds.
pub const OUTCOME_MAIL_AFTER: Duration = Duration::from_secs(60);

/// For how long after its end a memory may be made once more for free.
pub const RETAKE_WITHIN: Duration = Duration::from_secs(7 * 24 * 3600);

/// How often a failed provider task is started again before giving up.
pub const MAX_RESTARTS: u32 = 5;

/// How often a provider that cannot be reached is asked before the fallback makes it instead.
pub const MAX_TROUBLES: u32 = 3;

/// How many orders of a creation may have been paid for in vain, because nobody can tell whether the
/// provider took them.
pub const MAX_LOST_ORDERS: u32 = 1;

/// How long a creation waits for its turn at the provider before that counts as no progress.
pub const WAITING_AT_MOST: Duration = Duration::from_secs(60 * 60);

/// How often a task may be lost with the server that worked on it before giving up: more than
/// any night of restarts, and an end to a memory that brings its server down each time.
pub const MAX_LOSSES: u32 = 20;

/// Where a creation stands in its life. Only `Running` ones are worked on; the other
/// three are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Running,
    Finished,
    Failed,
    Cancelled,
}

impl Status {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The inverse of [`Self::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Running, Self::Finished, Self::Failed, Self::Cancelled]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// The picture of a finished memory in print size. It is made after the film, when nothing else
/// waits, and is not made where that takes longer than
/// [`LARGE_IMAGE_WITHIN`](super::media::LARGE_IMAGE_WITHIN).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LargeImage {
    None,
    Pending,
    Stored,
}

impl LargeImage {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pending => "pending",
            Self::Stored => "stored",
        }
    }

    /// The inverse of [`Self::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::None, Self::Pending, Self::Stored].into_iter().find(|one| one.as_str() == name)
    }
}

/// What a creation was asked to be. Never changes, but for a film of which only the picture was taken: that is
/// a picture in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    pub kind: CreationKind,
    pub mode: Mode,
    pub prompt: Prompt,
    /// As it was understood, or as the person has chosen.
    pub story: Story,
    /// The shape, and how people are shown.
    pub presentation: Presentation,
    /// Another seed is another take; trying again keeps it.
    pub seed: u64,
}

/// What a creation remembers between steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct State {
    /// Lines of the plan, once known.
    pub plan: Vec<String>,
    /// Six, once known.
    pub steps: Vec<ProgressStep>,
    /// The provider's task that is running, for the image, the film or the large image.
    pub task: Option<String>,
    /// A task of a provider outside that nobody asks for any more: the next step writes it down to be deleted.
    #[serde(default, alias = "idle")]
    pub task_to_delete: Option<String>,
    /// The image is stored.
    pub image_stored: bool,
    /// The film is stored.
    pub film_stored: bool,
    /// The film carries a recording of the person's.
    #[serde(default)]
    pub has_recording: bool,
    /// Its picture, or its film, shows a keepsake.
    #[serde(default)]
    pub has_keepsake: bool,
    /// Others that the provider takes before this one.
    pub films_ahead: Option<u32>,
    /// How often a task that failed was started again.
    pub restarts: u32,
    /// How often a task was lost with its server.
    #[serde(default)]
    pub losses: u32,
    /// The paid order that is about to be sent.
    #[serde(default)]
    pub order: Option<Order>,
    /// The task that the order under way becomes, where its provider names tasks by their orders: written down
    /// before the order is sent, so that it is known whatever becomes of the answer.
    #[serde(default)]
    pub expected_task: Option<String>,
    /// How many orders were sent without anybody knowing whether they were taken.
    #[serde(default)]
    pub lost_orders: u32,
    /// How often the provider could not be reached since it last could.
    #[serde(default)]
    pub troubles: u32,
    /// The task waits for its turn.
    #[serde(default)]
    pub waiting: bool,
    /// The provider failed, and what the operator allows instead makes the rest.
    #[serde(default)]
    pub fallback: bool,
    /// The provider whose model made the image; nothing where our own renderer did.
    #[serde(default)]
    pub image_by: Option<String>,
    /// The provider whose model made the film.
    #[serde(default)]
    pub film_by: Option<String>,
    /// The person looks at the picture before the film is made; nothing where they did not ask to.
    #[serde(default)]
    pub review: Option<Review>,
    /// The request of a client program that began it.
    #[serde(default)]
    pub program: Option<RequestKey>,
    /// The creation whose picture its film is made from; it has no photos then.
    #[serde(default)]
    pub picture_of: Option<CreationId>,
    pub reflection: Option<String>,
    pub failure: Option<Failure>,
}

/// A paid order, written down before it is sent: a step that finds one of an earlier attempt than the
/// last does not know whether it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub name: String,
    /// The attempt of the lease under which it was written down.
    pub attempt: i64,
}

/// A creation as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    pub id: CreationId,
    pub owner: AccountId,
    pub brief: Brief,
    pub status: Status,
    /// 5, 30 to 45, 60 to 90 in steps of 5, 100.
    pub progress: u32,
    pub state: State,
    pub large_image: LargeImage,
    /// Whose image is reused: the creation that failed after making one.
    pub image_of: Option<CreationId>,
    /// The finished memory that this one makes anew, for free.
    pub retake_of: Option<CreationId>,
    /// Its free retake is being made, or was.
    pub retaken: bool,
    /// Since when it counts as waiting: earlier than it began for higher plans.
    pub since: Timestamp,
    pub created_at: Timestamp,
    /// A client program has fetched its picture.
    pub picture_fetched: bool,
    /// Its owner has seen what was made.
    pub seen: bool,
    /// The mail about its end, as long as it may be taken back.
    pub outcome_mail: Option<MailId>,
    /// What its owner calls it, and writes beside it.
    pub own_words: OwnWords,
    /// How long it waited for the person to look at its picture.
    pub reviewed_for: Duration,
    /// When it last got further.
    pub progressed_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl Creation {
    /// The title of its owner's, or what they have described it with.
    pub fn name(&self) -> Option<&str> {
        self.own_words.title().or(self.brief.prompt.words())
    }

    /// What it is called in lists: the beginning of its name.
    pub fn title(&self) -> String {
        title::title(self.name())
    }

    /// Where its image is kept.
    pub fn image_key(&self) -> ObjectKey {
        ObjectKey::image(self.id)
    }

    /// Where its image in print size is kept.
    pub fn large_image_key(&self) -> ObjectKey {
        ObjectKey::large_image(self.id)
    }

    /// Until when it may be made once more for free; nothing where it may not. What was
    /// free itself has no retake.
    pub fn retake_until(&self) -> Option<Timestamp> {
        let open = self.status == Status::Finished && !self.retaken && self.retake_of.is_none();
        self.ended_at.filter(|_| open).map(|ended| ended.after(RETAKE_WITHIN))
    }

    /// Whether another picture is being made in place of one that the person has seen.
    pub fn is_replacing_picture(&self) -> bool {
        self.state.review.as_ref().is_some_and(|review| review.stage == Stage::Replacing)
    }

    /// How many other pictures its review has asked for.
    pub fn other_pictures(&self) -> u32 {
        self.state.review.as_ref().map_or(0, |review| review.others)
    }

    /// The number of the picture that is there; the first has 0.
    pub fn shown_picture(&self) -> u32 {
        self.state.review.as_ref().map_or(0, |review| review.shown)
    }

    /// What its picture is made with, or is being made: another picture has another seed.
    pub fn picture_seed(&self) -> u64 {
        let number = self.state.review.as_ref().map_or(0, Review::current);
        self.brief.seed.wrapping_add(u64::from(number))
    }

    /// Whether its owner may look at its picture: once it is there, but none that is being made in place of
    /// another.
    pub fn shows_picture(&self) -> bool {
        match self.status {
            Status::Finished => self.state.image_stored,
            Status::Running => {
                let review = self.state.review.as_ref();
                review.map_or(self.state.image_stored, Review::has_picture)
            }
            Status::Failed | Status::Cancelled => false,
        }
    }

    /// Whether its owner is done with it: they have seen what was made, or have cancelled it.
    pub fn is_done_with(&self) -> bool {
        match self.status {
            Status::Finished => self.seen,
            Status::Cancelled => true,
            Status::Running | Status::Failed => false,
        }
    }

    /// Where its film is kept.
    pub fn film_key(&self) -> ObjectKey {
        ObjectKey::film(self.id)
    }
}
