//! Buying through Paystack: a local server speaks its contract, webhooks carry its
//! signature, and money is exact whatever goes wrong in between.

use std::time::Duration;

use evernear_app::{domain::moment::Moment, flows::tend_billing::tend_billing};
use evernear_rules::wire::{BalanceView, CheckoutView, PaymentView};
use evernear_server::{
    config::{
        Secret,
        payments::{PaystackConfig, PlanCode},
    },
    operator,
};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{
    Engine, Person, World, config, eventually,
    paystack::{Paystack, SECRET, Trouble, signed},
};

crate::both_engines![
    the_server_says_what_is_charged_and_grants_what_was_paid,
    every_status_and_every_shape_of_metadata_is_read,
    a_webhook_alone_grants_and_only_with_its_signature,
    a_provider_that_is_down_slow_or_strange_loses_nothing,
    what_was_altered_or_reversed_is_flagged_and_never_granted,
    a_month_renews_once_and_its_credits_come_once,
    cancelling_tells_the_provider_until_it_has_confirmed,
    over_leap_days_and_month_ends_a_subscription_lasts_as_long_as_said,
    what_is_paid_after_the_account_has_gone_is_flagged,
    one_payment_that_cannot_be_settled_keeps_nothing_else_from_being_done,
    a_plan_that_is_bought_again_keeps_its_own_standing_order,
    plans_cancelled_one_after_the_other_are_each_stopped_once,
    a_charge_after_a_cancelled_plan_is_over_is_to_be_paid_back,
];

struct Shop {
    world: World,
    paystack: Paystack,
}

impl Shop {
    async fn open(engine: Engine) -> Self {
        let paystack = Paystack::open().await;
        let folder = tempfile::tempdir().expect("a folder").keep();
        let url = engine.fresh_database(&folder).await;
        let mut config = config(folder, url);
        config.payments.paystack = Some(PaystackConfig {
            secret_key: Secret(SECRET.to_owned()),
            url: paystack.url.clone(),
            plans: ["Starter", "Pro", "Premium"]
                .into_iter()
                .flat_map(|plan| {
                    ["USD", "ZAR"].map(|currency| PlanCode {
                        name: format!("{plan}/{currency}"),
                        code: format!("PLN_{plan}_{currency}"),
                    })
                })
                .collect(),
        });
        Self { world: World::configured(config).await, paystack }
    }

    async fn tell(&self, body: &str, signature: Option<&str>) -> StatusCode {
        let client = reqwest::Client::new();
        let mut request = client
            .post(format!("{}/webhooks/paystack", self.world.base))
            .header("content-type", "application/json")
            .body(body.to_owned());
        if let Some(signature) = signature {
            request = request.header("x-paystack-signature", signature);
        }
        request.send().await.expect("an answer").status()
    }

    async fn tells(&self, body: &str) {
        assert_eq!(self.tell(body, Some(&signed(body))).await, StatusCode::OK, "{body}");
    }

    /// Buys a plan by webhook alone; its reference.
    async fn sells(&self, person: &Person, plan: &str) -> String {
        let reference = opens(person, plan, "USD").await.reference;
        self.paystack.pays(&reference);
        self.tells(&self.paystack.told(&reference)).await;
        reference
    }

    async fn stored(&self, reference: &str) -> String {
        let sql = "SELECT status, note FROM payments WHERE reference = $1";
        self.world.rows(sql, reference).await.join(";").trim().to_owned()
    }

    /// The standing orders that were stopped, in order.
    fn disabled(&self) -> Vec<String> {
        let code = |told: &Value| told["code"].as_str().expect("a code").to_owned();
        self.paystack.disabled().iter().map(code).collect()
    }

    /// Moves the clock to a moment.
    fn go_to(&self, moment: Moment) {
        self.world.clock.forward(moment.since(self.world.ports.now()));
    }
}

async fn opens(person: &Person, plan: &str, currency: &str) -> CheckoutView {
    let body = json!({ "plan": plan, "currency": currency });
    person.call("checkout/begin", body).await.expect("a window opens")
}

async fn settles(person: &Person, reference: &str) -> Result<PaymentView, String> {
    let settled = person.call("checkout/settle", json!({ "reference": reference })).await;
    settled.map_err(|refused| refused.problem.message)
}

async fn credits(person: &Person) -> u32 {
    let view: BalanceView = person.call("credits/balance", json!({})).await.expect("a balance");
    view.credits.expect("known")
}

async fn the_server_says_what_is_charged_and_grants_what_was_paid(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let checkout = opens(&person, "Pro", "ZAR").await;
    assert_eq!(checkout.access_code, format!("ac-{}", checkout.reference));
    assert_eq!(checkout.address, None, "the popup opens by its access code");
    let sent = shop.paystack.initialised().pop().expect("initialised");
    let expected = [
        ("email", json!("thandi@example.com")),
        ("amount", json!(22_000)),
        ("currency", json!("ZAR")),
        ("reference", json!(checkout.reference)),
        ("plan", json!("PLN_Pro_ZAR")),
    ];
    for (name, value) in expected {
        assert_eq!(sent[name], value, "{name}");
    }
    assert_eq!(sent["metadata"]["plan"], json!("Pro"));
    assert_eq!(sent["metadata"]["credits"], json!(700));
    shop.paystack.pays(&checkout.reference);
    let paid = settles(&person, &checkout.reference).await.expect("paid");
    assert_eq!((paid.success, paid.new_total), (true, Some(750)));
    // The webhook comes afterwards, three times.
    for _ in 0..3 {
        shop.tells(&shop.paystack.told(&checkout.reference)).await;
    }
    assert_eq!(credits(&person).await, 750);

    // Another company's hosts stand in the policy of this page, for people who can buy.
    let policy = |answer: reqwest::Response| {
        answer.headers()["content-security-policy"].to_str().expect("text").to_owned()
    };
    let pricing = policy(person.get("/pricing").await);
    assert!(pricing.contains("script-src 'self' https://js.paystack.co"), "{pricing}");
    assert!(pricing.contains("frame-src https://checkout.paystack.com"), "{pricing}");
    assert!(!policy(person.get("/dashboard").await).contains("paystack"));
    let visitor = Person::visitor(&shop.world.base);
    assert!(!policy(visitor.get("/pricing").await).contains("paystack"));
    assert!(!visitor.page("/pricing").await.contains("js.paystack.co"));
    assert!(person.page("/pricing").await.contains("https://js.paystack.co/v2/inline.js"));
    let (none, window) = ("/sandbox/checkout/x", person.led_to("/sandbox/checkout/x").await);
    assert_eq!(window.as_deref(), Some("/pricing"), "{none} is not there");
    shop.world.books_hold().await;
}

async fn every_status_and_every_shape_of_metadata_is_read(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let not_paid = "Payment was not completed successfully. Please try again.";
    let left = "Payment window closed";
    for (status, said) in [
        ("abandoned", Err(left)),
        ("failed", Err(not_paid)),
        ("ongoing", Ok(false)),
        ("pending", Ok(false)),
        ("processing", Ok(false)),
        ("queued", Ok(false)),
        ("something new", Ok(false)),
        ("reversed", Err("contact support")),
    ] {
        let reference = opens(&person, "Starter", "USD").await.reference;
        shop.paystack.change(&reference, |data| data["status"] = json!(status));
        match (settles(&person, &reference).await, said) {
            (Ok(view), Ok(success)) => assert_eq!(view.success, success, "{status}"),
            (Err(text), Err(words)) => assert!(text.contains(words), "{status}: {text}"),
            (settled, _) => panic!("{status}: {settled:?}"),
        }
    }
    assert_eq!(credits(&person).await, 50);
    for (index, metadata) in [Value::Null, json!(""), json!({}), json!(0)].into_iter().enumerate() {
        let buyer = Person::member(&shop.world, &format!("buyer{index}")).await;
        let reference = opens(&buyer, "Starter", "USD").await.reference;
        shop.paystack.pays(&reference);
        shop.paystack.change(&reference, |data| data["metadata"] = metadata.clone());
        assert!(settles(&buyer, &reference).await.expect("paid").success, "{metadata}");
        assert_eq!(credits(&buyer).await, 450, "{metadata}");
    }
    shop.world.books_hold().await;
}

async fn a_webhook_alone_grants_and_only_with_its_signature(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let reference = opens(&person, "Pro", "USD").await.reference;
    shop.paystack.pays(&reference);
    let body = shop.paystack.told(&reference);
    let right = signed(&body);
    let mut other = right.clone();
    other.replace_range(0..1, if right.starts_with('0') { "1" } else { "0" });
    for wrong in [None, Some(""), Some("zz"), Some(other.as_str()), Some(&right[..64])] {
        assert_eq!(shop.tell(&body, wrong).await, StatusCode::UNAUTHORIZED, "{wrong:?}");
    }
    // One byte more, or the same message written otherwise, is another message.
    assert_eq!(shop.tell(&format!("{body} "), Some(&right)).await, StatusCode::UNAUTHORIZED);
    let rewritten = body.replace(":true", ": true").replace("\"event\":", "\"event\": ");
    assert_eq!(shop.tell(&rewritten, Some(&right)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(credits(&person).await, 50);
    assert_eq!(shop.tell(&body, Some(&right.to_uppercase())).await, StatusCode::OK);
    assert_eq!(credits(&person).await, 750);
    // Again, at once and many times.
    let again = (0..8).map(|_| shop.tell(&body, Some(&right)));
    for status in futures::future::join_all(again).await {
        assert_eq!(status, StatusCode::OK);
    }
    assert_eq!(credits(&person).await, 750);
    assert_eq!(shop.paystack.verified(), 0, "the signature was enough");
    // Signed, but nothing that changes anything here.
    for odd in [
        json!({ "event": "transfer.success", "data": {} }),
        json!({ "event": "invoice.create", "data": { "amount": 1 } }),
    ] {
        shop.tells(&odd.to_string()).await;
    }
    for unreadable in ["", "[]", "{\"data\":{}}", "{\"event\":\"charge.success\",\"data\":{}}"] {
        let status = shop.tell(unreadable, Some(&signed(unreadable))).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{unreadable}");
    }
    let client = reqwest::Client::new();
    let sandbox = client.post(format!("{}/webhooks/sandbox", shop.world.base)).send().await;
    assert_eq!(sandbox.expect("an answer").status(), StatusCode::NOT_FOUND);
    shop.world.books_hold().await;
}

async fn a_provider_that_is_down_slow_or_strange_loses_nothing(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let failed =
        "Payment processing failed. Please try again or contact support if the issue persists.";
    for trouble in [Trouble::Down, Trouble::Garbage, Trouble::WrongKey] {
        shop.paystack.trouble(Some(trouble));
        let body = json!({ "plan": "Pro", "currency": "USD" });
        let refused = person.call::<CheckoutView>("checkout/begin", body).await;
        let refused = refused.expect_err("it does not open");
        assert_eq!(refused.problem.message, failed, "{trouble:?}");
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{trouble:?}");
    }
    shop.paystack.trouble(None);
    // Paid, and then the provider is gone when we ask.
    let reference = opens(&person, "Pro", "USD").await.reference;
    shop.paystack.pays(&reference);
    for trouble in [Trouble::Down, Trouble::Garbage, Trouble::WrongKey] {
        shop.paystack.trouble(Some(trouble));
        assert_eq!(settles(&person, &reference).await.expect_err("unknown"), failed);
        shop.world.clock.forward(Duration::from_secs(3600));
        tend_billing(&shop.world.ports).await.expect("trouble is no fault");
    }
    assert_eq!(credits(&person).await, 50);
    // It hangs: the person leaves, the server waits no longer than it has patience for.
    shop.paystack.trouble(Some(Trouble::Hangs));
    assert_eq!(settles(&person, &reference).await.expect_err("no answer"), failed);
    // It is back: nobody does anything, and the credits come.
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(24 * 3600));
    eventually("the sweeper grants it", || async {
        tend_billing(&shop.world.ports).await.expect("swept");
        (credits(&person).await == 750).then_some(())
    })
    .await;
    assert_eq!(shop.stored(&reference).await, "paid");
    // Windows that nobody paid in are given up after three days.
    let left = opens(&person, "Premium", "USD").await.reference;
    shop.world.clock.forward(Duration::from_secs(73 * 3600));
    tend_billing(&shop.world.ports).await.expect("swept");
    assert_eq!(shop.stored(&left).await, "failed the window was left");
    // Even then, money that arrives is not lost.
    shop.paystack.pays(&left);
    shop.tells(&shop.paystack.told(&left)).await;
    assert_eq!(credits(&person).await, 2750);
    shop.world.books_hold().await;
}

/// What is altered in a charge, and how.
type Alter<'a> = (&'a str, &'a dyn Fn(&mut Value));

async fn what_was_altered_or_reversed_is_flagged_and_never_granted(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let sipho = Person::member(&shop.world, "sipho").await;
    let someone = opens(&sipho, "Pro", "USD").await.reference;
    let sent = shop.paystack.initialised().pop().expect("sent");
    let other_user = sent["metadata"]["userId"].clone();
    let alter: [Alter<'_>; 6] = [
        ("amount", &|data| data["amount"] = json!(1199)),
        ("amount", &|data| data["amount"] = json!(120_000)),
        ("currency", &|data| data["currency"] = json!("ZAR")),
        ("currency", &|data| data["currency"] = json!("NGN")),
        ("user or plan", &|data| data["metadata"]["userId"] = other_user.clone()),
        ("plan", &|data| data["metadata"]["plan"] = json!("Premium")),
    ];
    for (index, (what, alter)) in alter.into_iter().enumerate() {
        let reference = opens(&person, "Pro", "USD").await.reference;
        shop.paystack.pays(&reference);
        shop.paystack.change(&reference, alter);
        if index % 2 == 0 {
            let text = settles(&person, &reference).await.expect_err(what);
            assert!(text.contains("contact support"), "{what}: {text}");
        } else {
            shop.tells(&shop.paystack.told(&reference)).await;
        }
        let stored = shop.stored(&reference).await;
        assert!(stored.starts_with("flagged altered") && stored.contains(what), "{stored}");
        // Mended afterwards it stays flagged: a person has to look.
        shop.paystack.change(&reference, |data| data["amount"] = json!(1200));
        settles(&person, &reference).await.expect_err("still flagged");
    }
    assert_eq!(credits(&person).await, 50);
    // Taken back by the bank before it was granted, and after.
    let before = opens(&person, "Pro", "USD").await.reference;
    shop.paystack.pays(&before);
    shop.paystack.change(&before, |data| data["status"] = json!("reversed"));
    settles(&person, &before).await.expect_err("reversed");
    assert_eq!(shop.stored(&before).await, "flagged reversed");
    let after = shop.sells(&person, "Pro").await;
    let data: Value = serde_json::from_str(&shop.paystack.told(&after)).expect("JSON");
    let dispute =
        json!({ "event": "charge.dispute.create", "data": { "transaction": data["data"] } });
    shop.tells(&dispute.to_string()).await;
    assert_eq!(shop.stored(&after).await, "paid reversed");
    assert_eq!(credits(&person).await, 750);
    // A charge that belongs to nobody is written down, not granted.
    let strange = shop.paystack.renews("unknown-1", &someone, "2026-11-21T16:00:00.000Z");
    let strange = strange.replace("abandoned", "success");
    shop.tells(&strange).await;
    assert!(shop.stored("unknown-1").await.starts_with("flagged nobody's"));
    assert_eq!(credits(&sipho).await, 50);
    shop.world.books_hold().await;
}

/// The signed-in person again, after their session has run out.
async fn back(person: &Person, name: &str) {
    person.sign_in(&format!("{name}@example.com"), "lamplight").await;
}

async fn a_month_renews_once_and_its_credits_come_once(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    // The standing order is told before the charge it came from.
    let reference = opens(&person, "Pro", "USD").await.reference;
    shop.paystack.pays(&reference);
    shop.tells(&shop.paystack.ordered(&reference, "SUB_1")).await;
    shop.tells(&shop.paystack.told(&reference)).await;
    assert_eq!(credits(&person).await, 750);
    let anchor = Moment(shop.world.number("SELECT anchor FROM subscriptions").await);
    let month = |period| evernear_app::domain::billing::calendar::months_later(anchor, period);
    // Some days early, and told three times.
    let first = shop.paystack.renews("T1", &reference, &iso(month(1).before(DAY * 2)));
    for _ in 0..3 {
        shop.tells(&first).await;
    }
    // The same month charged again under another name.
    let double = shop.paystack.renews("T2", &reference, &iso(month(1).after(DAY)));
    shop.tells(&double).await;
    assert_eq!(shop.stored("T2").await, "flagged charged twice for one month; refund");
    // The third month comes before the second.
    let third = shop.paystack.renews("T4", &reference, &iso(month(3)));
    shop.tells(&third).await;
    let late = shop.paystack.renews("T3", &reference, &iso(month(2)));
    shop.tells(&late).await;
    shop.go_to(month(3));
    back(&person, "thandi").await;
    assert_eq!(credits(&person).await, 50 + 4 * 700, "a month that is told late was paid too");
    assert_eq!(shop.stored("T3").await, "paid");
    let through = "SELECT period FROM subscriptions";
    assert_eq!(shop.world.number(through).await, 3, "and takes nothing back");
    // All of it told again, in another order.
    for told in [&late, &double, &third, &first] {
        shop.tells(told).await;
    }
    // Another amount than the plan's.
    let cheap = shop.paystack.renews("T5", &reference, &iso(month(4)));
    shop.tells(&cheap.replace("\"amount\":1200", "\"amount\":1")).await;
    assert!(shop.stored("T5").await.starts_with("flagged altered"));
    assert_eq!(credits(&person).await, 50 + 4 * 700);
    assert_eq!(shop.world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'").await, 4);
    shop.world.books_hold().await;
}

const DAY: Duration = Duration::from_secs(24 * 3600);

fn iso(moment: Moment) -> String {
    let time = time::OffsetDateTime::from_unix_timestamp(moment.0 / 1000).expect("a time");
    time.format(&time::format_description::well_known::Rfc3339).expect("text")
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
    let text = "Your subscription has been cancelled. Your Pro benefits will remain active until the end of the current billing period.";
    assert_eq!(cancel(&person).await.expect("cancelled"), text);
    assert_eq!(cancel(&person).await.expect("asked again"), text);
    // The provider has not even told us what its standing order is called.
    tend_billing(&shop.world.ports).await.expect("tended");
    assert_eq!(shop.world.rows(STOP, &reference).await, ["cancelled due"]);
    shop.paystack.trouble(Some(Trouble::Down));
    shop.tells(&shop.paystack.ordered(&reference, "SUB_9")).await;
    shop.world.clock.forward(Duration::from_secs(600));
    eventually("it was tried in vain, and an operator sees it", || async {
        tend_billing(&shop.world.ports).await.expect("tended");
        let mut said = Vec::new();
        let list = ["payments", "list", "flagged"];
        operator::command(&shop.world.ports, &list, &mut said).await.expect("listed");
        let said = String::from_utf8(said).expect("text");
        (said.contains("STILL CHARGED  paystack  Pro") && said.contains("cannot be asked"))
            .then_some(())
    })
    .await;
    assert_eq!(shop.world.rows(STOP, &reference).await, ["cancelled due"]);
    // Not again and again: a minute later nobody has asked once more.
    let tries = "SELECT stop_tries FROM subscriptions";
    let before = shop.world.number(tries).await;
    shop.world.clock.forward(Duration::from_secs(60));
    tend_billing(&shop.world.ports).await.expect("tended");
    assert_eq!(shop.world.number(tries).await, before);
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(3600));
    shop.world.clock.forward(Duration::from_secs(600));
    eventually("the provider confirms", || async {
        tend_billing(&shop.world.ports).await.expect("tended");
        (shop.world.rows(STOP, &reference).await == ["cancelled done"]).then_some(())
    })
    .await;
    assert_eq!(shop.paystack.disabled().len(), 1);
    // A charge that comes all the same is to be paid back, and grants nothing.
    let anchor = Moment(shop.world.number("SELECT anchor FROM subscriptions").await);
    let next = evernear_app::domain::billing::calendar::months_later(anchor, 1);
    shop.tells(&shop.paystack.renews("T1", &reference, &iso(next))).await;
    assert_eq!(shop.stored("T1").await, "flagged charged after it was cancelled; refund");
    assert_eq!(credits(&person).await, 750);

    // Upgrading replaces the standing order, charges the full price and adds its credits.
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    let pro = shop.sells(&sipho, "Pro").await;
    shop.tells(&shop.paystack.ordered(&pro, "SUB_10")).await;
    let premium = shop.sells(&sipho, "Premium").await;
    assert_eq!(credits(&sipho).await, 50 + 700 + 2000);
    eventually("the old order is stopped", || async {
        tend_billing(&shop.world.ports).await.expect("tended");
        (shop.world.rows(STOP, &pro).await == ["replaced done"]).then_some(())
    })
    .await;
    assert_eq!(shop.paystack.disabled().pop().expect("told")["code"], json!("SUB_10"));
    assert_eq!(shop.world.rows(STOP, &premium).await, ["active none"]);
    shop.world.books_hold().await;
}

const STOP: &str =
    "SELECT s.status, s.stop FROM subscriptions s JOIN payments p ON p.subscription_id = s.id
                    WHERE p.reference = $1";

async fn over_leap_days_and_month_ends_a_subscription_lasts_as_long_as_said(engine: Engine) {
    let shop = Shop::open(engine).await;
    let plan = || async {
        let sql = "SELECT plan, subscription_status, subscription_end_date FROM profiles WHERE email = $1";
        shop.world.rows(sql, "thandi@example.com").await.join(";")
    };
    let tend = || async { tend_billing(&shop.world.ports).await.expect("tended") };
    let at = |text: &str| {
        let time =
            time::OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339);
        Moment(time.expect("a time").unix_timestamp() * 1000)
    };
    // Bought on the 31st of January of a leap year, cancelled the same day.
    let person = Person::member(&shop.world, "thandi").await;
    shop.go_to(at("2028-01-31T22:00:00Z"));
    back(&person, "thandi").await;
    shop.sells(&person, "Pro").await;
    let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
    assert_eq!(plan().await, "Pro cancelled 2028-02-29");
    shop.go_to(at("2028-02-29T23:59:58Z"));
    tend().await;
    assert_eq!(plan().await, "Pro cancelled 2028-02-29");
    shop.go_to(at("2028-03-01T00:00:01Z"));
    eventually("it is over", || async {
        tend().await;
        (plan().await == " expired 2028-02-29").then_some(())
    })
    .await;
    back(&person, "thandi").await;
    assert_eq!(credits(&person).await, 750, "credits stay");
    let page = person.page("/pricing").await;
    assert!(page.contains("Your Pro plan ended on 29 February 2028."), "{page}");
    // Bought on the leap day and never renewed: three days of grace, then it is over.
    shop.go_to(at("2032-02-29T08:00:00Z"));
    back(&person, "thandi").await;
    let reference = shop.sells(&person, "Premium").await;
    shop.go_to(at("2032-03-31T00:00:00Z"));
    tend().await;
    assert_eq!(plan().await, "Premium active ");
    back(&person, "thandi").await;
    let page = person.page("/pricing").await;
    let grace = "Was to renew on 29 March 2032 and has not been paid yet. Without a payment it ends on 1 April 2032.";
    assert!(page.contains(grace) && !page.contains("Renews on"), "{page}");
    shop.go_to(at("2032-04-01T08:00:01Z"));
    eventually("it has lapsed", || async {
        tend().await;
        (plan().await == " expired ").then_some(())
    })
    .await;
    let page = person.page("/pricing").await;
    assert!(page.contains("Your Premium plan ended on 1 April 2032."), "{page}");
    // The charge comes late after all: the month is granted and the plan is back.
    shop.tells(&shop.paystack.renews("T-late", &reference, "2032-04-02T08:00:00Z")).await;
    assert_eq!(plan().await, "Premium active ");
    back(&person, "thandi").await;
    assert!(!person.page("/pricing").await.contains("plan ended on"), "it goes on");
    assert_eq!(credits(&person).await, 750 + 4000);
    shop.world.books_hold().await;
}

async fn what_is_paid_after_the_account_has_gone_is_flagged(engine: Engine) {
    let shop = Shop::open(engine).await;
    let note = "flagged charged for an account that is gone; refund";
    // The provider gives back who pays only if it likes to (contracts §4).
    let shapes = [Value::Null, json!(""), json!({ "userId": "" })];
    for (index, metadata) in shapes.into_iter().enumerate() {
        let person = Person::member(&shop.world, &format!("gone{index}")).await;
        let reference = opens(&person, "Pro", "USD").await.reference;
        let gone = person.submit("/profile/delete", &[("sure", "yes")]).await;
        assert_eq!(gone.status(), StatusCode::OK);
        shop.paystack.pays(&reference);
        shop.paystack.change(&reference, |data| data["metadata"] = metadata.clone());
        if index == 0 {
            shop.tells(&shop.paystack.told(&reference)).await;
        } else {
            shop.world.clock.forward(Duration::from_secs(3600));
            eventually("the sweeper finds it", || async {
                tend_billing(&shop.world.ports).await.expect("tended");
                (shop.stored(&reference).await == note).then_some(())
            })
            .await;
        }
        assert_eq!(shop.stored(&reference).await, note, "{metadata}");
        let again = shop.paystack.told(&reference);
        shop.tells(&again).await;
    }
    assert_eq!(shop.world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'purchase'").await, 0);
    let lasting = "SELECT COUNT(*) FROM subscriptions WHERE status = 'active'";
    assert_eq!(shop.world.number(lasting).await, 0);
    shop.world.books_hold().await;
}

async fn one_payment_that_cannot_be_settled_keeps_nothing_else_from_being_done(engine: Engine) {
    let shop = Shop::open(engine).await;
    let lindiwe = Person::member(&shop.world, "lindiwe-the-first").await;
    let lasting = shop.sells(&lindiwe, "Starter").await;
    shop.tells(&shop.paystack.ordered(&lasting, "SUB_1")).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let poison = opens(&thandi, "Pro", "USD").await.reference;
    let sipho = Person::member(&shop.world, "sipho-s").await;
    let later = opens(&sipho, "Premium", "USD").await.reference;
    shop.paystack.pays(&poison);
    shop.paystack.pays(&later);
    // Settling it fails in the database, every time.
    let harm = "INSERT INTO ledger (id, account_id, number, kind, amount, balance, reference, created_at)
                SELECT 'poison', account_id, 1000, 'purchase', 1, 1, id, 0 FROM payments WHERE reference = $1";
    let values = vec![evernear_server::store::db::Value::from(poison.as_str())];
    shop.world.db.execute(harm, values).await.expect("harmed");
    shop.paystack.trouble(Some(Trouble::Down));
    let _: String = lindiwe.call("subscription/cancel", json!({})).await.expect("cancelled");
    shop.world.clock.forward(DAY * 70);
    shop.paystack.trouble(None);
    eventually("everything else is done", || async {
        // That one thing went wrong is only said in the end.
        drop(tend_billing(&shop.world.ports).await);
        let over = "SELECT status, stop FROM subscriptions WHERE plan = $1";
        let done = shop.stored(&later).await == "paid"
            && shop.world.rows(over, "Starter").await == ["expired done"];
        done.then_some(())
    })
    .await;
    assert_eq!(shop.stored(&poison).await, "pending", "it is tried again");
}

async fn a_plan_that_is_bought_again_keeps_its_own_standing_order(engine: Engine) {
    let shop = Shop::open(engine).await;
    let cancels = |person: &Person| {
        let person = person.clone();
        async move {
            let said = person.call::<String>("subscription/cancel", json!({})).await;
            said.expect("cancelled");
        }
    };
    // Charges of the old order may come until the provider has heard, and it cannot be told.
    let bought_again = async |name: &str, orders: [&str; 2], told_first: bool| {
        let person = Person::member(&shop.world, name).await;
        let old = shop.sells(&person, "Pro").await;
        shop.tells(&shop.paystack.ordered(&old, orders[0])).await;
        shop.paystack.trouble(Some(Trouble::Down));
        cancels(&person).await;
        eventually("it was tried in vain", || async {
            tend_billing(&shop.world.ports).await.expect("tended");
            let vain = "SELECT COUNT(*) FROM subscriptions WHERE stop = 'due' AND stop_tries > 0";
            (shop.world.number(vain).await == 1).then_some(())
        })
        .await;
        shop.paystack.trouble(None);
        let new = opens(&person, "Pro", "USD").await.reference;
        shop.paystack.trouble(Some(Trouble::Down));
        let ordered = shop.paystack.ordered(&new, orders[1]);
        if told_first {
            // The new order is told, the old one is stopped, and then comes the money.
            shop.paystack.change(&new, |data| data["status"] = json!("ongoing"));
            shop.tells(&ordered).await;
            stops(&shop, &old, "cancelled done").await;
            shop.paystack.pays(&new);
            shop.tells(&shop.paystack.told(&new)).await;
        } else {
            shop.paystack.pays(&new);
            shop.tells(&shop.paystack.told(&new)).await;
            shop.tells(&ordered).await;
            stops(&shop, &old, "replaced done").await;
        }
        assert_eq!(shop.disabled(), [orders[0]], "{name}: the old order and no other");
        assert_eq!(shop.world.rows(STOP, &new).await, ["active none"], "{name}");
        // The new one ends by its own name.
        back(&person, name).await;
        cancels(&person).await;
        stops(&shop, &new, "cancelled done").await;
        assert_eq!(shop.disabled(), orders, "{name}");
        shop.paystack.forget_disabled();
    };
    bought_again("thandi", ["SUB_1", "SUB_2"], false).await;
    bought_again("sipho-the-second", ["SUB_3", "SUB_4"], true).await;
    shop.world.books_hold().await;
}

async fn plans_cancelled_one_after_the_other_are_each_stopped_once(engine: Engine) {
    let shop = Shop::open(engine).await;
    let person = Person::member(&shop.world, "thandi").await;
    let mut sold = Vec::new();
    for order in ["SUB_1", "SUB_2"] {
        shop.paystack.trouble(None);
        let reference = opens(&person, "Pro", "USD").await.reference;
        shop.paystack.trouble(Some(Trouble::Down));
        shop.paystack.pays(&reference);
        shop.tells(&shop.paystack.told(&reference)).await;
        shop.tells(&shop.paystack.ordered(&reference, order)).await;
        let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
        sold.push(reference);
    }
    // The first is told long before the second.
    let wait = "UPDATE subscriptions SET stop_next_at = 9000000000000000, stop_tries = 1 WHERE status = 'cancelled'";
    shop.world.db.execute(wait, Vec::new()).await.expect("it waits");
    stops(&shop, &sold[0], "replaced done").await;
    assert_eq!(shop.disabled(), ["SUB_1"]);
    let turn = "UPDATE subscriptions SET stop_next_at = 0 WHERE status = 'cancelled'";
    shop.world.db.execute(turn, Vec::new()).await.expect("its turn");
    stops(&shop, &sold[1], "cancelled done").await;
    assert_eq!(shop.disabled(), ["SUB_1", "SUB_2"]);
    let mut said = Vec::new();
    let list = ["payments", "list", "flagged"];
    operator::command(&shop.world.ports, &list, &mut said).await.expect("listed");
    assert_eq!(String::from_utf8(said).expect("text").trim(), "There are none.");
}

/// The provider can be told again, and has been.
async fn stops(shop: &Shop, reference: &str, standing: &str) {
    shop.paystack.trouble(None);
    shop.world.clock.forward(Duration::from_secs(12 * 3600));
    eventually("the provider confirms", || async {
        tend_billing(&shop.world.ports).await.expect("tended");
        (shop.world.rows(STOP, reference).await == [standing]).then_some(())
    })
    .await;
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
        tend_billing(&shop.world.ports).await.expect("tended");
        (profile().await == " expired 750").then_some(())
    })
    .await;
    // The provider charges all the same (decision 21).
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
