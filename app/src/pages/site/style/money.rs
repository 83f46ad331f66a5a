//! Plans, the ledger, and the light paper of receipts and of the sandbox's window.

use leptos::prelude::*;

use crate::{
    domain::billing::{Currency, PLANS, grouped},
    pages::site::style::{Visit, piece},
};

/// All of them.
pub fn all(visit: &Visit) -> impl IntoView + use<> {
    view! {
        {piece("Plans", plans())}
        {piece("Ledger", ledger())}
        {piece("Receipt", receipt(visit))}
        {piece("Dialog", dialog())}
        {piece("The sandbox’s window", payment_window())}
    }
}

fn plans() -> impl IntoView {
    let looks =
        [("plan", ""), ("plan plan-first", ", looked at first"), ("plan plan-current", ", yours")];
    let plans = PLANS.iter().zip(looks).map(|(plan, (class, look))| {
        let disabled = class.contains("current");
        let label = if disabled { "Current Plan" } else { "Choose" };
        view! {
            <section class=class>
                <h3>{plan.name}{look}</h3>
                <p class="plan-price"><b>{plan.price(Currency::Usd)}</b>" per month"</p>
                <p class="plan-credits"><span class="icon icon-credits"></span>{format!("{} credits per month", grouped(plan.credits))}</p>
                <ul class="ticks"><li>{format!("{} memories a month", plan.memories())}</li></ul>
                <button class="button button-quiet button-wide" type="button" disabled=disabled>{label}</button>
            </section>
        }
    });
    view! {
        <nav class="currency" aria-label="Currency"><span>"Prices in"</span><a href="#main" aria-current="true">"US dollars"</a><a href="#main">"South African rand"</a></nav>
        <div class="plans">{plans.collect_view()}</div>
        <section class="policy"><h3>"Refund & Cancellation Policy"</h3><ul><li>"You can cancel at any time."</li></ul></section>
    }
}

fn ledger() -> impl IntoView {
    let memory = |is_there: bool| {
        let words = "“Walking along the beach”";
        let words = if is_there {
            view! { <a class="ledger-link" href="#main">{words}</a> }.into_any()
        } else {
            words.into_any()
        };
        view! { <b>"Memory"</b>" "{words} }.into_any()
    };
    let plan = view! { <b>"Plan bought"</b>" Pro, one month" }.into_any();
    let lines = [
        (memory(true), "ledger-amount ledger-none", "25", Some("held"), "725"),
        (memory(false), "ledger-amount ledger-none", "0", Some("given back"), "725"),
        (plan, "ledger-amount ledger-in", "+700", None, "725"),
        (memory(true), "ledger-amount", "−25", Some("used"), "25"),
    ];
    let lines = lines.map(|(what, class, amount, state, balance)| {
        let state = state.map(|state| view! { " "<span class="ledger-state">{state}</span> });
        view! {
            <li class="ledger-line">
                <p class="ledger-what">{what}</p>
                <p class=class>{amount}{state}</p>
                <p class="ledger-when caption">"1 March 2025"</p>
                <p class="ledger-balance caption">{balance}</p>
            </li>
        }
    });
    view! { <ol class="ledger">{lines.collect_view()}</ol> }
}

fn receipt(visit: &Visit) -> impl IntoView + use<> {
    view! {
        <div class="receipt light">
            <p class="receipt-ways"><a class="button button-plain" href="#main"><span class="icon icon-back"></span>"Your credits"</a><button class="button button-quiet" type="button"><span class="icon icon-download"></span>"Print"</button></p>
            <article class="receipt-paper">
                <header><p class="brand"><img src=visit.site.assets.mark.clone() alt="" width="28" height="28"/>"Evernear"</p><h3>"Receipt"</h3></header>
                <dl class="facts"><div><dt>"Reference"</dt><dd class="receipt-reference">"EVN-0197a0a0"</dd></div></dl>
                <table class="receipt-items"><thead><tr><th scope="col">"What"</th><th scope="col">"Amount"</th></tr></thead>
                    <tbody><tr><td>"Pro plan, one month"</td><td class="number">"$12.00"</td></tr></tbody>
                    <tfoot><tr><th scope="row">"Paid"</th><td class="number">"$12.00"</td></tr></tfoot></table>
            </article>
        </div>
    }
}

/// As it looks; on pages it stands over everything else.
fn dialog() -> impl IntoView {
    view! {
        <div class="dialog">
            <div class="stack">
                <p>"Are you sure you want to cancel your subscription?"</p>
                <p class="row row-end"><a class="button button-quiet" href="#main">"Keep my plan"</a><button class="button button-danger" type="button">"Cancel Subscription"</button></p>
            </div>
        </div>
    }
}

fn payment_window() -> impl IntoView {
    view! {
        <div class="dialog payment-dialog light">
            <button class="button button-plain button-icon payment-close" type="button" aria-label="Close the payment window"><span class="icon icon-close"></span></button>
            <div class="payment-window light">
                <section class="payment-card">
                    <p class="payment-mark">"Sandbox · no money moves"</p>
                    <h3>"$12.00"</h3>
                    <form class="stack">
                        <button class="button button-primary button-wide" type="button">"Pay $12.00"</button>
                        <button class="button button-quiet button-wide" type="button">"Decline"</button>
                        <button class="button button-plain button-wide" type="button">"Close without paying"</button>
                        <fieldset class="payment-odd"><legend>"When things go oddly"</legend><button class="button button-quiet" type="button">"Pay, told twice"</button></fieldset>
                    </form>
                </section>
            </div>
        </div>
    }
}
