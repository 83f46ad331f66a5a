//! Applying for the closed beta, and what stands behind its gate.

pub mod beta_gate;
pub mod register;
