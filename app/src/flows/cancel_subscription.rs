//! Cancelling (spec §4 Subscription, decision 21): benefits stay until the end date, the
//! provider is told to charge no more, and what it confirms late is waited for.

use crate::{
    domain::{account::session::Member, billing::calendar},
    ports::{Ports, StoreError},
};

/// What is said then (spec §8).
pub const CANCELLED: &str = "Your subscription has been cancelled. Your Pro benefits will remain active until the end of the current billing period.";
/// What is asked before (spec §5).
pub const QUESTION: &str = "Are you sure you want to cancel your subscription? Your Pro benefits will remain active until the end of the current billing period.";

#[derive(Debug, thiserror::Error)]
pub enum CancelSubscriptionError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("there is nothing to cancel")]
    Nothing,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cancels what renews; its last day of benefits, `YYYY-MM-DD`.
pub async fn cancel_subscription(
    ports: &Ports,
    member: Option<&Member>,
) -> Result<String, CancelSubscriptionError> {
    let owner = member.ok_or(CancelSubscriptionError::SignedOut)?.account.id;
    let subscription = ports.billing.subscription(owner).await?;
    let subscription = subscription.ok_or(CancelSubscriptionError::Nothing)?;
    if let Some(end_date) = subscription.end_date {
        // Asked again: it is as it was said the first time.
        return Ok(end_date);
    }
    let now = ports.now();
    let day = calendar::end_date(now, subscription.paid_through);
    let end_date = calendar::iso(day);
    if !ports.billing.cancel(owner, &end_date, calendar::over(day), now).await? {
        return Err(CancelSubscriptionError::Nothing);
    }
    Ok(end_date)
}
