//! Changing one's mind: a smaller plan begins when the month that was paid ends, a larger one at
//! once, and a plan that was cancelled can be kept.

use std::time::Duration;

use evernear_app::flows::billing::run_jobs::run_billing_jobs;
use evernear_rules::wire::{CheckoutView, PaymentView};
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Engine, Person, World, eventually, location,
    paystack::Trouble,
    shop::{DAY, Shop, at, back, credits, opens},
};

crate::both_engines![
    a_smaller_plan_begins_when_the_paid_month_ends,
    a_cancelled_plan_is_kept,
    a_plan_that_does_not_renew_makes_way_at_its_end,
    a_provider_that_does_not_answer_changes_nothing,
    upgraded_is_said_of_upgrades,
    the_sandbox_changes_to_a_smaller_plan,
    a_smaller_window_paid_late_ends_no_larger_plan,
    an_old_window_takes_no_month_of_a_planned_plan,
    of_two_windows_paid_at_once_the_larger_plan_stays,
];

/// Every plan there is or was, oldest first.
async fn standing(world: &World) -> Vec<String> {
    let sql = "SELECT plan, status, order_state FROM subscriptions WHERE provider <> $1 ORDER BY created_at, id";
    world.rows(sql, "").await
}

async fn a_smaller_plan_begins_when_the_paid_month_ends(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.go_to(at("2028-01-10T10:00:00Z"));
    back(&thandi, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    // It is not sold at once, and the page says what would happen.
    let body = json!({ "plan": "Starter", "currency": "USD" });
    let refused = thandi.call::<CheckoutView>("checkout/begin", body).await.expect_err("later");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let words = "Your Premium plan is paid until 10 February 2028. Starter can begin then.";
    assert_eq!(refused.problem.message, words);
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Can begin on 10 February 2028"), "{page}");
    assert!(!page.contains("action=\"/checkout\""), "there is nothing larger: {page}");
    let page = thandi.page("/pricing?change=Starter").await;
    let words = "Nothing is charged today. Your Premium plan stays until 10 February 2028, and so do its credits; from then on Starter costs $8 a month with 400 credits.";
    assert!(page.contains(words), "{page}");
    assert!(!thandi.page("/pricing?changed=1").await.contains("Starter begins then"));
    // Chosen, and chosen again.
    for _ in 0..2 {
        let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
        assert_eq!(location(&answer).as_deref(), Some("/pricing?changed=1"));
    }
    let page = thandi.page("/pricing?changed=1").await;
    let words = "Your Premium plan stays until 10 February 2028, and its credits stay. Starter begins then.";
    assert!(page.contains(words) && page.contains("Keep my plan"), "{page}");
    assert!(!page.contains("pgraded"), "{page}");
    let sent = shop.paystack.subscribed();
    assert_eq!(sent.len(), 2, "Premium's own, and this one once: {sent:?}");
    assert_eq!(sent[1]["plan"], json!("PLN_Starter_USD"));
    assert!(sent[1]["start_date"].as_str().expect("a time").starts_with("2028-02-10T10:00:0"));
    assert_eq!(credits(&thandi).await, 2050, "nothing was taken and nothing given");
    let plan = "SELECT plan FROM profiles WHERE email = $1";
    assert_eq!(shop.world.rows(plan, "thandi@example.com").await, ["Premium"]);
    eventually("the larger plan renews no more", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.disabled() == ["SUB_1"]).then_some(())
    })
    .await;
    // The day before it is still the larger one.
    shop.go_to(at("2028-02-10T09:00:00Z"));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    assert_eq!(
        standing(&shop.world).await,
        ["Premium cancelled stopped", "Starter planned active"]
    );
    shop.go_to(at("2028-02-10T10:05:00Z"));
    let customer = json!({ "customer_code": "CUS_18" });
    let told = shop.paystack.begins("S1", "SUB_2", &customer, 800);
    for _ in 0..2 {
        shop.tells(&told).await;
    }
    assert_eq!(shop.stored("S1").await, "paid");
    assert_eq!(standing(&shop.world).await, ["Premium replaced stopped", "Starter active active"]);
    assert_eq!(shop.world.rows(plan, "thandi@example.com").await, ["Starter"]);
    back(&thandi, "thandi").await;
    assert_eq!(credits(&thandi).await, 2450);
    assert!(thandi.page("/pricing").await.contains("Renews on 10 March 2028."));
    shop.world.books_hold().await;
}

async fn a_cancelled_plan_is_kept(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let keeps = async || {
        let answer = thandi.submit("/subscription/keep", &[]).await;
        (answer.status(), location(&answer).unwrap_or_default())
    };
    assert_eq!(keeps().await.0, StatusCode::CONFLICT, "there is nothing to keep");
    let pro = shop.sells(&thandi, "Pro").await;
    assert!(!thandi.page("/pricing").await.contains("action=\"/subscription/keep\""));
    let cancels = async || {
        let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    };
    // Before the provider has heard, and after.
    cancels().await;
    let page = thandi.page("/pricing").await;
    assert!(page.contains("action=\"/subscription/keep\""), "{page}");
    assert_eq!(keeps().await, (StatusCode::SEE_OTHER, "/pricing".to_owned()));
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Your Pro plan goes on.") && page.contains("Renews on"), "{page}");
    // Told once, and never by an address.
    assert!(!thandi.page("/pricing?kept=1").await.contains("plan goes on"));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    eventually("its order goes on", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(&shop.world).await == ["Pro active active"]).then_some(())
    })
    .await;
    cancels().await;
    eventually("the provider has heard", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(&shop.world).await == ["Pro cancelled stopped"]).then_some(())
    })
    .await;
    // It cannot be asked now: the plan goes on, and it is asked until it has answered.
    shop.paystack.trouble(Some(Trouble::Down));
    assert_eq!(keeps().await.0, StatusCode::SEE_OTHER);
    eventually("an operator sees it", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        let said = shop.operator(&["payments", "list", "flagged"]).await;
        said.contains("NOT YET RENEWING  paystack  Pro").then_some(())
    })
    .await;
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(301));
    eventually("its order goes on", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(&shop.world).await == ["Pro active active"]).then_some(())
    })
    .await;
    assert_eq!(shop.paystack.enabled().last().map(String::as_str), Some("SUB_1"));
    let profile =
        "SELECT plan, subscription_status, subscription_end_date FROM profiles WHERE email = $1";
    assert_eq!(shop.world.rows(profile, "thandi@example.com").await, ["Pro active "]);
    // A smaller plan that was to follow does not begin.
    let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert_eq!(keeps().await.0, StatusCode::SEE_OTHER);
    eventually("what was ordered for it is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(&shop.world).await == ["Pro active active", "Starter replaced stopped"])
            .then_some(())
    })
    .await;
    assert!(shop.disabled().contains(&"SUB_2".to_owned()), "{:?}", shop.disabled());
    // And the month is charged as if nothing had been.
    let anchor = evernear_app::domain::timestamp::Timestamp(
        shop.world.number("SELECT anchor FROM subscriptions WHERE plan = 'Pro'").await,
    );
    let next = evernear_app::domain::billing::calendar::months_later(anchor, 1);
    shop.tells(&shop.paystack.renews("T1", &pro, &crate::harness::shop::iso(next))).await;
    assert_eq!(shop.stored("T1").await, "paid");
    assert_eq!(credits(&thandi).await, 1450);
    shop.world.books_hold().await;
}

async fn a_plan_that_does_not_renew_makes_way_at_its_end(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.go_to(at("2028-01-10T10:00:00Z"));
    back(&thandi, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    let page = answer.text().await.expect("text");
    let words = "Your Pro plan is paid until 10 February 2028. Starter can begin then.";
    assert!(page.contains(words), "{page}");
    // Its month is over: the smaller plan is bought like any other.
    shop.go_to(at("2028-02-11T10:00:00Z"));
    back(&thandi, "thandi").await;
    let reference = opens(&thandi, "Starter", "USD").await.reference;
    shop.paystack.pays(&reference);
    let body = json!({ "reference": reference });
    let paid: PaymentView = thandi.call("checkout/settle", body).await.expect("paid");
    assert_eq!(paid.message, "Your Starter plan has begun.");
    assert_eq!(standing(&shop.world).await[1], "Starter active none");
    shop.world.books_hold().await;
}

async fn a_provider_that_does_not_answer_changes_nothing(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    shop.paystack.trouble(Some(Trouble::Down));
    let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    let page = answer.text().await.expect("text");
    assert!(
        page.contains("Your plan could not be changed just now, and stays as it is."),
        "{page}"
    );
    shop.paystack.trouble(None);
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Renews on") && !page.contains("begins then"), "{page}");
    assert_eq!(standing(&shop.world).await[0], "Pro active active");
    let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "later it works");
    // Whoever has no plan, or asks for a larger one, changes nothing either.
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    for plan in ["Starter", "Gold"] {
        let answer = sipho.submit("/subscription/change", &[("plan", plan)]).await;
        assert!(answer.status().is_client_error(), "{plan}");
    }
    let answer = thandi.submit("/subscription/change", &[("plan", "Premium")]).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    let visitor = Person::visitor(&shop.world.base);
    for path in ["/subscription/change", "/subscription/keep"] {
        let answer = visitor.submit(path, &[("plan", "Starter")]).await;
        assert!(location(&answer).expect("to sign in").starts_with("/auth?mode=signin"), "{path}");
    }
    shop.world.books_hold().await;
}

async fn upgraded_is_said_of_upgrades(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let says = async |plan: &str| {
        let reference = opens(&thandi, plan, "USD").await.reference;
        shop.paystack.pays(&reference);
        shop.tells(&shop.paystack.told(&reference)).await;
        let body = json!({ "reference": reference });
        let paid: PaymentView = thandi.call("checkout/settle", body).await.expect("paid");
        shop.world.clock.forward(Duration::from_secs(60));
        paid.message
    };
    assert_eq!(says("Starter").await, "Successfully upgraded to Starter plan!");
    assert_eq!(says("Starter").await, "Another month of your Starter plan is paid.");
    assert_eq!(says("Premium").await, "Successfully upgraded to Premium plan!");
    shop.world.books_hold().await;
}

async fn the_sandbox_changes_to_a_smaller_plan(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let window = thandi.submit("/checkout", &[("plan", "Pro"), ("currency", "ZAR")]).await;
    let window = location(&window).expect("a window");
    let back = thandi.submit(&window, &[("act", "success")]).await;
    thandi.led_to(&location(&back).expect("back")).await.expect("paid");
    let answer = thandi.submit("/subscription/change", &[("plan", "starter")]).await;
    assert_eq!(location(&answer).as_deref(), Some("/pricing?changed=1"));
    eventually("the larger plan renews no more", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        let now = standing(&world).await;
        (now == ["Pro cancelled stopped", "Starter planned active"]).then_some(())
    })
    .await;
    world.clock.forward(DAY * 32);
    eventually("the smaller plan has begun", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        let now = standing(&world).await;
        (now == ["Pro replaced stopped", "Starter active active"]).then_some(())
    })
    .await;
    let sql = "SELECT amount, currency, plan, credits FROM payments WHERE reference LIKE $1";
    assert_eq!(world.rows(sql, "SBX%").await, ["15000 ZAR Starter 400"]);
    let sql = "SELECT credits FROM profiles WHERE email = $1";
    assert_eq!(world.rows(sql, "thandi@example.com").await, ["1150"]);
    world.books_hold().await;
}

async fn a_smaller_window_paid_late_ends_no_larger_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let smaller = opens(&thandi, "Starter", "USD").await.reference;
    shop.sells(&thandi, "Premium").await;
    let before = credits(&thandi).await;
    shop.paystack.pays(&smaller);
    for _ in 0..2 {
        shop.tells(&shop.paystack.told(&smaller)).await;
    }
    assert!(credits(&thandi).await > before, "what was paid is granted");
    let body = json!({ "reference": smaller });
    let paid: PaymentView = thandi.call("checkout/settle", body).await.expect("paid");
    let words = "The credits of Starter are yours, and your larger plan goes on.";
    assert_eq!(paid.message, words);
    let profile = "SELECT plan, subscription_status FROM profiles WHERE email LIKE $1";
    assert_eq!(shop.world.rows(profile, "thandi%").await, ["Premium active"]);
    // Nothing was ordered for the smaller one, now or later.
    shop.world.clock.forward(Duration::from_secs(12 * 3600));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    let plans: Vec<_> =
        shop.paystack.subscribed().iter().map(|sent| sent["plan"].clone()).collect();
    assert_eq!(plans, ["PLN_Premium_USD"]);
    assert_eq!(standing(&shop.world).await, ["Premium active active", "Starter replaced stopped"]);
    shop.world.books_hold().await;
}

/// The window of a plan is opened before a larger one is bought, and paid after the change back to it
/// was planned: the months of the planned plan are its own.
async fn an_old_window_takes_no_month_of_a_planned_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let old = opens(&thandi, "Pro", "USD").await.reference;
    let larger = shop.sells(&thandi, "Premium").await;
    assert_eq!(thandi.submit("/subscription/change", &[("plan", "Pro")]).await.status(), 303);
    shop.makes_orders().await;
    shop.paystack.pays(&old);
    shop.tells(&shop.paystack.told(&old)).await;
    let before = credits(&thandi).await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &old, &now);
    assert!(told.contains("PLN_Pro_USD") && !larger.is_empty(), "{told}");
    shop.tells(&told).await;
    assert_eq!(shop.stored("T1").await, "paid");
    back(&thandi, "thandi").await;
    assert_eq!(credits(&thandi).await, before + 700);
    let pro = standing(&shop.world).await.into_iter().filter(|plan| plan.starts_with("Pro active"));
    assert_eq!(pro.count(), 1);
    shop.world.books_hold().await;
}

async fn of_two_windows_paid_at_once_the_larger_plan_stays(engine: Engine) {
    let shop = Shop::open(engine).await;
    let mut told = Vec::new();
    for number in 0..12 {
        let person = Person::member(&shop.world, &format!("person{number}")).await;
        for plan in ["Premium", "Starter"] {
            let reference = opens(&person, plan, "USD").await.reference;
            shop.paystack.pays(&reference);
            told.push(shop.paystack.told(&reference));
        }
    }
    join_all(told.iter().map(|body| shop.tells(body))).await;
    let last = "SELECT COUNT(*) FROM subscriptions WHERE status = 'active' AND plan = 'Premium'";
    assert_eq!(shop.world.number(last).await, 12);
    let profiles =
        "SELECT COUNT(*) FROM profiles WHERE plan = 'Premium' AND subscription_status = 'active'";
    assert_eq!(shop.world.number(profiles).await, 12);
    let smaller =
        "SELECT COUNT(*) FROM subscriptions WHERE status = 'replaced' AND plan = 'Starter'";
    assert_eq!(shop.world.number(smaller).await, 12);
    shop.world.books_hold().await;
}
