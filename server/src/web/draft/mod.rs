//! What becomes a creation: receiving a photo, a recording, and photos that a phone hands on.

pub mod incoming;
pub mod upload_photo;
pub mod upload_recording;
