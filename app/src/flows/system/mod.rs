//! What keeps the installation in order: allowances of strangers, and sweeping what grew old.

pub mod sweep;
pub mod take_allowance;
