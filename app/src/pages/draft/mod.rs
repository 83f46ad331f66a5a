//! The creator.

pub mod creator;
