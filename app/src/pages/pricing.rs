//! /pricing (spec §2): what credits cost. Plans are shown before they can be bought, so
//! a card carries no button, except the mark of a plan that the person has.

use leptos::prelude::*;

use super::{Answer, Frame, Page, Scripts, Visit};
use crate::{
    domain::billing::{Currency, PLANS, POLICY, Plan},
    problem::Problem,
};

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let plan = visit.member.as_ref().and_then(|member| member.account.plan.as_deref());
    let current = plan.and_then(Plan::named);
    let currency = Currency::named(visit.query("currency").unwrap_or_default());
    let cards = PLANS.iter().map(|plan| card(plan, currency, current == Some(plan)));
    let cards = cards.collect_view();
    let policy = POLICY.map(|sentence| view! { <li>{sentence}</li> }).collect_view();
    let start = visit.member.is_none().then(|| {
        view! { <p><a class="button button-primary" href="/auth?mode=signup">"Start with 50 credits"</a></p> }
    });
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Choose Your Plan"</h1>
                <p class="lead">"A memory costs 25 credits, and only if it worked. A new account starts with 50, enough for two."</p>
            </div>
        </header>
        <div class="stack-32">
            <p class="notice notice-info"><span class="icon icon-info"></span><span>"Plans open when the closed beta ends. Until then nothing is charged, and there is nothing to buy."</span></p>
            {choice(currency)}
            <div class="plans">{cards}</div>
            {start}
        </div>
        <section class="policy" id="policy">
            <h2>"Refund & Cancellation Policy"</h2>
            <ul>{policy}</ul>
            <p>"The whole agreement is in the "<a href="/terms">"Terms of Service"</a>"."</p>
        </section>
    };
    Ok(Answer::Page(Page {
        title: "Choose Your Plan".to_owned(),
        description: "Evernear plans: Starter $8, Pro $12 and Premium $29 a month. A new account starts with 50 credits.".to_owned(),
        scripts: Scripts::Small,
        frame: Frame::Full,
        main_class: "page",
        body: body.into_any(),
    }))
}

/// Dollars or rands: links, so that it works without script. The small script chooses by
/// the time zone where the person has not (decision 25).
fn choice(currency: Currency) -> impl IntoView {
    let link = |one, code, name| {
        let current = (one == currency).then_some("true");
        view! { <a href=format!("/pricing?currency={code}") data-currency=code aria-current=current>{name}</a> }
    };
    view! {
        <nav class="currency" aria-label="Currency">
            <span>"Prices in"</span>
            {link(Currency::Usd, "USD", "US dollars")}
            {link(Currency::Zar, "ZAR", "South African rand")}
        </nav>
    }
}

fn card(plan: &'static Plan, currency: Currency, current: bool) -> impl IntoView {
    let extras = plan.extras.iter().map(|extra| view! { <li>{*extra}</li> }).collect_view();
    let button = current.then(|| view! { <button class="button button-quiet button-wide" type="button" disabled>"Current Plan"</button> });
    view! {
        <section class="plan" class:plan-current=current>
            <h2>{plan.name}</h2>
            <p class="plan-price"><b data-usd=plan.price(Currency::Usd) data-zar=plan.price(Currency::Zar)>{plan.price(currency)}</b>" per month"</p>
            <p class="plan-credits"><span class="icon icon-credits"></span>{format!("{} credits per month", thousands(plan.credits))}</p>
            <ul class="ticks">
                <li>{format!("{} memories a month", plan.memories())}</li>
                <li>"Pictures and films, for two or three people"</li>
                {extras}
            </ul>
            {button}
        </section>
    }
}

/// `2000` as `2,000`.
fn thousands(number: u32) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{},{:03}", number / 1000, number % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(
            [400, 999, 1000, 2000, 12_045].map(thousands),
            ["400", "999", "1,000", "2,000", "12,045"]
        );
    }
}
