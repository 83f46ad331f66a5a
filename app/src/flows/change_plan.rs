//! Changing to a smaller plan. The month that was paid stays, and the smaller plan begins when
//! it ends: the provider takes an order for that day, and the larger plan renews no more. A
//! larger plan begins at once, by buying it (`begin_checkout`).

use super::beta_gate::admitted;
use crate::{
    domain::{
        account::session::Member,
        billing::{Currency, Plan, calendar},
        id::SubscriptionId,
        moment::Moment,
        throttle::Limit,
    },
    ports::{LaterOrder, PlannedPlan, Ports, ProviderError, StoreError, TooOften},
};

#[derive(Debug, thiserror::Error)]
pub enum ChangePlanError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("there is no such plan")]
    PlanNotFound,
    #[error("no larger plan is paid for")]
    Nothing,
    /// Nothing renews, so nothing can be ordered: it is bought when the month is over.
    #[error("the plan does not renew by itself")]
    MonthByMonth { current: &'static Plan, plan: &'static Plan, from: Moment },
    #[error("the closed beta does not admit this account")]
    NotAdmitted,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error("nothing can be bought here")]
    Closed,
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
    let account = &member.ok_or(ChangePlanError::SignedOut)?.account;
    let plan = Plan::named(plan).ok_or(ChangePlanError::PlanNotFound)?;
    let provider = ports.payments.as_ref().ok_or(ChangePlanError::Closed)?;
    if !admitted(ports, account).await? {
        return Err(ChangePlanError::NotAdmitted);
    }
    let now = ports.now();
    let current = ports.billing.subscription(account.id).await?;
    let current = current.filter(|current| current.delays(plan, now));
    let current = current.ok_or(ChangePlanError::Nothing)?;
    let planned = ports.billing.planned(account.id).await?;
    if planned.is_some_and(|planned| planned.plan == plan && planned.order_code.is_some()) {
        // Asked again: it is ordered.
        return Ok(());
    }
    ports.throttle.admit(Limit::Checkout, &account.id.to_string())?;
    let (from, order) = (current.makes_way(), plan.order(Currency::named(&current.currency)));
    let later = || ChangePlanError::MonthByMonth { current: current.plan, plan, from };
    let renews = current.plan_code.as_ref().and(provider.plan_code(order));
    let (Some(plan_code), Some(customer)) = (renews, &current.customer) else {
        return Err(later());
    };
    let (at, parts) = ports.id_parts();
    let planned = PlannedPlan {
        id: SubscriptionId::new(at, &parts),
        owner: account.id,
        order,
        provider: provider.name().to_owned(),
        customer: customer.clone(),
        plan_code: plan_code.clone(),
        from,
        at,
    };
    if !ports.billing.plan_later(&planned).await? {
        return Err(ChangePlanError::Nothing);
    }
    let later = LaterOrder {
        customer: customer.clone(),
        plan_code,
        email: account.email.to_string(),
        user: account.id,
        order,
        from,
    };
    match provider.subscribe(&later).await {
        Ok(ordered) => {
            let end_date = current.end_date.clone().unwrap_or_else(|| calendar::iso_day(from));
            Ok(ports.billing.planned_order(&planned, &ordered, &end_date).await?)
        }
        Err(error) => {
            // Whoever did not answer may have taken it all the same.
            let taken = matches!(error, ProviderError::Unavailable(_));
            ports.billing.unplan(account.id, taken, at).await?;
            Err(error.into())
        }
    }
}
