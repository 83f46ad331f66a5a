//! Creations as rows: beginning, working on and ending them.

pub mod begin;
pub mod creations;
