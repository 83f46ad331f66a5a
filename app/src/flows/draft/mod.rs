//! What becomes a creation: the conversation, the photos, those that a phone handed on, the recording,
//! and words that were not sent yet.

pub mod add_photo;
pub mod add_recording;
pub mod converse;
pub mod creator_state;
pub mod cut_out;
pub mod incoming;
pub mod remember_choices;
pub mod remove_photo;
pub mod remove_recording;
pub mod start_over;
pub mod story;
pub mod trim_recording;
pub mod unsent_words;
