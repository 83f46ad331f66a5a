//! Photos and finished files. A [`Photo`] row exists only for a file that was decoded,
//! turned upright and written anew without its metadata; the objects it names exist as
//! long as the row does.

mod archive;
mod crop;
mod file_type;
mod incoming;
mod recording;

pub use archive::{ArchiveContent, ArchiveFile};
pub use crop::{WHOLE, crop_is_sound};
use evernear_rules::{
    presentation::TouchUp,
    wire::{Crop, Who},
};
pub use file_type::FileType;
pub use incoming::{
    INCOMING_FIELD, INCOMING_LIFETIME, INCOMING_PATH, Incoming, IncomingPhoto, MAX_INCOMING,
    incoming_address,
};
pub use recording::Recording;

use super::{
    id::{AccountId, CreationId, PhotoId, RecordingId},
    timestamp::Timestamp,
};

/// How long photos of a draft are kept unless they are used.
pub const DRAFT_PHOTO_LIFETIME: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3600);
/// When photos expire that a running creation uses: not before it ends.
pub const IN_USE: Timestamp = Timestamp(i64::MAX);
/// How long photos stay after a failure, so that trying again needs no second upload
/// (`docs/decisions.md`, 'Photos go when nothing needs them').
pub const FAILED_PHOTO_LIFETIME: std::time::Duration = std::time::Duration::from_secs(24 * 3600);
/// How long photos of a finished memory may stay, at most, for its picture in print size to be made.
pub const LARGE_IMAGE_WITHIN: std::time::Duration = std::time::Duration::from_secs(30 * 60);

/// A photo that was received and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub id: PhotoId,
    pub owner: AccountId,
    /// The creation that uses it; nothing while it belongs to the draft.
    pub creation: Option<CreationId>,
    /// Pixels of the upright photo.
    pub width: u32,
    pub height: u32,
    pub who: Option<Who>,
    /// What its print shows by its faces, and what the person chose instead. A keepsake's print has the ratio of what
    /// is suggested for it ([`evernear_rules::photos::keepsake_part`]).
    pub suggested: Crop,
    pub chosen: Option<Crop>,
    /// Who of it is cut out, as the person says.
    pub touch_up: TouchUp,
    /// Its place among the photos of its draft, as the person chose them.
    pub position: u32,
    /// The photos that were chosen together with it.
    pub batch: Option<Batch>,
    /// When it is deleted at the latest.
    pub expires_at: Timestamp,
}

/// Names the photos that were chosen together; the page makes it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch(String);

impl Batch {
    /// A short name of letters, digits and hyphens; anything else is none.
    pub fn parse(text: &str) -> Option<Self> {
        let sound = (1..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        sound.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name of a stored object: its kind, its owner's noun and id. Never chosen by a
/// person, so it can be a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKey(String);

impl ObjectKey {
    /// The upright photo, JPEG.
    pub fn photo(id: PhotoId) -> Self {
        Self(format!("photos/{id}/upright.jpg"))
    }

    /// A small copy for the page, JPEG.
    pub fn preview(id: PhotoId) -> Self {
        Self(format!("photos/{id}/preview.jpg"))
    }

    /// The sound of a recording, WAV.
    pub fn recording(id: RecordingId) -> Self {
        Self(format!("recordings/{id}/sound.wav"))
    }

    /// The picture of a memory.
    pub fn image(id: CreationId) -> Self {
        Self(format!("memories/{id}/image.jpg"))
    }

    /// The picture of a memory in print size.
    pub fn large_image(id: CreationId) -> Self {
        Self(format!("memories/{id}/image-large.jpg"))
    }

    /// The film of a memory.
    pub fn film(id: CreationId) -> Self {
        Self(format!("memories/{id}/film.mp4"))
    }

    /// A key as a store lists it; nothing for what is no object of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let key = Self(text.to_owned());
        key.subject().map(|_| key)
    }

    /// Whose object it is.
    pub fn subject(&self) -> Option<Subject> {
        let mut parts = self.0.split('/');
        let (kind, id) = (parts.next()?, parts.next()?);
        match kind {
            "photos" => id.parse().ok().map(Subject::Photo),
            "recordings" => id.parse().ok().map(Subject::Recording),
            "memories" => id.parse().ok().map(Subject::Memory),
            _ => None,
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Photo {
    /// It shows no person who is in the memory: it is in the place as a print.
    pub fn is_keepsake(&self) -> bool {
        self.who == Some(Who::Keepsake)
    }

    /// Where its preview is, for its owner.
    pub fn preview_address(&self) -> String {
        format!("/media/photos/{}", self.id)
    }
}

/// What an object belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Photo(PhotoId),
    Recording(RecordingId),
    Memory(CreationId),
}

/// A person's words for who is in a photo.
pub fn who_name(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::LovedOne => "loved_one",
        Who::Friend => "friend",
        Who::Keepsake => "keepsake",
    }
}

/// Where a photo of them stands among those of its draft: the first is of the person who tells, a keepsake
/// comes after everybody.
pub fn place_of(who: Who) -> u32 {
    match who {
        Who::You => 0,
        Who::LovedOne => 1,
        Who::Friend => 2,
        Who::Keepsake => 3,
    }
}

/// The inverse of [`who_name`].
pub fn who_from(name: &str) -> Option<Who> {
    [Who::You, Who::LovedOne, Who::Friend, Who::Keepsake]
        .into_iter()
        .find(|who| who_name(*who) == name)
}
