//! /success (spec §2): where a payment leads. Its owner sees what was really paid and
//! granted; a reference that is unknown, or somebody else's, shows the plan that its text
//! suggests and claims nothing about credits (decision 9).

use leptos::prelude::*;

use super::{Answer, Frame, Page, Visit};
use crate::{
    api::checkout::UNDERWAY,
    domain::billing::{Payment, PaymentStatus, grouped},
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let reference = visit.query("session_id").unwrap_or_default();
    let known = match &visit.member {
        Some(member) => visit.ports.billing.of_owner(member.account.id, reference).await?,
        None => None,
    };
    let (title, body) = match known {
        Some(payment) if payment.taken_back() => {
            return Ok(Answer::Away(format!("/receipts/{}", payment.reference)));
        }
        Some(payment) if payment.status == PaymentStatus::Paid => {
            let credits = visit.member.as_ref().map_or(0, |member| member.account.credits);
            ("Payment Successful!", paid(&payment, credits))
        }
        Some(payment) if payment.awaited() => ("Almost there", underway(&payment.reference)),
        // Declined, left, flagged: nothing is on its way.
        Some(payment) => return Ok(Answer::Away(super::pricing::explained(&payment.reference))),
        None => ("Payment Successful!", suggested(reference)),
    };
    Ok(Answer::Page(Page {
        title: title.to_owned(),
        description: "Your payment went through.".to_owned(),
        scripts: visit.reading_scripts(),
        frame: Frame::Full,
        main_class: "page page-center",
        body,
    }))
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
            <p>{UNDERWAY}</p>
            <div class="stack">
                <a class="button button-quiet button-wide" href=format!("/success?session_id={reference}")>"Look Again"</a>
                <a class="button button-plain button-wide" href="/dashboard">"View Dashboard"</a>
            </div>
        </section>
    }
    .into_any()
}

fn suggested(reference: &str) -> AnyView {
    view! {
        <section class="card gate">
            <p><span class="badge badge-success"><span class="icon icon-check"></span>{plan_label(reference)}</span></p>
            <h1>"Payment Successful!"</h1>
            <p>"Thank you. Your balance is on the dashboard."</p>
            {ways()}
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

/// The plan that a reference suggests (spec §7 'Other').
fn plan_label(reference: &str) -> &'static str {
    if reference.to_ascii_lowercase().contains("pro") { "Pro Plan" } else { "Basic Plan" }
}

#[cfg(test)]
mod tests {
    use super::plan_label;

    #[test]
    fn a_reference_suggests_its_plan() {
        assert_eq!(plan_label("EVN_pro_1741000000"), "Pro Plan");
        assert_eq!(plan_label("EVN_PRO_1741000000"), "Pro Plan");
        assert_eq!(plan_label("EVN_1741000000"), "Basic Plan");
        assert_eq!(plan_label(""), "Basic Plan");
    }
}
