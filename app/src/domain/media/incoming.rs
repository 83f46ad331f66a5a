//! Photos that come from outside our pages: an installed Evernear is offered by the phone wherever
//! photos can be handed on (the share target of the web app manifest). Any site can send such a form
//! as well, so they wait, for whoever holds the token that their browser was given, until their
//! person adds them to a draft (`docs/decisions.md`, 'What a phone hands on waits to be asked for').

use std::time::Duration;

use evernear_rules::wire::Crop;

use crate::domain::{
    id::{IncomingId, PhotoId},
    timestamp::Timestamp,
};

/// Where a phone sends photos; below it stands the page of those that wait.
pub const INCOMING_PATH: &str = "/incoming";
/// The field of the form in which they come.
pub const INCOMING_FIELD: &str = "photos";
/// How long they wait.
pub const INCOMING_LIFETIME: Duration = Duration::from_secs(3600);
/// Most photos that wait at once, of everybody together: 2 MB each, at most.
pub const MAX_INCOMING: u32 = 600;

/// A photo that was received and checked, and is nobody's yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingPhoto {
    /// It stays when the photo is added to a draft, and its files stay where they are.
    pub id: PhotoId,
    /// Pixels of the upright photo.
    pub width: u32,
    pub height: u32,
    /// What its print shows by its faces.
    pub suggested: Crop,
}

/// Photos that came together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    pub id: IncomingId,
    /// A keyed digest of the token that their browser was given.
    pub token_hash: String,
    pub photos: Vec<IncomingPhoto>,
    pub expires_at: Timestamp,
}

/// The page on which they wait. The browser sends the token there and below, and nowhere else.
pub fn incoming_address(id: IncomingId) -> String {
    format!("{INCOMING_PATH}/{id}")
}
