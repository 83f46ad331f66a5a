//! Words that were not sent when leaving the tab signed somebody out: given back to the same
//! person, to nobody else, and gone once they are of no use.

use std::time::Duration;

use evernear_app::pages::{FINDABLE, PAGES};
use evernear_rules::wire::CreatorState;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Engine, Person, RefusedCall, World, html::parts, photo_bytes};

crate::both_engines![
    unsent_words_come_back_to_who_wrote_them_and_to_nobody_else,
    sent_words_are_not_given_back,
    cleared_words_are_not_given_back,
    unsent_words_are_sealed_and_not_kept_for_ever,
    endless_or_foreign_words_are_not_kept,
    each_box_of_support_is_kept_and_sent_by_itself,
    an_application_that_was_not_sent_comes_back,
    what_became_a_memory_is_not_given_back,
    what_is_kept_of_one_account_has_an_end,
    the_administrators_pages_are_not_left,
    words_of_another_accounts_page_are_not_kept,
    a_page_of_another_account_does_nothing,
    browsers_do_not_restore_what_an_account_was_writing,
];

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

/// The places whose words cannot be kept.
async fn keeps(person: &Person, words: Value) -> Result<Vec<String>, RefusedCall> {
    person.keeps_unsent(words).await
}

/// As the page does it: the words first, then this browser's session.
async fn leaves_the_tab(person: &Person, words: Value) {
    assert_eq!(keeps(person, words).await.expect("kept"), [""; 0]);
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
    let thread = thread.expect("a thread");
    let (answer, answering) = (format!("message-{thread}"), format!("support-{thread}"));
    assert!(page.contains(&format!("data-unsent=\"{answering}\"")), "{page}");
    let words = json!([
        { "place": "creator", "fields": { "text": "I miss my " } },
        { "place": "support", "fields": { "message": "My film <b>" } },
        { "place": answering, "fields": { (answer): "And one" } },
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
    let readable = "SELECT COUNT(*) FROM unsent_words WHERE sealed LIKE '%miss my dad%'";
    assert_eq!(world.number(readable).await, 0);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 1);
    world.clock.forward(WEEK + Duration::from_secs(1));
    thandi.sign_in("thandi@example.com", "lamplight").await;
    assert_eq!(thandi.state().await.unsent, None);
    evernear_app::flows::system::sweep::sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}

async fn endless_or_foreign_words_are_not_kept(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let one = |place: &str, text: &str| json!([{ "place": place, "fields": { "text": text } }]);
    for (place, words) in [("elsewhere", "a"), ("creator", "a".repeat(20_000).as_str())] {
        assert_eq!(keeps(&thandi, one(place, words)).await.expect("judged"), [place]);
    }
    let visitor = Person::visitor(&world.base);
    let tag = thandi.account_tag().await;
    let told = json!({ "words": one("creator", "a") });
    let refused: Result<Value, _> = visitor.call_from_page(&tag, "unsent/keep", told).await;
    let refused = refused.expect_err("nobody");
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
    // What is beside them is kept all the same.
    let mut words = one("creator", &"a".repeat(20_000));
    words
        .as_array_mut()
        .expect("a list")
        .extend(one("contact", "Dear people").as_array().expect("a list").clone());
    assert_eq!(keeps(&thandi, words).await.expect("judged"), ["creator"]);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 1);
}

async fn each_box_of_support_is_kept_and_sent_by_itself(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let mut threads = Vec::new();
    for text in ["The first", "The second"] {
        thandi.submit("/support", &[("message", text)]).await;
        let page = thandi.page("/support").await;
        let newest = page.split("support-").nth(1).and_then(|rest| rest.split('"').next());
        threads.push(newest.expect("a thread").to_owned());
        world.clock.forward(Duration::from_secs(60));
    }
    let box_of = |thread: &str, text: &str| json!({ "place": format!("support-{thread}"), "fields": { (format!("message-{thread}")): text } });
    let words = json!([
        { "place": "support", "fields": { "message": "Something new" } },
        box_of(&threads[0], "To the first"),
        box_of(&threads[1], "To the second"),
    ]);
    assert_eq!(keeps(&thandi, words).await.expect("kept"), [""; 0]);
    let held = async || {
        let page = thandi.page("/support").await;
        ["Something new", "To the first", "To the second"].map(|text| page.contains(text))
    };
    assert_eq!(held().await, [true, true, true]);
    let form = [("thread", threads[0].as_str()), ("message", "Something else")];
    assert_eq!(thandi.submit("/support", &form).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(held().await, [true, false, true], "only that box is empty");
    thandi.submit("/support", &[("message", "Something else")]).await;
    assert_eq!(held().await, [false, false, true]);
}

async fn an_application_that_was_not_sent_comes_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    for path in ["/", "/register"] {
        assert!(thandi.page(path).await.contains("data-unsent=\"register\""), "{path}");
        let visitor = Person::visitor(&world.base).page(path).await;
        assert!(!visitor.contains("data-unsent"), "{path}: visitors are signed out of nothing");
    }
    let fields = json!({ "name": "Thandi M", "email": "t@example.com", "reason": "I miss <him>" });
    leaves_the_tab(&thandi, json!([{ "place": "register", "fields": fields }])).await;
    for path in ["/", "/register"] {
        assert!(!thandi.page(path).await.contains("I miss"), "{path}: nobody is signed in");
    }
    thandi.sign_in("thandi@example.com", "lamplight").await;
    for path in ["/", "/register"] {
        let page = thandi.page(path).await;
        for text in ["value=\"Thandi M\"", "value=\"t@example.com\"", "I miss &lt;him&gt;"] {
            assert!(page.contains(text), "{path}: {text}: {page}");
        }
    }
    let form = [("name", "Thandi M"), ("email", "t@example.com"), ("reason", "I miss him")];
    assert_eq!(thandi.submit("/register", &form).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
    assert!(!thandi.page("/").await.contains("I miss &lt;"));
}

async fn what_became_a_memory_is_not_given_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    let words = json!([{ "place": "creator", "fields": { "text": "And then we" } }]);
    keeps(&thandi, words).await.expect("kept");
    let kind = evernear_rules::wire::CreationKind::Image;
    thandi.begins(&state.draft.key, kind).await.expect("it starts");
    assert_eq!(thandi.state().await.unsent, None);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 0);
}

async fn what_is_kept_of_one_account_has_an_end(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let words: Vec<Value> = (0..100)
        .map(|number| {
            let place = format!("support-01890000-0000-7000-8000-{number:012}");
            json!({ "place": place, "fields": { "message": "a" } })
        })
        .collect();
    let refused = keeps(&thandi, Value::Array(words.clone())).await.expect("judged");
    assert_eq!(refused.len(), 36);
    assert_eq!(world.number("SELECT COUNT(*) FROM unsent_words").await, 64);
    // What is kept already can be changed.
    let changed = keeps(&thandi, json!([words[0]])).await.expect("judged");
    assert_eq!(changed, [""; 0]);
}

async fn the_administrators_pages_are_not_left(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let left = [
        ("/admin/waitlist", "=\"administrator\""),
        ("/debug-supabase", "=\"administrator\""),
        ("/profile", "=\"\""),
    ];
    for (path, how) in left.into_iter().chain(FINDABLE.iter().map(|path| (*path, "=\"stay\""))) {
        let page = thandi.get(path).await.text().await.expect("text");
        let said = page.split("data-when-signed-out").nth(1).unwrap_or_default();
        // An empty value may be written without its quotes.
        let right = said.starts_with(how) || (how == "=\"\"" && !said.starts_with("=\""));
        assert!(right && !said.is_empty(), "{path}: {said:.40}");
    }
}

/// One browser: thandi's page stays open while she signs out and somebody else signs in.
async fn left_open(world: &World) -> (Person, String) {
    Person::member(world, "other").await;
    let browser = Person::member(world, "thandi").await;
    let tag = browser.account_tag().await;
    browser.submit("/sign-out", &[]).await;
    browser.sign_in("other@example.com", "lamplight").await;
    (browser, tag)
}

async fn words_of_another_accounts_page_are_not_kept(engine: Engine) {
    let world = World::open(engine).await;
    let (browser, tag) = left_open(&world).await;
    let own = json!([{ "place": "support", "fields": { "message": "Written by the other" } }]);
    assert_eq!(keeps(&browser, own).await.expect("kept"), [""; 0]);
    for fields in [json!({ "message": "A secret of thandi" }), json!({})] {
        let words = json!({ "words": [{ "place": "support", "fields": fields }] });
        let told: Result<Value, _> =
            browser.call_from_page(&tag, "unsent/keep", words.clone()).await;
        let refused = told.expect_err("not of this account");
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.problem.code, "another_account");
        // A page that does not say whose it is, and a tag that is none.
        let told: Result<Value, _> = browser.call("unsent/keep", words.clone()).await;
        assert_eq!(told.expect_err("nobody's page").status, StatusCode::CONFLICT);
        let told: Result<Value, _> = browser.call_from_page("", "unsent/keep", words).await;
        assert_eq!(told.expect_err("nobody's page").status, StatusCode::CONFLICT);
    }
    let page = browser.page("/support").await;
    assert!(page.contains("Written by the other") && !page.contains("secret"), "{page}");
    // The page is its own account's again once that is signed in.
    browser.submit("/sign-out", &[]).await;
    browser.sign_in("thandi@example.com", "lamplight").await;
    let words = json!({ "words": [{ "place": "support", "fields": { "message": "A secret" } }] });
    let told: Vec<String> = browser.call_from_page(&tag, "unsent/keep", words).await.expect("own");
    assert_eq!(told, [""; 0]);
    assert!(browser.page("/support").await.contains("A secret"));
}

async fn a_page_of_another_account_does_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let (browser, tag) = left_open(&world).await;
    let said: Result<Value, _> =
        browser.call_from_page(&tag, "creator/converse", json!({ "text": "I miss him" })).await;
    assert_eq!(said.expect_err("not of this account").problem.code, "another_account");
    assert_eq!(browser.state().await.draft.messages.len(), 0);
    let photo = browser.upload_from_page(&tag, photo_bytes("old-man-grey-beard-bw.jpg")).await;
    assert_eq!(photo.expect_err("not of this account").problem.code, "another_account");
    assert_eq!(browser.state().await.draft.photos.len(), 0);
    // Nor does it sign the other account out.
    assert_eq!(browser.signs_out_from_page(&tag).await.status(), StatusCode::CONFLICT);
    assert_eq!(browser.get("/profile").await.status(), StatusCode::OK);
    let own = browser.account_tag().await;
    assert_ne!(own, tag);
    assert_eq!(browser.signs_out_from_page(&own).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(browser.get("/profile").await.status(), StatusCode::SEE_OTHER);
    let visitors = browser.page("/privacy").await;
    assert!(!visitors.contains("data-account"), "visitors have no account");
}

/// Whoever presses 'Back' may be somebody else.
async fn browsers_do_not_restore_what_an_account_was_writing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    thandi.submit("/support", &[("message", "Hello")]).await;
    let forms = async |path: &str| {
        let page = thandi.page(path).await;
        let tags = parts(&page, "<form", ">").into_iter().map(str::to_owned);
        tags.collect::<Vec<_>>()
    };
    let mut unsent = 0;
    for (path, _) in PAGES.iter().filter(|(path, _)| !path.contains('{')) {
        for form in forms(path).await.iter().filter(|form| form.contains("data-unsent")) {
            assert!(form.contains("autocomplete=\"off\""), "{path}: {form}");
            unsent += 1;
        }
    }
    assert!(
        unsent >= 4,
        "a new message, one that goes on, /contact and the landing page: {unsent}"
    );
    for path in ["/register", "/profile", "/profile/email"] {
        let form =
            forms(path).await.into_iter().find(|form| form.contains(&format!("action=\"{path}\"")));
        assert!(form.expect("a form").contains("autocomplete=\"off\""), "{path}");
    }
}
