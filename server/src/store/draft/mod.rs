//! Drafts, their photos, those that wait to be added, and words that were not sent yet.

pub mod drafts;
pub mod incoming;
pub mod photos;
pub mod recordings;
pub mod unsent_words;
