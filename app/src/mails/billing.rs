//! The mail after a payment.

use minijinja::context;

use super::{Purpose, mail};
use crate::{
    domain::{
        account::Email,
        billing::{Money, Plan, grouped},
        mail::QueuedMail,
        moment::Moment,
    },
    ports::{Ports, StoreError},
};

/// What was paid.
#[derive(Clone, Debug)]
pub struct Paid<'a> {
    pub plan: &'static Plan,
    pub amount: Money,
    pub reference: &'a str,
    pub at: Moment,
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
