//! Credits that people can follow: the history in plain words, receipts, the place in the
//! queue that a plan buys, and what an operator does.

use evernear_app::{
    domain::timestamp::Timestamp,
    flows::billing::run_jobs::run_billing_jobs,
    ports::{CreationStore, CreditStore},
};
use evernear_rules::wire::{CheckoutView, CreationKind, CreationStatus, CreatorState};
use evernear_server::store::{Store, credits::ledger::CHECKS, db::Value};
use reqwest::StatusCode;
use serde_json::json;
use std::time::Duration;

use crate::harness::{
    Act, Engine, Person, World, eventually,
    html::credit_lines,
    operators::{says, types},
    photo_bytes,
};

crate::both_engines![
    every_change_of_the_balance_is_told_in_plain_words,
    a_receipt_is_shown_to_whoever_paid_and_mailed,
    higher_plans_are_claimed_first_and_nobody_starves,
    the_sandbox_renews_month_by_month,
    an_operator_gives_looks_up_and_proves,
    every_kind_of_discrepancy_is_found,
];

pub(super) async fn buys(person: &Person, plan: &str, currency: &str) -> String {
    let body = json!({ "plan": plan, "currency": currency });
    let checkout: CheckoutView = person.call("checkout/begin", body).await.expect("opened");
    let window = checkout.address.expect("a page");
    person.submit(&format!("{window}?embedded=1"), &[("act", "success")]).await;
    let body = json!({ "reference": checkout.reference });
    let _: serde_json::Value = person.call("checkout/settle", body).await.expect("settled");
    checkout.reference
}

async fn every_change_of_the_balance_is_told_in_plain_words(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    buys(&thandi, "Pro", "ZAR").await;
    let begun = thandi.begins_a_film().await;
    let finished = begun.id;
    assert_eq!(thandi.waits_for_the_end(&finished).await.status, CreationStatus::Finished);
    let _: serde_json::Value = thandi.call("creator/start_over", json!({})).await.expect("anew");
    world.imagery.image(Act::Silent);
    let begun = thandi.begins_a_film().await;
    thandi.cancels(&begun.id).await;
    let page = thandi.page("/credits").await;
    let memory = "Memory “Walking with my dad by the lake”";
    let finished = format!("/memories/{finished}");
    let lines = [
        [memory, "0 given back", "725", ""],
        [memory, "−25 used", "725", &finished],
        ["Plan bought Pro, one month", "+700", "750", ""],
        ["Welcome credits", "+50", "50", ""],
    ];
    assert_eq!(credit_lines(&page), lines);
    assert!(page.contains("Receipt"), "{page}");
    let answer = thandi.get("/credits.csv").await;
    let kind = answer.headers()["content-type"].to_str().expect("text").to_owned();
    assert_eq!(kind, "text/csv; charset=utf-8");
    let table = answer.text().await.expect("text");
    let balances: Vec<_> =
        table.lines().skip(1).map(|line| line.rsplit(',').next().expect("a column")).collect();
    assert_eq!(balances, ["725", "700", "725", "725", "750", "50"], "every entry, as it was");
    let formula = "UPDATE creations SET words = '＝HYPERLINK(\"http://evil\")'";
    world.db.execute(formula, Vec::new()).await.expect("written by somebody");
    let table = thandi.page("/credits.csv").await;
    assert!(table.starts_with("\u{feff}Number,Time,What,About,Credits,Balance\r\n"), "{table}");
    let held = "Held for a memory,\"'＝HYPERLINK(\"\"http://evil\"\")\",-25,";
    assert!(table.contains(held), "their words are text, our numbers are numbers: {table}");
    // Other people's entries are other people's.
    let sipho = Person::member(&world, "sipho").await;
    assert_eq!(sipho.page("/credits.csv").await.lines().count(), 2);
    let visitor = Person::visitor(&world.base);
    assert_eq!(
        visitor.led_to("/credits").await.as_deref(),
        Some("/auth?mode=signin&next=/credits")
    );
    assert_eq!(visitor.get("/credits.csv").await.status(), StatusCode::SEE_OTHER);
    // Sixty lines are three pages.
    let account = world.rows("SELECT id FROM profiles WHERE email = $1", "sipho@example.com").await;
    for number in 0..59 {
        let words = ["credits", "grant", "sipho@example.com", "1", &format!("gift {number}")];
        says(&world.ports, &words).await.expect("given");
    }
    let first = sipho.page("/credits").await;
    assert_eq!(first.matches("ledger-line").count(), 25, "{account:?}");
    assert!(first.contains("/credits?before=36"), "{first}");
    let last = sipho.page("/credits?before=11").await;
    assert_eq!(last.matches("ledger-line").count(), 10);
    assert!(!last.contains(">Older<"), "{last}");
    world.books_hold().await;
}

async fn a_receipt_is_shown_to_whoever_paid_and_mailed(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let reference = buys(&thandi, "Premium", "ZAR").await;
    let receipt = thandi.page(&format!("/receipts/{reference}")).await;
    for words in ["Premium plan, one month", "R550.00", "2,000", &reference, "thandi@example.com"] {
        assert!(receipt.contains(words), "{words}: {receipt}");
    }
    assert!(receipt.contains("Sandbox"), "nobody takes it for a real one");
    let theirs = sipho.led_to(&format!("/receipts/{reference}")).await;
    assert_eq!(theirs.as_deref(), Some("/credits"));
    let mail = world.mail_to("thandi@example.com").await;
    assert!(mail.subject.as_str().ends_with("receipt: Premium, R550.00"), "{mail:?}");
    assert!(mail.text.contains(&reference) && mail.text.contains("2,000"), "{mail:?}");
}

async fn higher_plans_are_claimed_first_and_nobody_starves(engine: Engine) {
    let world = World::open(engine).await;
    let mut begun = Vec::new();
    // Nothing is worked on while everybody gets in line.
    world.imagery.image(Act::Silent);
    for plan in ["", "Starter", "Pro", "Premium"] {
        let name = format!("with{plan}").to_lowercase();
        let person = Person::member(&world, &name).await;
        if !plan.is_empty() {
            buys(&person, plan, "USD").await;
        }
        let view = person.begins_a_film().await;
        begun.push(view.id);
    }
    // They get in line years from now, where the world's own worker does not look.
    let line = world.ports.now().after(Duration::from_secs(10 * 365 * 24 * 3600));
    assert_eq!(
        claimed(&world, &begun, line, Duration::ZERO).await,
        [3, 2, 0, 1],
        "by plan, then by age"
    );
    // Half an hour later a new Premium waits behind everybody who was there before it.
    let late = Duration::from_secs(30 * 60);
    assert_eq!(claimed(&world, &begun, line, late).await, [2, 0, 1, 3], "nobody starves");
}

/// In which order they are claimed when they get in line one second after the other, the
/// last of them (a Premium) later than that.
async fn claimed(world: &World, begun: &[String], line: Timestamp, late: Duration) -> Vec<usize> {
    let last = begun.len() - 1;
    for (place, id) in begun.iter().enumerate() {
        let seconds = u64::try_from(place).expect("few");
        let late = if place == last { late } else { Duration::ZERO };
        let at = line.after(Duration::from_secs(seconds) + late);
        let sql =
            "UPDATE creations SET next_at = $2, lease_until = 0, lease_owner = NULL WHERE id = $1";
        let values = vec![Value::from(id.as_str()), Value::from(at)];
        world.db.execute(sql, values).await.expect("in line");
    }
    let store = Store::new(world.db.clone());
    let now = line.after(Duration::from_secs(3600));
    let lease = now.after(Duration::from_secs(3600));
    let mut order = Vec::new();
    while let Some(claimed) = store.claim("line", now, lease).await.expect("claimed") {
        let id = claimed.creation.id.to_string();
        order.push(begun.iter().position(|one| *one == id).expect("one of them"));
    }
    order
}

async fn the_sandbox_renews_month_by_month(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    buys(&thandi, "Starter", "USD").await;
    assert_eq!(thandi.submit("/sandbox/renew", &[]).await.status(), StatusCode::SEE_OTHER);
    let credits = || async { world.number("SELECT credits FROM profiles").await };
    eventually("it renews at a press", || async {
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        (credits().await == 850).then_some(())
    })
    .await;
    // Two months by themselves; the one that was pressed for does not come again.
    for (days, total) in [(32, 850), (32, 1250), (31, 1650)] {
        world.clock.forward(Duration::from_secs(days * 24 * 3600));
        eventually("a month begins", || async {
            run_billing_jobs(&world.ports).await.expect("billing jobs ran");
            (credits().await == total).then_some(())
        })
        .await;
    }
    let person = Person::visitor(&world.base);
    person.sign_in("thandi@example.com", "lamplight").await;
    let _: String = person.call("subscription/cancel", json!({})).await.expect("cancelled");
    for _ in 0..3 {
        world.clock.forward(Duration::from_secs(31 * 24 * 3600));
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
        run_billing_jobs(&world.ports).await.expect("billing jobs ran");
    }
    assert_eq!(credits().await, 1650, "a cancelled plan renews no more");
    let over = world.rows(
        "SELECT plan, subscription_status FROM profiles WHERE email = $1",
        "thandi@example.com",
    );
    assert_eq!(over.await, [" expired"]);
    world.books_hold().await;
}

async fn an_operator_gives_looks_up_and_proves(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let typed =
        async |words: &str| types(&world.ports, &words.split(' ').collect::<Vec<_>>()).await;
    for _ in 0..2 {
        let (done, said) = typed("credits grant thandi@example.com 100 sorry-1").await;
        done.expect("given");
        assert!(said.contains("has 150 credits"), "once under each reference: {said}");
    }
    Person::member(&world, "sipho").await;
    let (done, _) = typed("credits grant sipho@example.com 100 sorry-1").await;
    let refused = done.expect_err("a reference is one gift to one account");
    assert_eq!(refused, "under this reference credits were given to another account");
    for wrong in ["credits grant thandi@example.com 0 x", "credits grant nobody@example.com 5 x"] {
        typed(wrong).await.0.expect_err(wrong);
    }
    let reference = buys(&thandi, "Pro", "USD").await;
    let (_, said) = typed("credits history thandi@example.com").await;
    assert!(said.contains("+700") && said.contains("Given by us"), "{said}");
    let (_, said) = typed("payments list").await;
    assert!(said.contains(&reference) && said.contains("$12.00"), "{said}");
    assert_eq!(typed("payments list flagged").await.1.trim(), "There are none.");
    let (done, said) = typed(&format!("payments verify {reference}")).await;
    done.expect("asked");
    assert!(said.contains("Paid: 700 credits for Pro"), "{said}");
    let (done, said) = typed("ledger check").await;
    done.expect("in order");
    assert!(said.contains("agree for every account"), "{said}");
    // What is wrong is found, and its account named.
    let account =
        world.rows("SELECT id FROM profiles WHERE email = $1", "thandi@example.com").await;
    let harm = "UPDATE profiles SET credits = credits + 1";
    world.db.execute(harm, Vec::new()).await.expect("harmed");
    let (done, said) = typed("ledger check").await;
    done.expect_err(harm);
    assert!(said.contains("WRONG") && said.contains(&account[0]), "{said}");
}

/// What has to be found, what is done to the books for it, and what puts them right again.
const HARMS: &[(&str, &str, &str)] = &[
    (
        "the balance is not the sum of the ledger",
        "UPDATE profiles SET credits = credits + 1",
        "UPDATE profiles SET credits = credits - 1",
    ),
    (
        "the last ledger entry does not carry the balance",
        "UPDATE profiles SET ledger_entries = ledger_entries - 1",
        "UPDATE profiles SET ledger_entries = ledger_entries + 1",
    ),
    (
        "a running balance is wrong",
        "UPDATE ledger SET balance = balance + 1 WHERE number = 2",
        "UPDATE ledger SET balance = balance - 1 WHERE number = 2",
    ),
    (
        "a hold and its creation disagree",
        "UPDATE creations SET status = 'failed' WHERE retake IS NOT NULL",
        "UPDATE creations SET status = 'finished' WHERE retake IS NOT NULL",
    ),
    (
        "a free retake and its hold disagree",
        "UPDATE ledger SET amount = amount - 1 WHERE kind = 'retake'",
        "UPDATE ledger SET amount = amount + 1 WHERE kind = 'retake'",
    ),
    (
        "a retake came back that was never given",
        "UPDATE ledger SET kind = 'retake_back' WHERE kind = 'retake'",
        "UPDATE ledger SET kind = 'retake' WHERE kind = 'retake_back'",
    ),
    (
        "a retake that came to nothing was not given back",
        "UPDATE creations SET status = 'failed' WHERE retake_of IS NOT NULL",
        "UPDATE creations SET status = 'finished' WHERE retake_of IS NOT NULL",
    ),
    (
        "a hold has no creation and never ended",
        "UPDATE ledger SET reference = 'nothing' WHERE kind = 'hold' AND number = 3",
        "UPDATE ledger SET reference = (SELECT id FROM creations WHERE retake IS NOT NULL) WHERE number = 3",
    ),
    (
        "credits were granted without a payment",
        "UPDATE payments SET credits = credits + 1",
        "UPDATE payments SET credits = credits - 1",
    ),
    (
        "a payment was not granted",
        "UPDATE ledger SET kind = 'grant' WHERE kind = 'purchase'",
        "UPDATE ledger SET kind = 'purchase' WHERE kind = 'grant'",
    ),
    (
        "the debt is not what revocations left and purchases have not paid",
        "UPDATE profiles SET debt = debt + 1",
        "UPDATE profiles SET debt = debt - 1",
    ),
    (
        "a revocation and its payment disagree",
        "UPDATE ledger SET kind = 'revoke' WHERE kind = 'welcome'",
        "UPDATE ledger SET kind = 'welcome' WHERE kind = 'revoke'",
    ),
    (
        "a payment was revoked and nothing was taken back",
        "UPDATE payments SET resolution = 'revoked'",
        "UPDATE payments SET resolution = NULL",
    ),
    (
        "a debt was paid by no purchase and no release",
        "UPDATE ledger SET kind = 'repay' WHERE kind = 'welcome'",
        "UPDATE ledger SET kind = 'welcome' WHERE kind = 'repay'",
    ),
];

async fn every_kind_of_discrepancy_is_found(engine: Engine) {
    let told: Vec<&str> = HARMS.iter().map(|(what, ..)| *what).collect();
    let known: Vec<&str> = CHECKS.iter().map(|(_, what)| *what).collect();
    assert_eq!(told, known, "a harm for each check");
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    buys(&thandi, "Pro", "USD").await;
    let film = thandi.begins_a_film().await;
    assert_eq!(thandi.waits_for_the_end(&film.id).await.status, CreationStatus::Finished);
    let again = json!({ "id": film.id });
    let draft: CreatorState = thandi.call("creator/retake", again).await.expect("once more");
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let retake = thandi.begins(&draft.draft.key, CreationKind::Video).await.expect("begun");
    assert_eq!(thandi.waits_for_the_end(&retake.id).await.status, CreationStatus::Finished);
    let account =
        world.rows("SELECT id FROM profiles WHERE email = $1", "thandi@example.com").await;
    let store = Store::new(world.db.clone());
    let found = async || store.check().await.expect("checked");
    assert_eq!(found().await, [], "the books are in order");
    for (what, harm, mend) in HARMS {
        world.db.execute(harm, Vec::new()).await.expect("harmed");
        let found = found().await;
        let named = found.iter().any(|one| one.what == *what && one.account == account[0]);
        assert!(named, "{what}: {found:?}");
        world.db.execute(mend, Vec::new()).await.expect("mended");
    }
    assert_eq!(found().await, [], "in order again");
}
