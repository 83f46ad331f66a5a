//! What is guarded and counted, and what is kept sealed.

pub mod allowances;
pub mod keys;
pub mod sealed;
