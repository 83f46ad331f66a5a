//! Checks of the whole crate on real photographs: what people upload, whose faces are shown, what
//! the films are. Photographs come from `server/tests/photos` (see its SOURCES.md).
//!
//! To check one more property of a film, add it to `films::facts`.

mod composites;
pub mod cutouts;
mod faces;
mod films;
mod hostile;
mod keepsakes;
mod matching;
mod photos;
mod picture_films;
mod recordings;
mod strangers;
mod tones;

use crate::{PhotoInput, RenderRequest, Size, Story};
use evernear_app::domain::creation::Prompt;
use evernear_companion::EmbeddedCompanion;
use std::path::PathBuf;

/// A test photograph's bytes.
pub fn photo(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/photos").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The story of the setting of this name, or of these words.
pub fn story(words: &str) -> Story {
    match evernear_settings::find(words) {
        Some(setting) => Story { setting: Some(setting.name.to_owned()), ..Story::default() },
        None => EmbeddedCompanion::default().story(&Prompt::parse(words)),
    }
}

/// A request with these words, or in the setting of this name, and with these photographs.
pub fn request(words: &str, size: Size, seconds: f32, photos: &[&str]) -> RenderRequest {
    let photos = photos.iter().map(|name| PhotoInput::new(photo(name))).collect();
    RenderRequest {
        story: story(words),
        photos,
        keepsake: None,
        seed: 7,
        size,
        fps: 24,
        seconds,
        caption: Some("Always with us".to_owned()),
        people: None,
        recording: None,
    }
}
