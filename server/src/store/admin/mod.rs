//! What administrators did, and how the database does.

pub mod diagnosis;
pub mod log;
