//! The standing orders by which plans renew: asked for when the first month is paid, each for one
//! plan of one person. What belongs to nobody is stopped, whoever was cut off and wherever.

use std::time::Duration;

use evernear_app::flows::billing::run_jobs::run_billing_jobs;
use serde_json::json;

use crate::harness::{
    Engine, Person, World, eventually, location,
    paystack::{Hold, Trouble},
    shop::{DAY, Shop, back, credits, opens},
};

crate::both_engines![
    a_plan_that_is_paid_is_ordered_from_the_end_of_its_month,
    an_order_of_no_subscription_is_stopped,
    an_order_that_nobody_wrote_down_is_stopped_and_made_again,
    an_order_that_comes_after_the_cancellation_is_stopped,
    a_plan_that_the_provider_does_not_renew_is_paid_month_by_month,
    a_card_that_cannot_be_charged_again_orders_nothing,
    a_lost_webhook_leaves_no_order_unknown,
    an_order_that_only_its_charge_tells_of_is_stopped,
    what_is_ended_at_the_provider_is_cancelled_here,
    outages_are_no_refusals,
    an_order_that_cannot_be_resumed_is_made_anew,
    a_smaller_plan_that_is_bought_on_the_last_day_begins,
    the_sandbox_orders_what_was_paid,
    an_order_that_nothing_tells_of_is_found_and_stopped,
    a_change_whose_order_is_lost_charges_nothing,
    an_order_that_lives_again_is_stopped_again,
    an_order_that_skips_a_month_is_made_anew,
    a_planned_plan_whose_order_is_ended_at_the_provider_does_not_begin,
];

async fn jobs(shop: &Shop) {
    // A provider that fails is an error of the round.
    let _ = run_billing_jobs(&shop.world.ports).await;
}

pub(super) async fn plans(world: &World) -> Vec<String> {
    let sql = "SELECT plan, status, order_state FROM subscriptions WHERE provider <> $1 ORDER BY created_at, id";
    world.rows(sql, "").await
}

pub(super) async fn come_to(shop: &Shop, what: &str, expected: &[&str]) {
    eventually(what, || async {
        jobs(shop).await;
        (plans(&shop.world).await == expected).then_some(())
    })
    .await;
}

pub(super) async fn is_stopped(shop: &Shop, code: &str) {
    eventually("the order is stopped", || async {
        jobs(shop).await;
        (shop.paystack.standing(code) == "non-renewing").then_some(())
    })
    .await;
}

/// Buys a plan by webhook, and waits for nothing.
async fn pays(shop: &Shop, person: &Person, plan: &str) -> String {
    let reference = opens(person, plan, "USD").await.reference;
    shop.paystack.pays(&reference);
    shop.tells(&shop.paystack.told(&reference)).await;
    reference
}

async fn a_plan_that_is_paid_is_ordered_from_the_end_of_its_month(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let opened = shop.paystack.initialised().pop().expect("a window");
    assert!(opened.get("plan").is_none(), "it would make an order of its own: {opened}");
    assert_eq!(opened["channels"], json!(["card"]));
    let sent = shop.paystack.subscribed();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0]["customer"], json!("CUS_18"));
    assert_eq!(sent[0]["plan"], json!("PLN_Pro_USD"));
    let paid_through =
        shop.world.number("SELECT paid_through FROM subscriptions WHERE status = 'active'").await;
    let from = evernear_app::domain::timestamp::Timestamp(paid_through).iso();
    assert_eq!(sent[0]["start_date"], json!(from));
    assert_eq!(plans(&shop.world).await, ["Pro active active"]);
    // Told of it by webhook, once and again, nothing changes.
    for _ in 0..2 {
        shop.tells(&shop.paystack.made("SUB_1")).await;
    }
    shop.world.clock.forward(DAY);
    jobs(&shop).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
    assert_eq!(shop.paystack.subscribed().len(), 1);
}

async fn an_order_of_no_subscription_is_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let another = shop.paystack.makes_by_itself("CUS_18", "PLN_Pro_USD");
    let elsewhere = shop.paystack.makes_by_itself("CUS_18", "PLN_of_another_shop");
    for code in [&another, &elsewhere] {
        shop.tells(&shop.paystack.made(code)).await;
    }
    // Whoever asked for it may still be writing it down.
    shop.world.clock.forward(Duration::from_secs(500));
    jobs(&shop).await;
    assert_eq!(shop.paystack.standing(&another), "active");
    shop.paystack.trouble(Some(Trouble::Down));
    shop.world.clock.forward(Duration::from_secs(200));
    eventually("an operator sees it", || async {
        jobs(&shop).await;
        let said = shop.operator(&["payments", "list", "flagged"]).await;
        said.contains("STILL CHARGED  paystack  PLN_Pro_USD  an order of no subscription: told to stop 1 times")
            .then_some(())
    })
    .await;
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(301));
    is_stopped(&shop, &another).await;
    shop.world.clock.forward(DAY);
    jobs(&shop).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
    assert_eq!(shop.paystack.standing(&elsewhere), "active", "it is no plan of ours");
    assert_eq!(plans(&shop.world).await, ["Pro active active"]);
    eventually("nothing is left to see", || async {
        jobs(&shop).await;
        let said = shop.operator(&["payments", "list", "flagged"]).await;
        (said.trim() == "There are none.").then_some(())
    })
    .await;
}

/// A worker that is cut off when the provider has made the order, and before it is written down.
async fn cut_off(shop: &Shop) {
    eventually("the provider has made it", || async {
        jobs_in_the_background(shop);
        (shop.paystack.waiting() > 0).then_some(())
    })
    .await;
    // Its lease has run out, as far as anybody knows.
    let lost = "UPDATE subscriptions SET order_call_until = 1 WHERE order_state = 'wanted'";
    shop.world.db.execute(lost, Vec::new()).await.expect("lost");
    shop.paystack.release();
}

fn jobs_in_the_background(shop: &Shop) {
    let ports = shop.world.ports.clone();
    tokio::spawn(async move {
        let _ = run_billing_jobs(&ports).await;
    });
}

async fn an_order_that_nobody_wrote_down_is_stopped_and_made_again(engine: Engine) {
    let shop = Shop::open(engine).await;
    // Whether the provider would make a second one beside it, or refuse.
    for one_a_plan in [false, true] {
        if one_a_plan {
            shop.paystack.takes_one_a_plan();
        }
        let name = if one_a_plan { "lindiwe-the-second" } else { "thandi" };
        let person = Person::member(&shop.world, name).await;
        let before = shop.paystack.subscribed().len();
        shop.paystack.hold(Some(Hold::AfterSubscribe));
        pays(&shop, &person, "Pro").await;
        cut_off(&shop).await;
        let first = format!("SUB_{}", before + 1);
        shop.tells(&shop.paystack.made(&first)).await;
        for _ in 0..4 {
            jobs(&shop).await;
            shop.world.clock.forward(Duration::from_secs(400));
        }
        is_stopped(&shop, &first).await;
        shop.world.clock.forward(DAY);
        shop.makes_orders().await;
        let going_on = (before..shop.paystack.subscribed().len())
            .map(|number| format!("SUB_{}", number + 1))
            .filter(|code| shop.paystack.standing(code) == "active");
        assert_eq!(going_on.count(), 1, "{name}");
        assert_eq!(plans(&shop.world).await.last().expect("a plan"), "Pro active active");
    }
}

async fn an_order_that_comes_after_the_cancellation_is_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.paystack.hold(Some(Hold::AfterSubscribe));
    pays(&shop, &thandi, "Pro").await;
    eventually("the provider makes it", || async {
        jobs_in_the_background(&shop);
        (shop.paystack.waiting() > 0).then_some(())
    })
    .await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    shop.paystack.release();
    come_to(&shop, "there is nothing to stop", &["Pro cancelled stopped"]).await;
    eventually("it is known", || async {
        (shop.world.number("SELECT COUNT(*) FROM standing_orders").await == 1).then_some(())
    })
    .await;
    shop.world.clock.forward(Duration::from_secs(601));
    is_stopped(&shop, "SUB_1").await;
    // Kept after all, it has an order of its own.
    let kept = thandi.submit("/subscription/keep", &[]).await;
    assert_eq!(kept.status(), 303);
    come_to(&shop, "it renews", &["Pro active active"]).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
}

async fn a_plan_that_the_provider_does_not_renew_is_paid_month_by_month(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = opens(&thandi, "Pro", "USD").await.reference;
    shop.paystack.trouble(Some(Trouble::Refuses));
    shop.paystack.pays(&reference);
    shop.tells(&shop.paystack.told(&reference)).await;
    eventually("an operator sees it", || async {
        jobs(&shop).await;
        let said = shop.operator(&["payments", "list", "flagged"]).await;
        said.contains("NOT YET RENEWING  paystack  Pro").then_some(())
    })
    .await;
    assert!(thandi.page("/pricing").await.contains("Renews on"));
    for _ in 0..9 {
        shop.world.clock.forward(DAY / 2);
        jobs(&shop).await;
    }
    come_to(&shop, "it is given up", &["Pro active none"]).await;
    back(&thandi, "thandi").await;
    let page = thandi.page("/pricing").await;
    assert!(page.contains("It does not renew by itself.") && page.contains("Pay another month"));
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
    // Whoever pays the next month loses no day, and the provider is asked once more.
    shop.paystack.trouble(None);
    let through = "SELECT paid_through FROM subscriptions";
    let before = shop.world.number(through).await;
    shop.sells(&thandi, "Pro").await;
    assert_eq!(plans(&shop.world).await, ["Pro active active"]);
    assert!(shop.world.number(through).await > before + 27 * 24 * 3_600_000);
    assert_eq!(credits(&thandi).await, 50 + 2 * 700);
    let sent = shop.paystack.subscribed().pop().expect("asked for");
    let from = evernear_app::domain::timestamp::Timestamp(shop.world.number(through).await).iso();
    assert_eq!(sent["start_date"], json!(from));
    shop.world.books_hold().await;
}

async fn a_card_that_cannot_be_charged_again_orders_nothing(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = opens(&thandi, "Pro", "USD").await.reference;
    shop.paystack.pays(&reference);
    shop.paystack.change(&reference, |data| data["authorization"]["reusable"] = json!(false));
    shop.tells(&shop.paystack.told(&reference)).await;
    jobs(&shop).await;
    assert_eq!(plans(&shop.world).await, ["Pro active none"]);
    assert!(shop.paystack.subscribed().is_empty());
    assert!(thandi.page("/pricing").await.contains("It does not renew by itself."));
}

async fn a_lost_webhook_leaves_no_order_unknown(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = shop.sells(&thandi, "Pro").await;
    // Nothing was told of the order, and yet it is stopped with its plan.
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    is_stopped(&shop, "SUB_1").await;
    come_to(&shop, "it is written down", &["Pro cancelled stopped"]).await;
    // The account goes, and a charge of another order of the same customer is nobody's.
    thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    let told = shop.paystack.renews("T1", &reference, "2030-01-01T00:00:00Z");
    shop.tells(&told).await;
    assert!(shop.stored("T1").await.starts_with("flagged"), "{}", shop.stored("T1").await);
}

async fn an_order_that_only_its_charge_tells_of_is_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = shop.sells(&thandi, "Pro").await;
    let unknown = shop.paystack.makes_by_itself("CUS_18", "PLN_Pro_USD");
    shop.world.clock.forward(DAY * 31);
    let now = evernear_app::domain::timestamp::Timestamp(shop.world.ports.now().0).iso();
    let charges = |name: &str, code: &str| {
        let told = shop.paystack.renews(name, &reference, &now);
        told.replacen(
            "\"reference\"",
            &format!("\"subscription_code\":\"{code}\",\"reference\""),
            1,
        )
    };
    shop.tells(&charges("T1", "SUB_1")).await;
    shop.tells(&charges("T2", &unknown)).await;
    assert_eq!(shop.stored("T1").await, "paid");
    assert!(shop.stored("T2").await.starts_with("flagged charged twice"), "T2");
    shop.world.clock.forward(Duration::from_secs(601));
    is_stopped(&shop, &unknown).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
}

async fn what_is_ended_at_the_provider_is_cancelled_here(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let told = |event: &str, code: &str| {
        json!({ "event": event, "data": { "subscription_code": code, "status": "non-renewing" } })
            .to_string()
    };
    // It goes on there: an older message, told late.
    shop.tells(&told("subscription.not_renew", "SUB_1")).await;
    shop.tells(&told("subscription.disable", "SUB_of_nobody")).await;
    assert_eq!(plans(&shop.world).await, ["Pro active active"]);
    // It cannot be asked: told again later.
    shop.paystack.trouble(Some(Trouble::Down));
    let body = told("subscription.not_renew", "SUB_1");
    let status = shop.tell(&body, Some(&crate::harness::paystack::signed(&body))).await;
    assert!(status.is_server_error(), "{status}");
    shop.paystack.trouble(None);
    shop.paystack.ends("SUB_1");
    for _ in 0..2 {
        shop.tells(&body).await;
    }
    come_to(&shop, "it is cancelled", &["Pro cancelled stopped"]).await;
    assert!(thandi.page("/pricing").await.contains("Cancelled. Your benefits last until"));
    assert_eq!(credits(&thandi).await, 750);
    shop.world.books_hold().await;
}

async fn outages_are_no_refusals(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = opens(&thandi, "Pro", "USD").await.reference;
    shop.paystack.trouble(Some(Trouble::Down));
    shop.paystack.pays(&reference);
    shop.tells(&shop.paystack.told(&reference)).await;
    for _ in 0..12 {
        jobs(&shop).await;
        shop.world.clock.forward(DAY);
    }
    shop.paystack.trouble(Some(Trouble::Refuses));
    jobs(&shop).await;
    assert_eq!(plans(&shop.world).await, ["Pro active wanted"]);
    shop.paystack.trouble(None);
    shop.world.clock.forward(DAY);
    come_to(&shop, "it renews", &["Pro active active"]).await;
}

async fn an_order_that_cannot_be_resumed_is_made_anew(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    is_stopped(&shop, "SUB_1").await;
    come_to(&shop, "it is written down", &["Pro cancelled stopped"]).await;
    shop.paystack.ends("SUB_1");
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), 303);
    jobs(&shop).await;
    shop.world.clock.forward(Duration::from_secs(301));
    come_to(&shop, "it renews", &["Pro active active"]).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
}

async fn a_smaller_plan_that_is_bought_on_the_last_day_begins(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    let changed = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(changed.status(), 303);
    // Its month is over, and the charge of the smaller one has not come.
    shop.world.clock.forward(DAY * 32);
    jobs(&shop).await;
    back(&thandi, "thandi").await;
    shop.sells(&thandi, "Starter").await;
    let left = ["Premium replaced stopped", "Starter replaced stopped", "Starter active active"];
    come_to(&shop, "it has begun", &left).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "non-renewing");
    // What is dropped keeps no larger plan alive, either.
    shop.sells(&thandi, "Premium").await;
    thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    let late = "SELECT COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ends_at >= paid_through + 172800000";
    assert_eq!(shop.world.number(late).await, 0);
    shop.world.books_hold().await;
}

/// How many orders go on from one of them on.
fn live_from(shop: &Shop, first: usize) -> usize {
    let codes = (first..=shop.paystack.subscribed().len()).map(|number| format!("SUB_{number}"));
    codes.filter(|code| shop.paystack.standing(code) == "active").count()
}

/// Time passes, and no webhook tells of anything.
async fn passes(shop: &Shop, seconds: u64) {
    for _ in 0..seconds / 100 {
        shop.world.clock.forward(Duration::from_secs(100));
        jobs(shop).await;
    }
}

async fn an_order_that_nothing_tells_of_is_found_and_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    for (name, then) in [("a", "renews"), ("bb", "cancels"), ("ccc", "keeps"), ("dddd", "pays")] {
        let person = Person::member(&shop.world, &format!("thandi-{name}")).await;
        let first = shop.paystack.subscribed().len() + 1;
        shop.paystack.trouble(Some(Trouble::LosesAnswers));
        pays(&shop, &person, "Pro").await;
        eventually("the provider has made it", || async {
            jobs(&shop).await;
            (shop.paystack.subscribed().len() == first).then_some(())
        })
        .await;
        let cancels = async || {
            let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
        };
        match then {
            "cancels" => cancels().await,
            "keeps" => {
                cancels().await;
                assert_eq!(person.submit("/subscription/keep", &[]).await.status(), 303);
            }
            "pays" => shop.world.clock.forward(DAY),
            _ => {}
        }
        shop.paystack.trouble(None);
        let after = if then == "cancels" { "Pro cancelled stopped" } else { "Pro active active" };
        passes(&shop, 1_500).await;
        assert_eq!(plans(&shop.world).await.last().expect("a plan"), after, "{then}");
        assert_eq!(shop.paystack.standing(&format!("SUB_{first}")), "non-renewing", "{then}");
        assert_eq!(live_from(&shop, first), usize::from(then != "cancels"), "{then}");
    }
    assert_eq!(shop.world.number("SELECT COUNT(*) FROM order_requests").await, 0);
}

async fn a_change_whose_order_is_lost_charges_nothing(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    shop.paystack.trouble(Some(Trouble::LosesAnswers));
    let changes =
        async || thandi.submit("/subscription/change", &[("plan", "Starter")]).await.status();
    assert_eq!(changes().await, 503);
    shop.paystack.trouble(None);
    passes(&shop, 1_500).await;
    assert_eq!(plans(&shop.world).await, ["Premium active active"]);
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
    assert_eq!(shop.paystack.standing("SUB_2"), "non-renewing");
    assert_eq!(changes().await, 303);
    assert_eq!(shop.paystack.standing("SUB_3"), "active");
    // Not even where its person has left meanwhile.
    let other = Person::member(&shop.world, "lindiwe-the-second").await;
    shop.sells(&other, "Premium").await;
    shop.paystack.trouble(Some(Trouble::LosesAnswers));
    let changed = other.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(changed.status(), 503);
    other.submit("/profile/delete", &[("sure", "yes")]).await;
    shop.paystack.trouble(None);
    passes(&shop, 1_500).await;
    assert_eq!(live_from(&shop, 4), 0);
}

async fn an_order_that_lives_again_is_stopped_again(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
    shop.paystack.goes_on("SUB_1");
    shop.world.clock.forward(DAY * 31);
    // The charge does not say by which order it was made.
    let now = evernear_app::domain::timestamp::Timestamp(shop.world.ports.now().0).iso();
    shop.tells(&shop.paystack.renews("T1", &reference, &now)).await;
    assert!(shop.stored("T1").await.starts_with("flagged charged after"), "T1");
    is_stopped(&shop, "SUB_1").await;
    // The same of one that never belonged to anybody.
    let nobodys = shop.paystack.makes_by_itself("CUS_18", "PLN_Pro_USD");
    shop.tells(&shop.paystack.made(&nobodys)).await;
    passes(&shop, 700).await;
    is_stopped(&shop, &nobodys).await;
    shop.paystack.goes_on(&nobodys);
    shop.world.clock.forward(DAY);
    shop.tells(&shop.paystack.renews("T2", &reference, &now)).await;
    passes(&shop, 700).await;
    is_stopped(&shop, &nobodys).await;
}

async fn an_order_that_skips_a_month_is_made_anew(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
    let through = "SELECT paid_through FROM subscriptions";
    let paid_through = evernear_app::domain::timestamp::Timestamp(shop.world.number(through).await);
    // It has charged for this month already, or thinks so.
    shop.paystack.charges_next("SUB_1", &paid_through.after(DAY * 30).iso());
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), 303);
    come_to(&shop, "it renews", &["Pro active active"]).await;
    let sent = shop.paystack.subscribed();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[1]["start_date"], json!(paid_through.iso()));
    shop.world.clock.forward(Duration::from_secs(601));
    is_stopped(&shop, "SUB_1").await;
    // One that charges when it should goes on.
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
    shop.paystack.charges_next("SUB_2", &paid_through.iso());
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), 303);
    come_to(&shop, "it renews", &["Pro active active"]).await;
    assert_eq!(shop.paystack.subscribed().len(), 2);
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
}

async fn a_planned_plan_whose_order_is_ended_at_the_provider_does_not_begin(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    assert_eq!(thandi.submit("/subscription/change", &[("plan", "Starter")]).await.status(), 303);
    assert!(thandi.page("/pricing").await.contains("Starter begins then"));
    shop.paystack.ends("SUB_2");
    let told = json!({ "event": "subscription.disable", "data": { "subscription_code": "SUB_2" } });
    shop.tells(&told.to_string()).await;
    come_to(&shop, "it is dropped", &["Premium cancelled stopped", "Starter replaced stopped"])
        .await;
    assert!(!thandi.page("/pricing").await.contains("Starter begins then"));
}

async fn the_sandbox_orders_what_was_paid(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let window = thandi.submit("/checkout", &[("plan", "Pro"), ("currency", "USD")]).await;
    let window = location(&window).expect("a window");
    let orders = "SELECT COUNT(*) FROM sandbox_orders WHERE stopped_at IS NULL";
    let back = thandi.submit(&window, &[("act", "success")]).await;
    thandi.led_to(&location(&back).expect("back")).await.expect("paid");
    eventually("its order is made", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        (plans(&world).await == ["Pro active active"]).then_some(())
    })
    .await;
    assert_eq!(world.number(orders).await, 1);
    // Its own webhook makes no second one, and stops none.
    world.clock.forward(DAY);
    run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    assert_eq!(world.number(orders).await, 1);
    // The next month comes by it.
    world.clock.forward(DAY * 31);
    eventually("the month is paid", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        let sql = "SELECT credits FROM profiles WHERE email = $1";
        (world.rows(sql, "thandi@example.com").await == ["1450"]).then_some(())
    })
    .await;
    world.books_hold().await;
}
