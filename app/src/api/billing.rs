//! Buying a plan: open the provider's window, look how it went; cancelling it.

use evernear_rules::wire::{BeginCheckoutRequest, CheckoutView, PaymentView, SettlePaymentRequest};
use leptos::{prelude::server, server_fn::codec::Json};

use super::{Refusal, caller, member};
use crate::{
    domain::billing::PlanChange,
    flows::billing::{
        begin_checkout::begin_checkout,
        cancel_subscription::{cancel_subscription, cancelled},
        settle_payment::{Settled, settle_payment, unpaid},
    },
    ports::WindowKind,
    problem::Problem,
};

/// Opens a payment for a plan in a currency.
#[server(prefix = "/api", endpoint = "checkout/begin", input = Json, output = Json)]
pub async fn begin(
    #[server(flatten)] request: BeginCheckoutRequest,
) -> Result<CheckoutView, Refusal> {
    let caller = caller()?;
    let BeginCheckoutRequest { plan, currency } = request;
    let opened = begin_checkout(&caller.ports, caller.member.as_ref(), &plan, &currency);
    let checkout = opened.await.map_err(Problem::from)?;
    Ok(CheckoutView {
        reference: checkout.reference,
        access_code: checkout.opened.access_code,
        // Paystack's popup opens by the access code, our own by its address.
        address: match checkout.window {
            WindowKind::Sandbox => Some(checkout.opened.address),
            WindowKind::Paystack => None,
        },
    })
}

/// How a payment of the caller went; grants it when it was paid.
#[server(prefix = "/api", endpoint = "checkout/settle", input = Json, output = Json)]
pub async fn settle(
    #[server(flatten)] request: SettlePaymentRequest,
) -> Result<PaymentView, Refusal> {
    let (ports, member) = member()?;
    let SettlePaymentRequest { reference } = request;
    let settled = settle_payment(&ports, member.account.id, &reference).await;
    let settled = settled.map_err(Problem::from)?;
    if let Some(problem) = unpaid(&settled) {
        return Err(problem.into());
    }
    let change = ports.payments.change(member.account.id, &reference).await;
    let change = change.map_err(Problem::from)?;
    Ok(match settled {
        Settled::Paid(result) => PaymentView {
            success: true,
            message: done(change, &result.plan),
            credits_added: Some(result.credits_added),
            new_total: Some(result.new_total_credits),
            previous_credits: Some(result.previous_credits),
            plan: Some(result.plan),
            payment_reference: result.payment_reference,
        },
        _ => PaymentView {
            success: false,
            message: BEING_CONFIRMED.to_owned(),
            credits_added: None,
            new_total: None,
            previous_credits: None,
            plan: None,
            payment_reference: reference,
        },
    })
}

/// Cancels what renews; the text to show.
#[server(prefix = "/api", endpoint = "subscription/cancel", input = Json, output = Json)]
pub async fn cancel() -> Result<String, Refusal> {
    let caller = caller()?;
    let plan = cancel_subscription(&caller.ports, caller.member.as_ref()).await;
    Ok(cancelled(plan.map_err(Problem::from)?))
}

/// What a payment has done for the plan.
fn done(change: PlanChange, plan: &str) -> String {
    match change {
        PlanChange::Upgraded => format!("Successfully upgraded to {plan} plan!"),
        PlanChange::Continued => format!("Another month of your {plan} plan is paid."),
        PlanChange::Begun => format!("Your {plan} plan has begun."),
        PlanChange::Kept => {
            format!("The credits of {plan} are yours, and your larger plan goes on.")
        }
    }
}

/// While the bank takes its time.
pub const BEING_CONFIRMED: &str = "Your payment is being confirmed. Your credits are added as soon as it is; you can close this page.";
