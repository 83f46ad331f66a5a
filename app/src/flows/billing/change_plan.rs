//! Changing to a smaller plan. The month that was paid stays, and the smaller plan begins when
//! it ends: the provider takes an order for that day, and the larger plan renews no more. A
//! larger plan begins at once, by buying it (`begin_checkout`).
//!
//! Nothing of what the person has ends before the provider has taken the order. Wherever this
//! breaks off, the order belongs to no subscription and is stopped (`standing_orders`): nobody is
//! charged for a plan that was not changed to.

use super::{
    buying::{Buyer, NotForSale},
    standing_orders,
};
use crate::{
    domain::{
        auth::session::Member,
        billing::{Currency, Order, Plan, Subscription, calendar},
        id::SubscriptionId,
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    ports::{LaterOrder, PlannedPlan, Ports, ProviderError, StoreError, TooOften},
    problem::{Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum ChangePlanError {
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    #[error("no larger plan is paid for")]
    Nothing,
    /// Nothing renews, so nothing can be ordered: it is bought when the month is over.
    #[error("the plan does not renew by itself")]
    MonthByMonth { current: &'static Plan, plan: &'static Plan, from: Timestamp },
    #[error("the present plan has changed while the provider was asked")]
    ChangedMeanwhile,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Orders a smaller plan for the end of the present one.
pub async fn change_plan(
    ports: &Ports,
    member: Option<&Member>,
    plan: &str,
) -> Result<(), ChangePlanError> {
    let buyer = Buyer::of(ports, member, plan).await?;
    let (owner, plan, now) = (buyer.account.id, buyer.plan, ports.now());
    let current = ports.subscriptions.subscription(owner).await?;
    let current = current.filter(|current| current.blocks_until_end(plan, now));
    let current = current.ok_or(ChangePlanError::Nothing)?;
    let planned = ports.subscriptions.planned(owner).await?;
    if planned.is_some_and(|planned| planned.plan == plan) {
        // Asked again: it is ordered.
        return Ok(());
    }
    ports.rate_limiter.check(Limit::Checkout, &owner.to_string())?;
    let order = plan.order(Currency::named(&current.currency));
    let Some(planned) = planned_after(ports, &current, &buyer, order) else {
        let (current, from) = (current.plan, current.ends_for_successor());
        return Err(ChangePlanError::MonthByMonth { current, plan, from });
    };
    let later = LaterOrder {
        customer: planned.customer.clone(),
        plan_code: planned.plan_code.clone(),
        authorization: planned.authorization.clone(),
        user: owner,
        order,
        from: planned.from,
    };
    let answer = standing_orders::request_order(ports, buyer.provider.as_ref(), &later).await??;
    let end = current.end_date.clone().unwrap_or_else(|| calendar::iso_day(planned.from));
    let planned_now = ports.subscriptions.plan(&planned, &answer.order, &end, ports.now()).await?;
    ports.standing_orders.answered(answer.request).await?;
    if !planned_now {
        return Err(ChangePlanError::ChangedMeanwhile);
    }
    Ok(())
}

/// The plan that follows the present one; nothing where the provider cannot take an order for
/// it: one of the plans does not renew, or the present one is another provider's.
fn planned_after(
    ports: &Ports,
    current: &Subscription,
    buyer: &Buyer<'_>,
    order: Order,
) -> Option<PlannedPlan> {
    let provider = buyer.provider;
    if !current.renews() || current.provider != provider.name() {
        return None;
    }
    let (at, parts) = ports.id_parts();
    Some(PlannedPlan {
        id: SubscriptionId::new(at, &parts),
        owner: buyer.account.id,
        follows: current.clone(),
        order,
        provider: provider.name().to_owned(),
        customer: current.customer.clone()?,
        plan_code: provider.plan_code(order)?,
        authorization: current.authorization.clone()?,
        from: current.ends_for_successor(),
    })
}

/// Why a smaller plan is not sold now.
pub(super) fn smaller(current: &Plan, plan: &Plan, from: Timestamp) -> String {
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
