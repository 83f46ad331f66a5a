//! The form collector: told after an application was stored, and whatever it does, the answer
//! is the same.

use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Engine, Person, World,
    collector::{Collector, Mood},
    config, eventually,
};
use evernear_server::config::Secret;

crate::both_engines![
    what_is_stored_is_handed_on_and_only_that,
    a_collector_that_fails_hangs_or_is_away_changes_nothing,
];

const FORM: [(&str, &str); 3] =
    [("name", "Nana שרה"), ("email", "nana@example.com"), ("reason", "I miss her")];

async fn world(engine: Engine, collector: String) -> World {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let url = engine.fresh_database(&folder).await;
    let mut config = config(folder, url);
    config.beta.form_collector = Some(Secret(collector));
    World::configured(config).await
}

async fn what_is_stored_is_handed_on_and_only_that(engine: Engine) {
    let collector = Collector::open(Mood::Takes).await;
    let world = world(engine, collector.url.clone()).await;
    collector.watches(&world.db);
    let visitor = Person::visitor(&world.base);
    assert_eq!(visitor.submit("/register", &FORM).await.status(), StatusCode::SEE_OTHER);
    // Neither a second application of the mailbox nor one that is refused is stored.
    assert_eq!(visitor.submit("/register", &FORM).await.status(), StatusCode::CONFLICT);
    let trap = [("name", "Bot"), ("email", "bot@example.com"), ("website", "http://x")];
    assert_eq!(visitor.submit("/register", &trap).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let next = [("name", "Thandi"), ("email", "thandi@example.com")];
    assert_eq!(visitor.submit("/register", &next).await.status(), StatusCode::SEE_OTHER);
    let told = eventually("the collector is told twice", || async {
        Some(collector.told()).filter(|told| told.len() >= 2)
    })
    .await;
    let mut names: Vec<_> = told.iter().map(|told| told.body["name"].clone()).collect();
    names.sort_by_key(ToString::to_string);
    assert_eq!(names, ["Nana שרה", "Thandi"]);
    let nana = told.iter().find(|told| told.body["email"] == "nana@example.com").expect("told");
    assert!(nana.stored >= 1, "stored first");
    let timestamp = nana.body["timestamp"].as_str().expect("text");
    assert!(timestamp.starts_with("20") && timestamp.ends_with('Z'), "{timestamp}");
    assert_eq!(
        nana.body,
        json!({
            "name": "Nana שרה",
            "email": "nana@example.com",
            "reason": "I miss her",
            "type": "beta_registration",
            "status": "pending",
            "timestamp": timestamp,
        })
    );
}

async fn a_collector_that_fails_hangs_or_is_away_changes_nothing(engine: Engine) {
    for mood in [Mood::Refuses, Mood::Redirects, Mood::NeverAnswers] {
        let collector = Collector::open(mood).await;
        let world = world(engine, collector.url.clone()).await;
        collector.watches(&world.db);
        is_submitted(&world).await;
        eventually("the collector was told", || async {
            (collector.told().len() == 1).then_some(())
        })
        .await;
        // While it has not answered, others apply.
        let next = [("name", "Thandi"), ("email", "thandi@example.com")];
        let answer = Person::visitor(&world.base).submit("/register", &next).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{mood:?}");
    }
    // Nobody listens there.
    let world = world(engine, "http://127.0.0.1:9/forms".to_owned()).await;
    is_submitted(&world).await;
}

/// Somebody applies, and is told so.
async fn is_submitted(world: &World) {
    let visitor = Person::visitor(&world.base);
    let answer = visitor.submit("/register", &FORM).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let page = visitor.page("/register").await;
    assert!(page.contains("Your beta access request has been submitted."), "{page}");
    assert_eq!(world.number("SELECT COUNT(*) FROM waitlist_entries").await, 1);
    world.mails_are_out().await;
}
