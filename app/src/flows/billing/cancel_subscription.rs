//! Cancelling: benefits stay until the end date, the provider is told to charge no more, and
//! what it confirms late is waited for.

use crate::{
    domain::{
        auth::session::Member,
        billing::{Plan, Subscription, SubscriptionStatus, calendar},
    },
    flows::billing::settle_payment::SettleError,
    ports::{PaymentProvider, Ports, StoreError},
    problem::{Kind, Problem},
};

/// How often it is tried again when a month was paid, or another plan began, in between.
const TRIES: u32 = 3;

/// What is said then, with the plan that the person has.
pub fn cancelled(plan: &Plan) -> String {
    format!("Your subscription has been cancelled. {}", benefits(plan))
}

/// What is asked before, with the plan that was to follow, if any.
pub fn question(plan: &Plan, planned: Option<&Plan>) -> String {
    const ASKED: &str = "Are you sure you want to cancel your subscription?";
    let benefits = benefits(plan);
    match planned {
        None => format!("{ASKED} {benefits}"),
        Some(planned) => {
            let benefits = benefits.trim_end_matches('.');
            format!("{ASKED} {benefits}, and {} will not begin.", planned.name)
        }
    }
}

fn benefits(plan: &Plan) -> String {
    let plan = plan.name;
    format!("Your {plan} benefits will remain active until the end of the current billing period.")
}

#[derive(Debug, thiserror::Error)]
pub enum CancelSubscriptionError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("there is nothing to cancel")]
    Nothing,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cancels what renews, with a smaller plan that was to follow it; the plan that ends.
pub async fn cancel_subscription(
    ports: &Ports,
    member: Option<&Member>,
) -> Result<&'static Plan, CancelSubscriptionError> {
    let owner = member.ok_or(CancelSubscriptionError::SignedOut)?.account.id;
    for _ in 0..TRIES {
        let subscription = ports.subscriptions.subscription(owner).await?;
        let subscription = subscription.ok_or(CancelSubscriptionError::Nothing)?;
        let now = ports.now();
        if subscription.end_date.is_some() {
            // Asked again: it ends as it was said the first time, and nothing follows.
            ports.subscriptions.drop_planned(owner, None, now).await?;
            return Ok(subscription.plan);
        }
        if end(ports, &subscription).await? {
            return Ok(subscription.plan);
        }
    }
    Err(CancelSubscriptionError::Nothing)
}

/// Ends what renews on its last day; no where it has changed since it was read.
async fn end(ports: &Ports, subscription: &Subscription) -> Result<bool, StoreError> {
    let now = ports.now();
    let day = calendar::end_date(now, subscription.paid_through);
    let (end_date, ends_at) = (calendar::iso(day), calendar::over(day));
    ports.subscriptions.cancel(subscription, &end_date, ends_at, now).await
}

/// A standing order has ended at the provider, as it tells. It may have been us, and let it go on
/// since, so it is asked. Where it is so, the person has ended it there, and the plan is cancelled, or
/// will not begin.
pub(super) async fn order_ended(
    ports: &Ports,
    provider: &dyn PaymentProvider,
    code: &str,
) -> Result<(), SettleError> {
    let found = ports.standing_orders.renewing_by(provider.name(), code).await?;
    let Some((subscription, order)) = found else { return Ok(()) };
    if !provider.has_ended(&order).await? {
        return Ok(());
    }
    if subscription.status == SubscriptionStatus::Planned {
        let only = Some(subscription.id);
        ports.subscriptions.drop_planned(subscription.owner, only, ports.now()).await?;
    } else {
        end(ports, &subscription).await?;
    }
    Ok(())
}

/// What a visitor reads who wants to cancel.
pub const CANCEL: &str = "Please sign in to cancel your plan.";

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
