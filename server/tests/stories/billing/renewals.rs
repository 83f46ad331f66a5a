//! Whose a renewal is: a charge belongs to the subscription that it names. An address, and with
//! it the provider's customer, may change hands; then nothing is guessed.

use std::time::Duration;

use evernear_app::{domain::timestamp::Timestamp, flows::billing::run_jobs::run_billing_jobs};
use serde_json::{Value, json};

use crate::harness::{
    Engine, Person, World, eventually, location,
    shop::{Shop, credits, iso},
};

crate::both_engines![
    a_charge_belongs_to_its_subscription_code,
    in_the_sandbox_an_address_that_changed_hands_takes_no_plan_along,
];

/// The stub names customers by the length of their address: these two are one customer.
const NAMES: [&str; 2] = ["thandi", "lerato"];

/// The same webhook with other values in its data.
fn with(told: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut told: Value = serde_json::from_str(told).expect("JSON");
    change(&mut told["data"]);
    told.to_string()
}

async fn a_charge_belongs_to_its_subscription_code(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, NAMES[0]).await;
    let lerato = Person::member(&shop.world, NAMES[1]).await;
    let hers = shop.sells(&thandi, "Pro").await;
    let list = || async { shop.operator(&["payments", "list", "flagged"]).await };
    assert_eq!(list().await.trim(), "There are none.");
    // Some time later the other one comes with what the provider takes for the same customer.
    shop.world.clock.forward(Duration::from_secs(3600));
    shop.sells(&lerato, "Pro").await;
    let said = list().await;
    assert!(said.contains("ONE CUSTOMER, SEVERAL ACCOUNTS  paystack  CUS_18"), "{said}");
    let anchor = Timestamp(shop.world.number("SELECT MIN(anchor) FROM subscriptions").await);
    let month = |number| evernear_app::domain::billing::calendar::months_later(anchor, number);
    let renews = |reference: &str, number, change: &dyn Fn(&mut Value)| {
        let told = shop.paystack.renews(reference, &hers, &iso(month(number)));
        with(&told, |data| change(data))
    };
    let balances = async || [credits(&thandi).await, credits(&lerato).await];
    assert_eq!(balances().await, [750, 750]);
    // Each month to whom its own order charges it.
    shop.tells(&renews("T1", 1, &|data| data["subscription_code"] = json!("SUB_1"))).await;
    assert_eq!(balances().await, [1450, 750]);
    let nested = json!({ "subscription_code": "SUB_2" });
    shop.tells(&renews("L1", 1, &|data| data["subscription"] = nested.clone())).await;
    assert_eq!(balances().await, [1450, 1450]);
    // Without a code it may be of either: nobody gets it, and an operator has to look.
    shop.tells(&renews("X1", 2, &|_| ())).await;
    let note = "flagged paid by a card of no plan, or of several accounts'; nothing granted";
    assert_eq!(shop.stored("X1").await, note);
    // A user who is named counts where they pay, and contradicts where somebody else does.
    let id = |name: &str| {
        let email = format!("{name}@example.com");
        let world = &shop.world;
        async move { world.rows("SELECT id FROM profiles WHERE email = $1", &email).await.remove(0) }
    };
    let (thandis, leratos) = (id(NAMES[0]).await, id(NAMES[1]).await);
    shop.tells(&renews("T2", 2, &|data| data["metadata"] = json!({ "userId": thandis }))).await;
    assert_eq!(balances().await, [2150, 1450]);
    let contradicts = |data: &mut Value| {
        data["metadata"] = json!({ "userId": leratos });
        data["subscription_code"] = json!("SUB_1");
    };
    shop.tells(&renews("T3", 3, &contradicts)).await;
    let note = "flagged altered: the charge names another user than its subscription";
    assert_eq!(shop.stored("T3").await, note);
    // An order that nobody knows, of a customer who may be either.
    shop.tells(&renews("X2", 3, &|data| data["subscription_code"] = json!("SUB_X"))).await;
    assert!(shop.stored("X2").await.starts_with("flagged paid by a card of no plan"));
    assert_eq!(balances().await, [2150, 1450]);
    // Whoever cancels ends their own order, and the other one's goes on.
    let _: String = lerato.call("subscription/cancel", json!({})).await.expect("cancelled");
    eventually("hers is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.disabled() == ["SUB_2"]).then_some(())
    })
    .await;
    shop.tells(&renews("T4", 4, &|data| data["subscription_code"] = json!("SUB_1"))).await;
    assert_eq!(balances().await, [2850, 1450]);
    shop.tells(&renews("L2", 4, &|data| data["subscription_code"] = json!("SUB_2"))).await;
    assert_eq!(shop.stored("L2").await, "flagged charged after it was cancelled; refund");
    // It charged once more, so it is stopped once more.
    eventually("one plan lasts", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (!list().await.contains("ONE CUSTOMER")).then_some(())
    })
    .await;
    // By now only one of them can be meant.
    shop.tells(&renews("T5", 5, &|_| ())).await;
    assert_eq!(balances().await, [3550, 1450]);
    shop.world.books_hold().await;
}

async fn in_the_sandbox_an_address_that_changed_hands_takes_no_plan_along(engine: Engine) {
    let world = World::open(engine).await;
    let buys = async |person: &Person| {
        let form = [("plan", "Starter"), ("currency", "USD")];
        let window = location(&person.submit("/checkout", &form).await).expect("a window");
        let back = location(&person.submit(&window, &[("act", "success")]).await).expect("back");
        assert!(person.led_to(&back).await.expect("paid").starts_with("/success"));
    };
    let thandi = Person::member(&world, "thandi").await;
    buys(&thandi).await;
    let moved =
        "UPDATE accounts SET email = 'moved@example.com' WHERE email = 'thandi@example.com'";
    world.db.execute(moved, Vec::new()).await.expect("she has another address");
    let moved =
        "UPDATE profiles SET email = 'moved@example.com', username = 'm', username_key = 'm'";
    world.db.execute(moved, Vec::new()).await.expect("everywhere");
    world.clock.forward(Duration::from_secs(3600));
    let other = Person::member(&world, "thandi").await;
    buys(&other).await;
    // The mailbox had its welcome credits already.
    assert_eq!((credits(&thandi).await, credits(&other).await), (450, 400));
    world.clock.forward(Duration::from_secs(32 * 24 * 3600));
    let balance = async |email: &str| {
        world.rows("SELECT credits FROM profiles WHERE email = $1", email).await.join("")
    };
    eventually("each of them has their own month", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        let both = [balance("moved@example.com").await, balance("thandi@example.com").await];
        (both == ["850", "800"]).then_some(())
    })
    .await;
    world.books_hold().await;
}
