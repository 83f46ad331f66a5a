//! From what a provider says about a charge to credits, once (spec §7 'Secure payment
//! procedure'). The page's callback, the webhook and the sweeper all end here, in any order
//! and any number of times.

use std::time::Duration;

use crate::{
    domain::{
        billing::{
            Charge, ChargeStatus, Currency, Money, Payment, PaymentResult, PaymentStatus, Plan,
            SecurePayment, payment,
        },
        id::{AccountId, EntryId, PaymentId, SubscriptionId},
        mail::Mail,
        moment::Moment,
    },
    mails,
    ports::{Granting, Ports, ProcessError, ProviderError, Renewal, StoreError},
};

/// How long a payment is looked after before it is given up.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(72 * 3600);

/// What came of looking at a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Granted just now, or before.
    Paid(PaymentResult),
    /// The page was told before.
    AlreadyProcessed,
    /// The provider has not decided yet.
    Underway,
    /// Declined: another try in the same window may still succeed.
    NotPaid,
    /// The window was left.
    Left,
    /// Wrong in some way; nothing was granted.
    Flagged,
}

#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    #[error("there is no such payment")]
    NotFound,
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ProcessError> for SettleError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::Store(error) => Self::Store(error),
            _ => Self::NotFound,
        }
    }
}

/// After the provider's window, for the person who paid: asks the provider and grants.
pub async fn settle_payment(
    ports: &Ports,
    owner: AccountId,
    reference: &str,
) -> Result<Settled, SettleError> {
    let payment = ports.billing.of_owner(owner, reference).await?.ok_or(SettleError::NotFound)?;
    let settled = settle(ports, &payment).await?;
    if matches!(settled, Settled::Paid(_)) && !ports.billing.shown(payment.id, ports.now()).await? {
        return Ok(Settled::AlreadyProcessed);
    }
    Ok(settled)
}

/// Looks at a payment of ours: what we know, else what the provider says.
pub async fn settle(ports: &Ports, payment: &Payment) -> Result<Settled, SettleError> {
    match payment.status {
        PaymentStatus::Paid => return paid(ports, payment.id).await,
        PaymentStatus::Flagged => return Ok(Settled::Flagged),
        PaymentStatus::Pending | PaymentStatus::Failed => {}
    }
    let provider =
        ports
            .payments
            .as_ref()
            .filter(|provider| provider.name() == payment.provider)
            .ok_or_else(|| ProviderError::Unavailable("not configured any more".to_owned()))?;
    if let Some(charge) = provider.verify(&payment.reference).await? {
        return settle_charge(ports, payment, &charge).await;
    }
    later(ports, payment, "the provider does not know it").await?;
    Ok(Settled::NotPaid)
}

/// What the provider says about a payment of ours.
pub async fn settle_charge(
    ports: &Ports,
    payment: &Payment,
    charge: &Charge,
) -> Result<Settled, SettleError> {
    match charge.status {
        ChargeStatus::Success => grant(ports, payment, charge).await,
        ChargeStatus::Underway => {
            later(ports, payment, payment::UNDERWAY).await?;
            Ok(Settled::Underway)
        }
        ChargeStatus::Abandoned => {
            later(ports, payment, payment::LEFT).await?;
            Ok(Settled::Left)
        }
        ChargeStatus::Failed => {
            later(ports, payment, "declined").await?;
            Ok(Settled::NotPaid)
        }
        ChargeStatus::Reversed => {
            flag(ports, &payment.provider, charge, "reversed").await?;
            Ok(Settled::Flagged)
        }
    }
}

async fn grant(ports: &Ports, payment: &Payment, charge: &Charge) -> Result<Settled, SettleError> {
    // What was sent along comes back, or nothing does; something else was altered.
    let owner = payment
        .owner
        .filter(|owner| charge.user.as_ref().is_none_or(|user| *user == owner.to_string()));
    let plan = Plan::named(charge.plan.as_deref().unwrap_or(&payment.plan));
    let (Some(user), Some(plan)) = (owner, plan) else {
        flag(ports, &payment.provider, charge, "altered: user or plan").await?;
        return Ok(Settled::Flagged);
    };
    let secure = SecurePayment {
        provider: payment.provider.clone(),
        user,
        credits_to_add: plan.credits,
        payment_reference: charge.reference.clone(),
        amount: charge.amount,
        plan,
        currency: charge.currency.clone(),
    };
    let (at, parts) = ports.id_parts();
    let granting = Granting {
        entry: EntryId::new(at, &parts),
        subscription: SubscriptionId::new(at, &ports.id_parts().1),
        customer: charge.customer.clone(),
        plan_code: charge.plan_code.clone(),
        receipt: receipt(ports, user, plan, charge, &payment.provider).await?,
        at,
    };
    match ports.billing.process_secure_payment(&secure, &granting).await {
        Ok(result) => Ok(Settled::Paid(result)),
        Err(ProcessError::AlreadyProcessed) => paid(ports, payment.id).await,
        Err(ProcessError::Flagged(_)) => Ok(Settled::Flagged),
        Err(error) => Err(error.into()),
    }
}

/// A charge that is none of ours to begin with: the next month of a subscription, or
/// nobody's.
pub async fn settle_renewal(
    ports: &Ports,
    provider: &str,
    charge: &Charge,
) -> Result<Settled, SettleError> {
    if charge.status != ChargeStatus::Success {
        return Ok(Settled::NotPaid);
    }
    let subscription = match (&charge.customer, &charge.plan_code) {
        (Some(customer), Some(plan)) => ports.billing.charged_for(provider, customer, plan).await?,
        _ => None,
    };
    let Some(subscription) = subscription else {
        flag(ports, provider, charge, "nobody's: no payment and no subscription").await?;
        return Ok(Settled::Flagged);
    };
    let (at, parts) = ports.id_parts();
    let renewal = Renewal {
        payment: PaymentId::new(at, &parts),
        entry: EntryId::new(at, &ports.id_parts().1),
        subscription: subscription.id,
        provider: provider.to_owned(),
        charge: charge.clone(),
        receipt: receipt(ports, subscription.owner, subscription.plan, charge, provider).await?,
        at,
    };
    match ports.billing.renew(&renewal).await {
        Ok(result) => Ok(Settled::Paid(result)),
        Err(ProcessError::AlreadyProcessed) => Ok(Settled::AlreadyProcessed),
        Err(ProcessError::Flagged(_)) => Ok(Settled::Flagged),
        // The account is gone (decision 28): a charge after that is to be paid back.
        Err(ProcessError::Unknown) => {
            flag(ports, provider, charge, "charged for an account that is gone; refund").await?;
            Ok(Settled::Flagged)
        }
        Err(error) => Err(error.into()),
    }
}

/// The mail that goes out with the grant; none where the account is gone.
async fn receipt(
    ports: &Ports,
    owner: AccountId,
    plan: &'static Plan,
    charge: &Charge,
    provider: &str,
) -> Result<Option<Mail>, StoreError> {
    let account = ports.accounts.by_id(owner).await?;
    let (Some(account), Some(currency)) = (account, Currency::from_code(&charge.currency)) else {
        return Ok(None);
    };
    let paid = mails::Paid {
        plan,
        amount: Money { cents: charge.amount, currency },
        reference: &charge.reference,
        at: ports.now(),
        sandbox: provider == "sandbox",
    };
    mails::receipt(ports, &account.email, &paid).map(Some)
}

async fn paid(ports: &Ports, payment: PaymentId) -> Result<Settled, SettleError> {
    let result = ports.billing.result(payment).await?.ok_or(SettleError::NotFound)?;
    Ok(Settled::Paid(result))
}

/// Not over: asked again later, at growing distances, for three days.
async fn later(ports: &Ports, payment: &Payment, note: &str) -> Result<(), StoreError> {
    let age = ports.now().since(payment.created_at);
    if age >= GIVEN_UP_AFTER {
        return ports.billing.give_up(payment.id, note).await;
    }
    ports.billing.postpone(payment.id, Some(note), next_look(ports.now(), age)).await
}

/// When a payment of this age is looked at again.
pub(super) fn next_look(now: Moment, age: Duration) -> Moment {
    now.after(age.max(super::begin_checkout::FIRST_LOOK))
}

async fn flag(
    ports: &Ports,
    provider: &str,
    charge: &Charge,
    note: &str,
) -> Result<(), StoreError> {
    let (at, parts) = ports.id_parts();
    ports.billing.flag(PaymentId::new(at, &parts), provider, charge, note, at).await
}
