//! Choosing a plan: the pending payment is written with our own amount, currency and
//! reference, then the provider opens its window for exactly that. While the beta is closed
//! nothing is sold to whoever is not admitted.

use std::time::Duration;

use super::buying::{Buyer, NotForSale};
use crate::{
    domain::{
        auth::session::Member,
        billing::{
            Currency, Plan,
            payment::{PaymentNote, new_reference},
        },
        id::PaymentId,
        rate_limit::Limit,
        timestamp::Timestamp,
    },
    flows::billing::change_plan::smaller,
    ports::{
        ChargeOrder, NewPayment, Opened, Ports, ProviderError, StoreError, TooOften, WindowKind,
    },
    problem::{FAILED, Kind, Problem},
};

/// When a payment is first looked after if nobody told us how it went.
pub const FIRST_LOOK: Duration = Duration::from_secs(120);

#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    #[error("the plan is the current one")]
    Current,
    /// It can begin when the month of the larger one is over.
    #[error("the plan is smaller than the one that is paid for")]
    Smaller { current: &'static Plan, plan: &'static Plan, from: Timestamp },
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An open checkout.
#[derive(Clone, Debug)]
pub struct Checkout {
    pub reference: String,
    pub window: WindowKind,
    pub opened: Opened,
}

/// Opens the provider's window for a plan.
pub async fn begin_checkout(
    ports: &Ports,
    member: Option<&Member>,
    plan: &str,
    currency: &str,
) -> Result<Checkout, CheckoutError> {
    let Buyer { account, plan, provider } = Buyer::of(ports, member, plan).await?;
    let owner = account.id;
    if let Some(current) = ports.subscriptions.subscription(owner).await? {
        let now = ports.now();
        if current.plan == plan && !current.may_prepay(now) {
            return Err(CheckoutError::Current);
        }
        if current.blocks_until_end(plan, now) {
            let (current, from) = (current.plan, current.ends_for_successor());
            return Err(CheckoutError::Smaller { current, plan, from });
        }
    }
    // Each of these asks the provider, and leaves a row.
    ports.rate_limiter.check(Limit::Checkout, &owner.to_string())?;
    let order = plan.order(Currency::named(currency));
    let (at, parts) = ports.id_parts();
    let reference = new_reference(at, &ports.id_parts().1);
    let payment = NewPayment {
        id: PaymentId::new(at, &parts),
        provider: provider.name().to_owned(),
        reference: reference.clone(),
        owner,
        order,
        at,
        next: at.after(FIRST_LOOK),
    };
    ports.payments.open(&payment).await?;
    let charge = ChargeOrder {
        reference: reference.clone(),
        email: account.email.to_string(),
        user: owner,
        order,
        return_url: format!("{}/checkout/return?reference={reference}", ports.settings.public_url),
    };
    match provider.initialise(&charge).await {
        Ok(opened) => Ok(Checkout { reference, window: provider.window(), opened }),
        Err(error) => {
            // It stays pending: the provider may have opened it all the same.
            let note = PaymentNote::from("the window did not open");
            ports.payments.postpone(payment.id, Some(&note), payment.next).await?;
            Err(error.into())
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
            CheckoutError::Store(error) => Self::unavailable_there(error, FAILED),
        }
    }
}
