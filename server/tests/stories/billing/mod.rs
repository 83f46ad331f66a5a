//! Plans and payments.

mod cancellation;
mod change_plan;
mod crash;
mod monthly_plans;
mod paystack;
mod plan_choice;
mod plan_failures;
mod purchase;
mod renewals;
mod reversals;
