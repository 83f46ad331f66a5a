//! Plans while something goes wrong: the provider fails, the client leaves, two things happen at
//! once, money goes back. Nobody loses a plan that was paid, and nobody pays for one that ended.

use std::time::Duration;

use evernear_app::{
    domain::{
        auth::{
            proof::{Method, Proofs},
            session::Member,
        },
        id::SessionId,
    },
    flows::billing::{change_plan::change_plan, run_jobs::run_billing_jobs},
};
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Engine, Person, eventually, location,
    paystack::{Hold, Trouble},
    shop::{DAY, Shop, at, back, credits, iso, opens},
};

crate::both_engines![
    two_workers_that_stop_one_plan_leave_it_stopped,
    a_change_that_fails_leaves_the_plan_that_was_ordered_before,
    two_changes_at_once_do_not_undo_each_other,
    of_one_change_sent_three_times_at_once_one_order_stays,
    a_client_that_leaves_cuts_no_change_off,
    a_change_that_was_cut_off_is_stopped,
    an_order_that_is_told_while_it_is_made_is_not_stopped,
    a_planned_plan_takes_no_charge_before_its_day,
    a_smaller_plan_that_was_ordered_can_be_cancelled,
    only_its_own_provider_is_asked_to_keep_a_plan,
    a_revoked_month_that_was_paid_ahead_ends_no_other_month,
    whatever_ends_a_plan_while_it_is_resumed_ends_it,
    a_month_that_is_paid_while_its_order_is_resumed_has_one_order,
    a_plan_that_is_cancelled_while_it_is_changed_stays_cancelled,
];

/// Every plan there is or was, oldest first.
async fn standing(shop: &Shop) -> Vec<String> {
    let sql = "SELECT plan, status, order_state FROM subscriptions WHERE provider <> $1 ORDER BY created_at, id";
    shop.world.rows(sql, "").await
}

async fn stands(shop: &Shop, what: &str, plans: &[&str]) {
    eventually(what, || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (standing(shop).await == plans).then_some(())
    })
    .await;
}

/// Whoever has paid for Premium, by standing order.
async fn with_premium(shop: &Shop) -> Person {
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.sells(&thandi, "Premium").await;
    thandi
}

async fn changes(person: &Person, plan: &str) -> StatusCode {
    person.submit("/subscription/change", &[("plan", plan)]).await.status()
}

async fn holds(shop: &Shop, calls: usize) {
    eventually("the provider is being asked", || async {
        (shop.paystack.waiting() == calls).then_some(())
    })
    .await;
}

async fn two_workers_that_stop_one_plan_leave_it_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::BeforeDisable));
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    let workers = [0; 2].map(|_| {
        let ports = shop.world.ports.clone();
        tokio::spawn(async move { run_billing_jobs(&ports).await.expect("billing jobs ran") })
    });
    eventually("each has asked, or has left it to the other", || async {
        let over = workers.iter().filter(|worker| worker.is_finished()).count();
        (shop.paystack.waiting() + over >= 2 && shop.paystack.waiting() > 0).then_some(())
    })
    .await;
    shop.paystack.release();
    for worker in workers {
        worker.await.expect("billing jobs ran");
    }
    stands(&shop, "it is stopped", &["Premium cancelled stopped"]).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "non-renewing");
    assert!(shop.paystack.enabled().is_empty(), "nobody has asked for it to go on");
}

async fn a_change_that_fails_leaves_the_plan_that_was_ordered_before(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    assert_eq!(changes(&thandi, "Pro").await, StatusCode::SEE_OTHER);
    stands(&shop, "Pro follows", &["Premium cancelled stopped", "Pro planned active"]).await;
    for trouble in [Trouble::Down, Trouble::Refuses] {
        shop.paystack.trouble(Some(trouble));
        let answer = thandi.submit("/subscription/change", &[("plan", "Starter")]).await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        let page = answer.text().await.expect("text");
        assert!(page.contains("could not be changed just now, and stays as it is."), "{page}");
        assert!(page.contains("Pro begins then."), "it does: {page}");
        shop.paystack.trouble(None);
        shop.world.clock.forward(DAY);
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        assert_eq!(standing(&shop).await[1], "Pro planned active", "{trouble:?}");
        assert_eq!(shop.paystack.standing("SUB_2"), "active", "{trouble:?}");
    }
    // What was refused is not there, so nobody goes on asking to end it.
    assert_eq!(standing(&shop).await.len(), 2);
    assert_eq!(changes(&thandi, "Starter").await, StatusCode::SEE_OTHER);
    eventually("the other order ends", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.paystack.standing("SUB_2") == "non-renewing").then_some(())
    })
    .await;
    assert_eq!(standing(&shop).await[2], "Starter planned active");
}

async fn two_changes_at_once_do_not_undo_each_other(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::BeforeSubscribe));
    let first = tokio::spawn({
        let thandi = thandi.clone();
        async move { changes(&thandi, "Starter").await }
    });
    holds(&shop, 1).await;
    shop.paystack.hold(None);
    assert_eq!(changes(&thandi, "Pro").await, StatusCode::SEE_OTHER);
    shop.paystack.trouble(Some(Trouble::Refuses));
    shop.paystack.release();
    assert_eq!(first.await.expect("answered"), StatusCode::SERVICE_UNAVAILABLE);
    shop.paystack.trouble(None);
    let left = ["Premium cancelled stopped", "Pro planned active"];
    stands(&shop, "the one that was taken follows", &left).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
    assert!(thandi.page("/pricing").await.contains("Pro begins then."));
}

async fn of_one_change_sent_three_times_at_once_one_order_stays(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::BeforeSubscribe));
    let sent = [0; 3].map(|_| {
        let thandi = thandi.clone();
        tokio::spawn(async move { changes(&thandi, "Starter").await })
    });
    holds(&shop, 3).await;
    shop.paystack.release();
    for change in sent {
        assert_eq!(change.await.expect("answered"), StatusCode::SEE_OTHER);
    }
    let going_on = || {
        let orders = (2..=4).map(|number| format!("SUB_{number}"));
        orders.filter(|code| shop.paystack.standing(code) == "active").collect::<Vec<_>>()
    };
    eventually("the other two orders are stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (going_on().len() == 1).then_some(())
    })
    .await;
    let left = standing(&shop).await;
    let count = |row: &str| left.iter().filter(|left| *left == row).count();
    assert_eq!(
        (count("Starter planned active"), count("Starter replaced stopped")),
        (1, 2),
        "{left:?}"
    );
    let kept =
        "SELECT t.code FROM standing_orders t JOIN subscriptions s ON s.id = t.subscription_id
                WHERE s.status = $1";
    assert_eq!(shop.world.rows(kept, "planned").await, going_on(), "it is the one that follows");
    // What follows is kept back, and its own order is stopped, too.
    let answer = thandi.submit("/subscription/keep", &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    eventually("no order is left", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        going_on().is_empty().then_some(())
    })
    .await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
}

/// A request whose client goes away while the provider is being asked.
async fn leaves(shop: &Shop, person: &Person, path: &'static str, form: &'static [(&str, &str)]) {
    let request = tokio::spawn({
        let person = person.clone();
        async move { person.submit(path, form).await.status() }
    });
    holds(shop, 1).await;
    request.abort();
    drop(request.await);
    // Long enough for a server that would give up with its client.
    for _ in 0..50 {
        if shop.paystack.waiting() == 0 {
            break;
        }
        person.page("/pricing").await;
    }
    shop.paystack.release();
}

async fn a_client_that_leaves_cuts_no_change_off(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::AfterSubscribe));
    leaves(&shop, &thandi, "/subscription/change", &[("plan", "Starter")]).await;
    let changed = ["Premium cancelled stopped", "Starter planned active"];
    stands(&shop, "the smaller plan follows", &changed).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "non-renewing");
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), StatusCode::SEE_OTHER);
    let kept = ["Premium active active", "Starter replaced stopped"];
    stands(&shop, "the larger plan goes on", &kept).await;
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
    assert_eq!(shop.paystack.standing("SUB_2"), "non-renewing");
}

async fn a_change_that_was_cut_off_is_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    with_premium(&shop).await;
    let email = "thandi@example.com".parse().expect("an address");
    let account = shop.world.ports.accounts.by_email(&email).await.expect("asked");
    let (now, parts) = shop.world.ports.id_parts();
    let member = Member {
        session: SessionId::new(now, &parts),
        account: account.expect("there").0,
        proofs: Proofs::by(Method::Password, now),
        keep: false,
        has_factor: false,
    };
    shop.paystack.hold(Some(Hold::AfterSubscribe));
    let change = tokio::spawn({
        let ports = shop.world.ports.clone();
        async move { change_plan(&ports, Some(&member), "Starter").await.map_err(drop) }
    });
    holds(&shop, 1).await;
    // As when the process ends: the order is taken, and nobody wrote that down.
    change.abort();
    drop(change.await);
    shop.paystack.release();
    shop.tells(&shop.paystack.made("SUB_2")).await;
    shop.world.clock.forward(DAY);
    eventually("what nobody waits for is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.paystack.standing("SUB_2") == "non-renewing").then_some(())
    })
    .await;
    assert_eq!(standing(&shop).await, ["Premium active active"]);
    assert_eq!(shop.paystack.standing("SUB_1"), "active");
}

async fn an_order_that_is_told_while_it_is_made_is_not_stopped(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::AfterSubscribe));
    let changed = tokio::spawn({
        let thandi = thandi.clone();
        async move { changes(&thandi, "Starter").await }
    });
    holds(&shop, 1).await;
    shop.tells(&shop.paystack.made("SUB_2")).await;
    shop.world.clock.forward(Duration::from_secs(300));
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
    shop.paystack.release();
    assert_eq!(changed.await.expect("answered"), StatusCode::SEE_OTHER);
    assert_eq!(standing(&shop).await[1], "Starter planned active");
    shop.world.clock.forward(DAY);
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
}

async fn a_planned_plan_takes_no_charge_before_its_day(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    shop.go_to(at("2028-01-10T10:00:00Z"));
    back(&thandi, "thandi").await;
    let starter = shop.sells(&thandi, "Starter").await;
    let premium = opens(&thandi, "Premium", "USD").await.reference;
    // Its provider cannot be told to stop it.
    shop.paystack.trouble(Some(Trouble::Down));
    shop.paystack.pays(&premium);
    shop.tells(&shop.paystack.told(&premium)).await;
    let wait = "UPDATE subscriptions SET order_next_at = 9000000000000000, order_tries = 1 WHERE plan = 'Starter'";
    shop.world.db.execute(wait, Vec::new()).await.expect("it waits");
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(600));
    shop.makes_orders().await;
    assert_eq!(changes(&thandi, "Starter").await, StatusCode::SEE_OTHER);
    let before =
        ["Starter replaced stopping", "Premium cancelled stopped", "Starter planned active"];
    stands(&shop, "the smaller plan follows", &before).await;
    // The old order charges once more, and does not say which one it is.
    shop.tells(&shop.paystack.renews("T1", &starter, "2028-01-20T10:00:00Z")).await;
    assert!(shop.stored("T1").await.starts_with("flagged charged before"), "T1");
    assert_eq!(standing(&shop).await, before, "what was paid for stays");
    shop.go_to(at("2028-02-10T10:05:00Z"));
    let customer = json!({ "customer_code": "CUS_18" });
    shop.tells(&shop.paystack.begins("S1", "SUB_3", &customer, 800)).await;
    assert_eq!(shop.stored("S1").await, "paid");
    shop.world.books_hold().await;
}

async fn a_smaller_plan_that_was_ordered_can_be_cancelled(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    assert_eq!(changes(&thandi, "Starter").await, StatusCode::SEE_OTHER);
    let page = thandi.page("/pricing?cancel=ask").await;
    let question = "Are you sure you want to cancel your subscription? Your Premium benefits will remain active until the end of the current billing period, and Starter will not begin.";
    assert!(page.contains(question), "{page}");
    let answer = thandi.submit("/subscription/cancel", &[]).await;
    assert_eq!(location(&answer).as_deref(), Some("/pricing?cancelled=1"));
    let page = thandi.page("/pricing?cancelled=1").await;
    assert!(page.contains("Your subscription has been cancelled."), "{page}");
    assert!(!page.contains("begins then") && !page.contains("action=\"/subscription/cancel\""));
    let ended = ["Premium cancelled stopped", "Starter replaced stopped"];
    stands(&shop, "nothing follows", &ended).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "non-renewing");
}

async fn only_its_own_provider_is_asked_to_keep_a_plan(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    stands(&shop, "it is stopped", &["Premium cancelled stopped"]).await;
    let keeps = async || thandi.submit("/subscription/keep", &[]).await.status();
    for table in
        ["UPDATE subscriptions SET provider = $1", "UPDATE standing_orders SET provider = $1"]
    {
        let values = evernear_server::values!["another"];
        shop.world.db.execute(table, values).await.expect("moved");
    }
    assert_eq!(keeps().await, StatusCode::SERVICE_UNAVAILABLE);
    assert!(shop.paystack.enabled().is_empty(), "{:?}", shop.paystack.enabled());
    assert!(thandi.page("/pricing").await.contains("Cancelled. Your benefits last until"));
    // Asking again and again reaches nobody.
    let mut answers = Vec::new();
    for _ in 0..25 {
        answers.push(keeps().await);
    }
    assert_eq!(answers.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
}

async fn a_revoked_month_that_was_paid_ahead_ends_no_other_month(engine: Engine) {
    let shop = Shop::month_by_month(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let revokes = async |reference: &str| {
        shop.paystack.change(reference, |data| data["status"] = json!("reversed"));
        shop.operator(&["payments", "verify", reference]).await;
        shop.operator(&["payments", "revoke", reference]).await;
    };
    let months = async || {
        let sql = "SELECT plan, status, period FROM subscriptions WHERE provider = $1";
        shop.world.rows(sql, "paystack").await.join(";")
    };
    let profile = async || {
        let sql = "SELECT plan, subscription_status FROM profiles WHERE email = $1";
        shop.world.rows(sql, "thandi@example.com").await.join(";")
    };
    let first = shop.sells(&thandi, "Pro").await;
    let until = iso(paid_until(&shop).await);
    // The month that lies ahead goes; then the one that runs, with another one paid ahead.
    let mut before = first;
    for round in 0..2 {
        shop.world.clock.forward(DAY);
        let ahead = shop.sells(&thandi, "Pro").await;
        assert_eq!(months().await, "Pro active 1", "{round}");
        let (goes, stays) = if round == 0 { (ahead, before) } else { (before, ahead) };
        revokes(&goes).await;
        assert_eq!(months().await, "Pro active 0", "{round}");
        assert_eq!(iso(paid_until(&shop).await), until, "{round}");
        assert_eq!(profile().await, "Pro active", "{round}");
        assert_eq!(credits(&thandi).await, 750, "{round}");
        before = stays;
    }
    assert!(thandi.page("/pricing").await.contains("It does not renew by itself."));
    // A cancelled plan ends when its last paid month does.
    let ahead = shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    revokes(&ahead).await;
    assert_eq!(months().await, "Pro cancelled 0");
    let ends = "SELECT COUNT(*) FROM subscriptions s JOIN profiles p ON p.id = s.account_id
                WHERE p.subscription_end_date = s.end_date AND s.ends_at < s.paid_through + 345600000";
    assert_eq!(shop.world.number(ends).await, 1);
    revokes(&before).await;
    assert_eq!(months().await, "Pro expired 0");
    assert_eq!(profile().await, " expired");
    shop.world.books_hold().await;
}

async fn whatever_ends_a_plan_while_it_is_resumed_ends_it(engine: Engine) {
    for way in ["cancel", "delete", "upgrade", "revoke"] {
        let shop = Shop::open(engine).await;
        let thandi = Person::member(&shop.world, "thandi").await;
        let pro = shop.sells(&thandi, "Pro").await;
        let premium = opens(&thandi, "Premium", "USD").await.reference;
        let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
        stands(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
        shop.paystack.hold(Some(Hold::BeforeEnable));
        let kept = thandi.submit("/subscription/keep", &[]).await;
        assert_eq!(kept.status(), StatusCode::SEE_OTHER);
        let asks = |shop: &Shop| {
            let ports = shop.world.ports.clone();
            tokio::spawn(async move { run_billing_jobs(&ports).await })
        };
        let first = asks(&shop);
        holds(&shop, 1).await;
        match way {
            "cancel" => {
                let said: String = thandi.call("subscription/cancel", json!({})).await.expect(way);
                assert!(said.contains("cancelled"), "{said}");
            }
            "delete" => {
                let gone = thandi.submit("/profile/delete", &[("sure", "yes")]).await;
                assert_eq!(gone.status(), StatusCode::OK);
            }
            "upgrade" => {
                shop.paystack.pays(&premium);
                shop.tells(&shop.paystack.told(&premium)).await;
            }
            _ => {
                shop.paystack.change(&pro, |data| data["status"] = json!("reversed"));
                shop.operator(&["payments", "verify", &pro]).await;
                shop.operator(&["payments", "revoke", &pro]).await;
            }
        }
        // Another worker contradicts nothing that may still be on its way.
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        assert_eq!(shop.disabled(), ["SUB_1"], "{way}");
        shop.paystack.release();
        first.await.expect("it came to its end").expect("billing jobs ran");
        eventually(way, || async {
            run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
            let ended =
                "SELECT COUNT(*) FROM subscriptions WHERE plan = 'Pro' AND order_state = 'stopped'";
            let ended = shop.world.number(ended).await == 1;
            (ended && shop.paystack.standing("SUB_1") == "non-renewing").then_some(())
        })
        .await;
        assert_eq!(shop.disabled(), ["SUB_1", "SUB_1"], "{way}");
    }
}

async fn a_month_that_is_paid_while_its_order_is_resumed_has_one_order(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let again = opens(&thandi, "Pro", "USD").await.reference;
    shop.sells(&thandi, "Pro").await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    stands(&shop, "it is stopped", &["Pro cancelled stopped"]).await;
    // Older than whatever is just being written down.
    shop.world.clock.forward(Duration::from_secs(700));
    shop.paystack.hold(Some(Hold::BeforeEnable));
    assert_eq!(thandi.submit("/subscription/keep", &[]).await.status(), StatusCode::SEE_OTHER);
    let ports = shop.world.ports.clone();
    let first = tokio::spawn(async move { run_billing_jobs(&ports).await });
    holds(&shop, 1).await;
    shop.paystack.pays(&again);
    shop.tells(&shop.paystack.told(&again)).await;
    run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
    assert_eq!(shop.disabled(), ["SUB_1"], "nothing is asked about it beside the other question");
    shop.paystack.release();
    first.await.expect("it came to its end").expect("billing jobs ran");
    shop.world.clock.forward(Duration::from_secs(301));
    eventually("the order of before is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.paystack.standing("SUB_1") == "non-renewing").then_some(())
    })
    .await;
    stands(&shop, "it renews by the other", &["Pro active active"]).await;
    assert_eq!(shop.paystack.standing("SUB_2"), "active");
}

async fn a_plan_that_is_cancelled_while_it_is_changed_stays_cancelled(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = with_premium(&shop).await;
    shop.paystack.hold(Some(Hold::AfterSubscribe));
    let changed = tokio::spawn({
        let thandi = thandi.clone();
        async move { changes(&thandi, "Starter").await }
    });
    holds(&shop, 1).await;
    let _: String = thandi.call("subscription/cancel", json!({})).await.expect("cancelled");
    shop.paystack.release();
    assert_eq!(changed.await.expect("answered"), StatusCode::CONFLICT);
    stands(&shop, "nothing follows", &["Premium cancelled stopped"]).await;
    shop.world.clock.forward(Duration::from_secs(601));
    eventually("its order is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.paystack.standing("SUB_2") == "non-renewing").then_some(())
    })
    .await;
}

async fn paid_until(shop: &Shop) -> evernear_app::domain::timestamp::Timestamp {
    let sql = "SELECT paid_through FROM subscriptions WHERE status = 'active'";
    evernear_app::domain::timestamp::Timestamp(shop.world.number(sql).await)
}
