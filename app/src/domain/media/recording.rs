//! A recording that a film is to carry, such as a saved voicemail or a laugh.

use evernear_rules::wire::Trim;

use crate::domain::{
    id::{AccountId, CreationId, RecordingId},
    timestamp::Timestamp,
};

/// A recording that was received and checked. It is used and deleted with the photos of its draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    pub id: RecordingId,
    pub owner: AccountId,
    /// The creation that uses it; nothing while it belongs to the draft.
    pub creation: Option<CreationId>,
    /// How long all of it is, in milliseconds.
    pub length: u32,
    /// The part that is heard.
    pub trim: Trim,
    /// How loud it is along its length, 0 to 100 each.
    pub peaks: Vec<u8>,
    /// When it is deleted at the latest.
    pub expires_at: Timestamp,
}

impl Recording {
    /// Where its sound is, for its owner.
    pub fn address(&self) -> String {
        format!("/media/recordings/{}", self.id)
    }
}
