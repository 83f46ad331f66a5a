//! /admin/payments: payments that were flagged, and what an administrator decides about them.

use leptos::prelude::*;

use crate::{
    domain::billing::{OrderState, Payment, PaymentStatus, grouped},
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        admin::{gate, lock_button},
    },
    ports::FailedOrder,
    problem::Problem,
};

/// Most payments that are shown; settled ones make room for the next.
const MOST: u32 = 100;

/// For an unlocked browser; the gate for every other one.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    if visit.admin.is_none() {
        return Ok(Answer::Page(gate(&visit.address(), None)));
    }
    Ok(Answer::Page(list(&visit, None).await?))
}

/// The list, with what came of the last decision.
pub async fn list(visit: &Visit, said: Option<Result<String, String>>) -> Result<Page, Problem> {
    let flagged = visit.ports.payments.list(true, MOST).await?;
    let shared = visit.ports.subscriptions.shared_customers(MOST).await?;
    let orders = visit.ports.standing_orders.list_failed(MOST).await?;
    let none = (flagged.is_empty() && shared.is_empty() && orders.is_empty())
        .then(|| view! { <p>"Nothing is flagged."</p> });
    let said = said.map(|said| {
        let (class, icon, role, text) = match said {
            Ok(text) => ("notice notice-success", "icon icon-check", "status", text),
            Err(text) => ("notice notice-danger", "icon icon-alert", "alert", text),
        };
        view! { <p class=class role=role><span class=icon></span><span>{text}</span></p> }
    });
    let asked = visit.query("revoke").unwrap_or_default();
    let cards = flagged.iter().map(|payment| card(payment, payment.reference == asked));
    let shared = shared.into_iter().map(|shared| {
        let accounts: Vec<_> = shared.accounts.iter().map(ToString::to_string).collect();
        let text = format!(
            "{} knows one customer ({}) for several accounts whose plans last: {}. A charge that names no subscription is not granted.",
            shared.provider, shared.customer, accounts.join(", ")
        );
        view! { <p class="notice notice-caution"><span class="icon icon-alert"></span><span>{text}</span></p> }
    });
    let orders = orders.into_iter().map(|order| {
        let FailedOrder { provider, plan, tries, problem, .. } = &order;
        let of = order.subscription.map(|id| format!("subscription {id}"));
        let of = of.unwrap_or_else(|| "an order of no subscription".to_owned());
        let text = match order.state {
            OrderState::Wanted => format!("{provider} does not renew {plan} yet ({of}): asked {tries} times. {problem}"),
            OrderState::Resuming => format!("{provider} may not renew {plan} any more ({of}): asked {tries} times to go on. {problem}"),
            _ => format!("{provider} still charges for {plan} ({of}): told to stop {tries} times. {problem}"),
        };
        view! { <p class="notice notice-caution"><span class="icon icon-alert"></span><span>{text}</span></p> }
    });
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Flagged payments"</h1>
                <p class="lead">"Altered, reversed, charged after a cancellation. Each stays here until it is settled."</p>
            </div>
            <div class="row"><a class="button button-quiet" href="/admin/waitlist">"Waitlist"</a><a class="button button-quiet" href="/admin/reports">"Reported memories"</a>{lock_button()}</div>
        </header>
        <div class="stack">
            {said}
            {shared.collect_view()}
            {orders.collect_view()}
            {cards.collect_view()}
            {none}
        </div>
    };
    Ok(Page {
        title: "Flagged payments".to_owned(),
        description: "For whoever runs Evernear.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Full,
        main_class: "page",
        body: body.into_any(),
    })
}

/// Taking credits back is asked for twice.
fn card(payment: &Payment, asked: bool) -> impl IntoView + use<> {
    let reference = payment.reference.clone();
    let granted = payment.status == PaymentStatus::Paid;
    let owner = payment.owner.map_or_else(|| "nobody we know".to_owned(), |id| id.to_string());
    let note = payment.note.as_ref().map(ToString::to_string).unwrap_or_default();
    let plan = if payment.plan.is_empty() { "—".to_owned() } else { payment.plan.clone() };
    let grant = if granted { grouped(payment.credits) } else { "none".to_owned() };
    let act = |name: &'static str, look: &'static str, label: String| {
        view! {
            <form method="post" action="/admin/payments">
                <input type="hidden" name="reference" value=reference.clone()/>
                <button class=look type="submit" name="act" value=name data-busy-label="Settling...">{label}</button>
            </form>
        }
    };
    let revoke = (granted && asked).then(|| {
        let label = format!("Yes, take {} credits back", grouped(payment.credits));
        act("revoke", "button button-danger", label)
    });
    let ask = (granted && !asked).then(|| {
        view! {
            <form method="get" action="/admin/payments">
                <input type="hidden" name="revoke" value=reference.clone()/>
                <button class="button button-quiet" type="submit">"Take the credits back"</button>
            </form>
        }
    });
    let resolve = act("resolve", "button button-quiet", "Leave it as it is".to_owned());
    view! {
        <section class="card" aria-label=format!("Payment {}", payment.reference)>
            <dl class="facts">
                <div><dt>"Reference"</dt><dd>{payment.reference.clone()}</dd></div>
                <div><dt>"What is wrong"</dt><dd>{note}</dd></div>
                <div><dt>"Account"</dt><dd>{owner}</dd></div>
                <div><dt>"Plan"</dt><dd>{plan}</dd></div>
                <div><dt>"Amount"</dt><dd class="number">{payment.amount()}</dd></div>
                <div><dt>"Credits granted"</dt><dd class="number">{grant}</dd></div>
                <div><dt>"When"</dt><dd>{payment.created_at.day()}</dd></div>
            </dl>
            <div class="row">{revoke}{ask}{resolve}</div>
        </section>
    }
}
