//! What keeps the installation in order: quotas of strangers, and sweeping what grew old.

pub mod sweep;
pub mod take_quota;
