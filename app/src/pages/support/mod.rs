//! Writing to us.

pub mod contact;
pub mod threads;
