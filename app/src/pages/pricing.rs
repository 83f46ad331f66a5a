//! /pricing (spec §2): the three plans, the one the person has, and the way to another.
//! Works without script: a form opens the provider's window as a page. The small script
//! opens it over this page instead.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::{Answer, Frame, Page, Scripts, Visit, legal::UPDATED};
use crate::{
    api::checkout::UNDERWAY,
    domain::{
        billing::{
            Currency, PLANS, POLICY, PaymentStatus, Plan, Subscription, SubscriptionStatus,
            grouped, payment,
        },
        moment::Moment,
    },
    flows::{
        cancel_subscription::{CANCELLED, QUESTION},
        settle_payment::Settled,
    },
    ports::WindowKind,
    problem::{
        Problem,
        billing::{NOT_COMPLETED, WINDOW_CLOSED, unpaid},
    },
};

/// What stands above the plans.
struct Said {
    text: String,
    /// `danger`, `success` or `info`.
    tone: &'static str,
}

/// What the person has, or had last.
#[derive(Default)]
struct Had {
    current: Option<Subscription>,
    /// Where there is none: the one that ended.
    ended: Option<Subscription>,
}

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let had = had(&visit).await?;
    let said = said(&visit, had.current.as_ref()).await?;
    Ok(Answer::Page(shown(&visit, &had, said)))
}

/// The page with what was wrong with something that was sent from it.
pub async fn refused(visit: &Visit, problem: &Problem) -> Result<Page, Problem> {
    let said = Said { text: problem.message.clone(), tone: "danger" };
    Ok(shown(visit, &had(visit).await?, Some(said)))
}

async fn had(visit: &Visit) -> Result<Had, Problem> {
    let Some(member) = &visit.member else { return Ok(Had::default()) };
    let (billing, owner) = (&visit.ports.billing, member.account.id);
    if let Some(current) = billing.subscription(owner).await? {
        return Ok(Had { current: Some(current), ended: None });
    }
    Ok(Had { current: None, ended: billing.ended(owner).await? })
}

fn shown(visit: &Visit, had: &Had, said: Option<Said>) -> Page {
    let currency = Currency::named(visit.query("currency").unwrap_or_default());
    let window = visit.ports.payments.as_ref().map(|provider| provider.window());
    let seller = Seller {
        open: window.is_some(),
        member: visit.member.is_some(),
        current: had.current.as_ref().map(|subscription| subscription.plan),
        currency,
    };
    let cards = PLANS.iter().map(|plan| card(plan, &seller)).collect_view();
    let policy = POLICY.map(|sentence| view! { <li>{sentence}</li> }).collect_view();
    let start = visit.member.is_none().then(|| {
        view! { <p class="center"><a class="button button-primary" href="/auth?mode=signup">"Start with 50 credits"</a></p> }
    });
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Choose Your Plan"</h1>
                <p class="lead">"A memory costs 25 credits, and only if it worked. A new account starts with 50, enough for two."</p>
            </div>
        </header>
        <div class="stack-32">
            {availability(window)}
            <div data-checkout-says="" aria-live="polite">{said.map(notice)}</div>
            {had.current.as_ref().map(|subscription| standing(visit, subscription, window, currency))}
            {had.ended.as_ref().map(over)}
            {choice(currency)}
            <div class="plans">{cards}</div>
            {start}
        </div>
        <section class="policy" id="policy">
            <h2>"Refund & Cancellation Policy"</h2>
            <p class="caption">{UPDATED}</p>
            <ul>{policy}</ul>
            <p>"The whole agreement is in the "<a href="/terms">"Terms of Service"</a>"."</p>
        </section>
    };
    let scripts = match (&visit.member, window) {
        (Some(_), Some(WindowKind::Sandbox)) => Scripts::SandboxCheckout,
        (Some(_), Some(WindowKind::Paystack)) => Scripts::PaystackCheckout,
        _ => Scripts::Small,
    };
    Page {
        title: "Choose Your Plan".to_owned(),
        description: described(),
        scripts,
        frame: Frame::Full,
        main_class: "page",
        body: body.into_any(),
    }
}

/// The plans in a sentence.
fn described() -> String {
    let price = |plan: &Plan| format!("{} {}", plan.name, plan.price(Currency::Usd));
    let [others @ .., last] = PLANS.each_ref().map(price);
    let others = others.join(", ");
    format!("Evernear plans: {others} and {last} a month. A new account starts with 50 credits.")
}

/// What there is to say about the payment or the cancellation that the address speaks of,
/// if it happened to this person.
async fn said(visit: &Visit, current: Option<&Subscription>) -> Result<Option<Said>, Problem> {
    let danger = |text: String| Some(Said { text, tone: "danger" });
    if visit.query("cancelled").is_some() {
        let true_for = |plan: &Subscription| plan.status == SubscriptionStatus::Cancelled;
        let cancelled = current.is_some_and(true_for);
        return Ok(cancelled.then(|| Said { text: CANCELLED.to_owned(), tone: "success" }));
    }
    let (Some(member), Some(reference)) = (&visit.member, visit.query("payment")) else {
        return Ok(None);
    };
    let payment = visit.ports.billing.of_owner(member.account.id, reference).await?;
    let Some(payment) = payment else { return Ok(None) };
    Ok(match (payment.status, payment.note.as_deref()) {
        (PaymentStatus::Paid, _) => None,
        (PaymentStatus::Flagged, _) => {
            unpaid(&Settled::Flagged).and_then(|problem| danger(problem.message))
        }
        (PaymentStatus::Pending, Some(payment::UNDERWAY)) => {
            Some(Said { text: UNDERWAY.to_owned(), tone: "info" })
        }
        (_, Some(payment::LEFT)) => danger(WINDOW_CLOSED.to_owned()),
        _ => danger(NOT_COMPLETED.to_owned()),
    })
}

fn notice(said: Said) -> AnyView {
    let (icon, role) = match said.tone {
        "danger" => ("icon icon-alert", "alert"),
        "success" => ("icon icon-check", "status"),
        _ => ("icon icon-info", "status"),
    };
    view! { <p class=format!("notice notice-{}", said.tone) role=role><span class=icon></span><span>{said.text}</span></p> }
        .into_any()
}

/// Where nothing can be bought, or no money moves, the page says so.
fn availability(window: Option<WindowKind>) -> Option<AnyView> {
    let (tone, text) = match window {
        Some(WindowKind::Paystack) => return None,
        Some(WindowKind::Sandbox) => (
            "caution",
            "Sandbox: this is a development server. You can try every plan; no money moves.",
        ),
        None => (
            "info",
            "Plans open when the closed beta ends. Until then nothing is charged, and there is nothing to buy.",
        ),
    };
    Some(
        view! { <p class=format!("notice notice-{tone}")><span class="icon icon-info"></span><span>{text}</span></p> }
            .into_any(),
    )
}

/// The plan that the person has: until when, and the way out.
fn standing(
    visit: &Visit,
    subscription: &Subscription,
    window: Option<WindowKind>,
    currency: Currency,
) -> impl IntoView + use<> {
    let plan = subscription.plan.name;
    let until = until(subscription, visit.ports.now());
    let asked = visit.query("cancel").is_some();
    let cancel = (subscription.status == SubscriptionStatus::Active).then(|| {
        view! {
            <form method="get" action="/pricing" data-asks="cancel-subscription">
                <input type="hidden" name="cancel" value="ask"/>
                <button class="button button-quiet" type="submit">"Cancel Subscription"</button>
            </form>
            <dialog class="dialog" id="cancel-subscription" aria-labelledby="cancel-question" open=asked>
                <form class="stack" method="post" action="/subscription/cancel">
                    <p id="cancel-question">{QUESTION}</p>
                    <div class="row row-end">
                        <a class="button button-quiet" href="/pricing" data-closes-dialog="">"Keep my plan"</a>
                        <button class="button button-danger" type="submit" data-busy-label="Processing...">"Cancel Subscription"</button>
                    </div>
                </form>
            </dialog>
        }
    });
    let renew = (window == Some(WindowKind::Sandbox)
        && subscription.status == SubscriptionStatus::Active)
        .then(|| {
            view! {
                <form method="post" action="/sandbox/renew">
                    <button class="button button-plain" type="submit" data-busy-label="Processing...">"Renew now (sandbox)"</button>
                </form>
            }
        });
    let month = (window.is_some()
        && subscription.status == SubscriptionStatus::Active
        && subscription.takes_a_month(visit.ports.now()))
    .then(|| {
        let look = "button button-quiet";
        buying(subscription.plan, currency, look, "Pay another month")
    });
    view! {
        <section class="card standing" aria-label="Your plan">
            <p><b>{format!("Your plan: {plan}")}</b><br/><span class="caption">{until}</span></p>
            <div class="row">{renew}{month}{cancel}</div>
        </section>
    }
}

/// Until when a plan lasts. In the days of grace nothing is said to lie ahead that should
/// have happened.
fn until(subscription: &Subscription, now: Moment) -> String {
    let (paid, last) = (subscription.paid_through.day(), subscription.last_day());
    let late = subscription.paid_through <= now;
    match (&subscription.end_date, &subscription.plan_code) {
        (Some(_), _) => format!("Cancelled. Your benefits last until {last}, your credits stay."),
        (None, Some(_)) if late => format!(
            "Was to renew on {paid} and has not been paid yet. Without a payment it ends on {last}."
        ),
        (None, None) if late => format!("Was paid until {paid}. It ends on {last}."),
        (None, Some(_)) => format!("Renews on {paid}."),
        (None, None) => format!("Paid until {paid}. It does not renew by itself."),
    }
}

/// A plan that ended is not just gone.
fn over(subscription: &Subscription) -> AnyView {
    let (plan, last) = (subscription.plan.name, subscription.last_day());
    let ended = format!("Your {plan} plan ended on {last}.");
    view! {
        <section class="card standing" aria-label="Your plan">
            <p><b>{ended}</b><br/><span class="caption">"Your credits stay."</span></p>
        </section>
    }
    .into_any()
}

/// Dollars or rands: links, so that it works without script. The small script chooses by
/// the time zone where the person has not (decision 25).
fn choice(currency: Currency) -> impl IntoView {
    let link = |one: Currency, name| {
        let current = (one == currency).then_some("true");
        let code = one.code();
        view! { <a href=format!("/pricing?currency={code}") data-currency=code aria-current=current>{name}</a> }
    };
    view! {
        <nav class="currency" aria-label="Currency">
            <span>"Prices in"</span>
            {link(Currency::Usd, "US dollars")}
            {link(Currency::Zar, "South African rand")}
        </nav>
    }
}

/// What every card has to know.
struct Seller {
    open: bool,
    member: bool,
    current: Option<&'static Plan>,
    currency: Currency,
}

fn card(plan: &'static Plan, seller: &Seller) -> impl IntoView + use<> {
    let current = seller.current == Some(plan);
    // The one the eye lands on: Pro, for whoever is here to choose.
    let first = plan.name == "Pro" && seller.open && seller.member && seller.current.is_none();
    let currency = seller.currency;
    let extras = plan.extras.iter().map(|extra| view! { <li>{*extra}</li> }).collect_view();
    let look =
        if first { "button button-primary button-wide" } else { "button button-quiet button-wide" };
    let button = if current {
        view! { <button class="button button-quiet button-wide" type="button" disabled>"Current Plan"</button> }.into_any()
    } else if !seller.open {
        ().into_any()
    } else if !seller.member {
        view! { <a class=look href="/auth?mode=signup&next=/pricing">{plan.cta}</a> }.into_any()
    } else {
        buying(plan, currency, look, plan.cta).into_any()
    };
    view! {
        <section class="plan" class:plan-current=current class:plan-first=first>
            <h2>{plan.name}</h2>
            <p class="plan-price"><b data-usd=plan.price(Currency::Usd) data-zar=plan.price(Currency::Zar)>{plan.price(currency)}</b>" per month"</p>
            <p class="plan-credits"><span class="icon icon-credits"></span>{format!("{} credits per month", grouped(plan.credits))}</p>
            <ul class="ticks">
                <li>{format!("{} memories a month", plan.memories())}</li>
                <li>"Pictures and films, for two or three people"</li>
                {extras}
            </ul>
            {button}
        </section>
    }
}

/// The way to the provider's window.
fn buying(
    plan: &'static Plan,
    currency: Currency,
    look: &'static str,
    label: &'static str,
) -> impl IntoView + use<> {
    view! {
        <form method="post" action="/checkout" data-checkout="">
            <input type="hidden" name="plan" value=plan.name/>
            <input type="hidden" name="currency" value=currency.code() data-currency-value=""/>
            <button class=look type="submit" data-busy-label="Processing...">{label}</button>
        </form>
    }
}

/// Where a payment that is not paid is explained.
pub fn explained(reference: &str) -> String {
    let clean: String = reference
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-.=".contains(*c))
        .take(100)
        .collect();
    format!("/pricing?payment={clean}")
}

/// A query of the page.
pub fn query(name: &str, value: &str) -> BTreeMap<String, String> {
    BTreeMap::from([(name.to_owned(), value.to_owned())])
}
