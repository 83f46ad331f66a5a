//! Requests for photos: for whoever asks, and for whoever is asked.

pub mod asked;
pub mod list;
pub mod made;
