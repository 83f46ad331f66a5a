//! Trouble with plans and payments, in the texts of spec §8.

use super::{Kind, Problem};
use crate::{
    flows::{
        begin_checkout::CheckoutError,
        cancel_subscription::CancelSubscriptionError,
        settle_payment::{SettleError, Settled},
    },
    ports::StoreError,
};

/// The window was closed before anything was paid.
pub const WINDOW_CLOSED: &str = "Payment window closed";
/// The provider said no.
pub const NOT_COMPLETED: &str = "Payment was not completed successfully. Please try again.";
const PROCESSED: &str = "This payment has already been processed. Check your account balance.";
const FAILED: &str =
    "Payment processing failed. Please try again or contact support if the issue persists.";
/// Contains 'contact support', which is shown as it is.
const FLAGGED: &str = "This payment does not match what was ordered, so nothing was added to your account. Please contact support and name your payment reference.";

impl From<CheckoutError> for Problem {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::SignedOut => {
                Self::new(Kind::SignedOut, "Please sign up/log in to continue with your purchase")
            }
            CheckoutError::PlanNotFound => Self::new(Kind::NotFound, "Selected plan not found"),
            CheckoutError::Current => Self::new(Kind::Conflict, "This is your current plan."),
            CheckoutError::TooOften(wait) => wait.into(),
            CheckoutError::Closed => {
                Self::new(Kind::Refused, "Plans cannot be bought here at the moment.")
            }
            CheckoutError::Provider(error) => {
                Self { source: Some(error.into()), ..Self::new(Kind::Unavailable, FAILED) }
            }
            CheckoutError::Store(error) => error.into(),
        }
    }
}

impl From<SettleError> for Problem {
    fn from(error: SettleError) -> Self {
        match error {
            SettleError::NotFound => Self::new(Kind::NotFound, FAILED),
            SettleError::Provider(error) => {
                Self { source: Some(error.into()), ..Self::new(Kind::Unavailable, FAILED) }
            }
            SettleError::Store(error) => error.into(),
        }
    }
}

impl From<CancelSubscriptionError> for Problem {
    fn from(error: CancelSubscriptionError) -> Self {
        let failed =
            |kind, message: &str| Self::new(kind, format!("Cancellation failed: {message}"));
        match error {
            CancelSubscriptionError::SignedOut => {
                Self::new(Kind::SignedOut, "Please sign in to cancel your plan.")
            }
            CancelSubscriptionError::Nothing => {
                failed(Kind::Conflict, "There is no subscription that renews.")
            }
            CancelSubscriptionError::Store(StoreError::OwnerGone) => Self::signed_out(),
            CancelSubscriptionError::Store(StoreError::Failed(source)) => Self {
                source: Some(source),
                ..failed(
                    Kind::Unavailable,
                    "We could not save this just now. Please try again in a moment.",
                )
            },
        }
    }
}

/// What is wrong with how a payment went, if something is.
pub fn unpaid(settled: &Settled) -> Option<Problem> {
    Some(match settled {
        Settled::Paid(_) | Settled::Underway => return None,
        Settled::AlreadyProcessed => Problem::new(Kind::Conflict, PROCESSED),
        Settled::NotPaid => Problem::new(Kind::Refused, NOT_COMPLETED),
        Settled::Left => Problem::new(Kind::Refused, WINDOW_CLOSED),
        Settled::Flagged => Problem::new(Kind::Refused, FLAGGED),
    })
}
