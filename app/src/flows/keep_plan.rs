//! The way back after cancelling: as long as the paid month lasts, the plan goes on as if it
//! had not been cancelled, and a smaller one that was to follow does not begin.

use crate::{
    domain::{account::session::Member, billing::Plan},
    ports::{Ports, ProviderError, StoreError},
};

#[derive(Debug, thiserror::Error)]
pub enum KeepPlanError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("nothing is cancelled, or its paid month is over")]
    Nothing,
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps the plan that was cancelled. The provider is asked first: a plan that says it renews
/// does renew.
pub async fn keep_plan(
    ports: &Ports,
    member: Option<&Member>,
) -> Result<&'static Plan, KeepPlanError> {
    let owner = member.ok_or(KeepPlanError::SignedOut)?.account.id;
    let now = ports.now();
    let current = ports.billing.subscription(owner).await?;
    let current = current.filter(|current| current.can_be_kept(now));
    let current = current.ok_or(KeepPlanError::Nothing)?;
    let orders = ports.billing.orders_of(&current).await?;
    if let Some(provider) = &ports.payments {
        for order in &orders {
            provider.resume(order).await?;
        }
    }
    if !ports.billing.keep(owner, &orders, now).await? {
        return Err(KeepPlanError::Nothing);
    }
    Ok(current.plan)
}
