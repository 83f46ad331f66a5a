//! What the owner of a memory does with it.

pub mod date;
pub mod delete;
mod own_memory;
pub mod own_words;
pub mod retake;
pub mod review;
pub mod selected;
