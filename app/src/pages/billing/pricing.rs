//! /pricing: the three plans, the one the person has, and the way to another. A larger plan is
//! bought and begins at once; a smaller one begins when the month that was paid ends.
//! Works without script: a form opens the provider's window as a page. The small script
//! opens it over this page instead.

use std::collections::BTreeMap;

use evernear_rules::pricing::{CREATION_COST, WELCOME_CREDITS};
use leptos::prelude::*;

use crate::{
    api::billing::BEING_CONFIRMED,
    domain::{
        billing::{
            Currency, PLANS, POLICY, Payment, PaymentStatus, Plan, Subscription,
            SubscriptionStatus, grouped, payment::PaymentNote,
        },
        credits::owed_message,
        timestamp::Timestamp,
    },
    flows::{
        billing::{
            buying::PURCHASE,
            cancel_subscription::{CANCEL, cancelled, question},
            settle_payment::{NOT_COMPLETED, Settled, WINDOW_CLOSED, unpaid},
        },
        waitlist::beta_gate::admitted,
    },
    pages::{Answer, Flash, Layout, Page, Scripts, Visit, site::legal::UPDATED},
    ports::WindowKind,
    problem::Problem,
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
    /// A smaller plan that follows the current one.
    planned: Option<Subscription>,
    /// The closed beta does not admit this account: nothing is sold to it.
    shut_out: bool,
}

/// For everyone.
pub async fn page(visit: Visit) -> Result<Answer, Problem> {
    let had = had(&visit).await?;
    let said = said(&visit, &had).await?;
    Ok(Answer::Page(shown(&visit, &had, said)))
}

/// The page with what was wrong with something that was sent from it.
pub async fn refused(visit: &Visit, problem: &Problem) -> Result<Page, Problem> {
    let said = Said { text: problem.message.clone(), tone: "danger" };
    Ok(shown(visit, &had(visit).await?, Some(said)))
}

async fn had(visit: &Visit) -> Result<Had, Problem> {
    let Some(member) = &visit.member else { return Ok(Had::default()) };
    let (subscriptions, owner) = (&visit.ports.subscriptions, member.account.id);
    let shut_out = !admitted(&visit.ports, &member.account).await?;
    if let Some(current) = subscriptions.subscription(owner).await? {
        let planned = subscriptions.planned(owner).await?;
        return Ok(Had { current: Some(current), ended: None, planned, shut_out });
    }
    Ok(Had { current: None, ended: subscriptions.ended(owner).await?, planned: None, shut_out })
}

fn shown(visit: &Visit, had: &Had, said: Option<Said>) -> Page {
    let currency = Currency::named(visit.query("currency").unwrap_or_default());
    let window = visit.ports.payment_provider.as_ref().map(|provider| provider.window());
    let seller = Seller {
        open: window.is_some() && !had.shut_out,
        member: visit.member.is_some(),
        current: had.current.as_ref(),
        planned: had.planned.as_ref().map(|planned| planned.plan),
        chosen: visit.query("plan").and_then(Plan::named),
        currency,
        explicit: visit.query("currency").is_some(),
        now: visit.ports.now(),
    };
    let cards = PLANS.iter().map(|plan| card(plan, &seller)).collect_view();
    let policy = POLICY.map(|sentence| view! { <li>{sentence}</li> }).collect_view();
    let lead = if visit.member.is_some() {
        format!("A memory costs {CREATION_COST} credits, and only if it worked.")
    } else {
        format!(
            "A memory costs {CREATION_COST} credits, and only if it worked. A new account starts with {WELCOME_CREDITS}, enough for two."
        )
    };
    let start = visit.member.is_none().then(|| {
        view! { <p class="center"><a class="button button-primary" href="/auth?mode=signup">"Start with 50 credits"</a></p> }
    });
    let body = view! {
        <header class="page-head">
            <div>
                <h1>"Choose Your Plan"</h1>
                <p class="lead">{lead}</p>
            </div>
        </header>
        <div class="stack-32">
            {availability(window, had.shut_out)}
            {owed(visit)}
            <div data-checkout-says="" aria-live="polite">{said.map(notice)}</div>
            {had.current.as_ref().map(|subscription| standing(visit, had, subscription, window, currency))}
            {change(visit, had)}
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
        layout: Layout::Full,
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
async fn said(visit: &Visit, had: &Had) -> Result<Option<Said>, Problem> {
    let danger = |text: String| Some(Said { text, tone: "danger" });
    if visit.query("cancelled").is_some() {
        let true_for = |plan: &Subscription| plan.status == SubscriptionStatus::Cancelled;
        let plan = had.current.as_ref().filter(|current| true_for(current));
        let plan = plan.filter(|_| had.planned.is_none());
        return Ok(plan.map(|plan| Said { text: cancelled(plan.plan), tone: "success" }));
    }
    if visit.flash == Some(Flash::PlanKept) {
        let kept = had.current.as_ref().filter(|one| one.status == SubscriptionStatus::Active);
        let text = |kept: &Subscription| format!("Your {} plan goes on.", kept.plan.name);
        return Ok(kept.map(|kept| Said { text: text(kept), tone: "success" }));
    }
    if visit.query("changed").is_some() {
        let both = had.current.as_ref().zip(had.planned.as_ref());
        let text = both.map(|(current, planned)| following(current, planned));
        return Ok(text.map(|text| Said { text, tone: "success" }));
    }
    let (Some(member), Some(reference)) = (&visit.member, visit.query("payment")) else {
        return Ok(None);
    };
    let payment = visit.ports.payments.of_owner(member.account.id, reference).await?;
    let Some(payment) = payment else { return Ok(None) };
    Ok(match (payment.status, &payment.note) {
        (PaymentStatus::Paid, _) => None,
        (PaymentStatus::Pending, Some(PaymentNote::Processing)) => {
            Some(Said { text: BEING_CONFIRMED.to_owned(), tone: "info" })
        }
        _ => danger(why_unpaid(&payment)),
    })
}

/// Why a payment that is not under way any more granted nothing.
pub(in crate::pages) fn why_unpaid(payment: &Payment) -> String {
    if payment.status == PaymentStatus::Flagged
        && let Some(problem) = unpaid(&Settled::Flagged)
    {
        return problem.message;
    }
    if payment.note == Some(PaymentNote::Abandoned) { WINDOW_CLOSED } else { NOT_COMPLETED }
        .to_owned()
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
fn availability(window: Option<WindowKind>, shut_out: bool) -> Option<AnyView> {
    let (tone, text) = match window {
        Some(_) if shut_out => (
            "info",
            "Closed Beta Access Required: this account has no place in the closed beta yet, so there is nothing to buy. We write to you as soon as there is one.",
        ),
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

/// What is owed from a payment that was taken back is said before anything is bought.
fn owed(visit: &Visit) -> Option<AnyView> {
    let text = visit.member.as_ref().and_then(|member| owed_message(member.account.debt))?;
    Some(view! { <p class="notice notice-caution"><span class="icon icon-info"></span><span>{text}</span></p> }.into_any())
}

/// What follows the current plan, and when.
fn following(current: &Subscription, planned: &Subscription) -> String {
    let (plan, next, day) = (current.plan.name, planned.plan.name, planned.anchor.day());
    format!("Your {plan} plan stays until {day}, and its credits stay. {next} begins then.")
}

/// Whether to change to a smaller plan: what happens is said before it does.
fn change(visit: &Visit, had: &Had) -> Option<AnyView> {
    let plan = Plan::named(visit.query("change")?)?;
    let current =
        had.current.as_ref().filter(|one| one.blocks_until_end(plan, visit.ports.now()))?;
    let planned = had.planned.as_ref().is_some_and(|planned| planned.plan == plan);
    if !current.renews() || planned || had.shut_out {
        return None;
    }
    let price = plan.price(Currency::named(&current.currency));
    let (now, name, day) = (current.plan.name, plan.name, current.ends_for_successor().day());
    let question = format!(
        "Change to {name}? Nothing is charged today. Your {now} plan stays until {day}, and so do its credits; from then on {name} costs {price} a month with {} credits.",
        grouped(plan.credits)
    );
    Some(view! {
        <section class="card standing" id="change" aria-label="Change your plan">
            <form class="stack" method="post" action="/subscription/change">
                <input type="hidden" name="plan" value=name/>
                <p>{question}</p>
                <div class="row row-end">
                    <a class="button button-quiet" href="/pricing">{format!("Stay with {now}")}</a>
                    <button class="button button-primary" type="submit" data-busy-label="Processing...">{format!("Change to {name} on {day}")}</button>
                </div>
            </form>
        </section>
    }.into_any())
}

/// The plan that the person has: until when, the way out, and the way back.
fn standing(
    visit: &Visit,
    had: &Had,
    subscription: &Subscription,
    window: Option<WindowKind>,
    currency: Currency,
) -> impl IntoView + use<> {
    let plan = subscription.plan.name;
    let until = match &had.planned {
        Some(planned) => following(subscription, planned),
        None => until(subscription, visit.ports.now()),
    };
    let can_be_kept = !had.shut_out && subscription.can_be_kept(visit.ports.now());
    let keep = can_be_kept.then(|| {
        view! {
            <form method="post" action="/subscription/keep">
                <button class="button button-quiet" type="submit" data-busy-label="Processing...">"Keep my plan"</button>
            </form>
        }
    });
    let asked = visit.query("cancel").is_some();
    // Whoever has ordered a smaller plan has something to cancel as well.
    let planned = had.planned.as_ref().map(|planned| planned.plan);
    let renews = subscription.status == SubscriptionStatus::Active || planned.is_some();
    let cancel = renews.then(|| {
        view! {
            <form method="get" action="/pricing" data-asks="cancel-subscription">
                <input type="hidden" name="cancel" value="ask"/>
                <button class="button button-quiet" type="submit">"Cancel Subscription"</button>
            </form>
            <dialog class="dialog" id="cancel-subscription" aria-labelledby="cancel-question" open=asked>
                <form class="stack" method="post" action="/subscription/cancel">
                    <p id="cancel-question">{question(subscription.plan, planned)}</p>
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
        && !had.shut_out
        && subscription.status == SubscriptionStatus::Active
        && subscription.may_prepay(visit.ports.now()))
    .then(|| {
        let look = "button button-quiet";
        buying(subscription.plan, currency, look, "Pay another month")
    });
    view! {
        <section class="card standing" aria-label="Your plan">
            <p><b>{format!("Your plan: {plan}")}</b><br/><span class="caption">{until}</span></p>
            <div class="row">{renew}{month}{keep}{cancel}</div>
        </section>
    }
}

/// Until when a plan lasts. In the days of grace nothing is said to lie ahead that should
/// have happened.
fn until(subscription: &Subscription, now: Timestamp) -> String {
    let (paid, last) = (subscription.paid_through.day(), subscription.last_day());
    let late = subscription.paid_through <= now;
    match (&subscription.end_date, subscription.renews()) {
        (Some(_), _) => format!("Cancelled. Your benefits last until {last}, your credits stay."),
        (None, true) if late => format!(
            "Was to renew on {paid} and has not been paid yet. Without a payment it ends on {last}."
        ),
        (None, false) if late => format!("Was paid until {paid}. It ends on {last}."),
        (None, true) => format!("Renews on {paid}."),
        (None, false) => format!("Paid until {paid}. It does not renew by itself."),
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
/// the time zone where the person has not.
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
struct Seller<'a> {
    open: bool,
    member: bool,
    current: Option<&'a Subscription>,
    planned: Option<&'static Plan>,
    /// The plan that was chosen before signing in.
    chosen: Option<&'static Plan>,
    currency: Currency,
    /// The currency was chosen by a link.
    explicit: bool,
    now: Timestamp,
}

impl Seller<'_> {
    /// Where a visitor who chooses a plan signs up, and comes back to with the choice.
    fn sign_up(&self, plan: &Plan) -> String {
        sign_up(plan.name, self.explicit.then(|| self.currency.code()))
    }

    /// A plan below the one that is paid for: when it can begin, and whether it can be ordered.
    fn later(&self, plan: &'static Plan) -> Option<(String, bool)> {
        let current = self.current.filter(|current| current.blocks_until_end(plan, self.now))?;
        Some((current.ends_for_successor().day(), current.renews()))
    }
}

/// The sign-up page for whoever chose a plan; it leads back to that choice.
pub fn sign_up(plan: &str, currency: Option<&str>) -> String {
    format!("/auth?{}", auth_query("signup", &chosen(plan, currency)))
}

/// The page with a plan that was chosen.
fn chosen(plan: &str, currency: Option<&str>) -> String {
    const PATH: &str = "/pricing?";
    let mut query = form_urlencoded::Serializer::for_suffix(PATH.to_owned(), PATH.len());
    query.append_pair("plan", plan);
    if let Some(currency) = currency {
        query.append_pair("currency", currency);
    }
    query.finish()
}

fn auth_query(mode: &str, next: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    // A path in a query stays readable.
    query.append_pair("mode", mode).append_pair("next", next).finish().replace("%2F", "/")
}

/// The sign-in page for whoever sent a form of this page without a session.
pub fn sign_in(next: &str) -> String {
    format!("/auth?{}", auth_query("signin", next))
}

/// The same for a plan that was chosen.
pub fn sign_in_to_buy(plan: &str, currency: &str) -> String {
    match Plan::named(plan) {
        Some(plan) => sign_in(&chosen(plan.name, Some(Currency::named(currency).code()))),
        None => sign_in("/pricing"),
    }
}

/// What the sign-in page says to somebody who comes from a plan's button or from the question
/// whether to cancel.
pub fn why_sign_in(next: &str) -> Option<&'static str> {
    let query = next.strip_prefix("/pricing?")?;
    let has = |name: &str| form_urlencoded::parse(query.as_bytes()).any(|(key, _)| key == name);
    if has("plan") {
        Some(PURCHASE)
    } else if has("cancel") {
        Some(CANCEL)
    } else {
        None
    }
}

fn card(plan: &'static Plan, seller: &Seller<'_>) -> impl IntoView + use<> {
    let current = seller.current.is_some_and(|current| current.plan == plan);
    let again = seller.current.is_some_and(|one| {
        current && one.status == SubscriptionStatus::Cancelled && !one.can_be_kept(seller.now)
    });
    // The one the eye lands on: what was chosen before, else Pro, for whoever is here to choose.
    let chosen = seller.chosen.map_or("Pro", |chosen| chosen.name);
    let first = plan.name == chosen && seller.open && seller.member && seller.current.is_none();
    let planned = seller.planned == Some(plan);
    let later = seller.later(plan);
    let currency = seller.currency;
    let extras = plan.extras.iter().map(|extra| view! { <li>{*extra}</li> }).collect_view();
    let look =
        if first { "button button-primary button-wide" } else { "button button-quiet button-wide" };
    let button = if current && !(again && seller.open) {
        view! { <button class="button button-quiet button-wide" type="button" disabled>"Current Plan"</button> }.into_any()
    } else if planned {
        view! { <p class="field-hint">"Begins when your present plan ends."</p> }.into_any()
    } else if !seller.open {
        ().into_any()
    } else if !seller.member {
        view! { <a class=look href=seller.sign_up(plan)>{plan.cta}</a> }.into_any()
    } else if let Some((day, can_be_ordered)) = later {
        let when = format!("Can begin on {day}, when the month you paid for ends.");
        let ask = can_be_ordered.then(|| {
            view! {
                <form method="get" action="/pricing">
                    <input type="hidden" name="change" value=plan.name/>
                    <button class=look type="submit">{plan.cta}</button>
                </form>
            }
        });
        view! { {ask}<p class="field-hint">{when}</p> }.into_any()
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
