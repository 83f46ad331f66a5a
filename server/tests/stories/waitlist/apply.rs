//! Applying for the beta: stored before it is said, refused with the reason.

use std::time::Duration;

use evernear_app::ports::{Matches, WaitlistFilter, WaitlistStore};
use evernear_rules::wire::EntryStatus;
use evernear_server::store::{Db, Store};
use reqwest::StatusCode;

use crate::harness::{Engine, Person, World, location};

crate::both_engines![
    an_application_is_stored_and_counted_before_it_is_called_submitted,
    a_mailbox_applies_once_and_look_alikes_never_pass,
    whoever_applies_too_often_is_told_how_long_to_wait,
    storage_trouble_has_words_of_its_own_and_never_says_submitted,
    an_application_that_may_not_be_stored_has_words_of_its_own,
    nobody_is_told_to_wait_while_the_gate_is_open,
];

async fn applies(someone: &Person, name: &str, email: &str) -> (StatusCode, String) {
    let form = [("name", name), ("email", email), ("reason", "")];
    let answer = someone.submit("/register", &form).await;
    (answer.status(), answer.text().await.expect("text"))
}

async fn an_application_is_stored_and_counted_before_it_is_called_submitted(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    assert!(!visitor.page("/register").await.contains("submitted"));
    let form = [("name", " Nana 👩 שרה"), ("email", "Nana@Example.com"), ("reason", "I miss her")];
    let answer = visitor.submit("/register", &form).await;
    let next = location(&answer).expect("a page with the outcome");
    let said = "Your beta access request has been submitted.";
    assert!(!Person::visitor(&world.base).page(&next).await.contains(said), "nobody else applied");
    let page = visitor.page(&next).await;
    assert!(page.contains(said) && page.contains("data-applied=\""), "{page}");
    assert!(!visitor.page(&next).await.contains(said), "it is said once");
    let stored = "SELECT COUNT(*) FROM waitlist_entries WHERE name = 'Nana 👩 שרה'
                  AND email = 'nana@example.com' AND status = 'pending' AND type = 'beta_registration'";
    assert_eq!(world.number(stored).await, 1);
    let counted = "SELECT entries FROM waitlist_counts WHERE status = 'pending'";
    assert_eq!(world.number(counted).await, 1);
}

async fn nobody_is_told_to_wait_while_the_gate_is_open(engine: Engine) {
    for approved_only in [false, true] {
        let world = World::with(engine, |config| config.beta.approved_only = approved_only).await;
        let page = Person::visitor(&world.base).page("/register").await;
        assert_eq!(page.contains("when there is a place"), approved_only, "{page}");
        assert_eq!(page.contains("you need no place to begin"), !approved_only, "{page}");
    }
}

async fn a_mailbox_applies_once_and_look_alikes_never_pass(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    assert_eq!(applies(&visitor, "Nana", "nana@example.com").await.0, StatusCode::SEE_OTHER);
    let long = "a".repeat(10_240);
    let cases = [
        ("Nana", "NANA@example.com", StatusCode::CONFLICT, "has already applied"),
        ("Nana", "nana+film@example.com", StatusCode::CONFLICT, "has already applied"),
        ("Nana", "n\u{430}na@example.com", StatusCode::UNPROCESSABLE_ENTITY, "plain letters"),
        (&long, "b@example.com", StatusCode::UNPROCESSABLE_ENTITY, "at most 200 characters"),
        ("\u{202e}", "b@example.com", StatusCode::UNPROCESSABLE_ENTITY, "enter your name"),
        ("Nana", "nana", StatusCode::UNPROCESSABLE_ENTITY, "valid e-mail address"),
    ];
    for (name, email, status, words) in cases {
        let (got, page) = applies(&visitor, name, email).await;
        assert_eq!(got, status, "{email}");
        assert!(page.contains(words) && !page.contains("submitted"), "{words}: {page}");
    }
    let trap = [("name", "Bot"), ("email", "bot@example.com"), ("website", "http://x")];
    let answer = visitor.submit("/register", &trap).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 1);
    assert_eq!(world.number("SELECT CAST(SUM(entries) AS BIGINT) FROM waitlist_counts").await, 1);
}

async fn whoever_applies_too_often_is_told_how_long_to_wait(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    for number in 0..5 {
        let (status, _) = applies(&visitor, "Nana", &format!("nana{number}@example.com")).await;
        assert_eq!(status, StatusCode::SEE_OTHER);
    }
    let form = [("name", "Nana"), ("email", "nana5@example.com"), ("reason", "")];
    let answer = visitor.submit("/register", &form).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.headers()["retry-after"], "60");
    let page = answer.text().await.expect("text");
    assert!(
        page.contains("Please try again in 60 seconds.") && !page.contains("submitted"),
        "{page}"
    );
    world.clock.forward(Duration::from_secs(60));
    assert_eq!(applies(&visitor, "Nana", "nana5@example.com").await.0, StatusCode::SEE_OTHER);
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 6);
}

async fn storage_trouble_has_words_of_its_own_and_never_says_submitted(engine: Engine) {
    let world = World::open(engine).await;
    let visitor = Person::visitor(&world.base);
    world.db.execute("DROP TABLE waitlist_entries", Vec::new()).await.expect("gone");
    let (status, page) = applies(&visitor, "Nana", "nana@example.com").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.contains("cannot be stored yet") && !page.contains("submitted"), "{page}");
    world.db.close().await;
    let (status, page) = applies(&visitor, "Nana", "nana@example.com").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.contains("Please try again later.") && !page.contains("submitted"), "{page}");
}

async fn an_application_that_may_not_be_stored_has_words_of_its_own(engine: Engine) {
    let world = World::open(engine).await;
    world.takes_no_applications().await;
    let (status, page) = applies(&Person::visitor(&world.base), "Nana", "nana@example.com").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(
        page.contains("are not being taken right now") && !page.contains("submitted"),
        "{page}"
    );
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM mails").await, 0, "and nobody is told it was");
}

/// Of a plan that it keeps for all searches PostgreSQL thinks that every word is rare, and
/// collects hundreds of thousands of rows for a frequent one.
#[tokio::test(flavor = "multi_thread")]
async fn postgres_plans_each_search_for_its_own_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = Engine::Postgres.fresh_database(folder.path()).await;
    // What a connection keeps is seen on it alone, and one question at a time needs no other.
    let db = Db::open(&url).await.expect("it opens");
    db.migrate().await.expect("migrated");
    let store = Store::new(db.clone());
    for status in [None, Some(EntryStatus::Rejected)] {
        // It keeps plans from the sixth time on.
        for search in ["gma", "com", "out", "look.com", "nana", "mail", "example"] {
            let filter = WaitlistFilter { search: search.to_owned(), status, ..Default::default() };
            let found = store.matches(&filter).await.expect("counted");
            assert_eq!(found.total, 0);
            let more = Matches { total: 10_000, more: true };
            for found in [more, Matches { total: 25, more: false }] {
                store.entries(&filter, 0, 25, found).await.expect("read");
            }
            store.entries_after(&filter, None, 25).await.expect("read");
        }
    }
    let kept =
        "SELECT COUNT(*) FROM pg_prepared_statements WHERE strpos(statement, 'e.fol' || 'ded') > 0";
    let row = db.row(kept, Vec::new()).await.expect("asked").expect("a number");
    assert_eq!(row.int(0).expect("a number"), 0);
}
