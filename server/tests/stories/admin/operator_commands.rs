//! What an operator types, through the real program beside a running server.

use std::process::{Command, Output};

use evernear_rules::wire::CheckoutView;
use serde_json::json;

use crate::harness::{Engine, Person, World};

crate::both_engines![an_operator_gives_looks_up_and_proves_from_a_shell];

/// Runs the program on the world's data: what it said, and whether it was content.
fn types(world: &World, words: &str) -> (bool, String) {
    let storage = &world.config().storage;
    let output = Command::new(env!("CARGO_BIN_EXE_evernear"))
        .args(words.split(' '))
        .env_clear()
        .env("EVERNEAR_DATA_DIR", &storage.data_dir)
        .env("DATABASE_URL", storage.database())
        .output();
    let Output { status, stdout, stderr } = output.expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.success(), text(stdout) + &text(stderr))
}

async fn an_operator_gives_looks_up_and_proves_from_a_shell(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let body = json!({ "plan": "Pro", "currency": "ZAR" });
    let checkout: CheckoutView = thandi.call("checkout/begin", body).await.expect("a window");
    let window = checkout.address.expect("a page");
    let reference = &checkout.reference;

    // Not paid, then paid, and nobody comes back to our page: the operator looks.
    let verify = format!("payments verify {reference}");
    let (done, said) = types(&world, &verify);
    assert!(done && said.contains("Not paid: the window was left."), "{said}");
    thandi.submit(&format!("{window}?embedded=1"), &[("act", "success")]).await;
    let (done, said) = types(&world, &verify);
    let granted = "Paid: 700 credits for Pro; the balance became 750.";
    assert!(done && said.contains(granted) && said.contains("R220.00"), "{said}");
    let (_, said) = types(&world, &verify);
    assert!(said.contains(granted) && said.contains("still calls it paid"), "once: {said}");
    let taken = "UPDATE sandbox_charges SET status = 'reversed'";
    world.db.execute(taken, Vec::new()).await.expect("the bank takes it back");
    let (_, said) = types(&world, &verify);
    assert!(said.contains("Flagged since: reversed."), "{said}");
    let (done, said) = types(&world, "payments list flagged");
    assert!(done && said.contains(reference) && said.contains("reversed"), "{said}");

    for _ in 0..2 {
        let (done, said) = types(&world, "credits grant sipho@example.com 25 sorry-1");
        assert!(done && said.contains("sipho@example.com has 75 credits."), "{said}");
    }
    let (done, said) = types(&world, "credits history sipho@example.com");
    let lines: Vec<_> = said.lines().collect();
    assert!(done && lines.len() == 2, "{said}");
    assert!(lines[0].contains("+25") && lines[0].ends_with("Given by us  sorry-1"), "{said}");
    assert!(lines[1].contains("Welcome credits"), "{said}");
    let (done, said) = types(&world, "payments list");
    assert!(done && said.lines().count() == 1 && said.contains("Pro"), "{said}");

    for wrong in [
        "credits grant sipho@example.com -5 x",
        "credits grant nobody@example.com 5 x",
        "credits grant thandi@example.com 25 sorry-1",
        "credits history sipho",
        "payments verify EVN-0",
        "payments lose",
        "ledger mend",
    ] {
        let (done, said) = types(&world, wrong);
        assert!(!done && !said.trim().is_empty(), "{wrong}: {said}");
    }

    let (done, said) = types(&world, "ledger check");
    assert!(done && said.contains("agree for every account"), "{said}");
    // One account differs, by one credit: it is named, and no other.
    let email = "sipho@example.com";
    let id = |email| world.rows("SELECT id FROM profiles WHERE email = $1", email);
    let (theirs, others) = (id(email).await, id("thandi@example.com").await);
    let harm = "UPDATE profiles SET credits = credits + 1 WHERE email = $1";
    world.db.execute(harm, evernear_server::values![email]).await.expect("harmed");
    let (done, said) = types(&world, "ledger check");
    assert!(!done, "a script notices: {said}");
    let named = format!("WRONG  account {}: the balance is not the sum of the ledger", theirs[0]);
    assert!(said.contains(&named) && !said.contains(&others[0]), "{said}");
    drop(sipho);
}
