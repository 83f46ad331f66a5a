//! The way back after cancelling: as long as the paid month lasts, the plan goes on as if it
//! had not been cancelled, and a smaller one that was to follow does not begin. Its provider is asked
//! to let the order go on, or for a new one, where all that is asked about orders is
//! (`standing_orders`): beside a question that is under way nothing can contradict it.

use crate::{
    domain::{
        auth::session::Member,
        billing::{Plan, Subscription},
        rate_limit::Limit,
    },
    flows::waitlist::beta_gate::admitted,
    ports::{Ports, ProviderError, StoreError, TooOften},
    problem::{Kind, Problem},
};

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

/// Keeps the plan that was cancelled.
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
    require_its_provider(ports, &current)?;
    if !ports.subscriptions.keep(&current, ports.now()).await? {
        return Err(KeepPlanError::Nothing);
    }
    Ok(current.plan)
}

/// Nobody else can let its order go on.
fn require_its_provider(ports: &Ports, current: &Subscription) -> Result<(), ProviderError> {
    let provider = ports.payment_provider.as_ref();
    if !current.renews() || provider.is_some_and(|one| one.name() == current.provider) {
        return Ok(());
    }
    Err(ProviderError::Unavailable("not configured any more".to_owned()))
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
