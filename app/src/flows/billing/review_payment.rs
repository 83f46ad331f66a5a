//! Looking again at what was granted: a bank may take its money back months later, and the
//! webhook that tells of it may never come. It is flagged for an operator. The credits stay
//! until a person has decided: some may be spent, and the provider may be mistaken.

use std::time::Duration;

use super::settle_payment::{SettleError, taken_by};
use crate::{
    domain::{
        billing::{Charge, ChargeStatus, Payment, payment::PaymentNote},
        timestamp::Timestamp,
    },
    ports::Ports,
};

/// How long after it was paid it is looked at first; then each time twice as old.
pub const FIRST_REVIEW: Duration = Duration::from_secs(24 * 3600);
/// Banks hear no complaint about anything older.
const LAST_REVIEW: Duration = Duration::from_secs(180 * 24 * 3600);

/// What the provider says about a granted payment by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reviewed {
    /// The provider still says that exactly this was paid, or has nothing else to say yet.
    Stands,
    /// It does not: this is what is wrong.
    Flagged(PaymentNote),
}

/// Asks the provider about a payment that was granted.
pub async fn review_payment(ports: &Ports, payment: &Payment) -> Result<Reviewed, SettleError> {
    let charge = taken_by(ports, payment)?.verify(&payment.reference).await?;
    let wrong = wrong_since(payment, charge.as_ref());
    let next = next_review(payment, ports.now());
    ports.payments.looked_again(payment.id, wrong.as_ref(), next).await?;
    Ok(wrong.map_or(Reviewed::Stands, Reviewed::Flagged))
}

fn wrong_since(payment: &Payment, charge: Option<&Charge>) -> Option<PaymentNote> {
    let Some(charge) = charge else { return Some("the provider does not know it any more".into()) };
    match charge.status {
        ChargeStatus::Reversed => Some(PaymentNote::Reversed),
        ChargeStatus::Failed | ChargeStatus::Abandoned => {
            Some("the provider does not call it paid any more".into())
        }
        ChargeStatus::Success
            if charge.amount != payment.cents || charge.currency != payment.currency =>
        {
            Some("the provider names another amount since".into())
        }
        ChargeStatus::Success | ChargeStatus::Processing => None,
    }
}

fn next_review(payment: &Payment, now: Timestamp) -> Timestamp {
    let age = now.since(payment.paid_at.unwrap_or(payment.created_at));
    if age >= LAST_REVIEW { Timestamp(i64::MAX) } else { now.after(age.max(FIRST_REVIEW)) }
}
