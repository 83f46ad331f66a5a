//! Trouble with plans and payments: what the person reads of it.

use super::{Kind, Problem};
use crate::{
    domain::{billing::Plan, moment::Moment},
    flows::billing::{
        begin_checkout::CheckoutError,
        buying::NotForSale,
        cancel_subscription::CancelSubscriptionError,
        change_plan::ChangePlanError,
        keep_plan::KeepPlanError,
        settle_payment::{SettleError, Settled},
    },
    ports::StoreError,
};

/// The window was closed before anything was paid.
pub const WINDOW_CLOSED: &str = "Payment window closed";
/// The provider said no.
pub const NOT_COMPLETED: &str = "Payment was not completed successfully. Please try again.";
/// What a visitor reads who chose a plan.
pub const PURCHASE: &str = "Please sign up/log in to continue with your purchase";
/// What a visitor reads who wants to cancel.
pub const CANCEL: &str = "Please sign in to cancel your plan.";
const PROCESSED: &str = "This payment has already been processed. Check your account balance.";
const FAILED: &str =
    "Payment processing failed. Please try again or contact support if the issue persists.";
/// Contains 'contact support', which is shown as it is.
const FLAGGED: &str = "This payment does not match what was ordered, so nothing was added to your account. Please contact support and name your payment reference.";

impl From<NotForSale> for Problem {
    fn from(error: NotForSale) -> Self {
        match error {
            NotForSale::SignedOut => Self::new(Kind::SignedOut, PURCHASE),
            NotForSale::PlanNotFound => Self::new(Kind::NotFound, "Selected plan not found"),
            NotForSale::Closed => {
                Self::new(Kind::Refused, "Plans cannot be bought here at the moment.")
            }
            NotForSale::NotAdmitted => Self::beta_closed(),
            NotForSale::Store(error) => error.into(),
        }
    }
}

impl From<CheckoutError> for Problem {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::NotForSale(error) => error.into(),
            CheckoutError::Current => Self::new(Kind::Conflict, "This is your current plan."),
            CheckoutError::Smaller { current, plan, from } => {
                Self::new(Kind::Conflict, smaller(current, plan, from))
            }
            CheckoutError::TooOften(wait) => wait.into(),
            CheckoutError::Provider(error) => {
                Self { source: Some(error.into()), ..Self::new(Kind::Unavailable, FAILED) }
            }
            CheckoutError::Store(error) => error.into(),
        }
    }
}

/// Why a smaller plan is not sold now.
fn smaller(current: &Plan, plan: &Plan, from: Moment) -> String {
    let (current, plan, day) = (current.name, plan.name, from.day());
    format!("Your {current} plan is paid until {day}. {plan} can begin then.")
}

impl From<ChangePlanError> for Problem {
    fn from(error: ChangePlanError) -> Self {
        match error {
            ChangePlanError::NotForSale(error) => error.into(),
            ChangePlanError::Nothing => Self::new(
                Kind::Conflict,
                "There is no larger plan to change from. You can choose this plan now.",
            ),
            ChangePlanError::MonthByMonth { current, plan, from } => {
                Self::new(Kind::Conflict, smaller(current, plan, from))
            }
            ChangePlanError::ChangedMeanwhile => Self::new(
                Kind::Conflict,
                "Your plan has changed in the meantime. Please look at it, and choose again.",
            ),
            ChangePlanError::TooOften(wait) => wait.into(),
            ChangePlanError::Provider(error) => Self {
                source: Some(error.into()),
                ..Self::new(
                    Kind::Unavailable,
                    "Your plan could not be changed just now, and stays as it is. Please try again in a moment.",
                )
            },
            ChangePlanError::Store(error) => error.into(),
        }
    }
}

impl From<KeepPlanError> for Problem {
    fn from(error: KeepPlanError) -> Self {
        match error {
            KeepPlanError::SignedOut => Self::signed_out(),
            KeepPlanError::Nothing => Self::new(
                Kind::Conflict,
                "There is no cancelled plan that could go on. You can choose one now.",
            ),
            KeepPlanError::TooOften(wait) => wait.into(),
            KeepPlanError::Provider(error) => Self {
                source: Some(error.into()),
                ..Self::new(
                    Kind::Unavailable,
                    "Your plan could not be taken up again just now; it is cancelled as before. Please try again in a moment.",
                )
            },
            KeepPlanError::Store(error) => error.into(),
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
            CancelSubscriptionError::SignedOut => Self::new(Kind::SignedOut, CANCEL),
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
        Settled::Paid(_) | Settled::Processing => return None,
        Settled::AlreadyProcessed => Problem::new(Kind::Conflict, PROCESSED),
        Settled::NotPaid => Problem::new(Kind::Refused, NOT_COMPLETED),
        Settled::Abandoned => Problem::new(Kind::Refused, WINDOW_CLOSED),
        Settled::Flagged => Problem::new(Kind::Refused, FLAGGED),
    })
}
