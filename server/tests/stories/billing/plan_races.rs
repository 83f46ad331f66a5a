//! Plans while two things happen at once: a payment is settled beside a change or a cancellation, a
//! worker tells the provider to stop beside somebody who keeps the plan, an order is told late.

use std::time::Duration;

use evernear_app::{
    domain::{billing::Subscription, id::AccountId},
    flows::billing::run_jobs::run_billing_jobs,
};
use evernear_server::values;
use serde_json::json;

use crate::harness::{
    Engine, Person, eventually,
    paystack::{Hold, Trouble},
    shop::{DAY, Shop, back, credits, iso, opens},
    waits_for_a_row,
};

crate::both_engines![
    a_larger_plan_that_is_paid_beside_a_change_leaves_no_smaller_one,
    cancelling_beside_a_renewal_takes_no_paid_month,
    cancelling_beside_an_upgrade_ends_no_other_plan,
    a_plan_that_lapsed_is_charged_no_more,
    a_late_charge_brings_a_lapsed_plan_back_with_its_order,
    a_plan_that_is_kept_beside_a_slow_stop_renews,
    two_windows_paid_at_once_are_two_months_and_one_order,
    two_first_payments_of_one_plan_are_two_months,
    a_month_that_is_revoked_ahead_is_not_paid_any_more,
    an_order_that_charges_after_it_was_stopped_is_stopped_again,
];

const MONTH: Duration = Duration::from_secs(31 * 24 * 3600);

async fn jobs(shop: &Shop) {
    // A provider that fails is an error of the round.
    let _ = run_billing_jobs(&shop.world.ports).await;
}

async fn plans(shop: &Shop) -> Vec<String> {
    let sql = "SELECT plan, status, order_state FROM subscriptions WHERE provider <> $1 ORDER BY created_at, id";
    shop.world.rows(sql, "").await
}

async fn come_to(shop: &Shop, what: &str, expected: &[&str]) {
    eventually(what, || async {
        jobs(shop).await;
        (plans(shop).await == expected).then_some(())
    })
    .await;
}

async fn with_plan(shop: &Shop, plan: &str) -> (Person, String) {
    let thandi = Person::member(&shop.world, "thandi").await;
    let reference = shop.sells(&thandi, plan).await;
    (thandi, reference)
}

async fn current(shop: &Shop) -> Subscription {
    let sql = "SELECT id FROM accounts WHERE email = $1";
    let id = shop.world.rows(sql, "thandi@example.com").await.remove(0);
    let owner: AccountId = id.parse().expect("an id");
    shop.world.ports.subscriptions.subscription(owner).await.expect("asked").expect("a plan")
}

async fn a_larger_plan_that_is_paid_beside_a_change_leaves_no_smaller_one(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, _) = with_plan(&shop, "Pro").await;
    let premium = opens(&thandi, "Premium", "USD").await.reference;
    shop.paystack.pays(&premium);
    shop.paystack.hold(Some(Hold::BeforeSubscribe));
    let changes = tokio::spawn({
        let thandi = thandi.clone();
        async move { thandi.submit("/subscription/change", &[("plan", "Starter")]).await.status() }
    });
    eventually("the provider is being asked", || async {
        (shop.paystack.waiting() == 1).then_some(())
    })
    .await;
    let mut tx = shop.world.db.begin().await.expect("begun");
    let lock = "UPDATE profiles SET updated_at = updated_at WHERE email = $1";
    tx.execute(lock, values!["thandi@example.com"]).await.expect("locked");
    let told = shop.paystack.told(&premium);
    let settles = tokio::spawn({
        let client = reqwest::Client::new()
            .post(format!("{}/webhooks/paystack", shop.world.base))
            .header("x-paystack-signature", crate::harness::paystack::signed(&told))
            .body(told);
        async move { client.send().await.expect("an answer").status() }
    });
    waits_for_a_row(&shop.world.db).await;
    // What the change does when the provider has taken the order.
    for sql in [
        "UPDATE subscriptions SET status = 'cancelled', order_state = 'stopping' WHERE status = 'active' AND provider <> $1",
        "INSERT INTO subscriptions (id, account_id, plan, currency, status, provider, customer, plan_code, anchor, period,
         paid_through, ends_at, created_at, order_state, order_next_at)
         SELECT '00000000-0000-7000-8000-000000000001', account_id, 'Starter', currency, 'planned', provider, customer,
         'PLN_Starter_USD', paid_through, 0, paid_through, ends_at, created_at + 1, 'active', 0
         FROM subscriptions WHERE provider <> $1",
    ] {
        tx.execute(sql, values![""]).await.expect("planned");
    }
    tx.commit().await.expect("committed");
    assert_eq!(settles.await.expect("answered"), 200);
    shop.paystack.release();
    assert_ne!(changes.await.expect("answered"), 303, "it has changed meanwhile");
    let left = ["Pro replaced stopped", "Starter replaced stopped", "Premium active active"];
    come_to(&shop, "the larger one stays", &left).await;
    shop.world.books_hold().await;
}

async fn cancelling_beside_a_renewal_takes_no_paid_month(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, reference) = with_plan(&shop, "Pro").await;
    shop.world.clock.forward(MONTH);
    back(&thandi, "thandi").await;
    let seen = current(&shop).await;
    let now = shop.world.ports.now();
    shop.tells(&shop.paystack.renews("T1", &reference, &iso(now))).await;
    let ports = &shop.world.ports;
    let ended = ports.subscriptions.cancel(&seen, "2026-12-31", now.after(DAY), now).await;
    assert!(!ended.expect("asked"), "it has changed since it was read");
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    let lasts =
        "SELECT COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ends_at >= paid_through";
    assert_eq!(shop.world.number(lasts).await, 1);
}

async fn cancelling_beside_an_upgrade_ends_no_other_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, _) = with_plan(&shop, "Pro").await;
    let seen = current(&shop).await;
    shop.sells(&thandi, "Premium").await;
    let (ports, now) = (&shop.world.ports, shop.world.ports.now());
    let ended = ports.subscriptions.cancel(&seen, "2026-12-31", now.after(DAY), now).await;
    assert!(!ended.expect("asked"), "another plan has begun");
    assert_eq!(plans(&shop).await[1], "Premium active active");
}

async fn a_plan_that_lapsed_is_charged_no_more(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, _) = with_plan(&shop, "Pro").await;
    shop.world.clock.forward(MONTH + DAY * 4);
    come_to(&shop, "its order is stopped", &["Pro expired stopped"]).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "non-renewing");
    // The same for a smaller plan that was planned, and for somebody who leaves in between.
    back(&thandi, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    shop.paystack.trouble(Some(Trouble::Down));
    shop.world.clock.forward(MONTH + DAY * 4);
    let over = ["Pro expired stopped", "Premium expired stopping", "Starter expired stopping"];
    come_to(&shop, "both are over", &over).await;
    back(&thandi, "thandi").await;
    thandi.submit("/profile/delete", &[("sure", "yes")]).await;
    shop.paystack.trouble(None);
    shop.world.clock.forward(DAY);
    let over = ["Pro expired stopped", "Premium expired stopped", "Starter expired stopped"];
    come_to(&shop, "both orders are stopped", &over).await;
    for order in ["SUB_2", "SUB_3"] {
        assert_eq!(shop.paystack.standing(order), "non-renewing", "{order}");
    }
}

async fn a_late_charge_brings_a_lapsed_plan_back_with_its_order(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (_, reference) = with_plan(&shop, "Pro").await;
    shop.world.clock.forward(MONTH + DAY * 4);
    come_to(&shop, "its order is stopped", &["Pro expired stopped"]).await;
    let now = iso(shop.world.ports.now());
    shop.tells(&shop.paystack.renews("T1", &reference, &now)).await;
    come_to(&shop, "it is back", &["Pro active active"]).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
}

async fn a_plan_that_is_kept_beside_a_slow_stop_renews(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, _) = with_plan(&shop, "Premium").await;
    shop.paystack.hold(Some(Hold::BeforeDisable));
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    let ports = shop.world.ports.clone();
    let worker = tokio::spawn(async move { run_billing_jobs(&ports).await });
    eventually("a worker tells it to stop", || async {
        (shop.paystack.waiting() > 0).then_some(())
    })
    .await;
    let kept = thandi.submit("/subscription/keep", &[]).await;
    assert_eq!(kept.status(), 303);
    shop.paystack.release();
    eventually("it is stopped after that", || async {
        (shop.paystack.standing("SUB_1") == "non-renewing").then_some(())
    })
    .await;
    worker.await.expect("it came to its end").expect("billing jobs ran");
    come_to(&shop, "it renews", &["Premium active active"]).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
}

async fn two_windows_paid_at_once_are_two_months_and_one_order(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let windows = [opens(&thandi, "Pro", "USD").await, opens(&thandi, "Pro", "USD").await];
    let [first, second] = windows.map(|window| window.reference);
    shop.paystack.pays(&first);
    shop.tells(&shop.paystack.told(&first)).await;
    shop.makes_orders().await;
    let one = current(&shop).await.paid_through;
    shop.paystack.pays(&second);
    shop.tells(&shop.paystack.told(&second)).await;
    shop.makes_orders().await;
    let two = current(&shop).await.paid_through;
    assert!(two >= one.after(DAY * 28), "no day is lost");
    assert_eq!(credits(&thandi).await, 50 + 2 * 700);
    // The order for the end of the first month is nobody's any more.
    shop.world.clock.forward(Duration::from_secs(601));
    eventually("it is stopped", || async {
        jobs(&shop).await;
        (shop.paystack.standing("SUB_1") == "non-renewing").then_some(())
    })
    .await;
    assert_eq!(shop.paystack.subscribed()[1]["start_date"], json!(two.iso()));
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "the other one, too", &["Pro cancelled stopped"]).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "non-renewing");
    shop.world.books_hold().await;
}

async fn two_first_payments_of_one_plan_are_two_months(engine: Engine) {
    let shop = Shop::open(engine).await;
    let mut told = Vec::new();
    for number in 0..8 {
        let person = Person::member(&shop.world, &format!("person{number}")).await;
        for _ in 0..2 {
            let reference = opens(&person, "Pro", "USD").await.reference;
            shop.paystack.pays(&reference);
            told.push(shop.paystack.told(&reference));
        }
    }
    futures::future::join_all(told.iter().map(|body| shop.tells(body))).await;
    let two = "SELECT COUNT(*) FROM subscriptions WHERE status = 'active' AND period = 1";
    assert_eq!(shop.world.number(two).await, 8);
    assert_eq!(shop.world.number("SELECT COUNT(*) FROM subscriptions").await, 8);
    shop.makes_orders().await;
    let orders =
        "SELECT COUNT(*) FROM standing_orders t JOIN subscriptions s ON s.id = t.subscription_id
                  WHERE s.order_state = 'active'";
    assert_eq!(shop.world.number(orders).await, 8);
    shop.world.books_hold().await;
}

async fn a_month_that_is_revoked_ahead_is_not_paid_any_more(engine: Engine) {
    // Whichever of the two is taken back, one month stays, and it renews when that ends.
    for taken in [0, 1] {
        let shop = Shop::open(engine).await;
        let thandi = Person::member(&shop.world, "thandi").await;
        let windows = [opens(&thandi, "Pro", "USD").await, opens(&thandi, "Pro", "USD").await];
        let paid = windows.map(|window| window.reference);
        let mut through = Vec::new();
        for reference in &paid {
            shop.paystack.pays(reference);
            shop.tells(&shop.paystack.told(reference)).await;
            shop.makes_orders().await;
            through.push(current(&shop).await.paid_through);
        }
        shop.paystack.change(&paid[taken], |data| data["status"] = json!("reversed"));
        shop.operator(&["payments", "verify", &paid[taken]]).await;
        shop.operator(&["payments", "revoke", &paid[taken]]).await;
        assert_eq!(current(&shop).await.paid_through, through[0], "{taken}");
        assert_eq!(credits(&thandi).await, 750, "{taken}");
        shop.makes_orders().await;
        let sent = shop.paystack.subscribed().pop().expect("ordered");
        assert_eq!(sent["start_date"], json!(through[0].iso()), "{taken}");
        shop.world.clock.forward(Duration::from_secs(601));
        eventually("one order goes on", || async {
            jobs(&shop).await;
            (shop.paystack.disabled().len() == shop.paystack.subscribed().len() - 1).then_some(())
        })
        .await;
        shop.world.books_hold().await;
    }
}

async fn an_order_that_charges_after_it_was_stopped_is_stopped_again(engine: Engine) {
    let shop = Shop::open(engine).await;
    let (thandi, reference) = with_plan(&shop, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
    // A charge of before says nothing; one of later says that it goes on.
    let charges = |name: &str, paid: &str| {
        let told = shop.paystack.renews(name, &reference, paid);
        told.replacen("\"reference\"", "\"subscription_code\":\"SUB_1\",\"reference\"", 1)
    };
    shop.tells(&charges("T1", "2020-01-01T00:00:00Z")).await;
    assert_eq!(plans(&shop).await, ["Pro cancelled stopped"]);
    shop.paystack.goes_on("SUB_1");
    shop.world.clock.forward(DAY);
    shop.tells(&charges("T2", &iso(shop.world.ports.now()))).await;
    assert!(shop.stored("T2").await.starts_with("flagged charged after it was cancelled"));
    come_to(&shop, "it is stopped again", &["Pro cancelled stopped"]).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "non-renewing");
}
