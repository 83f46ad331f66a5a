//! The rules as the islands call them. Thin on purpose: a wrapper a rule, plain numbers
//! and strings only, so that the generated declarations read well.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{photos, pricing, text};

/// What one creation costs, in credits.
#[wasm_bindgen(js_name = creationCost)]
pub fn creation_cost() -> u32 {
    pricing::CREATION_COST
}

/// Most photos of a creation.
#[wasm_bindgen(js_name = maxPhotos)]
pub fn max_photos() -> u32 {
    photos::MAX_PHOTOS
}

/// Whether a chosen file may be uploaded.
#[wasm_bindgen(js_name = photoAcceptable)]
pub fn photo_acceptable(media_type: &str, name: &str, bytes: f64) -> bool {
    photos::photo_acceptable(media_type, name, bytes)
}

/// Whether 'Create My Memory' is enabled; credits are undefined when unknown.
#[wasm_bindgen(js_name = canCreate)]
pub fn can_create(photos: u32, running: bool, credits: Option<u32>) -> bool {
    photos::can_create(photos, running, credits)
}

/// The prompt, ' Location: ' and the place.
#[wasm_bindgen(js_name = promptWithLocation)]
pub fn prompt_with_location(prompt: &str, location: &str) -> String {
    text::prompt_with_location(prompt, location)
}

/// Whether a chat or location text may be sent.
#[wasm_bindgen(js_name = textSendable)]
pub fn text_sendable(text: &str) -> bool {
    text::text_sendable(text)
}

/// How many characters may still be typed, near the limit; undefined further from it.
#[wasm_bindgen(js_name = charactersLeft)]
pub fn characters_left(text: &str) -> Option<i32> {
    text::characters_left(text)
}

/// Shown when a batch of files is rejected.
#[wasm_bindgen(js_name = photoRejectedText)]
pub fn photo_rejected_text() -> String {
    photos::PHOTO_REJECTED.to_owned()
}

/// Shown when a creation is asked for with the wrong number of photos.
#[wasm_bindgen(js_name = wrongPhotoCountText)]
pub fn wrong_photo_count_text() -> String {
    photos::WRONG_PHOTO_COUNT.to_owned()
}
