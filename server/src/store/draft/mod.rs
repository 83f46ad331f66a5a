//! Drafts, their photos, and words that were not sent yet.

pub mod drafts;
pub mod photos;
pub mod unsent_words;
