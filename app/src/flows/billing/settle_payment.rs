//! From what a provider says about a charge to credits, once. The page's callback, the webhook
//! and the sweeper all end here, in any order and any number of times.

use std::{sync::Arc, time::Duration};

use super::standing_orders::schedule_search;
use crate::{
    domain::{
        account::{Account, Email},
        billing::{
            Charge, ChargeStatus, Currency, Money, Payment, PaymentResult, PaymentStatus, Plan,
            SecurePayment, StandingOrder, Subscription, payment::PaymentNote,
        },
        id::{AccountId, EntryId, PaymentId, SubscriptionId},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    mails,
    ports::{
        ChargedFor, Granting, PaymentProvider, Ports, PossiblePayer, ProcessError, ProviderError,
        Renewal, StoreError,
    },
    problem::{FAILED, Kind, Problem},
};

/// The note of a charge that names somebody else than whose subscription it is.
const CONTRADICTED: &str = "altered: the charge names another user than its subscription";
/// The note of a charge without a subscription code, by a card that no order of this customer's
/// plans is charged to, or orders of several accounts are.
const UNKNOWN_CARD: &str = "paid by a card of no plan, or of several accounts'; nothing granted";

/// How long a payment is looked after before it is given up.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(72 * 3600);

/// How a payment stands after it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Granted just now, or before.
    Paid(PaymentResult),
    /// The page was told before.
    AlreadyProcessed,
    /// The provider has not decided yet.
    Processing,
    /// Declined: another try in the same window may still succeed.
    NotPaid,
    /// The window was left.
    Abandoned,
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
    let payment = ports.payments.of_owner(owner, reference).await?.ok_or(SettleError::NotFound)?;
    let settled = settle(ports, &payment).await?;
    if matches!(settled, Settled::Paid(_)) && !ports.payments.shown(payment.id, ports.now()).await?
    {
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
    if let Some(charge) = taken_by(ports, payment)?.verify(&payment.reference).await? {
        return settle_charge(ports, payment, &charge).await;
    }
    later(ports, payment, "the provider does not know it".into()).await?;
    Ok(Settled::NotPaid)
}

/// The provider of a payment.
pub(super) fn taken_by<'a>(
    ports: &'a Ports,
    payment: &Payment,
) -> Result<&'a Arc<dyn PaymentProvider>, ProviderError> {
    let provider =
        ports.payment_provider.as_ref().filter(|provider| provider.name() == payment.provider);
    provider.ok_or_else(|| ProviderError::Unavailable("not configured any more".to_owned()))
}

/// What the provider says about a payment of ours.
pub async fn settle_charge(
    ports: &Ports,
    payment: &Payment,
    charge: &Charge,
) -> Result<Settled, SettleError> {
    match charge.status {
        ChargeStatus::Success => grant(ports, payment, charge).await,
        ChargeStatus::Processing => {
            later(ports, payment, PaymentNote::Processing).await?;
            Ok(Settled::Processing)
        }
        ChargeStatus::Abandoned => {
            later(ports, payment, PaymentNote::Abandoned).await?;
            Ok(Settled::Abandoned)
        }
        ChargeStatus::Failed => {
            later(ports, payment, "declined".into()).await?;
            Ok(Settled::NotPaid)
        }
        ChargeStatus::Reversed => {
            flag(ports, &payment.provider, charge, PaymentNote::Reversed).await?;
            Ok(Settled::Flagged)
        }
    }
}

async fn grant(ports: &Ports, payment: &Payment, charge: &Charge) -> Result<Settled, SettleError> {
    let Some(account) = account_of(ports, payment).await? else {
        return gone(ports, payment).await;
    };
    let user = account.id;
    // The metadata comes back as it was sent, or not at all: anything else was altered.
    let theirs = charge.user.as_ref().is_none_or(|named| *named == user.to_string());
    let plan = Plan::named(charge.plan.as_deref().unwrap_or(&payment.plan)).filter(|_| theirs);
    let Some(plan) = plan else {
        flag(ports, &payment.provider, charge, "altered: user or plan".into()).await?;
        return Ok(Settled::Flagged);
    };
    if subscribes_to_another(ports, payment, plan, charge) {
        flag(ports, &payment.provider, charge, "altered: the provider's plan".into()).await?;
        return Ok(Settled::Flagged);
    }
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
        repay: EntryId::new(at, &ports.id_parts().1),
        subscription: SubscriptionId::new(at, &ports.id_parts().1),
        customer: charge.customer.clone(),
        plan_code: renewing(ports, plan, charge),
        authorization: charge.authorization.clone(),
        receipt: receipt(ports, &account.email, plan, charge, &payment.provider)?,
        at,
    };
    match ports.payments.process_secure_payment(&secure, &granting).await {
        Ok(result) => Ok(Settled::Paid(result)),
        Err(ProcessError::AlreadyProcessed) => paid(ports, payment.id).await,
        Err(ProcessError::Flagged(_)) => Ok(Settled::Flagged),
        Err(ProcessError::Gone) => gone(ports, payment).await,
        Err(error) => Err(error.into()),
    }
}

async fn account_of(ports: &Ports, payment: &Payment) -> Result<Option<Account>, StoreError> {
    match payment.owner {
        Some(owner) => ports.accounts.by_id(owner).await,
        None => Ok(None),
    }
}

/// Whether the provider has set up another plan than it was asked for.
fn subscribes_to_another(
    ports: &Ports,
    payment: &Payment,
    plan: &'static Plan,
    charge: &Charge,
) -> bool {
    let asked = || {
        let currency = Currency::from_code(&payment.currency)?;
        ports.payment_provider.as_ref()?.plan_code(plan.order(currency))
    };
    charge.plan_code.is_some() && charge.plan_code != asked()
}

/// The provider's plan by which this one renews; nothing where it has none, or could not charge
/// this customer again.
fn renewing(ports: &Ports, plan: &'static Plan, charge: &Charge) -> Option<String> {
    if charge.customer.is_none() || charge.authorization.is_none() {
        return None;
    }
    let currency = Currency::from_code(&charge.currency)?;
    ports.payment_provider.as_ref()?.plan_code(plan.order(currency))
}

/// Paid by somebody who has left: nothing is granted, and nothing will be charged again.
async fn gone(ports: &Ports, payment: &Payment) -> Result<Settled, SettleError> {
    ports.payments.flag_deleted_account(payment.id).await?;
    Ok(Settled::Flagged)
}

/// A charge whose reference we did not make: the next month of a subscription, or one that
/// belongs to no account.
pub async fn settle_renewal(
    ports: &Ports,
    provider: &str,
    charge: &Charge,
) -> Result<Settled, SettleError> {
    match charge.status {
        ChargeStatus::Success => {}
        // Told before the charge itself: what is flagged now is not granted then.
        ChargeStatus::Reversed => {
            flag(ports, provider, charge, PaymentNote::Reversed).await?;
            return Ok(Settled::Flagged);
        }
        _ => return Ok(Settled::NotPaid),
    }
    if let (Some(code), Some(customer), Some(plan_code)) =
        (&charge.order, &charge.customer, &charge.plan_code)
    {
        // An order that nobody has told of is known from now on, and stopped where it is nobody's;
        // one that was stopped before this charge is stopped once more.
        let order = StandingOrder {
            code: code.clone(),
            token: String::new(),
            customer: customer.clone(),
            plan_code: plan_code.clone(),
        };
        let now = ports.now();
        ports.standing_orders.charges(provider, &order, charge.paid_at.unwrap_or(now), now).await?;
    }
    let settled = settle_month(ports, provider, charge).await?;
    if settled == Settled::Flagged
        && let (Some(customer), Some(plan_code)) = (&charge.customer, &charge.plan_code)
    {
        schedule_search(ports, provider, customer, plan_code).await?;
    }
    Ok(settled)
}

async fn settle_month(
    ports: &Ports,
    provider: &str,
    charge: &Charge,
) -> Result<Settled, SettleError> {
    let subscription = match ports.subscriptions.charged_for(provider, charge).await? {
        ChargedFor::Subscription(subscription) => subscription,
        ChargedFor::OneOf(payers) => {
            let Some(subscription) = payer(ports, charge, payers).await? else {
                flag(ports, provider, charge, UNKNOWN_CARD.into()).await?;
                return Ok(Settled::Flagged);
            };
            Box::new(subscription)
        }
        ChargedFor::Nobody => {
            flag(ports, provider, charge, "nobody's: no payment and no subscription".into())
                .await?;
            return Ok(Settled::Flagged);
        }
    };
    let owner = ports.accounts.by_id(subscription.owner).await?;
    let theirs = |id: AccountId| charge.user.as_ref().is_none_or(|named| *named == id.to_string());
    if owner.as_ref().is_some_and(|owner| !theirs(owner.id)) {
        flag(ports, provider, charge, CONTRADICTED.into()).await?;
        return Ok(Settled::Flagged);
    }
    let receipt =
        owner.map(|owner| receipt(ports, &owner.email, subscription.plan, charge, provider));
    let (at, parts) = ports.id_parts();
    let renewal = Renewal {
        payment: PaymentId::new(at, &parts),
        entry: EntryId::new(at, &ports.id_parts().1),
        repay: EntryId::new(at, &ports.id_parts().1),
        subscription: subscription.id,
        provider: provider.to_owned(),
        charge: charge.clone(),
        receipt: receipt.transpose()?.flatten(),
        at,
    };
    match ports.payments.renew(&renewal).await {
        Ok(result) => Ok(Settled::Paid(result)),
        Err(ProcessError::AlreadyProcessed) => Ok(Settled::AlreadyProcessed),
        Err(ProcessError::Flagged(_)) => Ok(Settled::Flagged),
        // The account is gone: a charge after that is to be paid back.
        Err(ProcessError::Gone) => {
            flag(ports, provider, charge, PaymentNote::AccountDeleted).await?;
            Ok(Settled::Flagged)
        }
        Err(error) => Err(error.into()),
    }
}

/// Whose standing order is charged to the card of a charge that names none, as the provider says; of
/// that account's subscriptions the first, whichever of them the order is known for.
async fn payer(
    ports: &Ports,
    charge: &Charge,
    payers: Vec<PossiblePayer>,
) -> Result<Option<Subscription>, SettleError> {
    let Some(provider) = &ports.payment_provider else { return Ok(None) };
    let mut owner = None;
    for PossiblePayer { subscription, orders } in &payers {
        for code in orders {
            let card = provider.order_card(code).await?;
            if card.is_none() || card != charge.authorization {
                continue;
            }
            if *owner.get_or_insert(subscription.owner) != subscription.owner {
                return Ok(None);
            }
        }
    }
    let theirs = |payer: &PossiblePayer| Some(payer.subscription.owner) == owner;
    Ok(payers.into_iter().find(theirs).map(|payer| payer.subscription))
}

/// The mail that goes out with the grant; none in a currency that nothing is sold in.
fn receipt(
    ports: &Ports,
    to: &Email,
    plan: &'static Plan,
    charge: &Charge,
    provider: &str,
) -> Result<Option<QueuedMail>, StoreError> {
    let Some(currency) = Currency::from_code(&charge.currency) else { return Ok(None) };
    let paid = mails::Paid {
        plan,
        amount: Money { cents: charge.amount, currency },
        reference: &charge.reference,
        at: ports.now(),
        sandbox: provider == "sandbox",
    };
    mails::receipt(ports, to, &paid).map(Some)
}

async fn paid(ports: &Ports, payment: PaymentId) -> Result<Settled, SettleError> {
    let result = ports.payments.result(payment).await?.ok_or(SettleError::NotFound)?;
    Ok(Settled::Paid(result))
}

/// Not over: asked again later, at growing distances, for three days.
async fn later(ports: &Ports, payment: &Payment, note: PaymentNote) -> Result<(), StoreError> {
    let age = ports.now().since(payment.created_at);
    if age >= GIVEN_UP_AFTER {
        return ports.payments.give_up(payment.id, &note).await;
    }
    ports.payments.postpone(payment.id, Some(&note), next_look(ports.now(), age)).await
}

/// When a payment of this age is looked at again.
pub(super) fn next_look(now: Timestamp, age: Duration) -> Timestamp {
    now.after(age.max(super::begin_checkout::FIRST_LOOK))
}

async fn flag(
    ports: &Ports,
    provider: &str,
    charge: &Charge,
    note: PaymentNote,
) -> Result<(), StoreError> {
    let (at, parts) = ports.id_parts();
    ports.payments.flag(PaymentId::new(at, &parts), provider, charge, &note, at).await
}

/// The window was closed before anything was paid.
pub const WINDOW_CLOSED: &str = "Payment window closed";

/// The provider said no.
pub const NOT_COMPLETED: &str = "Payment was not completed successfully. Please try again.";

const PROCESSED: &str = "This payment has already been processed. Check your account balance.";

/// Contains 'contact support', which is shown as it is.
const FLAGGED: &str = "This payment does not match what was ordered, so nothing was added to your account. Please contact support and name your payment reference.";

impl From<SettleError> for Problem {
    fn from(error: SettleError) -> Self {
        match error {
            SettleError::NotFound => Self::new(Kind::NotFound, FAILED),
            SettleError::Provider(error) => {
                Self { source: Some(error.into()), ..Self::new(Kind::Unavailable, FAILED) }
            }
            SettleError::Store(error) => Self::unavailable_there(error, FAILED),
        }
    }
}

/// What is wrong with how a payment went, if something is.
pub fn unpaid(settled: &Settled) -> Option<Problem> {
    Some(match settled {
        Settled::Paid(_) | Settled::Processing => return None,
        Settled::AlreadyProcessed => Problem::new(Kind::Conflict, PROCESSED),
        Settled::NotPaid => Problem::new(Kind::Refused, NOT_COMPLETED),
        Settled::Abandoned => Problem::new(Kind::PaymentAbandoned, WINDOW_CLOSED),
        Settled::Flagged => Problem::new(Kind::Refused, FLAGGED),
    })
}
