//! Messages to us and our answers.

pub mod threads;
