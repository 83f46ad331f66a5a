//! Words that were not sent when leaving the tab signed somebody out: given back to the same
//! person, to nobody else, and gone once they are of no use.

use std::time::Duration;

use evernear_rules::wire::CreatorState;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Engine, Person, Refused, World};

crate::both_engines![
    unsent_words_come_back_to_who_wrote_them_and_to_nobody_else,
    sent_words_are_not_given_back,
    cleared_words_are_not_given_back,
    unsent_words_are_sealed_and_not_kept_for_ever,
    endless_or_foreign_words_are_not_kept,
];

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

async fn keeps(person: &Person, words: Value) -> Result<Value, Refused> {
    person.call("unsent/keep", json!({ "words": words })).await
}

/// As the page does it: the words first, then this browser's session.
async fn leaves_the_tab(person: &Person, words: Value) {
    keeps(person, words).await.expect("kept");
    person.submit("/sign-out", &[("scope", "local")]).await;
    assert_eq!(person.get("/profile").await.status(), StatusCode::SEE_OTHER, "signed out");
}

async fn unsent_words_come_back_to_who_wrote_them_and_to_nobody_else(engine: Engine) {
    let world = World::open(engine).await;
    let other = Person::member(&world, "other").await;
    let thandi = Person::member(&world, "thandi").await;
    assert_eq!(
        thandi.submit("/support", &[("message", "Hello")]).await.status(),
        StatusCode::SEE_OTHER
    );
    let page = thandi.page("/support").await;
    let thread = page.split("message-").nth(1).and_then(|rest| rest.split('"').next());
    let answer = format!("message-{}", thread.expect("a thread"));
    let words = json!([
        { "place": "creator", "fields": { "text": "I miss my " } },
        { "place": "support", "fields": { "message": "My film <b>", (answer): "And one" } },
        { "place": "contact", "fields": { "message": "Dear people", "company": "Lake Ltd", "employees": "51-200" } },
        // A second tab of the creator, where nothing was written.
        { "place": "creator", "fields": { "text": "" } },
    ]);
    leaves_the_tab(&thandi, words).await;
    for path in ["/contact", "/support", "/ai-creator"] {
        let page = thandi.page(path).await;
        assert!(!page.contains("Dear people") && !page.contains("I miss my"), "{path}: {page}");
    }
    // On the same phone somebody else signs in.
    thandi.sign_in("other@example.com", "lamplight").await;
    assert_eq!(thandi.state().await.unsent, None);
    assert!(!thandi.page("/contact").await.contains("Dear people"));
    assert_eq!(other.state().await.unsent, None);
    thandi.submit("/sign-out", &[]).await;
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(thandi.state().await.unsent.as_deref(), Some("I miss my "));
    assert!(
        thandi.page("/ai-creator").await.contains("I miss my "),
        "in what the page begins with"
    );
    let support = thandi.page("/support").await;
    assert!(support.contains("My film &lt;b&gt;") && support.contains("And one"), "{support}");
    let contact = thandi.page("/contact").await;
    assert!(contact.contains("Dear people") && contact.contains("Lake Ltd"), "{contact}");
    assert!(contact.contains("<option value=\"51-200\" selected"), "{contact}");
}

async fn sent_words_are_not_given_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let words = json!([
        { "place": "creator", "fields": { "text": "Tea with Nan in her kitchen" } },
        { "place": "support", "fields": { "message": "My film has no sound." } },
        { "place": "contact", "fields": { "message": "Dear people" } },
    ]);
    keeps(&thandi, words).await.expect("kept");
    // What is refused was not sent.
    let refused = thandi.says("me naked having sex with my neighbour").await;
    assert_eq!(refused.draft.messages.len(), 0);
    assert!(thandi.state().await.unsent.is_some());
    thandi.says("Tea with Nan in her kitchen").await;
    assert_eq!(thandi.state().await.unsent, None);
    thandi.submit("/support", &[("message", "My film has no sound.")]).await;
    let form = [
        ("name", "Thandi"),
        ("email", "thandi@example.com"),
        ("company", "Lake Ltd"),
        ("message", "Dear people"),
    ];
    assert_eq!(thandi.submit("/contact", &form).await.status(), StatusCode::OK);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}

async fn cleared_words_are_not_given_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let words = |text: &str| json!([{ "place": "creator", "fields": { "text": text } }]);
    keeps(&thandi, words("I miss")).await.expect("kept");
    keeps(&thandi, words("I miss my dad")).await.expect("kept");
    assert_eq!(thandi.state().await.unsent.as_deref(), Some("I miss my dad"));
    keeps(&thandi, words(" ")).await.expect("forgotten");
    assert_eq!(thandi.state().await.unsent, None);
    keeps(&thandi, words("I miss my dad")).await.expect("kept");
    let anew: CreatorState = thandi.call("creator/start_over", json!({})).await.expect("anew");
    assert_eq!(anew.unsent, None, "a new memory begins without them");
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}

async fn unsent_words_are_sealed_and_not_kept_for_ever(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let words = json!([{ "place": "creator", "fields": { "text": "I miss my dad" } }]);
    keeps(&thandi, words).await.expect("kept");
    let readable = "SELECT COUNT(*) FROM unsent_words WHERE sealed LIKE '%dad%'";
    assert_eq!(world.number(readable).await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 1);
    world.clock.forward(WEEK + Duration::from_secs(1));
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(thandi.state().await.unsent, None);
    evernear_app::flows::sweep::sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}

async fn endless_or_foreign_words_are_not_kept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let one = |place: &str, text: &str| json!([{ "place": place, "fields": { "text": text } }]);
    for words in [one("elsewhere", "a"), one("creator", &"a".repeat(20_000))] {
        let refused = keeps(&thandi, words).await.expect_err("refused");
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let visitor = Person::visitor(&world.base);
    let refused = keeps(&visitor, one("creator", "a")).await.expect_err("nobody");
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}
