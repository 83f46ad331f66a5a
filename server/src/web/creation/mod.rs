//! What the owner of a memory does with it.

pub mod delete;
pub mod retake;
