//! Whose card pays for whose plan, where one customer of the provider has been several accounts: a
//! customer is a mailbox, and a mailbox may change hands.

use std::time::Duration;

use evernear_app::ports::OrderRequest;
use serde_json::json;
use sqlx::Executor;

use super::standing_orders::{come_to, is_stopped, plans};
use crate::harness::{
    Engine, Person, eventually,
    paystack::{Hold, Trouble, signed},
    shop::{DAY, Shop, back, credits, opens},
};

crate::both_engines![
    an_order_names_the_card_that_paid_for_the_plan,
    a_month_belongs_to_whose_card_paid_it,
    a_card_of_before_pays_for_the_plan_of_now,
    a_new_card_is_that_of_who_is_charged,
    the_card_of_somebody_else_brings_no_lapsed_plan_back,
    an_unknown_card_waits_for_a_provider_that_is_away,
    a_customer_that_was_one_account_alone_is_asked_for_no_card,
    a_slow_question_writes_no_note_over_a_month_that_was_granted,
    an_order_that_was_let_go_pays_for_nobody_elses_plan,
    an_order_that_was_made_unheard_pays_for_nobody_elses_plan,
    a_month_that_was_asked_for_belongs_to_the_plan_that_is_charged,
];

/// Buys a plan with this card, and waits for its standing order; the payment's reference.
async fn pays_with(shop: &Shop, person: &Person, plan: &str, card: &str) -> String {
    let reference = opens(person, plan, "USD").await.reference;
    shop.paystack.pays(&reference);
    shop.paystack.change(&reference, |data| {
        data["authorization"]["authorization_code"] = json!(card);
    });
    shop.tells(&shop.paystack.told(&reference)).await;
    shop.makes_orders().await;
    reference
}

/// A mailbox, and with it the provider's customer, has changed hands.
async fn an_order_names_the_card_that_paid_for_the_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    // Of the same length: the provider's customer is one.
    let [thandi, other] = ["thandi", "sizani"].map(|name| Person::member(&shop.world, name));
    let (thandi, other) = (thandi.await, other.await);
    let cards = [(&thandi, "AUTH_thandi", "Premium"), (&other, "AUTH_sizani", "Pro")];
    for (person, card, plan) in cards {
        pays_with(&shop, person, plan, card).await;
    }
    assert_eq!(thandi.submit("/subscription/change", &[("plan", "Starter")]).await.status(), 303);
    let card = |sent: &serde_json::Value| {
        assert_eq!(sent["customer"], json!("CUS_18"));
        sent["authorization"].as_str().expect("a card").to_owned()
    };
    let named: Vec<_> = shop.paystack.subscribed().iter().map(card).collect();
    assert_eq!(named, ["AUTH_thandi", "AUTH_sizani", "AUTH_thandi"]);
    // It was paid by another card since: the next order names that.
    let told = shop.paystack.begins("S1", "SUB_3", &json!({ "customer_code": "CUS_18" }), 800);
    let told = told.replacen(
        "\"reference\"",
        "\"authorization\":{\"authorization_code\":\"AUTH_new\",\"reusable\":true},\"reference\"",
        1,
    );
    shop.world.clock.forward(DAY * 31);
    shop.tells(&told).await;
    assert_eq!(shop.stored("S1").await, "paid");
    let sql = "SELECT authorization_code FROM subscriptions WHERE plan = $1";
    assert_eq!(shop.world.rows(sql, "Starter").await, ["AUTH_new"]);
    // Nothing of it stays with an account that goes.
    back(&other, "sizani").await;
    other.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(shop.world.rows(sql, "Pro").await, [""]);
}

/// One mailbox, and with it one customer of the provider, has belonged to two people.
async fn a_month_belongs_to_whose_card_paid_it(engine: Engine) {
    let shop = Shop::open(engine).await;
    let [thandi, other] = ["thandi", "sizani"].map(|name| Person::member(&shop.world, name));
    let (thandi, other) = (thandi.await, other.await);
    let first = pays_with(&shop, &thandi, "Pro", "AUTH_thandi").await;
    let second = pays_with(&shop, &other, "Pro", "AUTH_sizani").await;
    shop.world.clock.forward(DAY * 31);
    for person in [(&thandi, "thandi"), (&other, "sizani")] {
        back(person.0, person.1).await;
    }
    // Each month of the two is its payer's, though both are one customer's and neither names an order.
    let now = shop.world.ports.now().iso();
    shop.tells(&shop.paystack.renews("T1", &first, &now)).await;
    shop.tells(&shop.paystack.renews("T2", &second, &now)).await;
    assert_eq!([credits(&thandi).await, credits(&other).await], [1450, 1450]);
    // One of a plan that has been cancelled is nobody else's month.
    let _: String = other.call("subscription/cancel", json!({})).await.expect("cancelled");
    come_to(&shop, "it is stopped", &["Pro active active", "Pro cancelled stopped"]).await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    shop.tells(&shop.paystack.renews("T3", &second, &now)).await;
    assert!(shop.stored("T3").await.starts_with("flagged paid by a card of no plan"), "T3");
    // A card that neither has paid with is that of whose order the provider charges to it.
    shop.paystack.moves_to_card("SUB_1", "AUTH_new");
    let told = shop.paystack.renews("T4", &first, &now).replace("AUTH_thandi", "AUTH_new");
    shop.tells(&told).await;
    assert_eq!(shop.stored("T4").await, "paid");
    let sql = "SELECT authorization_code FROM subscriptions WHERE status = $1";
    assert_eq!(shop.world.rows(sql, "active").await, ["AUTH_new"]);
    shop.world.books_hold().await;
}

async fn a_card_of_before_pays_for_the_plan_of_now(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let first = shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    shop.world.clock.forward(DAY * 40);
    come_to(&shop, "it is over", &["Pro expired stopped"]).await;
    back(&thandi, "thandi").await;
    pays_with(&shop, &thandi, "Pro", "AUTH_2").await;
    // At the provider she has gone back to the first card.
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    shop.tells(&shop.paystack.renews("T1", &first, &now)).await;
    assert_eq!(shop.stored("T1").await, "paid");
    assert_eq!(plans(&shop.world).await, ["Pro expired stopped", "Pro active active"]);
}

/// One person left, or moved their address; the mailbox, and with it the provider's customer, is
/// another account's now, whose card changes.
async fn a_new_card_is_that_of_who_is_charged(engine: Engine) {
    let cases =
        [("lapses", "AUTH_new"), ("cancels", "AUTH_new"), ("goes", "AUTH_new"), ("goes", "AUTH_1")];
    for (leaves, card) in cases {
        let shop = Shop::open(engine).await;
        let thandi = Person::member(&shop.world, "thandi").await;
        shop.sells(&thandi, "Pro").await;
        match leaves {
            "goes" => {
                thandi.submit("/profile/delete", &[("sure", "yes")]).await;
            }
            "cancels" => {
                let _: String =
                    thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
            }
            _ => shop.world.clock.forward(DAY * 40),
        }
        is_stopped(&shop, "SUB_1").await;
        shop.world.clock.forward(DAY);
        let other = Person::member(&shop.world, "sizani").await;
        let reference = pays_with(&shop, &other, "Pro", "AUTH_sizani").await;
        shop.paystack.moves_to_card("SUB_2", card);
        shop.world.clock.forward(DAY * 31);
        let now = shop.world.ports.now().iso();
        let told = shop.paystack.renews("T1", &reference, &now).replace("AUTH_sizani", card);
        shop.tells(&told).await;
        assert_eq!(shop.stored("T1").await, "paid", "{leaves}");
        back(&other, "sizani").await;
        assert_eq!(credits(&other).await, 1450, "{leaves}");
        assert_eq!(plans(&shop.world).await.last().expect("a plan"), "Pro active active");
    }
}

/// Who had the mailbox before has lapsed, with a plan that the one who has it now does not have here:
/// their order for it is lost on its way, or they moved to another address meanwhile.
async fn the_card_of_somebody_else_brings_no_lapsed_plan_back(engine: Engine) {
    let shop = Shop::open(engine).await;
    let [thandi, other] = ["thandi", "sizani"].map(|name| Person::member(&shop.world, name));
    let (thandi, other) = (thandi.await, other.await);
    let hers = pays_with(&shop, &thandi, "Starter", "AUTH_thandi").await;
    shop.world.clock.forward(DAY * 40);
    come_to(&shop, "it has lapsed", &["Starter expired stopped"]).await;
    back(&other, "sizani").await;
    pays_with(&shop, &other, "Pro", "AUTH_sizani").await;
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &hers, &now).replace("AUTH_thandi", "AUTH_sizani");
    shop.tells(&told).await;
    assert!(shop.stored("T1").await.starts_with("flagged paid by a card of no plan"), "T1");
    assert_eq!(plans(&shop.world).await, ["Starter expired stopped", "Pro active active"]);
    // Her own card does.
    shop.tells(&shop.paystack.renews("T2", &hers, &now)).await;
    assert_eq!(shop.stored("T2").await, "paid");
    let sql = "SELECT authorization_code FROM subscriptions WHERE plan = $1";
    assert_eq!(shop.world.rows(sql, "Starter").await, ["AUTH_thandi"]);
    shop.world.books_hold().await;
}

/// A plan whose customer is another account's as well, each with a card of its own; the reference of
/// its payment.
async fn shares_a_customer(shop: &Shop) -> String {
    let [thandi, other] = ["thandi", "sizani"].map(|name| Person::member(&shop.world, name));
    let (thandi, other) = (thandi.await, other.await);
    let reference = pays_with(shop, &thandi, "Pro", "AUTH_thandi").await;
    pays_with(shop, &other, "Starter", "AUTH_sizani").await;
    reference
}

/// A card is renewed while the provider cannot be asked, or says nothing: the month is told again
/// until it can.
async fn an_unknown_card_waits_for_a_provider_that_is_away(engine: Engine) {
    for trouble in [Trouble::Down, Trouble::Empty, Trouble::Forbidden, Trouble::Refuses] {
        let shop = Shop::open(engine).await;
        let first = shares_a_customer(&shop).await;
        shop.paystack.moves_to_card("SUB_1", "AUTH_new");
        shop.world.clock.forward(DAY * 31);
        let now = shop.world.ports.now().iso();
        let told = shop.paystack.renews("T1", &first, &now).replace("AUTH_thandi", "AUTH_new");
        assert!(told.contains("AUTH_new"), "{told}");
        shop.paystack.trouble(Some(trouble));
        assert!(shop.tell(&told, Some(&signed(&told))).await.is_server_error(), "{trouble:?}");
        let sql = "SELECT status FROM payments WHERE reference = $1";
        assert_eq!(shop.world.rows(sql, "T1").await, [""; 0], "{trouble:?}");
        shop.paystack.trouble(None);
        shop.world.clock.forward(Duration::from_secs(61));
        shop.tells(&told).await;
        assert_eq!(shop.stored("T1").await, "paid", "{trouble:?}");
    }
}

/// Their card changes, and once more before the month is told; the provider may be away meanwhile.
async fn a_customer_that_was_one_account_alone_is_asked_for_no_card(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let first = pays_with(&shop, &thandi, "Pro", "AUTH_1").await;
    shop.paystack.moves_to_card("SUB_1", "AUTH_third");
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &first, &now).replace("AUTH_1", "AUTH_second");
    shop.paystack.trouble(Some(Trouble::Down));
    shop.tells(&told).await;
    assert_eq!(shop.stored("T1").await, "paid");
    shop.paystack.trouble(None);
    // Once it has ended, no order of hers is charged: whose card that is, is not known.
    back(&thandi, "thandi").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    is_stopped(&shop, "SUB_1").await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T2", &first, &now).replace("AUTH_1", "AUTH_fourth");
    shop.tells(&told).await;
    assert!(shop.stored("T2").await.starts_with("flagged paid by a card of no plan"), "T2");
    shop.world.books_hold().await;
}

/// A month is told twice; the first question about its card was answered before the order moved to it.
async fn a_slow_question_writes_no_note_over_a_month_that_was_granted(engine: Engine) {
    let shop = Shop::open(engine).await;
    let first = shares_a_customer(&shop).await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &first, &now).replace("AUTH_thandi", "AUTH_new");
    let signature = signed(&told);
    shop.paystack.hold(Some(Hold::AfterSubscription));
    let slow = shop.tell(&told, Some(&signature));
    let quick = async {
        eventually("the provider is asked", || async {
            (shop.paystack.waiting() == 1).then_some(())
        })
        .await;
        shop.paystack.hold(None);
        shop.paystack.moves_to_card("SUB_1", "AUTH_new");
        shop.tells(&told).await;
        assert_eq!(shop.stored("T1").await, "paid");
        shop.paystack.release();
    };
    let (status, ()) = tokio::join!(slow, quick);
    assert_eq!(status, 200);
    assert_eq!(shop.stored("T1").await, "paid");
    shop.world.books_hold().await;
}

/// A plan is bought again after it was over, and its card is renewed. The provider has forgotten the
/// order of the first time, or tells only of that one: the month is that of the plan that is charged.
async fn a_month_that_was_asked_for_belongs_to_the_plan_that_is_charged(engine: Engine) {
    for (forgotten, shown) in [("SUB_1", "SUB_2"), ("SUB_2", "SUB_1")] {
        let shop = Shop::open(engine).await;
        let thandi = Person::member(&shop.world, "thandi").await;
        shop.sells(&thandi, "Pro").await;
        let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
        shop.world.clock.forward(DAY * 40);
        come_to(&shop, "it is over", &["Pro expired stopped"]).await;
        back(&thandi, "thandi").await;
        let second = shop.sells(&thandi, "Pro").await;
        let other = Person::member(&shop.world, "sizani").await;
        pays_with(&shop, &other, "Starter", "AUTH_sizani").await;
        shop.paystack.forgets(forgotten);
        shop.paystack.moves_to_card(shown, "AUTH_new");
        shop.world.clock.forward(DAY * 31);
        let now = shop.world.ports.now().iso();
        let told = shop.paystack.renews("T1", &second, &now).replace("AUTH_1", "AUTH_new");
        shop.tells(&told).await;
        assert_eq!(shop.stored("T1").await, "paid", "{forgotten}");
        let stand = ["Pro expired stopped", "Pro active active", "Starter active active"];
        assert_eq!(plans(&shop.world).await, stand, "{forgotten}");
    }
}

/// One person moves to another address, ends their plan and pays for it anew: it names the customer of
/// the new address since. The order of before charges once more, and its customer is whoever has the
/// old address now.
async fn an_order_that_was_let_go_pays_for_nobody_elses_plan(engine: Engine) {
    for names_order in [false, true] {
        let shop = Shop::open(engine).await;
        let [thandi, other] = ["thandi", "sizani"].map(|name| Person::member(&shop.world, name));
        let (thandi, other) = (thandi.await, other.await);
        let hers = pays_with(&shop, &thandi, "Pro", "AUTH_thandi").await;
        shop.world.clock.forward(DAY * 10);
        back(&other, "sizani").await;
        pays_with(&shop, &other, "Pro", "AUTH_sizani").await;
        // While her month lasts, paying anew changes her plan's row.
        shop.world.clock.forward(DAY * 19 + Duration::from_secs(86_200));
        back(&thandi, "thandi").await;
        let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
        let again = opens(&thandi, "Pro", "USD").await.reference;
        shop.paystack.pays(&again);
        shop.paystack.change(&again, |data| {
            data["customer"]["customer_code"] = json!("CUS_elsewhere");
            data["authorization"]["authorization_code"] = json!("AUTH_thandi");
        });
        shop.tells(&shop.paystack.told(&again)).await;
        let now = shop.world.ports.now().iso();
        let mut told = shop.paystack.renews("T1", &hers, &now);
        if names_order {
            told =
                told.replacen("\"reference\"", "\"subscription_code\":\"SUB_1\",\"reference\"", 1);
        }
        shop.tells(&told).await;
        let stored = shop.stored("T1").await;
        assert!(stored.starts_with("flagged paid by a card of no plan"), "{names_order}: {stored}");
        let sql = "SELECT authorization_code FROM subscriptions WHERE customer = $1";
        assert_eq!(shop.world.rows(sql, "CUS_18").await, ["AUTH_sizani"], "{names_order}");
        shop.world.clock.forward(Duration::from_secs(301));
        is_stopped(&shop, "SUB_1").await;
        shop.world.books_hold().await;
    }
}

/// The same, with an order whose making was never answered: nobody here knows of it yet.
async fn an_order_that_was_made_unheard_pays_for_nobody_elses_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    let other = Person::member(&shop.world, "sizani").await;
    let hers = pays_with(&shop, &other, "Pro", "AUTH_sizani").await;
    shop.world.clock.forward(DAY * 31);
    let request = OrderRequest {
        id: "01890000-0000-7000-8000-000000000000".parse().expect("an id"),
        provider: "paystack".to_owned(),
        customer: "CUS_18".to_owned(),
        plan_code: "PLN_Pro_USD".to_owned(),
        tries: 0,
    };
    let next = shop.world.ports.now().after(DAY);
    shop.world.ports.standing_orders.request(&request, next).await.expect("asked");
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &hers, &now).replace("AUTH_sizani", "AUTH_thandi");
    shop.tells(&told).await;
    let stored = shop.stored("T1").await;
    assert!(stored.starts_with("flagged paid by a card of no plan"), "{stored}");
}

/// On PostgreSQL a month may be flagged as nobody's while it is granted: it stays flagged, and the
/// provider is answered.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_that_is_flagged_while_it_is_granted_is_answered() {
    let shop = Shop::open(Engine::Postgres).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let first = shop.sells(&thandi, "Pro").await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &first, &now);
    let mut other = shop.world.beside().await;
    let sql = "INSERT INTO payments (id, provider, reference, plan, credits, amount, currency, status, note, created_at, next_at)
               VALUES ('01890000-0000-7000-8000-000000000000', 'paystack', 'T1', 'Pro', 0, 1200, 'USD', 'flagged', 'nobody''s', 0, 0)";
    other.execute(sql).await.expect("written");
    let signature = signed(&told);
    let tells = shop.tell(&told, Some(&signature));
    let ends = async {
        shop.world.waits_for_locks(1, || false).await;
        other.execute("COMMIT").await.expect("it ends");
    };
    let (status, ()) = tokio::join!(tells, ends);
    assert_eq!(status, 200);
    assert_eq!(shop.stored("T1").await, "flagged nobody's");
    shop.world.books_hold().await;
}
