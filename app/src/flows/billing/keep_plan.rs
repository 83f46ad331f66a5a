//! The way back after cancelling: as long as the paid month lasts, the plan goes on as if it
//! had not been cancelled, and a smaller one that was to follow does not begin.

use std::{sync::Arc, time::Duration};

use crate::{
    domain::{
        auth::session::Member,
        billing::{Plan, Subscription},
        rate_limit::Limit,
    },
    flows::waitlist::beta_gate::admitted,
    ports::{PaymentProvider, Ports, ProviderError, StoreError, TooOften},
    problem::{Kind, Problem},
};

/// How long the provider's answer is waited for before its order is due to be stopped again.
const STOPPED_AFTER: Duration = Duration::from_secs(120);
/// When it is asked once more: a worker that was about to tell it to stop has done so by then.
const RESUMED_AGAIN_AFTER: Duration = Duration::from_secs(60);
/// How often it is asked again when a worker has told it to stop in between.
const TRIES: u32 = 3;

#[derive(Debug, thiserror::Error)]
pub enum KeepPlanError {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("nothing is cancelled, or its paid month is over")]
    Nothing,
    #[error("the closed beta does not admit this account")]
    NotAdmitted,
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps the plan that was cancelled. The provider is asked first: a plan that says it renews
/// does renew. Before that it is written down that its order is to be stopped again: wherever
/// this breaks off, a plan that says it is cancelled is charged no more.
pub async fn keep_plan(
    ports: &Ports,
    member: Option<&Member>,
) -> Result<&'static Plan, KeepPlanError> {
    let account = &member.ok_or(KeepPlanError::SignedOut)?.account;
    let owner = account.id;
    let current = ports.subscriptions.subscription(owner).await?;
    let current = current.filter(|current| current.can_be_kept(ports.now()));
    let current = current.ok_or(KeepPlanError::Nothing)?;
    // It would be charged for what the account cannot use.
    if !admitted(ports, account).await? {
        return Err(KeepPlanError::NotAdmitted);
    }
    ports.rate_limiter.check(Limit::Checkout, &owner.to_string())?;
    let provider = provider_of(ports, &current)?;
    for _ in 0..TRIES {
        if keep_once(ports, provider, &current).await? {
            return Ok(current.plan);
        }
    }
    Err(KeepPlanError::Nothing)
}

/// Whoever has its standing order; nobody where it does not renew by itself.
fn provider_of<'a>(
    ports: &'a Ports,
    current: &Subscription,
) -> Result<Option<&'a Arc<dyn PaymentProvider>>, ProviderError> {
    if current.plan_code.is_none() {
        return Ok(None);
    }
    let provider = ports.payment_provider.as_ref().filter(|one| one.name() == current.provider);
    let missing = || ProviderError::Unavailable("not configured any more".to_owned());
    provider.map(Some).ok_or_else(missing)
}

/// No when a worker has told the provider to stop meanwhile.
async fn keep_once(
    ports: &Ports,
    provider: Option<&Arc<dyn PaymentProvider>>,
    current: &Subscription,
) -> Result<bool, KeepPlanError> {
    let now = ports.now();
    if !ports.subscriptions.hold_stop(current, now, now.after(STOPPED_AFTER)).await? {
        return Err(KeepPlanError::Nothing);
    }
    // Where there is none yet, it is asked for afterwards.
    let order = ports.standing_orders.of(current.id).await?;
    if let (Some(provider), Some(order)) = (provider, order) {
        provider.resume(&order).await?;
    }
    let now = ports.now();
    Ok(ports.subscriptions.keep(current, now, now.after(RESUMED_AGAIN_AFTER)).await?)
}

impl From<KeepPlanError> for Problem {
    fn from(error: KeepPlanError) -> Self {
        match error {
            KeepPlanError::SignedOut => Self::signed_out(),
            KeepPlanError::Nothing => Self::new(
                Kind::Conflict,
                "There is no cancelled plan that could go on. You can choose one now.",
            ),
            KeepPlanError::NotAdmitted => Self::beta_closed(),
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
