//! Buying a plan through the sandbox: exactly what was paid is granted, once, whoever
//! tells it, however often and in whichever order.

use evernear_app::{
    domain::{
        billing::{Currency, PLANS},
        id::PaymentId,
    },
    flows::billing::run_jobs::run_billing_jobs,
    ports::NewPayment,
};
use evernear_rules::wire::{BalanceView, CheckoutView, PaymentView};
use evernear_server::{config::Mode, values};
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;
use std::time::Duration;

use crate::harness::{Act, Engine, Person, World, eventually, html::between, location};

crate::both_engines![
    windows_are_not_opened_without_end,
    a_reference_that_no_database_keeps_is_an_unknown_one,
    whoever_switches_currency_halfway_pays_what_each_window_said,
    each_plan_in_each_currency_is_bought_for_its_price,
    without_script_the_same_forms_lead_through_pages,
    what_is_not_paid_grants_nothing_and_says_why,
    told_late_and_told_twice_it_is_granted_once,
    page_webhook_and_sweeper_at_once_grant_once,
    what_the_page_sends_cannot_change_what_is_charged,
    somebody_elses_reference_looks_like_an_unknown_one,
    two_people_with_one_reference_are_one_payment,
    production_knows_no_sandbox_not_even_for_windows_opened_before,
    a_restart_between_the_payment_and_its_webhook_loses_nothing,
    what_somebody_pays_who_has_left_holds_nobody_elses_payment_up,
    an_address_alone_cancels_nothing_and_says_nothing,
    a_closed_gate_sells_to_the_admitted_only,
    what_is_held_stands_beside_the_balance,
];

async fn opens(person: &Person, plan: &str, currency: &str) -> CheckoutView {
    person
        .call("checkout/begin", json!({ "plan": plan, "currency": currency }))
        .await
        .expect("a window opens")
}

/// Presses a button in the sandbox's window.
async fn plays(person: &Person, checkout: &CheckoutView, act: &str) {
    let address = checkout.address.clone().expect("the sandbox has a page");
    let answer = person.submit(&format!("{address}?embedded=1"), &[("act", act)]).await;
    assert_eq!(answer.status(), StatusCode::OK, "{act}");
}

async fn settles(person: &Person, reference: &str) -> Result<PaymentView, (StatusCode, String)> {
    let settled = person.call("checkout/settle", json!({ "reference": reference })).await;
    settled.map_err(|refused| (refused.status, refused.problem.message))
}

async fn credits(person: &Person) -> u32 {
    let view: BalanceView = person.call("credits/balance", json!({})).await.expect("a balance");
    view.credits.expect("known")
}

async fn each_plan_in_each_currency_is_bought_for_its_price(engine: Engine) {
    let world = World::open(engine).await;
    let prices = [
        ("Starter", "USD", 800, 400),
        ("Starter", "ZAR", 15_000, 400),
        ("Pro", "USD", 1200, 700),
        ("Pro", "ZAR", 22_000, 700),
        ("Premium", "USD", 2900, 2000),
        ("Premium", "ZAR", 55_000, 2000),
    ];
    for (index, (plan, currency, cents, added)) in prices.into_iter().enumerate() {
        let person = Person::member(&world, &format!("buyer{index}")).await;
        let checkout = opens(&person, &plan.to_uppercase(), currency).await;
        plays(&person, &checkout, "success").await;
        let paid = settles(&person, &checkout.reference).await.expect("paid");
        assert_eq!(paid.message, format!("Successfully upgraded to {plan} plan!"));
        assert_eq!(paid.credits_added, Some(added));
        assert_eq!((paid.previous_credits, paid.new_total), (Some(50), Some(50 + added)));
        assert_eq!(credits(&person).await, 50 + added);
        let stored = world
            .rows(
                "SELECT amount, currency, status, credits FROM payments WHERE reference = $1",
                &checkout.reference,
            )
            .await;
        assert_eq!(stored, [format!("{cents} {currency} paid {added}")]);
        let page = person.page(&format!("/success?session_id={}", checkout.reference)).await;
        let total = 50 + added;
        for words in [format!("{plan} Plan"), "Payment Successful!".to_owned(), total_text(total)] {
            assert!(page.contains(&words), "{words}: {page}");
        }
        let pricing = person.page("/pricing").await;
        assert!(pricing.contains("Current Plan") && pricing.contains("Cancel Subscription"));
    }
    world.books_hold().await;
}

fn total_text(total: u32) -> String {
    evernear_app::domain::billing::grouped(total)
}

async fn without_script_the_same_forms_lead_through_pages(engine: Engine) {
    let world = World::open(engine).await;
    let person = Person::member(&world, "thandi").await;
    let answer = person.submit("/checkout", &[("plan", "Pro"), ("currency", "ZAR")]).await;
    let window = location(&answer).expect("the window is a page");
    let page = person.page(&window).await;
    assert!(page.contains("Sandbox") && page.contains("R220.00"), "{page}");
    let answer = person.submit(&window, &[("act", "success")]).await;
    let back = location(&answer).expect("back to us");
    let success = person.led_to(&back).await.expect("to the success page");
    assert!(success.starts_with("/success?session_id=EVN-"), "{success}");
    assert!(person.page(&success).await.contains("R220.00"));
    assert_eq!(credits(&person).await, 750);
    // The same address again, from the history: still the success page, still one grant.
    assert_eq!(person.led_to(&back).await.expect("again"), success);
    assert_eq!(credits(&person).await, 750);

    let visitor = Person::visitor(&world.base);
    let answer = visitor.submit("/checkout", &[("plan", "Pro"), ("currency", "USD")]).await;
    let next = "/auth?mode=signin&next=/pricing%3Fplan%3DPro%26currency%3DUSD";
    assert_eq!(location(&answer).as_deref(), Some(next));
    world.books_hold().await;
}

async fn what_is_not_paid_grants_nothing_and_says_why(engine: Engine) {
    let world = World::open(engine).await;
    let person = Person::member(&world, "thandi").await;
    for (act, words) in [
        ("decline", "Payment was not completed successfully. Please try again."),
        ("close", "Payment window closed"),
        ("amount-altered", "contact support"),
    ] {
        let checkout = opens(&person, "Pro", "USD").await;
        plays(&person, &checkout, act).await;
        let (status, text) = settles(&person, &checkout.reference).await.expect_err(act);
        assert!(text.contains(words), "{act}: {text}");
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{act}");
        let page = person.page(&format!("/pricing?payment={}", checkout.reference)).await;
        assert!(page.contains(words), "{act}: {page}");
        let page = person.page(&format!("/success?session_id={}", checkout.reference)).await;
        assert!(page.contains("We cannot find this payment") && page.contains(words), "{page}");
        for claim in ["Successful", "Pro Plan", "Almost there", "Credits added"] {
            assert!(!page.contains(claim), "{act} claims {claim}: {page}");
        }
    }
    assert_eq!(credits(&person).await, 50);
    let flagged = world.number("SELECT COUNT(*) FROM payments WHERE status = 'flagged'").await;
    assert_eq!(flagged, 1);
    // A declined window may be paid after all: then it counts.
    let checkout = opens(&person, "Starter", "USD").await;
    plays(&person, &checkout, "decline").await;
    settles(&person, &checkout.reference).await.expect_err("declined");
    plays(&person, &checkout, "success").await;
    settles(&person, &checkout.reference).await.expect("paid in the second try");
    assert_eq!(credits(&person).await, 450);
    let (_, text) = settles(&person, "EVN-1-00").await.expect_err("unknown");
    assert_eq!(
        text,
        "Payment processing failed. Please try again or contact support if the issue persists."
    );
    let visitor = Person::visitor(&world.base);
    let body = json!({ "plan": "Pro", "currency": "USD" });
    let refused = visitor.call::<CheckoutView>("checkout/begin", body).await.expect_err("nobody");
    assert_eq!(refused.problem.message, "Please sign up/log in to continue with your purchase");
    let body = json!({ "plan": "Gold", "currency": "USD" });
    let refused = person.call::<CheckoutView>("checkout/begin", body).await.expect_err("no plan");
    assert_eq!(refused.problem.message, "Selected plan not found");
    let body = json!({ "plan": "starter", "currency": "ZAR" });
    let refused = person.call::<CheckoutView>("checkout/begin", body).await.expect_err("current");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    world.books_hold().await;
}

async fn told_late_and_told_twice_it_is_granted_once(engine: Engine) {
    let world = World::open(engine).await;
    let person = Person::member(&world, "thandi").await;
    let late = opens(&person, "Pro", "USD").await;
    plays(&person, &late, "late-webhook").await;
    let waiting = settles(&person, &late.reference).await.expect("an honest answer");
    assert!(!waiting.success && waiting.message.contains("being confirmed"), "{waiting:?}");
    assert_eq!(credits(&person).await, 50);
    let page = person.page(&format!("/success?session_id={}", late.reference)).await;
    assert!(page.contains("Almost there") && !page.contains("Payment Successful!"), "{page}");
    world.clock.forward(Duration::from_secs(10));
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    eventually("the webhook is taken", || async { (credits(&person).await == 750).then_some(()) })
        .await;
    // The page that waited hears of it once, as its own success.
    assert!(settles(&person, &late.reference).await.expect("paid").success);
    let (status, text) = settles(&person, &late.reference).await.expect_err("told before");
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(text, "This payment has already been processed. Check your account balance.");

    let twice = opens(&person, "Premium", "USD").await;
    plays(&person, &twice, "webhook-twice").await;
    // Pressing once more in a window that was paid pays nothing.
    plays(&person, &twice, "success").await;
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    run_billing_jobs(&world.ports).await.expect("billing jobs ran again");
    eventually("the webhooks are taken", || async {
        let waiting = world.number("SELECT COUNT(*) FROM sandbox_webhooks").await;
        (waiting == 0).then_some(())
    })
    .await;
    assert!(settles(&person, &twice.reference).await.expect("paid").success);
    assert_eq!(credits(&person).await, 2750);
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'").await, 2);
    world.books_hold().await;
}

async fn page_webhook_and_sweeper_at_once_grant_once(engine: Engine) {
    let world = World::open(engine).await;
    let people = join_all((0..6).map(|index| {
        let world = &world;
        async move { Person::member(world, &format!("buyer{index}")).await }
    }))
    .await;
    let checkouts = join_all(people.iter().map(|person| async move {
        let checkout = opens(person, "Pro", "ZAR").await;
        plays(person, &checkout, "webhook-twice").await;
        checkout
    }))
    .await;
    world.clock.forward(Duration::from_secs(300));
    let pages = people.iter().zip(&checkouts).flat_map(|(person, checkout)| {
        [settles(person, &checkout.reference), settles(person, &checkout.reference)]
    });
    let (pages, swept) =
        tokio::join!(join_all(pages), join_all((0..3).map(|_| run_billing_jobs(&world.ports))));
    for swept in swept {
        swept.expect("swept");
    }
    let told = pages.iter().filter(|settled| settled.as_ref().is_ok_and(|view| view.success));
    assert_eq!(told.count(), people.len(), "each page hears of it once: {pages:?}");
    for person in &people {
        assert_eq!(credits(person).await, 750);
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'").await, 6);
    world.books_hold().await;
}

async fn what_the_page_sends_cannot_change_what_is_charged(engine: Engine) {
    let world = World::open(engine).await;
    let person = Person::member(&world, "thandi").await;
    // A price, an amount or credits in the request are nobody's business.
    let body = json!({ "plan": "Premium", "currency": "EUR", "amount": 1, "credits": 9999 });
    let checkout: CheckoutView = person.call("checkout/begin", body).await.expect("opened");
    let reference = &checkout.reference;
    let sql = "SELECT amount, currency, plan FROM payments WHERE reference = $1";
    assert_eq!(world.rows(sql, reference).await, ["2900 USD Premium"]);
    // A row of another plan, currency or amount than the provider charged is never granted.
    for change in [
        "UPDATE payments SET plan = 'Starter', credits = 400 WHERE status = 'pending'",
        "UPDATE payments SET currency = 'ZAR' WHERE status = 'pending'",
        "UPDATE payments SET amount = 100 WHERE status = 'pending'",
        "UPDATE payments SET credits = 99999 WHERE status = 'pending'",
    ] {
        let checkout = opens(&person, "Premium", "USD").await;
        world.db.execute(change, Vec::new()).await.expect("changed");
        plays(&person, &checkout, "success").await;
        let (_, text) = settles(&person, &checkout.reference).await.expect_err(change);
        assert!(text.contains("contact support"), "{change}: {text}");
    }
    assert_eq!(credits(&person).await, 50);
    // Dollars were chosen first, then rands: two payments, each for what it says.
    let dollars = opens(&person, "Pro", "USD").await;
    let rands = opens(&person, "Pro", "ZAR").await;
    plays(&person, &rands, "success").await;
    settles(&person, &rands.reference).await.expect("paid in rands");
    let sql = "SELECT amount, currency, status FROM payments WHERE reference = $1";
    assert_eq!(world.rows(sql, &rands.reference).await, ["22000 ZAR paid"]);
    assert_eq!(world.rows(sql, &dollars.reference).await, ["1200 USD pending"]);
    assert_eq!(credits(&person).await, 750);
    world.books_hold().await;
}

async fn somebody_elses_reference_looks_like_an_unknown_one(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let checkout = opens(&thandi, "Pro", "USD").await;
    plays(&thandi, &checkout, "success").await;
    settles(&thandi, &checkout.reference).await.expect("paid");
    let theirs = sipho.page(&format!("/success?session_id={}", checkout.reference)).await;
    let unknown = sipho.page("/success?session_id=EVN-1795219200000-00").await;
    assert_eq!(theirs, unknown);
    claims_nothing(&theirs);
    // Signed out, the reference is kept for whoever signs in.
    let visitor = Person::visitor(&world.base);
    let address = format!("/success?session_id={}", checkout.reference);
    let led = visitor.led_to(&address).await.expect("to sign in");
    assert_eq!(
        led,
        format!("/auth?mode=signin&next=/success%3Fsession_id%3D{}", checkout.reference)
    );
    let form = [("email", "thandi@example.com"), ("password", "lamplight"), ("next", &*address)];
    let entered = visitor.submit("/auth?mode=signin", &form).await;
    assert_eq!(location(&entered).as_deref(), Some(address.as_str()));
    assert!(visitor.page(&address).await.contains("Payment Successful!"));
    // The way back from the window keeps it as well.
    let visitor = Person::visitor(&world.base);
    let back = format!("/checkout/return?reference={}", checkout.reference);
    let led = visitor.led_to(&back).await.expect("to sign in");
    assert!(led.starts_with("/auth?mode=signin&next=/checkout/return%3Freference%3DEVN-"), "{led}");
    // Without a reference nothing is claimed either.
    claims_nothing(&visitor.page("/success").await);
    let refused = settles(&sipho, &checkout.reference).await.expect_err("not theirs");
    assert_eq!(refused, settles(&sipho, "EVN-1-00").await.expect_err("unknown"));
    assert_eq!(credits(&sipho).await, 50);
}

/// No plan, no success.
fn claims_nothing(page: &str) {
    assert!(page.contains("We cannot find this payment"), "{page}");
    for claim in ["Payment Successful!", "Basic Plan", "Pro Plan", "700", "went through"] {
        assert!(!page.contains(claim), "{claim}: {page}");
    }
}

/// PostgreSQL takes no NUL in a text.
async fn a_reference_that_no_database_keeps_is_an_unknown_one(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let (status, _) = settles(&thandi, "EVN-\0").await.expect_err("nobody's");
    assert_eq!(status, StatusCode::NOT_FOUND);
    for path in ["/success?session_id=EVN-%00", "/checkout/return?reference=EVN-%00"] {
        let status = thandi.get(path).await.status();
        assert!(!status.is_server_error(), "{path}: {status}");
    }
}

async fn a_closed_gate_sells_to_the_admitted_only(engine: Engine) {
    let world = World::with(engine, |config| config.beta.approved_only = true).await;
    let thandi = Person::member(&world, "thandi").await;
    let body = json!({ "plan": "Pro", "currency": "USD" });
    let refused = thandi.call::<CheckoutView>("checkout/begin", body.clone()).await;
    let refused = refused.expect_err("not admitted");
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.problem.message, "Closed Beta Access Required");
    let answer = thandi.submit("/checkout", &[("plan", "Pro"), ("currency", "USD")]).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    assert_eq!(world.number("SELECT COUNT(*) FROM payments").await, 0);
    let page = thandi.page("/pricing").await;
    assert!(!page.contains("action=\"/checkout\""), "{page}");
    assert!(page.contains("there is nothing to buy"), "{page}");
    // Approved, the same person buys.
    let form = [("name", "Thandi"), ("email", "thandi@example.com"), ("reason", "I miss her")];
    let applied = Person::visitor(&world.base).submit("/register", &form).await;
    assert_eq!(applied.status(), StatusCode::SEE_OTHER);
    let approve = "UPDATE waitlist_entries SET status = 'approved'";
    world.db.execute(approve, Vec::new()).await.expect("approved");
    let checkout = opens(&thandi, "Pro", "USD").await;
    plays(&thandi, &checkout, "success").await;
    assert!(settles(&thandi, &checkout.reference).await.expect("paid").success);
    assert_eq!(credits(&thandi).await, 750);
    // No longer admitted, they cannot order another plan nor let a cancelled one go on.
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    let keep = "action=\"/subscription/keep\"";
    assert!(thandi.page("/pricing").await.contains(keep));
    let reject = "UPDATE waitlist_entries SET status = 'rejected'";
    world.db.execute(reject, Vec::new()).await.expect("rejected");
    assert!(!thandi.page("/pricing").await.contains(keep));
    let kept = thandi.submit("/subscription/keep", &[]).await;
    let changed = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!((kept.status(), changed.status()), (StatusCode::FORBIDDEN, StatusCode::FORBIDDEN));
    world.db.execute(approve, Vec::new()).await.expect("approved");
    let kept = thandi.submit("/subscription/keep", &[]).await;
    assert_eq!(location(&kept).as_deref(), Some("/pricing"));
    world.books_hold().await;
}

async fn what_is_held_stands_beside_the_balance(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let badge = async || {
        let page = thandi.page("/profile").await;
        let badge = between(&page, "class=\"top-credits\"", "</a>").expect("a badge").to_owned();
        (between(&badge, "<b>", "</b>").expect("a number").to_owned(), badge.contains("25 held"))
    };
    assert_eq!(badge().await, ("50".to_owned(), false));
    world.imagery.image(Act::Silent);
    let begun = thandi.begins_a_film().await;
    assert_eq!((begun.credits, begun.held), (25, 25));
    let view: BalanceView = thandi.call("credits/balance", json!({})).await.expect("a balance");
    assert_eq!((view.credits, view.held), (Some(25), 25), "25 are free to spend");
    assert_eq!(badge().await, ("50".to_owned(), true), "nothing is spent before it is finished");
    assert!(thandi.page("/credits").await.contains("25 held"));
    let page = thandi.page("/ai-creator").await;
    let bar = between(&page, "class=\"creator-bar\"", "</header>").expect("a badge");
    assert!(bar.contains("<b>50</b>") && bar.contains("25 held"), "{bar}");
    thandi.cancels(&begun.id).await;
    assert_eq!(badge().await, ("50".to_owned(), false));
    let _: serde_json::Value = thandi.call("creator/start_over", json!({})).await.expect("anew");
    world.imagery.image(Act::Succeed);
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((done.credits, done.held), (25, 0));
    assert_eq!(badge().await, ("25".to_owned(), false), "spent once it is finished");
    world.books_hold().await;
}

async fn two_people_with_one_reference_are_one_payment(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let checkout = opens(&thandi, "Pro", "USD").await;
    let waiting = opens(&sipho, "Premium", "USD").await;
    plays(&thandi, &checkout, "success").await;
    // Both say that this is theirs, at once and again.
    let claims = (0..6).map(|turn| {
        let person = if turn % 2 == 0 { &sipho } else { &thandi };
        settles(person, &checkout.reference)
    });
    let granted = join_all(claims).await.into_iter().flatten().count();
    assert_eq!((granted, credits(&thandi).await, credits(&sipho).await), (1, 750, 50));
    // No second payment is written down under the same reference.
    let owner = world.rows("SELECT id FROM profiles WHERE email = $1", "sipho@example.com").await;
    let (at, parts) = world.ports.id_parts();
    let second = NewPayment {
        id: PaymentId::new(at, &parts),
        provider: "sandbox".to_owned(),
        reference: checkout.reference.clone(),
        owner: owner[0].parse().expect("an id"),
        order: PLANS[2].order(Currency::Usd),
        at,
        next: at,
    };
    world.ports.payments.open(&second).await.expect_err("it is taken");
    // The provider mixes the two up: what is said to be thandi's is not sipho's.
    let mixed = "UPDATE sandbox_charges SET metadata =
        (SELECT c.metadata FROM sandbox_charges c WHERE c.reference = $1) WHERE reference = $2";
    let values = values![checkout.reference.as_str(), waiting.reference.as_str()];
    world.db.execute(mixed, values).await.expect("mixed up");
    plays(&sipho, &waiting, "success").await;
    let (_, text) = settles(&sipho, &waiting.reference).await.expect_err("not as ordered");
    assert!(text.contains("contact support"), "{text}");
    let sql = "SELECT status, note FROM payments WHERE reference = $1";
    assert_eq!(world.rows(sql, &waiting.reference).await, ["flagged altered: user or plan"]);
    assert_eq!((credits(&thandi).await, credits(&sipho).await), (750, 50));
    world.books_hold().await;
}

async fn production_knows_no_sandbox_not_even_for_windows_opened_before(engine: Engine) {
    let mut world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let checkout = opens(&thandi, "Pro", "USD").await;
    let window = checkout.address.clone().expect("a page");
    world.restart_with(|config| config.mode = Mode::Production).await;
    assert!(world.ports.sandbox.is_none() && world.ports.payment_provider.is_none());
    let visitor = Person::visitor(&world.base);
    assert_eq!(visitor.led_to(&window).await.as_deref(), Some("/pricing"));
    for (path, form) in [
        (window.as_str(), [("act", "success")].as_slice()),
        ("/sandbox/renew", &[]),
        ("/webhooks/sandbox", &[]),
    ] {
        let answer = visitor.submit(path, form).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let page = visitor.page("/pricing").await;
    assert!(page.contains("there is nothing to buy") && !page.contains("Choose Pro"), "{page}");
    assert!(!page.to_ascii_lowercase().contains("sandbox"), "{page}");
    world.clock.forward(Duration::from_secs(3600));
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    let sql = "SELECT status FROM payments WHERE reference = $1";
    assert_eq!(world.rows(sql, &checkout.reference).await, ["pending"]);
    assert_eq!(world.number("SELECT credits FROM profiles").await, 50);
}

async fn a_restart_between_the_payment_and_its_webhook_loses_nothing(engine: Engine) {
    let mut world = World::open(engine).await;
    let mut person = Person::member(&world, "thandi").await;
    let checkout = opens(&person, "Pro", "USD").await;
    plays(&person, &checkout, "late-webhook").await;
    world.restart().await;
    person.base.clone_from(&world.base);
    world.clock.forward(Duration::from_secs(10));
    eventually("it is granted", || async { (credits(&person).await == 750).then_some(()) }).await;
    assert!(settles(&person, &checkout.reference).await.expect("paid").success);
    world.books_hold().await;
}

async fn windows_are_not_opened_without_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let body = json!({ "plan": "Pro", "currency": "USD" });
    let mut opened = 0;
    let refused = loop {
        match thandi.call::<CheckoutView>("checkout/begin", body.clone()).await {
            Ok(_) => opened += 1,
            Err(refused) => break refused,
        }
    };
    assert_eq!((opened, refused.status), (20, StatusCode::TOO_MANY_REQUESTS));
    assert!(refused.problem.message.starts_with("That was too often."), "{refused:?}");
    assert_eq!(world.number("SELECT COUNT(*) FROM payments").await, 20);
    // Everybody has their own measure, and it fills again.
    let sipho = Person::member(&world, "sipho").await;
    sipho.call::<CheckoutView>("checkout/begin", body.clone()).await.expect("theirs");
    world.clock.forward(Duration::from_secs(30));
    thandi.call::<CheckoutView>("checkout/begin", body).await.expect("later");
}

async fn whoever_switches_currency_halfway_pays_what_each_window_said(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let rand = opens(&thandi, "Pro", "ZAR").await;
    let dollars = opens(&thandi, "Pro", "USD").await;
    let window = thandi.page(dollars.address.as_deref().expect("a window")).await;
    assert!(window.contains("Pro, 700 credits") && window.contains("$12"), "{window}");
    plays(&thandi, &dollars, "success").await;
    assert_eq!(settles(&thandi, &dollars.reference).await.expect("paid").new_total, Some(750));
    let standing = "SELECT status, amount, currency FROM payments WHERE reference = $1";
    assert_eq!(world.rows(standing, &dollars.reference).await, ["paid 1200 USD"]);
    assert_eq!(world.rows(standing, &rand.reference).await, ["pending 22000 ZAR"]);
    // The window that was left open is paid as well: it is another payment, in its currency.
    plays(&thandi, &rand, "success").await;
    assert_eq!(settles(&thandi, &rand.reference).await.expect("paid").new_total, Some(1450));
    assert_eq!(world.rows(standing, &rand.reference).await, ["paid 22000 ZAR"]);
    let renews = "SELECT currency FROM subscriptions WHERE status = $1";
    assert_eq!(world.rows(renews, "active").await, ["ZAR"], "one plan renews, as it was paid last");
    assert_eq!(world.number("SELECT period FROM subscriptions").await, 1, "for two months");
    world.books_hold().await;
}

async fn what_somebody_pays_who_has_left_holds_nobody_elses_payment_up(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let left = opens(&thandi, "Pro", "USD").await;
    let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::OK);
    plays(&thandi, &left, "success").await;
    // Only the webhook tells of this one, and it comes after the other's.
    let late = opens(&sipho, "Pro", "USD").await;
    plays(&sipho, &late, "late-webhook").await;
    world.clock.forward(Duration::from_secs(600));
    eventually("sipho's month is granted", || async {
        drop(run_billing_jobs(&world.ports).await);
        (credits(&sipho).await == 750).then_some(())
    })
    .await;
    let sql = "SELECT status, note FROM payments WHERE reference = $1";
    let note = "flagged charged for an account that is gone; refund";
    assert_eq!(world.rows(sql, &left.reference).await, [note]);
    let charging = "SELECT code FROM sandbox_orders WHERE stopped_at IS NULL AND email <> $1";
    eventually("nothing more is charged for who has left", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        (world.rows(charging, "sipho@example.com").await.is_empty()).then_some(())
    })
    .await;
    assert_eq!(world.number("SELECT COUNT(*) FROM sandbox_webhooks").await, 0);
    world.books_hold().await;
}

async fn an_address_alone_cancels_nothing_and_says_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let claim = "Your subscription has been cancelled.";
    let visitor = Person::visitor(&world.base);
    assert!(!visitor.page("/pricing?cancelled=1").await.contains(claim), "to a visitor");
    let person = Person::member(&world, "thandi").await;
    assert!(!person.page("/pricing?cancelled=1").await.contains(claim), "without a plan");
    let checkout = opens(&person, "Pro", "USD").await;
    plays(&person, &checkout, "success").await;
    settles(&person, &checkout.reference).await.expect("paid");
    assert!(!person.page("/pricing?cancelled=1").await.contains(claim), "with a plan that renews");
    let answer = person.submit("/subscription/cancel", &[]).await;
    let next = location(&answer).expect("to the plans");
    assert!(person.page(&next).await.contains(claim), "once it is true");
}
