//! The closed beta: applying, the list that administrators keep, and whom the beta admits.

pub mod apply;
pub mod beta_gate;
pub mod list;
pub mod move_entries;
