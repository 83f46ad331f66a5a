//! /receipts/{reference}: what was paid, for its owner, on light paper and ready to print.

use leptos::prelude::*;

use crate::{
    domain::billing::{Payment, grouped, payment::PaymentNote},
    pages::{
        Answer, Layout, Page, Scripts, Visit,
        layout::shell::{MAIL, our_name},
    },
    problem::Problem,
};

/// For whoever paid; somebody else's looks like an unknown one.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let Some(member) = &visit.member else { return Ok(visit.to_sign_in()) };
    let reference = visit.path.rsplit('/').next().unwrap_or_default();
    let payment = visit.ports.payments.of_owner(member.account.id, reference).await?;
    let Some((payment, paid)) = payment.and_then(|payment| payment.paid_at.map(|at| (payment, at)))
    else {
        return Ok(Answer::Away("/credits".to_owned()));
    };
    let email = member.account.email.to_string();
    let name = member.account.username.as_ref().map(|name| name.as_str().to_owned());
    let body = view! {
        <nav class="receipt-ways">
            <a class="button button-plain" href="/credits"><span class="icon icon-back"></span>"Your credits"</a>
            <button class="button button-quiet" type="button" data-print="" hidden><span class="icon icon-download"></span>"Print"</button>
        </nav>
        {paper(&visit, &payment, &paid.day(), &email, name)}
    };
    Ok(Answer::Page(Page {
        title: format!("Receipt {}", payment.reference),
        description: "What you paid.".to_owned(),
        scripts: Scripts::Small,
        layout: Layout::Bare,
        main_class: "receipt light",
        body: body.into_any(),
    }))
}

fn paper(
    visit: &Visit,
    payment: &Payment,
    day: &str,
    email: &str,
    name: Option<String>,
) -> impl IntoView + use<> {
    let sandbox = (payment.provider == "sandbox")
        .then(|| view! { <p class="payment-mark">"Sandbox · no money moved"</p> });
    let credits = if payment.revoked() {
        let credits = grouped(payment.credits);
        format!(
            " Its {credits} credits were taken back as well; what had been used of them was owed."
        )
    } else {
        String::new()
    };
    let why = if payment.note == Some(PaymentNote::Reversed) {
        "This payment was taken back by the bank."
    } else {
        "The payment provider does not confirm this payment any more."
    };
    let taken_back = payment.taken_back().then(|| {
        view! { <p class="notice notice-danger"><span class="icon icon-alert"></span><span>{why}{credits}" The receipt is here for your records."</span></p> }
    });
    let name = name.map(|name| view! { {name}<br/> });
    view! {
        <article class="receipt-paper">
            <header>
                {our_name(&visit.site.assets)}
                <h1>"Receipt"</h1>
                {sandbox}
                {taken_back}
            </header>
            <dl class="facts">
                <div><dt>"Date"</dt><dd>{day.to_owned()}</dd></div>
                <div><dt>"Reference"</dt><dd class="receipt-reference">{payment.reference.clone()}</dd></div>
                <div><dt>"For"</dt><dd>{name}{email.to_owned()}</dd></div>
            </dl>
            <table class="receipt-items">
                <thead><tr><th scope="col">"What"</th><th scope="col">"Credits"</th><th scope="col">"Amount"</th></tr></thead>
                <tbody><tr>
                    <td>{format!("{} plan, one month", payment.plan)}</td>
                    <td class="number">{grouped(payment.credits)}</td>
                    <td class="number">{payment.amount()}</td>
                </tr></tbody>
                <tfoot><tr><th scope="row" colspan="2">"Paid"</th><td class="number">{payment.amount()}</td></tr></tfoot>
            </table>
            <footer class="caption">
                <p>{format!("{} · {MAIL}", visit.site.public_url)}</p>
                <p>"A billing period that has started is non-refundable; what the law gives you stays as it is."</p>
            </footer>
        </article>
    }
}
