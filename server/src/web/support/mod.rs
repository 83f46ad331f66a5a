//! Messages to us.

pub mod ask;
pub mod contact;
