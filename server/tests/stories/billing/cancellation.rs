//! Ending what renews: the provider is told until it has confirmed, only the order that was
//! cancelled ends, and what it charges all the same is to be paid back.

use std::time::Duration;

use evernear_app::{domain::timestamp::Timestamp, flows::billing::run_jobs::run_billing_jobs};
use serde_json::json;

use crate::harness::{
    Engine, Person, eventually,
    paystack::Trouble,
    shop::{DAY, Shop, back, credits, iso},
};

crate::both_engines![
    the_plan_that_ends_is_the_one_that_is_named,
    cancelling_tells_the_provider_until_it_has_confirmed,
    a_plan_that_is_bought_again_keeps_its_own_standing_order,
    plans_cancelled_one_after_the_other_are_each_stopped_once,
    a_charge_after_a_cancelled_plan_is_over_is_to_be_paid_back,
];

const STOP: &str =
    "SELECT s.status, s.order_state FROM subscriptions s JOIN payments p ON p.subscription_id = s.id
                    WHERE p.reference = $1";

async fn the_plan_that_ends_is_the_one_that_is_named(engine: Engine) {
    let shop = Shop::open(engine).await;
    for plan in ["Starter", "Pro", "Premium"] {
        let person = Person::member(&shop.world, &plan.to_lowercase()).await;
        shop.sells(&person, plan).await;
        let benefits = format!(
            "Your {plan} benefits will remain active until the end of the current billing period."
        );
        let asked = format!("Are you sure you want to cancel your subscription? {benefits}");
        assert!(person.page("/pricing").await.contains(&asked), "{plan}");
        let said: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
        assert_eq!(said, format!("Your subscription has been cancelled. {benefits}"));
        assert!(person.page("/pricing?cancelled=1").await.contains(&said), "{plan}");
    }
}

async fn cancelling_tells_the_provider_until_it_has_confirmed(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let visitor = Person::visitor(&shop.world.base);
    let cancel = |person: &Person| {
        let person = person.clone();
        async move { person.call::<String>("subscription/cancel", json!({})).await }
    };
    let refused = cancel(&visitor).await.expect_err("nobody");
    assert_eq!(refused.problem.message, "Please sign in to cancel your plan.");
    let refused = cancel(&person).await.expect_err("nothing");
    assert!(refused.problem.message.starts_with("Cancellation failed: "));
    let reference = shop.sells(&person, "Pro").await;
    shop.paystack.trouble(Some(Trouble::Down));
    let text = "Your subscription has been cancelled. Your Pro benefits will remain active until the end of the current billing period.";
    assert_eq!(cancel(&person).await.expect("cancelled"), text);
    assert_eq!(cancel(&person).await.expect("asked again"), text);
    eventually("it was tried in vain, and an operator sees it", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        let said = shop.operator(&["payments", "list", "flagged"]).await;
        (said.contains("STILL CHARGED  paystack  Pro") && said.contains("cannot be asked"))
            .then_some(())
    })
    .await;
    assert_eq!(shop.world.rows(STOP, &reference).await, ["cancelled stopping"]);
    // Not again and again: a minute later nobody has asked once more.
    let tries = "SELECT order_tries FROM subscriptions";
    let before = shop.world.number(tries).await;
    shop.world.clock.forward(Duration::from_secs(60));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    assert_eq!(shop.world.number(tries).await, before);
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(3600));
    shop.world.clock.forward(Duration::from_secs(600));
    eventually("the provider confirms", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.world.rows(STOP, &reference).await == ["cancelled stopped"]).then_some(())
    })
    .await;
    assert_eq!(shop.paystack.disabled().len(), 1);
    // A charge that comes all the same is to be paid back, and grants nothing.
    let anchor = Timestamp(shop.world.number("SELECT anchor FROM subscriptions").await);
    let next = evernear_app::domain::billing::calendar::months_later(anchor, 1);
    shop.tells(&shop.paystack.renews("T1", &reference, &iso(next))).await;
    assert_eq!(shop.stored("T1").await, "flagged charged after it was cancelled; refund");
    assert_eq!(credits(&person).await, 750);

    // Upgrading replaces the standing order, charges the full price and adds its credits.
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    let pro = shop.sells(&sipho, "Pro").await;
    let premium = shop.sells(&sipho, "Premium").await;
    assert_eq!(credits(&sipho).await, 50 + 700 + 2000);
    eventually("the old order is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.world.rows(STOP, &pro).await == ["replaced stopped"]).then_some(())
    })
    .await;
    assert_eq!(shop.paystack.disabled().pop().expect("told")["code"], json!("SUB_2"));
    assert_eq!(shop.world.rows(STOP, &premium).await, ["active active"]);
    shop.world.books_hold().await;
}

async fn a_plan_that_is_bought_again_keeps_its_own_standing_order(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let cancels = |person: &Person| {
        let person = person.clone();
        async move {
            let said = person.call::<String>("subscription/cancel", json!({})).await;
            said.expect("cancelled");
        }
    };
    let old = shop.sells(&thandi, "Pro").await;
    // Charges of the old order may come until the provider has heard, and it cannot be told.
    shop.paystack.trouble(Some(Trouble::Down));
    cancels(&thandi).await;
    eventually("it was tried in vain", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        let vain =
            "SELECT COUNT(*) FROM subscriptions WHERE order_state = 'stopping' AND order_tries > 0";
        (shop.world.number(vain).await == 1).then_some(())
    })
    .await;
    shop.paystack.trouble(None);
    // What was asked in vain may still arrive for a minute.
    shop.world.clock.forward(Duration::from_secs(61));
    let new = shop.sells(&thandi, "Pro").await;
    // The new month is added to the one that was paid, and renews by an order of its own.
    assert_eq!(shop.world.number("SELECT period FROM subscriptions").await, 1);
    assert_eq!(shop.world.rows(STOP, &old).await, ["active active"]);
    shop.world.clock.forward(Duration::from_secs(601));
    eventually("the old order is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.disabled() == ["SUB_1"]).then_some(())
    })
    .await;
    assert_eq!(shop.world.rows(STOP, &new).await, ["active active"]);
    // The new one ends by its own name, whenever it was told.
    shop.tells(&shop.paystack.made("SUB_2")).await;
    back(&thandi, "thandi").await;
    cancels(&thandi).await;
    stops(&shop, &new, "cancelled stopped").await;
    assert_eq!(shop.disabled(), ["SUB_1", "SUB_2"]);
    shop.world.books_hold().await;
}

async fn plans_cancelled_one_after_the_other_are_each_stopped_once(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let mut sold = Vec::new();
    for _ in 0..2 {
        shop.paystack.trouble(None);
        shop.world.clock.forward(Duration::from_secs(61));
        let reference = shop.sells(&person, "Pro").await;
        shop.paystack.trouble(Some(Trouble::Down));
        let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
        sold.push(reference);
    }
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(12 * 3600));
    for _ in 0..3 {
        stops(&shop, &sold[1], "cancelled stopped").await;
    }
    let mut disabled = shop.disabled();
    disabled.sort();
    assert_eq!(disabled, ["SUB_1", "SUB_2"]);
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
}

async fn a_charge_after_a_cancelled_plan_is_over_is_to_be_paid_back(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let profile = || async {
        let sql = "SELECT plan, subscription_status, credits FROM profiles WHERE email = $1";
        shop.world.rows(sql, "thandi@example.com").await.join(";")
    };
    let reference = shop.sells(&person, "Pro").await;
    let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
    shop.world.clock.forward(DAY * 63);
    eventually("it is over", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (profile().await == " expired 750").then_some(())
    })
    .await;
    // The provider charges all the same.
    let now = iso(shop.world.ports.now());
    shop.tells(&shop.paystack.renews("T1", &reference, &now)).await;
    assert_eq!(shop.stored("T1").await, "flagged charged after it was cancelled; refund");
    assert_eq!(profile().await, " expired 750", "nothing is revived, nothing granted");
    // Bought anew it is a plan like any other, which can be cancelled.
    back(&person, "thandi").await;
    shop.sells(&person, "Pro").await;
    assert_eq!(profile().await, "Pro active 1450");
    let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled again");
    assert_eq!(profile().await, "Pro cancelled 1450");
    shop.world.books_hold().await;
}

/// The provider can be told again, and has been.
async fn stops(shop: &Shop, reference: &str, standing: &str) {
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(12 * 3600));
    eventually("the provider confirms", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.world.rows(STOP, reference).await == [standing]).then_some(())
    })
    .await;
}
