//! What becomes a creation: receiving a photo.

pub mod upload_photo;
