//! /success: where a payment leads. Its owner sees what was really paid and granted. Whoever is
//! signed out signs in first and comes back; a reference that is unknown, declined or somebody
//! else's claims nothing.

use leptos::prelude::*;

use crate::{
    api::billing::BEING_CONFIRMED,
    domain::billing::{Payment, PaymentStatus, grouped},
    pages::{Answer, Layout, Page, Visit},
    problem::Problem,
};

/// What is said where no payment of the person is found.
const UNKNOWN: &str = "We cannot find this payment";

/// For the signed-in; whoever names no payment is told that there is none.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(reference) = visit.query("session_id") else {
        return Ok(Answer::Page(shown(&visit, UNKNOWN, unknown(None))));
    };
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in_with_query()) };
    let known = visit.ports.payments.of_owner(member.account.id, reference).await?;
    let (title, body) = match known {
        Some(payment) if payment.taken_back() => {
            return Ok(Answer::Away(format!("/receipts/{}", payment.reference)));
        }
        Some(payment) if payment.status == PaymentStatus::Paid => {
            ("Payment Successful!", paid(&payment, member.account.shown_credits()))
        }
        Some(payment) if payment.awaited() => ("Almost there", underway(&payment.reference)),
        // Declined, left, flagged: nothing is on its way.
        Some(payment) => {
            (UNKNOWN, unknown(Some(crate::pages::billing::pricing::why_unpaid(&payment))))
        }
        None => (UNKNOWN, unknown(None)),
    };
    Ok(Answer::Page(shown(&visit, title, body)))
}

fn shown(visit: &Visit, title: &str, body: AnyView) -> Page {
    Page {
        title: title.to_owned(),
        description: "How your payment stands.".to_owned(),
        scripts: visit.reading_scripts(),
        layout: Layout::Full,
        main_class: "page page-center",
        body,
    }
}

fn paid(payment: &Payment, balance: u32) -> AnyView {
    let receipt = format!("/receipts/{}", payment.reference);
    view! {
        <section class="card gate">
            <p><span class="badge badge-success"><span class="icon icon-check"></span>{format!("{} Plan", payment.plan)}</span></p>
            <h1>"Payment Successful!"</h1>
            <dl class="facts">
                <div><dt>"Plan"</dt><dd>{payment.plan.clone()}</dd></div>
                <div><dt>"Paid"</dt><dd class="number">{payment.amount()}</dd></div>
                <div><dt>"Credits added"</dt><dd class="number">{grouped(payment.credits)}</dd></div>
                <div><dt>"Your balance"</dt><dd class="number">{grouped(balance)}" credits"</dd></div>
            </dl>
            {ways()}
            <p class="caption center"><a href=receipt>"View the receipt"</a></p>
        </section>
    }
    .into_any()
}

/// With script it looks again by itself, and becomes what the payment has become.
fn underway(reference: &str) -> AnyView {
    view! {
        <section class="card gate" data-awaits-payment=reference.to_owned()>
            <p><span class="badge badge-info"><span class="icon icon-clock"></span>"Being confirmed"</span></p>
            <h1>"Almost there"</h1>
            <p>{BEING_CONFIRMED}</p>
            <div class="stack">
                <a class="button button-quiet button-wide" href=format!("/success?session_id={reference}")>"Look Again"</a>
                <a class="button button-plain button-wide" href="/dashboard">"View Dashboard"</a>
            </div>
        </section>
    }
    .into_any()
}

/// No plan and no success: whoever came here may not have paid anything.
fn unknown(why: Option<String>) -> AnyView {
    let why = why.unwrap_or_else(|| "There is no payment of yours under this address, so nothing was added to your account. If you did pay, your credits come as soon as the payment is confirmed.".to_owned());
    view! {
        <section class="card gate">
            <h1>{UNKNOWN}</h1>
            <p>{why}</p>
            <div class="stack">
                <a class="button button-primary button-wide" href="/pricing">"See the plans"</a>
                <a class="button button-quiet button-wide" href="/support">"Write to us"</a>
            </div>
        </section>
    }
    .into_any()
}

fn ways() -> impl IntoView {
    view! {
        <div class="stack">
            <a class="button button-primary button-wide" href="/create">"Start Creating"</a>
            <a class="button button-quiet button-wide" href="/dashboard">"View Dashboard"</a>
        </div>
    }
}
