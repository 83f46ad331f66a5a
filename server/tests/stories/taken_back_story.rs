//! What a bank takes back after it was granted: found without a webhook, flagged, and shown to
//! an operator. The credits stay until a person has decided.

use evernear_app::flows::tend_billing::tend_billing;
use serde_json::json;

use crate::support::{
    Engine, Person, eventually,
    paystack::Trouble,
    shop::{DAY, Shop, back, credits},
};

crate::both_engines![
    what_is_taken_back_later_is_found_and_flagged,
    an_operator_asks_whether_a_payment_still_stands,
];

async fn what_is_taken_back_later_is_found_and_flagged(engine: Engine) {
    let shop = Shop::open(engine).await;
    let thandi = Person::member(&shop.world, "thandi").await;
    let taken = shop.sells(&thandi, "Pro").await;
    let sipho = Person::member(&shop.world, "sipho-the-second").await;
    let kept = shop.sells(&sipho, "Starter").await;
    let tend = || async { tend_billing(&shop.world.ports).await.expect("tended") };
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
