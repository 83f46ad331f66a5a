//! Welcome credits: once for each mailbox, and a few accounts a day for each client.

use std::time::Duration;

use evernear_app::{
    domain::rate_limit::{Limit, Rate},
    flows::system::sweep::sweep,
};
use evernear_server::config::Config;
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{Engine, GoogleStub, Person, Program, World, location};

crate::both_engines![
    a_mailbox_is_welcomed_once_whatever_its_account_is_called,
    many_at_once_are_welcomed_once,
    an_address_that_nobody_confirms_uses_up_nothing,
    whoever_comes_by_google_or_mail_is_welcomed_once_as_well,
    a_mailbox_is_forgotten_after_two_years,
    digests_outlive_a_restart_and_name_nobody,
    a_client_makes_a_few_accounts_a_day,
    programs_make_a_few_accounts_a_day_and_tell_nothing,
    the_google_of_one_client_makes_a_few_accounts_a_day,
];

const GIVEN: &str =
    "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'welcome'";
const WORDS: &str = "Welcome credits are given once for each mailbox";
const HOUR: Duration = Duration::from_secs(3600);

async fn joins(world: &World, email: &str) -> Person {
    let person = Person::visitor(&world.base);
    let answer = person.sign_up(email, "lamplight", "").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{email}");
    person
}

async fn goes(person: &Person) {
    let answer = person.submit("/profile/delete", &[("sure", "yes")]).await;
    assert!(answer.text().await.expect("text").contains("Your account is deleted"));
}

async fn a_mailbox_is_welcomed_once_whatever_its_account_is_called(engine: Engine) {
    let world = World::open(engine).await;
    let first = joins(&world, "na.na@gmail.com").await;
    assert!(first.page("/dashboard").await.contains("<b>50</b> credits"));
    assert!(!first.page("/credits").await.contains(WORDS));
    goes(&first).await;
    for email in
        ["na.na@gmail.com", "nana+film@gmail.com", "n.ana@googlemail.com", "Nana@Gmail.com"]
    {
        let again = joins(&world, email).await;
        for path in ["/dashboard", "/credits"] {
            let page = again.page(path).await;
            assert!(page.contains("<b>0</b> credits") && page.contains(WORDS), "{path}: {page}");
        }
        // Nor does an account that was given none make room for the next.
        goes(&again).await;
    }
    let other = joins(&world, "nana@example.com").await;
    assert!(other.page("/dashboard").await.contains("<b>50</b> credits"));
    let dots = joins(&world, "na.na@example.com").await;
    assert!(dots.page("/dashboard").await.contains("<b>50</b> credits"), "elsewhere dots count");
    let privacy = other.page("/privacy").await;
    assert!(privacy.contains("For two years we also keep that your mailbox had"), "{privacy}");
    world.books_hold().await;
}

async fn many_at_once_are_welcomed_once(engine: Engine) {
    let world = World::open(engine).await;
    let emails: Vec<_> = (0..8).map(|number| format!("nana+{number}@example.com")).collect();
    join_all(emails.iter().map(|email| joins(&world, email))).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 8);
    assert_eq!(world.number(GIVEN).await, 50);
    world.books_hold().await;
}

async fn an_address_that_nobody_confirms_uses_up_nothing(engine: Engine) {
    let world = World::that_confirms(engine).await;
    let stranger = Person::visitor(&world.base);
    stranger.sign_up("nana+trap@example.com", "other words", "").await;
    assert_eq!(world.number(GIVEN).await, 0, "nothing before the confirmation");
    let nana = Person::visitor(&world.base);
    nana.sign_up("nana@example.com", "lamplight", "").await;
    let letter = world.letter("nana@example.com", "Confirm").await;
    let form = [("type", "signup"), ("token", letter.token()), ("password", "lamplight")];
    nana.submit("/auth/link", &form).await;
    assert!(nana.page("/dashboard").await.contains("<b>50</b> credits"));
    // The trap is confirmed late, and finds nothing.
    let letter = world.letter("nana+trap@example.com", "Confirm").await;
    nana.submit("/auth/link", &[("type", "signup"), ("token", letter.token())]).await;
    assert_eq!(world.number(GIVEN).await, 50);
    world.books_hold().await;
}

async fn whoever_comes_by_google_or_mail_is_welcomed_once_as_well(engine: Engine) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    let world = World::with(engine, |config| {
        config.access.google = google;
        config.access.confirm_email = true;
    })
    .await;
    let program = Program::of(&world.base);
    program.post("/otp", json!({ "email": "nana+program@example.com" })).await.ok();
    assert_eq!(world.number(GIVEN).await, 0);
    stub.knows("1", "nana@example.com", true);
    let nana = Person::visitor(&world.base);
    comes(&nana, &stub).await;
    assert!(nana.page("/dashboard").await.contains("<b>50</b> credits"));
    // The address of somebody who never confirmed it is confirmed by Google as well.
    let sipho = Person::visitor(&world.base);
    sipho.sign_up("sipho@example.com", "lamplight", "").await;
    stub.knows("2", "sipho@example.com", true);
    comes(&sipho, &stub).await;
    assert!(sipho.page("/dashboard").await.contains("<b>50</b> credits"));
    assert_eq!(world.number(GIVEN).await, 100);
    world.books_hold().await;
}

/// Goes to Google and comes back.
async fn comes(person: &Person, stub: &GoogleStub) -> reqwest::Response {
    let query = stub.visited(&person.led_to("/auth/google").await.expect("away"));
    person.get(&format!("/auth/google/return?code=good&state={}", query["state"])).await
}

async fn a_mailbox_is_forgotten_after_two_years(engine: Engine) {
    let world = World::open(engine).await;
    goes(&joins(&world, "nana@example.com").await).await;
    // As long as an account is there its mailbox is known, however old it is.
    joins(&world, "sipho@example.com").await;
    let day = 24 * HOUR;
    for (wait, known) in [(729 * day, 2), (2 * day, 1)] {
        world.clock.forward(wait);
        sweep(&world.ports).await.expect("swept");
        assert_eq!(world.number("SELECT COUNT(*) FROM welcome_grants").await, known);
    }
    let again = joins(&world, "nana@example.com").await;
    assert!(again.page("/dashboard").await.contains("<b>50</b> credits"));
}

async fn digests_outlive_a_restart_and_name_nobody(engine: Engine) {
    let mut world = World::open(engine).await;
    joins(&world, "nana@example.com").await;
    let digest = "SELECT mailbox FROM welcome_grants WHERE account_id <> $1";
    let before = world.rows(digest, "").await;
    assert_eq!(before[0].len(), 64);
    world.restart().await;
    joins(&world, "nana+again@example.com").await;
    assert_eq!(world.rows(digest, "").await, before);
    // Another server with the same words has another key.
    let other = World::open(engine).await;
    joins(&other, "nana@example.com").await;
    assert_ne!(other.rows(digest, "").await, before);
}

/// As the product has it, where everybody in a story is one client.
fn a_few(config: &mut Config) {
    let limit = Limit::NewAccount;
    let rate = Rate { burst: limit.burst(), again_every: limit.again_every() };
    config.auth_api.limits = vec![(limit, rate)];
}

async fn a_client_makes_a_few_accounts_a_day(engine: Engine) {
    let world = World::with(engine, |config| {
        a_few(config);
        config.access.confirm_email = true;
    })
    .await;
    let person = Person::visitor(&world.base);
    for number in 0..5 {
        let answer = person.sign_up(&format!("{number}@example.com"), "lamplight", "").await;
        assert_eq!(answer.status(), StatusCode::OK);
    }
    // The answer is the same for an address that has an account.
    for email in ["0@example.com", "6@example.com"] {
        let answer = person.sign_up(email, "lamplight", "").await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{email}");
        let page = answer.text().await.expect("text");
        let words = "Only a few new accounts can be made from one place in a day. Please try again in 5 hours.";
        assert!(page.contains(words) && page.contains(email), "{page}");
    }
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 5);
    world.clock.forward(5 * HOUR);
    let answer = person.sign_up("6@example.com", "lamplight", "").await;
    assert_eq!(answer.status(), StatusCode::OK);
    let program = Program::of(&world.base);
    assert_eq!(program.sign_up("7@example.com").await.refusal(), (429, "over_request_rate_limit"));
}

async fn programs_make_a_few_accounts_a_day_and_tell_nothing(engine: Engine) {
    let world = World::with(engine, a_few).await;
    let program = Program::of(&world.base);
    // What is refused because a mail was just asked for makes no account and counts as none.
    let visitor = Person::visitor(&world.base);
    visitor.submit("/auth?view=magic_link", &[("email", "9@example.com")]).await;
    let refused = program.post("/otp", json!({ "email": "9@example.com" })).await;
    assert_eq!(refused.refusal(), (429, "over_email_send_rate_limit"));
    for number in 0..7 {
        let body = json!({ "email": format!("{number}@example.com") });
        let answer = program.post("/otp", body).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({})), "{number}");
    }
    world.finishes_its_work().await;
    assert_eq!(world.number("SELECT COUNT(*) FROM accounts").await, 5);
    // Whoever is known signs in by a code as before, and sign-ups tell nothing of it.
    world.clock.forward(Duration::from_secs(61));
    program.post("/otp", json!({ "email": "0@example.com" })).await.ok();
    for number in 10..15 {
        program.sign_up(&format!("{number}@example.com")).await.ok();
    }
    assert_eq!(program.sign_up("16@example.com").await.refusal(), (429, "over_request_rate_limit"));
}

async fn the_google_of_one_client_makes_a_few_accounts_a_day(engine: Engine) {
    let stub = GoogleStub::open().await;
    let google = Some(stub.config());
    let world = World::with(engine, |config| {
        a_few(config);
        config.access.google = google;
    })
    .await;
    for number in 0..6 {
        stub.knows(&number.to_string(), &format!("{number}@example.com"), true);
        let answer = comes(&Person::visitor(&world.base), &stub).await;
        if number < 5 {
            assert_eq!(location(&answer).as_deref(), Some("/"), "{number}");
        } else {
            assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
            assert!(answer.text().await.expect("text").contains("Only a few new accounts"));
        }
    }
    // Whoever has one comes in.
    stub.knows("0", "0@example.com", true);
    let answer = comes(&Person::visitor(&world.base), &stub).await;
    assert_eq!(location(&answer).as_deref(), Some("/"));
}
