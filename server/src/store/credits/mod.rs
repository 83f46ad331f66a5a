//! The ledger and the balance, and welcome credits.

mod history;
pub mod ledger;
pub mod welcome;
