//! What is guarded and counted, and what is kept sealed.

pub mod keys;
pub mod quotas;
pub mod sealed;
