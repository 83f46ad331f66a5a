//! One free retake of each finished memory, within seven days: from the same words, with
//! another seed, as a pair in the ledger. What comes to nothing gives it back.

use std::time::Duration;

use evernear_app::{
    domain::{
        creation::Brief,
        id::{AccountId, CreationId, DraftKey},
    },
    ports::{BeginError, Begun, CreationStore, NewCreation, Retake},
};
use evernear_rules::wire::{
    CreationKind, CreationStatus, CreationView, CreatorState, Mode, NextAction,
};
use evernear_server::store::{Db, Store};
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use crate::harness::{
    Act, Engine, Person, RefusedCall, World, books_hold,
    crowd::{START, entropy, hold, person, ready},
    finish,
    html::credit_lines,
    photo_bytes,
};

crate::both_engines![
    a_finished_memory_is_made_once_more_for_free,
    a_retake_that_comes_to_nothing_is_given_back,
    a_retake_is_for_seven_days_and_for_its_owner,
    a_deleted_retake_brings_no_second_one,
    of_many_retakes_at_once_one_is_made,
    words_that_nobody_wrote_are_given_to_nobody,
];

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn asks(person: &Person, id: &str) -> Result<CreatorState, RefusedCall> {
    person.call("creator/retake", json!({ "id": id })).await
}

/// Adds the photos again and starts what the draft is.
async fn starts(person: &Person) -> Result<CreationView, RefusedCall> {
    for name in ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg"] {
        person.upload(photo_bytes(name)).await.expect("a photo");
    }
    let key = person.state().await.draft.key;
    // What the page says of picture or film does not count for a retake.
    person.begins(&key, CreationKind::Image).await
}

/// Two memories: no credits are left.
async fn makes_two(person: &Person) -> String {
    let mut id = String::new();
    for _ in 0..2 {
        let _: CreatorState = person.call("creator/start_over", json!({})).await.expect("anew");
        id = person.begins_a_film().await.id;
        let made = person.waits_for_the_end(&id).await;
        assert_eq!(made.status, CreationStatus::Finished);
        assert!(made.retake_until.is_some(), "{made:?}");
    }
    id
}

async fn a_finished_memory_is_made_once_more_for_free(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let memory = makes_two(&thandi).await;
    assert_eq!(world.number("SELECT credits FROM profiles").await, 0);
    let page = thandi.page(&format!("/memories/{memory}")).await;
    let until = thandi.watches(&memory).await.retake_until.expect("it has one");
    assert!(page.contains("Make It Again, Free") && page.contains(&until), "{page}");
    let answer = thandi.submit(&format!("/memories/{memory}/retake"), &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let state = thandi.state().await;
    assert!(state.draft.retake && state.creation.is_none(), "{state:?}");
    assert_eq!(state.draft.next_action, Some(NextAction::AwaitingImages));
    assert_eq!(state.draft.prompt.as_deref(), Some("Walking with my dad by the lake"));
    let begun = starts(&thandi).await.expect("it costs nothing");
    assert_eq!((begun.kind, begun.credits), (CreationKind::Video, 0));
    let made = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((made.status, made.credits), (CreationStatus::Finished, 0));
    // Neither of the two has another one.
    assert_eq!((made.retake_until, thandi.watches(&memory).await.retake_until), (None, None));
    for id in [&memory, &begun.id] {
        let refused = asks(&thandi, id).await.expect_err("once");
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.problem.message.contains("for free once"), "{refused:?}");
    }
    let takes = "SELECT COUNT(*) FROM creations a JOIN creations b ON b.retake_of = a.id
                 WHERE a.words = b.words AND a.seed <> b.seed AND a.retake = b.id";
    assert_eq!(world.number(takes).await, 1, "the same words, another seed");
    let pair = "SELECT CAST(SUM(amount) AS BIGINT) FROM ledger
                WHERE reference = (SELECT retake FROM creations WHERE retake IS NOT NULL)";
    assert_eq!(world.number(pair).await, 0, "given and used");
    let lines = credit_lines(&thandi.page("/credits").await);
    let told: Vec<_> = lines.iter().map(|line| line[..3].join(" · ")).collect();
    let expected = [
        "Free retake “Walking with my dad by the lake” · 0 used · 0",
        "Memory “Walking with my dad by the lake” · −25 used · 0",
        "Memory “Walking with my dad by the lake” · −25 used · 25",
        "Welcome credits · +50 · 50",
    ];
    assert_eq!(told, expected);
    world.books_hold().await;
}

async fn a_retake_that_comes_to_nothing_is_given_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let memory = makes_two(&thandi).await;
    // Cancelled.
    world.imagery.image(Act::Silent);
    asks(&thandi, &memory).await.expect("a draft");
    let begun = starts(&thandi).await.expect("begun");
    let running = asks(&thandi, &memory).await.expect_err("it is being made");
    assert_eq!(running.status, StatusCode::CONFLICT);
    let ended = thandi.cancels(&begun.id).await;
    let said = ended.failure.expect("said").credits_message;
    assert_eq!(said, "Your free retake is back. You have 0 credits.");
    world.books_hold().await;
    // Failed: tried again it is still free, however late it is by then.
    world.clock.forward(6 * DAY + DAY / 2);
    world.imagery.image(Act::Fail);
    asks(&thandi, &memory).await.expect("it is back");
    let begun = starts(&thandi).await.expect("begun again");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((ended.status, ended.credits), (CreationStatus::Failed, 0));
    world.clock.forward(Duration::from_secs(23 * 3600));
    let thandi = Person::visitor(&world.base);
    thandi.sign_in("thandi@example.com", "lamplight").await;
    world.imagery.speak();
    let again = thandi.tries_again(&begun.id, None).await.expect("free as well");
    let made = thandi.waits_for_the_end(&again.id).await;
    assert_eq!((made.status, made.credits), (CreationStatus::Finished, 0));
    let kinds = "SELECT COUNT(*) FROM ledger WHERE kind = 'retake'";
    assert_eq!(world.number(kinds).await, 3);
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'retake_back'").await, 2);
    let lines = credit_lines(&thandi.page("/credits").await);
    let credits: Vec<_> = lines.iter().map(|[_, credits, ..]| credits.as_str()).collect();
    assert_eq!(
        credits,
        ["0 used", "0 given back", "0 given back", "−25 used", "−25 used", "+50"],
        "each retake is a line, and none takes a credit"
    );
    world.books_hold().await;
}

async fn a_retake_is_for_seven_days_and_for_its_owner(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let sipho = Person::member(&world, "sipho").await;
    let memory = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&memory).await;
    let theirs = asks(&sipho, &memory).await.expect_err("somebody else's");
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
    let visitor = Person::visitor(&world.base);
    let nobody = asks(&visitor, &memory).await.expect_err("nobody");
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    // A draft that was opened in time is not enough: it is begun in time, or not.
    asks(&thandi, &memory).await.expect("in time");
    world.clock.forward(7 * DAY + Duration::from_secs(1));
    let thandi = Person::visitor(&world.base);
    thandi.sign_in("thandi@example.com", "lamplight").await;
    let late = starts(&thandi).await.expect_err("too late");
    assert_eq!(late.status, StatusCode::CONFLICT);
    asks(&thandi, &memory).await.expect_err("too late");
    assert_eq!(thandi.watches(&memory).await.retake_until, None);
    let page = thandi.page(&format!("/memories/{memory}")).await;
    assert!(!page.contains("Make It Again"), "{page}");
    // Other words are a memory of their own, and cost what one costs.
    thandi.says("Dancing with my sister in the kitchen at night").await;
    let state = thandi.state().await;
    assert!(!state.draft.retake, "{state:?}");
    let begun = thandi.begins(&state.draft.key, CreationKind::Image).await.expect("paid");
    assert_eq!(begun.credits, 0);
    thandi.waits_for_the_end(&begun.id).await;
    world.books_hold().await;
}

async fn a_deleted_retake_brings_no_second_one(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let memory = thandi.begins_a_film().await.id;
    thandi.waits_for_the_end(&memory).await;
    asks(&thandi, &memory).await.expect("a draft");
    let retake = starts(&thandi).await.expect("begun").id;
    thandi.waits_for_the_end(&retake).await;
    thandi.submit(&format!("/memories/{retake}/delete"), &[("sure", "on")]).await;
    asks(&thandi, &memory).await.expect_err("it has been used");
    // A draft whose memory is gone is nothing to begin from.
    let begun = thandi.begins_a_film().await;
    assert_eq!(begun.credits, 0);
    let second = thandi.waits_for_the_end(&begun.id).await.id;
    asks(&thandi, &second).await.expect("a draft");
    thandi.submit(&format!("/memories/{second}/delete"), &[("sure", "on")]).await;
    let refused = starts(&thandi).await.expect_err("its memory is gone");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    world.books_hold().await;
}

async fn words_that_nobody_wrote_are_given_to_nobody(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let memory = starts(&thandi).await.expect("begun with the photos").id;
    let done = thandi.waits_for_the_end(&memory).await;
    assert!(!done.retake, "{done:?}");
    for path in ["/dashboard".to_owned(), "/credits".to_owned(), format!("/memories/{memory}")] {
        let page = thandi.page(&path).await;
        assert!(!page.to_lowercase().contains("beautiful memory"), "{path}: {page}");
    }
    let page = thandi.page(&format!("/memories/{memory}")).await;
    assert!(page.contains(">Your memory</h1>"), "{page}");
    assert!(page.contains("The picture is deleted at once"), "{page}");
    let table = thandi.get("/credits.csv").await.text().await.expect("text");
    assert!(!table.contains("beautiful"), "{table}");
    let file = thandi.get(&done.download_url.expect("a download")).await;
    let name = file.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert_eq!(name, "attachment; filename=\"evernear-memory-imagined-scene.jpg\"");
    let draft = asks(&thandi, &memory).await.expect("a draft").draft;
    assert_eq!((draft.prompt, draft.messages.len()), (None, 1), "the assistant's line alone");
    assert_eq!(draft.next_action, Some(NextAction::AwaitingImages));
    let again = starts(&thandi).await.expect("begun");
    assert!(again.retake, "nothing is promised that was not taken");
    thandi.waits_for_the_end(&again.id).await;
    world.books_hold().await;
}

async fn of_many_retakes_at_once_one_is_made(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let owner = person(&store, 25).await;
    let memory = ready(&store, owner).await;
    let of = memory.id;
    store.begin(memory).await.expect("begun");
    let claimed = store.claim("w", START, START).await.expect("asked").expect("one");
    let finished = store.finish(&claimed.creation, &claimed.lease, &finish(START)).await;
    assert!(finished.expect("finished"));
    let mut wishes = Vec::new();
    for _ in 0..12 {
        wishes.push(wish(&store, owner, of).await);
    }
    let begun = join_all(wishes.into_iter().map(|wish| store.begin(wish))).await;
    let started = begun.iter().filter(|one| matches!(one, Ok(Begun::Started))).count();
    assert_eq!(started, 1, "{begun:?}");
    let refused = begun.iter().filter(|one| matches!(one, Err(BeginError::NoRetake))).count();
    assert_eq!(refused, 11, "{begun:?}");
    books_hold(&db).await;
    db.close().await;
}

/// A retake under a request of its own, as another tab would send it.
async fn wish(store: &Store, owner: AccountId, of: CreationId) -> NewCreation {
    let wish = ready(store, owner).await;
    // Three photos are in the draft from the second wish on.
    let brief = Brief { mode: Mode::Friend, ..wish.brief };
    let retake = Some(Retake { of, since: START, entry: hold().entry });
    let request_key = DraftKey::new(START, &entropy()).to_string();
    NewCreation { retake, request_key, brief, ..wish }
}
