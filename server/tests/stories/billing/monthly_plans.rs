//! Plans that do not renew by themselves are paid month by month: whoever pays before the end
//! loses no days, and whoever presses twice buys no year.

use evernear_app::flows::billing::run_jobs::run_billing_jobs;
use evernear_rules::wire::CheckoutView;
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Engine, Person, eventually,
    shop::{Shop, at, back, credits, opens},
};

crate::both_engines![
    a_month_that_is_paid_early_begins_where_the_last_one_ends,
    windows_paid_at_once_are_a_month_each,
    another_plan_begins_anew,
];

/// Every plan there is or was, oldest first: name, status, last period, paid until.
async fn standing(shop: &Shop) -> Vec<String> {
    let sql = "SELECT plan, status, period, paid_through FROM subscriptions WHERE provider = $1 ORDER BY created_at, id";
    shop.world.rows(sql, "paystack").await
}

fn line(plan: &str, status: &str, period: u32, until: &str) -> String {
    format!("{plan} {status} {period} {}", at(until).0)
}

/// Paid and told by webhook, three times.
async fn pays(shop: &Shop, person: &Person, currency: &str) -> String {
    let reference = opens(person, "Pro", currency).await.reference;
    shop.paystack.pays(&reference);
    for _ in 0..3 {
        shop.tells(&shop.paystack.told(&reference)).await;
    }
    reference
}

/// The first second of the anchor is not known to the millisecond.
async fn anchored(shop: &Shop, moment: &str) {
    let moment = at(moment);
    let through = evernear_app::domain::billing::subscription::paid_through(moment, 0);
    let sql = "UPDATE subscriptions SET anchor = $1, paid_through = $2 WHERE status = 'active'";
    let values = evernear_server::values![moment, through];
    shop.world.db.execute(sql, values).await.expect("set to the second");
}

async fn a_month_that_is_paid_early_begins_where_the_last_one_ends(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.go_to(at("2028-01-31T10:00:00Z"));
    back(&thandi, "thandi").await;
    pays(&shop, &thandi, "USD").await;
    anchored(&shop, "2028-01-31T10:00:00Z").await;
    assert_eq!(standing(&shop).await, [line("Pro", "active", 0, "2028-02-29T10:00:00Z")]);
    let page = thandi.page("/pricing").await;
    let until = "Paid until 29 February 2028. It does not renew by itself.";
    assert!(page.contains(until) && page.contains("Pay another month"), "{page}");

    // Nine days early, in the other currency, and over the end of February.
    shop.go_to(at("2028-02-20T10:00:00Z"));
    back(&thandi, "thandi").await;
    let second = pays(&shop, &thandi, "ZAR").await;
    assert_eq!(standing(&shop).await, [line("Pro", "active", 1, "2028-03-31T10:00:00Z")]);
    assert_eq!(credits(&thandi).await, 50 + 2 * 700, "told thrice, granted once");
    assert_eq!(shop.stored(&second).await, "paid");
    assert!(thandi.page(&format!("/receipts/{second}")).await.contains("R220.00"));

    // More than a month lies ahead: pressing once more buys nothing.
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Paid until 31 March 2028.") && !page.contains("Pay another"), "{page}");
    let body = json!({ "plan": "Pro", "currency": "USD" });
    let refused = thandi.call::<CheckoutView>("checkout/begin", body).await.expect_err("enough");
    assert_eq!(refused.status, StatusCode::CONFLICT);

    // In the days of grace it goes on from where it ended, not from today.
    shop.go_to(at("2028-04-02T10:00:00Z"));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    back(&thandi, "thandi").await;
    pays(&shop, &thandi, "USD").await;
    assert_eq!(standing(&shop).await, [line("Pro", "active", 2, "2028-04-30T10:00:00Z")]);

    // Nothing more is paid: it lapses. What is paid then begins anew.
    shop.go_to(at("2028-05-03T10:00:01Z"));
    eventually("it has lapsed", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(&shop).await == [line("Pro", "expired", 2, "2028-04-30T10:00:00Z")]).then_some(())
    })
    .await;
    back(&thandi, "thandi").await;
    pays(&shop, &thandi, "USD").await;
    anchored(&shop, "2028-05-03T10:00:00Z").await;
    let anew = line("Pro", "active", 0, "2028-06-03T10:00:00Z");
    assert_eq!(standing(&shop).await.last(), Some(&anew));
    assert_eq!(credits(&thandi).await, 50 + 4 * 700);
    assert!(shop.paystack.disabled().is_empty(), "there is no standing order to stop");
    shop.world.books_hold().await;
}

async fn windows_paid_at_once_are_a_month_each(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    pays(&shop, &thandi, "USD").await;
    let mut told = Vec::new();
    for currency in ["USD", "ZAR"] {
        let reference = opens(&thandi, "Pro", currency).await.reference;
        shop.paystack.pays(&reference);
        told.push(shop.paystack.told(&reference));
    }
    let webhooks = told.iter().chain(&told).chain(&told).map(|body| shop.tells(body));
    join_all(webhooks).await;
    assert_eq!(shop.world.number("SELECT period FROM subscriptions").await, 2);
    let periods = "SELECT COUNT(DISTINCT period) FROM payments WHERE status = 'paid'";
    assert_eq!(shop.world.number(periods).await, 3);
    assert_eq!(credits(&thandi).await, 50 + 3 * 700);
    shop.world.books_hold().await;
}

async fn another_plan_begins_anew(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    pays(&shop, &thandi, "USD").await;
    shop.sells(&thandi, "Premium").await;
    let sql = "SELECT plan, status, period FROM subscriptions WHERE provider = $1 ORDER BY created_at, id";
    let now = shop.world.rows(sql, "paystack").await;
    assert_eq!(now, ["Pro replaced 0", "Premium active 0"]);
    assert_eq!(credits(&thandi).await, 50 + 700 + 2000);
    shop.world.books_hold().await;
}
