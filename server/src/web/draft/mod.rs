//! What becomes a creation: receiving a photo, and photos that a phone hands on.

pub mod incoming;
pub mod upload_photo;
