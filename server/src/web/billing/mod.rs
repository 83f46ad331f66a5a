//! Buying and changing plans without script, and what providers tell.

pub mod checkout;
pub mod sandbox;
pub mod subscription;
pub mod webhooks;
