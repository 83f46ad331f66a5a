//! The ledger and the balance, and welcome credits.

pub mod ledger;
pub mod welcome;
