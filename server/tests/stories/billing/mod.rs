//! Plans and payments.

mod cancellation;
mod cards;
mod change_plan;
mod crash;
mod monthly_plans;
mod paystack;
mod plan_choice;
mod plan_failures;
mod plan_races;
mod purchase;
mod renewals;
mod reversals;
mod revoked_months;
mod standing_orders;
