//! What was made, and what is being made.

pub mod dashboard;
pub mod memory;
mod review;
mod shape;
