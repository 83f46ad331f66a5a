//! What becomes a creation: the conversation, the photos, those that a phone handed on, and words that
//! were not sent yet.

pub mod add_photo;
pub mod converse;
pub mod creator_state;
pub mod cut_out;
pub mod incoming;
pub mod remember_choices;
pub mod remove_photo;
pub mod start_over;
pub mod story;
pub mod unsent_words;
