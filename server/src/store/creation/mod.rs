//! Creations as rows: beginning, working on and ending them, and what they cost.

pub mod begin;
pub mod costs;
pub mod creations;
pub mod gallery;
mod memory_dates;
pub mod review;
pub mod task_deletions;
