//! Plans: buying, changing and ending them, what the payment provider tells, and what an operator settles.

pub mod begin_checkout;
pub mod buying;
pub mod cancel_subscription;
pub mod change_plan;
pub mod keep_plan;
pub mod receive_webhook;
pub mod review_payment;
pub mod run_jobs;
pub mod settle_flagged;
pub mod settle_payment;
mod standing_orders;
