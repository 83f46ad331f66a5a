//! /sandbox/checkout/{code}: the window of the test provider, in development mode only. It
//! plays another company's page: light, and told apart from ours at first sight. Whoever
//! has the code may play, signed in or not, as with a real one.

use leptos::prelude::*;

use crate::{
    domain::billing::{Currency, Money, grouped},
    pages::{Answer, Layout, Page, Scripts, Visit},
    ports::{SandboxAct, SandboxCharge},
    problem::Problem,
};

/// For whoever has the code.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let code = code(&visit.path);
    let charge = match &visit.ports.sandbox {
        Some(sandbox) => sandbox.charge(code).await?,
        None => None,
    };
    let Some(charge) = charge else { return Ok(Answer::Away("/pricing".to_owned())) };
    let payment = visit.ports.payments.find("sandbox", &charge.reference).await?;
    let bought = payment
        .map(|payment| format!("{}, {} credits a month", payment.plan, grouped(payment.credits)));
    let action = match visit.query("embedded") {
        Some(_) => format!("/sandbox/checkout/{code}?embedded=1"),
        None => format!("/sandbox/checkout/{code}"),
    };
    Ok(Answer::Page(window(payment_window(&charge, bought, &action))))
}

/// The code in the window's address.
pub fn code(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// What the window shows at its end: the small script tells the page around it.
pub fn over(result: &'static str) -> Page {
    window(
        view! {
            <section class="payment-card" data-window-result=result>
                <p class="payment-mark">"Sandbox · no money moves"</p>
                <p class="spinner" role="status">"Back to Evernear..."</p>
                <p><a href="/pricing">"Back to Evernear"</a></p>
            </section>
        }
        .into_any(),
    )
}

/// `bought` names the plan and its credits.
fn payment_window(charge: &SandboxCharge, bought: Option<String>, action: &str) -> AnyView {
    let amount = Currency::from_code(&charge.currency)
        .map_or_else(String::new, |currency| Money { cents: charge.amount, currency }.to_string());
    let button = |act: SandboxAct, look: &'static str, text: String| {
        view! { <button class=look type="submit" name="act" value=act.as_str() data-busy-label="One moment...">{text}</button> }
    };
    let quiet = "button button-quiet";
    let ways = if charge.open {
        view! {
            <form class="stack" method="post" action=action.to_owned()>
                {button(SandboxAct::Success, "button button-primary button-wide", format!("Pay {amount}"))}
                {button(SandboxAct::Decline, "button button-quiet button-wide", "Decline".to_owned())}
                {button(SandboxAct::Close, "button button-plain button-wide", "Close without paying".to_owned())}
                <fieldset class="payment-odd">
                    <legend>"When things go oddly"</legend>
                    {button(SandboxAct::LateWebhook, quiet, "Pay, confirmed late".to_owned())}
                    {button(SandboxAct::WebhookTwice, quiet, "Pay, told twice".to_owned())}
                    {button(SandboxAct::AmountAltered, quiet, "Pay another amount".to_owned())}
                </fieldset>
            </form>
        }
        .into_any()
    } else {
        view! {
            <p>"This has been paid. Paying again pays nothing."</p>
            <form class="stack" method="post" action=action.to_owned()>
                {button(SandboxAct::Success, "button button-primary button-wide", "Back to Evernear".to_owned())}
            </form>
        }
        .into_any()
    };
    view! {
        <section class="payment-card">
            <p class="payment-mark">"Sandbox · no money moves"</p>
            <h1>{amount.clone()}</h1>
            {bought.map(|bought| view! { <p>{bought}</p> })}
            <p class="caption">{charge.email.clone()}<br/>{charge.reference.clone()}</p>
            {ways}
        </section>
    }
    .into_any()
}

fn window(body: AnyView) -> Page {
    Page {
        title: "Sandbox payment".to_owned(),
        description: "A payment that is not real.".to_owned(),
        scripts: Scripts::Window,
        layout: Layout::Bare,
        main_class: "payment-window light",
        body,
    }
}
