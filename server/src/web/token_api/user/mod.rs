//! The person behind an access token.

pub mod change;
pub mod read;
