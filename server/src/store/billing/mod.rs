//! Payments and subscriptions, and the test provider's own books.

pub mod add_month;
pub mod match_charge;
pub mod payments;
pub mod planned;
pub mod renew;
pub mod revoke;
pub mod sandbox;
pub mod settle;
pub mod standing_orders;
pub mod subscriptions;
