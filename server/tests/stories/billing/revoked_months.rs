//! A month that was paid ahead and is taken back, beside a smaller plan that was to follow, and
//! before a plan that was cancelled is kept.

use std::time::Duration;

use evernear_app::{
    domain::{billing::Subscription, id::AccountId, timestamp::Timestamp},
    flows::billing::run_jobs::run_billing_jobs,
};
use serde_json::json;

use crate::harness::{
    Engine, Person, eventually,
    shop::{DAY, Shop, back, opens},
};

crate::both_engines![
    a_smaller_plan_does_not_follow_a_month_that_is_taken_back,
    a_kept_plan_is_ordered_for_the_end_of_what_is_still_paid,
];

async fn jobs(shop: &Shop) {
    // A provider that fails is an error of the round.
    let _ = run_billing_jobs(&shop.world.ports).await;
}

async fn come_to(shop: &Shop, what: &str, expected: &[&str]) {
    let sql = "SELECT plan, status, order_state FROM subscriptions WHERE provider <> $1 ORDER BY created_at, id";
    eventually(what, || async {
        jobs(shop).await;
        (shop.world.rows(sql, "").await == expected).then_some(())
    })
    .await;
}

/// Two months of Premium, paid in two windows that were open at once; the second one's payment.
async fn paid_twice(shop: &Shop, person: &Person) -> String {
    let windows = [opens(person, "Premium", "USD").await, opens(person, "Premium", "USD").await];
    for window in &windows {
        shop.paystack.pays(&window.reference);
        shop.tells(&shop.paystack.told(&window.reference)).await;
        shop.makes_orders().await;
    }
    let [_, second] = windows;
    second.reference
}

async fn revokes(shop: &Shop, reference: &str) {
    shop.paystack.change(reference, |data| data["status"] = json!("reversed"));
    shop.operator(&["payments", "verify", reference]).await;
    shop.operator(&["payments", "revoke", reference]).await;
}

async fn current(shop: &Shop) -> Option<Subscription> {
    let sql = "SELECT id FROM accounts WHERE email = $1";
    let id = shop.world.rows(sql, "thandi@example.com").await.remove(0);
    let owner: AccountId = id.parse().expect("an id");
    shop.world.ports.subscriptions.subscription(owner).await.expect("asked")
}

/// Codes of what goes on at the provider.
fn live(shop: &Shop) -> Vec<String> {
    (1..=shop.paystack.subscribed().len())
        .map(|number| format!("SUB_{number}"))
        .filter(|code| shop.paystack.standing(code) == "active")
        .collect()
}

async fn a_smaller_plan_does_not_follow_a_month_that_is_taken_back(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let second = paid_twice(&shop, &thandi).await;
    let changed = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
    assert_eq!(changed.status(), 303);
    revokes(&shop, &second).await;
    come_to(
        &shop,
        "it does not follow",
        &["Premium cancelled stopped", "Starter replaced stopped"],
    )
    .await;
    shop.world.clock.forward(Duration::from_secs(601));
    eventually("nothing is charged", || async {
        jobs(&shop).await;
        live(&shop).is_empty().then_some(())
    })
    .await;
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Cancelled. Your benefits last until"), "{page}");
    assert!(!page.contains("begins then"), "{page}");
    // What is paid lasts to its end, and no longer.
    let ends = current(&shop).await.expect("it lasts").paid_through;
    shop.go_to(Timestamp(ends.0 - 60_000));
    jobs(&shop).await;
    assert!(current(&shop).await.is_some());
    shop.go_to(ends.after(DAY));
    jobs(&shop).await;
    assert!(current(&shop).await.is_none());
    shop.world.books_hold().await;
}

async fn a_kept_plan_is_ordered_for_the_end_of_what_is_still_paid(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let second = paid_twice(&shop, &thandi).await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Premium cancelled stopped"]).await;
    revokes(&shop, &second).await;
    back(&thandi, "thandi").await;
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), 303);
    come_to(&shop, "it renews", &["Premium active active"]).await;
    let paid_through = current(&shop).await.expect("it lasts").paid_through;
    let sent = shop.paystack.subscribed().pop().expect("ordered");
    assert_eq!(sent["start_date"], json!(paid_through.iso()));
    shop.world.clock.forward(Duration::from_secs(601));
    let last = format!("SUB_{}", shop.paystack.subscribed().len());
    eventually("it is the only order", || async {
        jobs(&shop).await;
        (live(&shop) == [last.clone()]).then_some(())
    })
    .await;
    shop.world.books_hold().await;
}
