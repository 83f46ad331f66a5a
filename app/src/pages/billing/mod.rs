//! Plans, payments and receipts.

pub mod payment_result;
pub mod pricing;
pub mod receipt;
pub mod sandbox;
