//! What was made, and what is being made.

mod card;
pub mod dashboard;
pub mod delete_several;
pub mod gallery;
pub mod memory;
mod review;
pub(super) mod shape;
