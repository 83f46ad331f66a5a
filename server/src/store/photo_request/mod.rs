//! Requests for photos, and what ends them.

pub mod endings;
pub mod requests;
