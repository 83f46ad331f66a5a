//! What every way to a plan asks first: who it is, which plan, who takes the money, and whether
//! the closed beta admits this account. Nothing is sold to whoever it does not admit.

use std::sync::Arc;

use crate::{
    domain::{account::Account, auth::session::Member, billing::Plan},
    flows::waitlist::beta_gate::admitted,
    ports::{PaymentProvider, Ports, StoreError},
    problem::{FAILED, Kind, Problem},
};

#[derive(Debug, thiserror::Error)]
pub enum NotForSale {
    #[error("nobody is signed in")]
    SignedOut,
    #[error("there is no such plan")]
    PlanNotFound,
    #[error("nothing can be bought here")]
    Closed,
    #[error("the closed beta does not admit this account")]
    NotAdmitted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who buys which plan, and from whom.
pub struct Buyer<'a> {
    pub account: &'a Account,
    pub plan: &'static Plan,
    pub provider: &'a Arc<dyn PaymentProvider>,
}

impl<'a> Buyer<'a> {
    /// Of a request, or why nothing is sold to it.
    pub async fn of(
        ports: &'a Ports,
        member: Option<&'a Member>,
        plan: &str,
    ) -> Result<Self, NotForSale> {
        let account = &member.ok_or(NotForSale::SignedOut)?.account;
        let plan = Plan::named(plan).ok_or(NotForSale::PlanNotFound)?;
        let provider = ports.payment_provider.as_ref().ok_or(NotForSale::Closed)?;
        if !admitted(ports, account).await? {
            return Err(NotForSale::NotAdmitted);
        }
        Ok(Self { account, plan, provider })
    }
}

/// What a visitor reads who chose a plan.
pub const PURCHASE: &str = "Please sign up/log in to continue with your purchase";

impl From<NotForSale> for Problem {
    fn from(error: NotForSale) -> Self {
        match error {
            NotForSale::SignedOut => Self::new(Kind::SignedOut, PURCHASE),
            NotForSale::PlanNotFound => Self::new(Kind::NotFound, "Selected plan not found"),
            NotForSale::Closed => {
                Self::new(Kind::Refused, "Plans cannot be bought here at the moment.")
            }
            NotForSale::NotAdmitted => Self::beta_closed(),
            NotForSale::Store(error) => Self::unavailable_there(error, FAILED),
        }
    }
}
