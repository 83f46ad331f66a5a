//! The mails after a payment, and after one was taken back.

use minijinja::context;

use super::{Purpose, mail};
use crate::{
    domain::{
        account::Email,
        billing::{Money, Payment, Plan, grouped, payment::PaymentNote},
        mail::QueuedMail,
        timestamp::Timestamp,
    },
    ports::{Ports, StoreError},
};

/// What was paid.
#[derive(Clone, Debug)]
pub struct Paid<'a> {
    pub plan: &'static Plan,
    pub amount: Money,
    pub reference: &'a str,
    pub at: Timestamp,
    pub sandbox: bool,
}

/// 'Your Evernear receipt'.
pub fn receipt(ports: &Ports, to: &Email, paid: &Paid<'_>) -> Result<QueuedMail, StoreError> {
    let site = ports.settings.public_url.as_str();
    let values = context! {
        site => site,
        plan => paid.plan.name,
        credits => grouped(paid.plan.credits),
        amount => paid.amount.to_string(),
        reference => paid.reference,
        day => paid.at.day(),
        link => format!("{site}/receipts/{}", paid.reference),
        sandbox => paid.sandbox,
    };
    mail(ports, Purpose::Receipt, to, None, &values)
}

/// 'Your payment was taken back'.
pub fn payment_revoked(
    ports: &Ports,
    to: &Email,
    payment: &Payment,
    [taken, owed]: [u32; 2],
) -> Result<QueuedMail, StoreError> {
    let site = ports.settings.public_url.as_str();
    let values = context! {
        site => site,
        plan => payment.plan.as_str(),
        by_the_bank => payment.note == Some(PaymentNote::Reversed),
        taken => (taken > 0).then(|| grouped(taken)),
        owed => (owed > 0).then(|| grouped(owed)),
        amount => payment.amount(),
        reference => payment.reference.as_str(),
        link => format!("{site}/credits"),
        support => format!("{site}/support"),
    };
    mail(ports, Purpose::PaymentRevoked, to, None, &values)
}
