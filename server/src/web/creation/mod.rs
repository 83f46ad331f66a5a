//! What the owner of a memory does with it.

pub mod delete;
mod own_memory;
pub mod retake;
pub mod review;
