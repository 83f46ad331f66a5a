//! What a bank takes back after it was granted: found without a webhook, flagged, and shown to
//! an operator. The credits stay until a person has decided.

use evernear_app::{
    domain::{
        billing::{Charge, ChargeStatus, Currency, PLANS, payment::PaymentNote},
        draft::DraftBody,
        id::{DraftKey, EntryId, PaymentId},
    },
    flows::billing::run_jobs::run_billing_jobs,
    ports::{
        CreationStore, CreditStore, DraftStore, PaymentStore, PersonalDataStore, Revocation,
        Revoked,
    },
};
use evernear_rules::wire::{CreationKind, CreationStatus};
use evernear_server::store::{Db, Store};
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Act, Engine, Person, World, books_hold,
    crowd::{START, entropy, granting, opened, person, ready},
    eventually, location,
    operators::says,
    paystack::Trouble,
    photo_bytes,
    shop::{DAY, Shop, back, credits},
};

crate::both_engines![
    what_is_taken_back_later_is_found_and_flagged,
    a_month_that_was_taken_back_before_it_was_told_is_not_granted,
    an_operator_asks_whether_a_payment_still_stands,
    what_a_payment_granted_is_taken_back_and_the_person_is_told,
    what_was_spent_is_owed_and_the_next_purchase_pays_it,
    what_is_held_while_a_payment_is_revoked_pays_the_debt_when_it_comes_back,
    a_free_retake_of_somebody_who_owes_credits_can_be_cancelled,
    an_administrator_settles_what_is_flagged,
    the_mail_says_what_was_taken_and_why,
];

async fn what_is_taken_back_later_is_found_and_flagged(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Pro").await;
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    let kept = shop.sells(&sipho, "Starter").await;
    let tend = || async { run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran") };
    let verified_at_least = async |times: usize| {
        eventually("the provider is asked", || async {
            tend().await;
            (shop.paystack.verified() >= times).then_some(())
        })
        .await;
    };
    // Not at once: the webhook was signed.
    shop.world.clock.forward(DAY / 2);
    tend().await;
    assert_eq!(shop.paystack.verified(), 0);
    shop.world.clock.forward(DAY);
    verified_at_least(2).await;
    tend().await;
    assert_eq!(shop.paystack.verified(), 2, "once each, and not again on the same day");
    assert_eq!(shop.stored(&taken).await, "paid");

    // It cannot be asked: nothing is claimed, and it is asked later.
    shop.paystack.change(&taken, |data| data["status"] = json!("reversed"));
    shop.paystack.trouble(Some(Trouble::Down));
    shop.world.clock.forward(DAY * 4);
    let asked = shop.paystack.asked();
    eventually("it was asked in vain", || async {
        tend().await;
        (shop.paystack.asked() >= asked + 2).then_some(())
    })
    .await;
    assert_eq!(shop.stored(&taken).await, "paid");
    shop.paystack.trouble(None);
    shop.world.clock.forward(DAY);
    eventually("it is found", || async {
        tend().await;
        (shop.stored(&taken).await == "paid reversed").then_some(())
    })
    .await;
    assert_eq!(shop.stored(&kept).await, "paid");
    let flagged = shop.operator(&["payments", "list", "flagged"]).await;
    assert!(flagged.contains(&taken) && flagged.contains("reversed"), "{flagged}");
    assert!(!flagged.contains(&kept), "{flagged}");
    // The person is told the truth, and keeps what was granted until somebody has decided.
    back(&thandi, "thandi").await;
    assert_eq!(credits(&thandi).await, 750);
    let led = thandi.led_to(&format!("/success?session_id={taken}")).await;
    assert_eq!(led, Some(format!("/receipts/{taken}")), "this is no success any more");
    let receipt = thandi.page(&format!("/receipts/{taken}")).await;
    assert!(receipt.contains("This payment was taken back by the bank."), "{receipt}");
    back(&sipho, "sipho-the-second").await;
    let receipt = sipho.page(&format!("/receipts/{kept}")).await;
    assert!(!receipt.contains("taken back"), "{receipt}");

    // Half a year later it is looked at one last time.
    for _ in 0..10 {
        shop.world.clock.forward(DAY * 60);
        tend().await;
        tend().await;
    }
    let never = "SELECT COUNT(*) FROM payments WHERE next_at = 9223372036854775807";
    assert_eq!(shop.world.number(never).await, 1, "the one that stood");
    shop.world.books_hold().await;
}

async fn a_month_that_was_taken_back_before_it_was_told_is_not_granted(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let first = shop.sells(&thandi, "Pro").await;
    shop.world.clock.forward(DAY * 31);
    let now = shop.world.ports.now().iso();
    let told = shop.paystack.renews("T1", &first, &now);
    let data: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let dispute =
        json!({ "event": "charge.dispute.create", "data": { "transaction": data["data"] } });
    for body in [&dispute.to_string(), &told, &told] {
        shop.tells(body).await;
        assert_eq!(shop.stored("T1").await, "flagged reversed");
    }
    back(&thandi, "thandi").await;
    assert_eq!(credits(&thandi).await, 750);
    shop.world.books_hold().await;
}

async fn an_operator_asks_whether_a_payment_still_stands(engine: Engine) {
    let shop = Shop::open(engine).await;
    let cases = [
        ("status", json!("success"), "The provider still calls it paid."),
        ("status", json!("processing"), "The provider still calls it paid."),
        ("status", json!("reversed"), "Flagged since: reversed."),
        ("status", json!("failed"), "Flagged since: the provider does not call it paid any more."),
        ("amount", json!(400), "Flagged since: the provider names another amount since."),
        ("currency", json!("NGN"), "Flagged since: the provider names another amount since."),
    ];
    for (index, (name, value, words)) in cases.into_iter().enumerate() {
        let person = Person::member(&shop.world, &format!("buyer-{}", "n".repeat(index))).await;
        let reference = shop.sells(&person, "Starter").await;
        shop.paystack.change(&reference, |data| data[name] = value.clone());
        let said = shop.operator(&["payments", "verify", &reference]).await;
        assert!(said.contains("Paid: 400 credits for Starter") && said.contains(words), "{said}");
        let stays = words.starts_with("The provider still");
        assert_eq!(shop.stored(&reference).await == "paid", stays, "{value}");
        // A word about it stays until a person has looked, whatever the provider says then.
        shop.paystack.pays(&reference);
        shop.paystack.change(&reference, |data| {
            data["amount"] = json!(800);
            data["currency"] = json!("USD");
        });
        shop.operator(&["payments", "verify", &reference]).await;
        assert_eq!(shop.stored(&reference).await == "paid", stays, "{value}");
        assert_eq!(credits(&person).await, 450, "nothing is taken by itself");
    }
    shop.world.books_hold().await;
}

async fn what_a_payment_granted_is_taken_back_and_the_person_is_told(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Pro").await;
    let revoke = async || says(&shop.world.ports, &["payments", "revoke", &taken]).await;
    assert_eq!(
        revoke().await.expect_err("it stands"),
        "This payment is not flagged, or has been settled before."
    );
    shop.paystack.change(&taken, |data| data["status"] = json!("reversed"));
    shop.operator(&["payments", "verify", &taken]).await;
    assert!(shop.operator(&["payments", "list", "flagged"]).await.contains(&taken));
    let said = revoke().await.expect("taken back");
    assert!(said.contains("700 credits were taken back. The person is told by mail."), "{said}");
    revoke().await.expect_err("once");
    assert_eq!(credits(&thandi).await, 50);
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
    assert!(shop.operator(&["payments", "list"]).await.contains("reversed (revoked)"));
    // Told again by the provider it stays settled.
    shop.operator(&["payments", "verify", &taken]).await;
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
    // The person reads it, everywhere.
    let mail = shop
        .world
        .mail_about("thandi@example.com", "Your payment for the Pro plan was taken back")
        .await;
    assert!(mail.text.contains("$12.00") && mail.text.contains("700 credits, all"), "{mail:?}");
    assert!(mail.text.contains("The bank has taken back") && !mail.text.contains("owed"));
    let page = thandi.page("/credits").await;
    assert!(page.contains("Payment taken back") && page.contains("−700"), "{page}");
    assert!(!page.contains("still owed"), "{page}");
    let receipt = thandi.page(&format!("/receipts/{taken}")).await;
    assert!(
        receipt.contains("Its 700 credits were taken back as well; what had been used"),
        "{receipt}"
    );
    // The plan that it paid for is over, and the provider charges no more.
    let page = thandi.page("/pricing").await;
    assert!(page.contains("Your Pro plan ended on") && !page.contains("Current Plan"), "{page}");
    eventually("the standing order is stopped", || async {
        run_billing_jobs(&shop.world.ports).await.expect("billing jobs ran");
        (shop.disabled() == ["SUB_1"]).then_some(())
    })
    .await;
    // What was never granted can be settled, and nothing is taken.
    let before = crate::harness::shop::opens(&thandi, "Starter", "USD").await.reference;
    shop.paystack.pays(&before);
    shop.paystack.change(&before, |data| data["amount"] = json!(1));
    shop.tells(&shop.paystack.told(&before)).await;
    assert!(shop.stored(&before).await.starts_with("flagged altered"));
    says(&shop.world.ports, &["payments", "revoke", &before])
        .await
        .expect_err("nothing was granted");
    let said = says(&shop.world.ports, &["payments", "resolve", &before]).await.expect("settled");
    assert!(said.contains("stays as it is"), "{said}");
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
    says(&shop.world.ports, &["payments", "resolve", &before]).await.expect_err("once");
    // Told again, in whichever words, it stays settled.
    shop.paystack.change(&before, |data| data["metadata"]["userId"] = json!("somebody"));
    shop.tells(&shop.paystack.told(&before)).await;
    assert_eq!(shop.operator(&["payments", "list", "flagged"]).await.trim(), "There are none.");
    says(&shop.world.ports, &["payments", "resolve", "EVN-0"]).await.expect_err("unknown");
    assert_eq!(credits(&thandi).await, 50);
    shop.world.books_hold().await;
}

async fn the_mail_says_what_was_taken_and_why(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Starter").await;
    shop.paystack.change(&taken, |data| data["amount"] = json!(400));
    shop.operator(&["payments", "verify", &taken]).await;
    let spent = "UPDATE profiles SET credits = 150 WHERE email = 'thandi@example.com'";
    shop.world.db.execute(spent, Vec::new()).await.expect("300 credits are used");
    let said = says(&shop.world.ports, &["payments", "revoke", &taken]).await.expect("taken back");
    let words = "150 credits were taken back. 250 were spent before and are owed; the next purchase pays them. The person is told by mail.";
    assert_eq!(said.trim(), words);
    let subject = "Your payment for the Starter plan is not confirmed any more";
    let mail = shop.world.mail_about("thandi@example.com", subject).await;
    let text = &mail.text;
    assert!(
        text.contains("The payment provider no longer confirms your payment of $8.00"),
        "{text}"
    );
    assert!(text.contains("we took back 150 credits.") && !text.contains("bank"), "{text}");
    assert!(text.contains("250 of its credits had been used, and are still owed"), "{text}");
    for path in ["/credits", "/pricing"] {
        let page = thandi.page(path).await;
        assert!(page.contains("250 credits are still owed"), "{path}: {page}");
    }
    let receipt = thandi.page(&format!("/receipts/{taken}")).await;
    assert!(!receipt.contains("by the bank") && receipt.contains("does not confirm this payment"));

    // Where nothing was used nothing is owed, and whoever is gone is told nothing.
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    let left = shop.sells(&sipho, "Starter").await;
    shop.paystack.change(&left, |data| data["status"] = json!("reversed"));
    shop.operator(&["payments", "verify", &left]).await;
    let deleted = sipho.submit("/profile/delete", &[("sure", "yes")]).await;
    assert_eq!(deleted.status(), StatusCode::OK);
    let said = says(&shop.world.ports, &["payments", "revoke", &left]).await.expect("settled");
    assert_eq!(said.trim(), "0 credits were taken back. The account is gone, so nobody is told.");
}

async fn what_was_spent_is_owed_and_the_next_purchase_pays_it(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let owner = person(&store, 50).await;
    let buys = async |plan: usize| {
        let (secure, granting) = opened(&store, owner, &PLANS[plan], Currency::Usd).await;
        let paid = store.process_secure_payment(&secure, &granting).await.expect("paid");
        (secure, paid)
    };
    let (first, paid) = buys(0).await;
    assert_eq!((paid.previous_credits, paid.new_total_credits), (50, 450));
    for _ in 0..3 {
        store.begin(ready(&store, owner).await).await.expect("begun");
        let draft = DraftKey::new(START, &entropy());
        store.replace(owner, draft, &DraftBody::default(), START).await.expect("anew");
    }
    let payment =
        PaymentStore::find(&store, "sandbox", &first.payment_reference).await.expect("asked");
    let payment = payment.expect("there").id;
    let revocation = Revocation {
        payment,
        entry: EntryId::new(START, &entropy()),
        end_date: "2027-01-15".to_owned(),
        mail: None,
        audit: None,
        at: START,
    };
    assert_eq!(store.revoke(&revocation).await.expect("asked"), None, "it is not flagged");
    let charge = Charge {
        reference: first.payment_reference.clone(),
        status: ChargeStatus::Reversed,
        amount: first.amount,
        currency: first.currency.clone(),
        user: None,
        plan: None,
        customer: None,
        plan_code: None,
        order: None,
        paid_at: None,
        authorization: None,
    };
    let id = PaymentId::new(START, &entropy());
    store.flag(id, "sandbox", &charge, &PaymentNote::Reversed, START).await.expect("flagged");
    // At once and again: it happens once.
    let revoked = futures::future::join_all((0..4).map(|_| {
        let revocation =
            Revocation { entry: EntryId::new(START, &entropy()), ..revocation.clone() };
        let store = store.clone();
        async move { store.revoke(&revocation).await.expect("asked") }
    }))
    .await;
    let revoked: Vec<_> = revoked.into_iter().flatten().collect();
    assert_eq!(revoked, [Revoked { taken: 375, owed: 25, told: false }]);
    assert_eq!(store.balance(owner).await.expect("asked"), Some(0));
    books_hold(&db).await;
    // The next purchase pays it, whichever way it comes.
    let (second, paid) = buys(1).await;
    assert_eq!((paid.credits_added, paid.previous_credits, paid.new_total_credits), (700, 0, 675));
    let again = store.process_secure_payment(&second, &granting(owner, &PLANS[1])).await;
    again.expect_err("granted once");
    let told =
        PaymentStore::find(&store, "sandbox", &second.payment_reference).await.expect("asked");
    let told = store.result(told.expect("there").id).await.expect("asked").expect("paid");
    assert_eq!(told, paid, "told later it is the same");
    let lines = store.history(owner, None, 10).await.expect("read");
    let lines: Vec<_> =
        lines.iter().map(|line| (line.kind.as_str(), line.amount, line.balance)).collect();
    assert_eq!(lines[..3], [("repay", -25, 675), ("purchase", 700, 700), ("revoke", -375, 0)]);
    books_hold(&db).await;
    let (_, paid) = buys(2).await;
    assert_eq!(
        (paid.previous_credits, paid.new_total_credits),
        (675, 2675),
        "nothing is owed any more"
    );
    // When the account goes, the sums of the others hold and nothing of it stays.
    let pseudonym = PaymentId::new(START, &entropy()).to_string();
    store.erase(owner, None, &pseudonym, START).await.expect("gone");
    books_hold(&db).await;
    db.close().await;
}

async fn what_is_held_while_a_payment_is_revoked_pays_the_debt_when_it_comes_back(engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.world.imagery.image(Act::Silent);
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Starter").await;
    // Of 450 credits, 75 are held.
    let mut begun = Vec::new();
    for _ in 0..3 {
        begun.push(thandi.begins_a_film().await);
        let _: serde_json::Value =
            thandi.call("creator/start_over", json!({})).await.expect("a new one");
    }
    shop.paystack.change(&taken, |data| data["status"] = json!("reversed"));
    shop.operator(&["payments", "verify", &taken]).await;
    let said = shop.operator(&["payments", "revoke", &taken]).await;
    assert!(said.starts_with("375 credits were taken back. 25 were spent before"), "{said}");
    for balance in [0, 25, 50] {
        let begun = begun.pop().expect("one more");
        assert_eq!(thandi.cancels(&begun.id).await.credits, balance, "the first pays the debt");
    }
    let page = thandi.page("/credits").await;
    assert!(page.contains("Paid what was owed"), "{page}");
    shop.world.books_hold().await;
}

/// What a retake held was given for it, so it pays no debt.
async fn a_free_retake_of_somebody_who_owes_credits_can_be_cancelled(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Starter").await;
    let mut made = String::new();
    for _ in 0..3 {
        made = thandi.begins_a_film().await.id;
        thandi.waits_for_the_end(&made).await;
        let _: serde_json::Value =
            thandi.call("creator/start_over", json!({})).await.expect("a new one");
    }
    shop.paystack.change(&taken, |data| data["status"] = json!("reversed"));
    shop.operator(&["payments", "verify", &taken]).await;
    shop.operator(&["payments", "revoke", &taken]).await;
    let owed = "SELECT debt FROM profiles WHERE email = 'thandi@example.com'";
    assert_eq!((credits(&thandi).await, shop.world.number(owed).await), (0, 25));
    shop.world.imagery.image(Act::Silent);
    let _: serde_json::Value =
        thandi.call("creator/retake", json!({ "id": made })).await.expect("a draft");
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        thandi.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Video).await.expect("free");
    let cancelled = thandi.cancels(&begun.id).await;
    assert_eq!((cancelled.status, cancelled.credits), (CreationStatus::Cancelled, 0));
    assert_eq!(shop.world.number(owed).await, 25, "nothing was paid");
    shop.world.books_hold().await;
}

/// A payment of this plan that was paid, and that the bank has taken back.
async fn flagged(world: &World, member: &Person, plan: &str) -> String {
    let body = json!({ "plan": plan, "currency": "USD" });
    let opened: evernear_rules::wire::CheckoutView =
        member.call("checkout/begin", body).await.expect("opened");
    let window = opened.address.expect("a page");
    member.submit(&format!("{window}?embedded=1"), &[("act", "success")]).await;
    let reference = opened.reference;
    let settle = json!({ "reference": reference });
    let _: serde_json::Value = member.call("checkout/settle", settle).await.expect("paid");
    let taken = "UPDATE sandbox_charges SET status = 'reversed'";
    world.db.execute(taken, Vec::new()).await.expect("the bank takes it back");
    says(&world.ports, &["payments", "verify", &reference]).await.expect("asked");
    reference
}

async fn an_administrator_settles_what_is_flagged(engine: Engine) {
    let world = World::open_with_admin(engine, false).await;
    let thandi = Person::member(&world, "thandi").await;
    let reference = flagged(&world, &thandi, "Pro").await;
    let revoke = [("reference", reference.as_str()), ("act", "revoke")];
    let visitor = Person::visitor(&world.base);
    assert!(visitor.page("/admin/payments").await.contains("Admin password"));
    for nobody in [&visitor, &thandi] {
        let answer = nobody.submit("/admin/payments", &revoke).await;
        assert_eq!(location(&answer).as_deref(), Some("/admin/payments"));
    }
    assert_eq!(credits(&thandi).await, 750);
    let admin = crate::admin::review_applications::administrator(&world).await;
    let page = admin.page("/admin/payments").await;
    assert!(page.contains(&reference) && page.contains("reversed"), "{page}");
    assert!(!page.contains("Yes, take 700 credits back"), "it is asked first: {page}");
    let page = admin.page(&format!("/admin/payments?revoke={reference}")).await;
    assert!(page.contains("Yes, take 700 credits back"), "{page}");
    let answer = admin.submit("/admin/payments", &revoke).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let page = answer.text().await.expect("text");
    assert!(
        page.contains("700 credits were taken back") && page.contains("Nothing is flagged."),
        "{page}"
    );
    let again = admin.submit("/admin/payments", &revoke).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    assert_eq!(credits(&thandi).await, 50);
    let log = says(&world.ports, &["admin", "log"]).await.expect("read");
    assert!(log.contains("payment.revoked") && log.contains(&reference), "{log}");
    // Or left as it is.
    let reference = flagged(&world, &thandi, "Starter").await;
    let before = credits(&thandi).await;
    let page = admin.page("/admin/payments").await;
    assert!(page.contains(&reference) && page.contains("Leave it as it is"), "{page}");
    let resolve = [("reference", reference.as_str()), ("act", "resolve")];
    let page = admin.submit("/admin/payments", &resolve).await.text().await.expect("text");
    assert!(page.contains("stays as it is") && page.contains("Nothing is flagged."), "{page}");
    let again = admin.submit("/admin/payments", &resolve).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    assert_eq!(credits(&thandi).await, before);
    world.books_hold().await;
}
