//! Buying and changing plans without script, and what providers tell.

pub mod cancel_plan;
pub mod change_plan;
pub mod checkout;
pub mod checkout_return;
pub mod keep_plan;
mod refused;
pub mod sandbox;
pub mod sandbox_renew;
pub mod webhooks;
