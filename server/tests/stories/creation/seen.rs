//! What a memory's print shows while it is made, what its film shows in words, and that a memory that was seen
//! gives way to the next one.

use evernear_rules::wire::{CreationKind, CreationStatus};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Act, Engine, IMAGE, Person, World, eventually};

crate::both_engines![
    the_print_has_the_words_the_photos_and_the_place_until_the_picture_is_there,
    a_memory_that_was_seen_gives_way_to_an_empty_conversation,
    a_memory_that_nobody_has_seen_is_there_when_they_come_back,
    looking_at_its_page_is_seeing_it,
    what_was_cancelled_gives_way_and_what_failed_does_not,
    a_films_words_are_its_owners_alone,
];

async fn the_print_has_the_words_the_photos_and_the_place_until_the_picture_is_there(
    engine: Engine,
) {
    let world = World::open(engine).await;
    world.imagery.image(Act::At(0.5));
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let making = begun.making.expect("it is made");
    assert_eq!(making.words, "Walking with my dad by the lake");
    assert_eq!(making.story.setting.as_deref(), Some("lake"));
    assert_eq!(making.photo_urls.len(), 2);
    for photo in &making.photo_urls {
        assert_eq!(thandi.get(photo).await.headers()["content-type"], "image/jpeg");
    }
    assert_eq!(thandi.watches(&begun.id).await.image_url, None);
    world.imagery.pictures_succeed();
    let address =
        eventually("its picture is there", || async { thandi.watches(&begun.id).await.image_url })
            .await;
    assert_eq!(thandi.get(&address).await.bytes().await.expect("bytes"), IMAGE);
    let other = Person::member(&world, "zola").await;
    assert_eq!(other.get(&address).await.status(), StatusCode::NOT_FOUND);
    world.imagery.films_succeed();
    let done = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(done.making, None);
    world.books_hold().await;
}

async fn sees(person: &Person, id: &str) {
    let _: Value = person.call("creation/seen", json!({ "id": id })).await.expect("noted");
}

async fn a_memory_that_was_seen_gives_way_to_an_empty_conversation(engine: Engine) {
    let world = World::open(engine).await;
    world.imagery.film(Act::Silent);
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    // Of one that is not finished nothing is seen.
    sees(&thandi, &begun.id).await;
    world.imagery.films_succeed();
    thandi.waits_for_the_end(&begun.id).await;
    let before = thandi.state().await;
    assert_eq!(before.creation.expect("it is there").id, begun.id);
    // Nobody else sees it for them.
    sees(&Person::member(&world, "zola").await, &begun.id).await;
    assert!(thandi.state().await.creation.is_some());
    sees(&thandi, &begun.id).await;
    let after = thandi.state().await;
    assert!(after.creation.is_none() && after.draft.messages.is_empty());
    assert_ne!(after.draft.key, before.draft.key);
    assert_eq!(thandi.watches(&begun.id).await.status, CreationStatus::Finished, "it is kept");
    // What is begun next stays, however often it is said of the one before.
    thandi.says("Tea with Nan").await;
    sees(&thandi, &begun.id).await;
    assert_eq!(thandi.state().await.draft.prompt.as_deref(), Some("Tea with Nan"));
}

async fn a_memory_that_nobody_has_seen_is_there_when_they_come_back(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    for _ in 0..2 {
        let state = thandi.state().await;
        assert_eq!(state.creation.expect("it waits").id, begun.id);
    }
}

async fn looking_at_its_page_is_seeing_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    thandi.page(&format!("/memories/{}", begun.id)).await;
    assert!(thandi.state().await.creation.is_none());
}

async fn what_was_cancelled_gives_way_and_what_failed_does_not(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    world.imagery.image(Act::Silent);
    let begun = thandi.begins_a_film().await;
    assert_eq!(thandi.cancels(&begun.id).await.status, CreationStatus::Cancelled);
    assert!(thandi.state().await.creation.is_none());
    world.imagery.image(Act::Fail);
    let begun = thandi.begins_a_film().await;
    thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(thandi.state().await.creation.expect("it can be tried again").id, begun.id);
}

async fn a_films_words_are_its_owners_alone(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let begun = thandi.begins_a_film().await;
    let done = thandi.waits_for_the_end(&begun.id).await;
    let address = done.captions_url.expect("a track");
    let track = thandi.get(&address).await;
    assert_eq!(track.headers()["content-type"], "text/vtt; charset=utf-8");
    let text = track.text().await.expect("text");
    assert!(text.starts_with("WEBVTT\n\n"), "{text}");
    assert!(text.contains("An imagined scene: you and your father."), "{text}");
    let page = thandi.page(&format!("/memories/{}", begun.id)).await;
    assert!(page.contains(&format!("src=\"{address}\"")), "{page}");
    let zola = Person::member(&world, "zola").await;
    assert_eq!(zola.get(&address).await.status(), StatusCode::NOT_FOUND);
    let key = zola.prepares(2).await.draft.key;
    let picture = zola.begins(&key, CreationKind::Image).await.expect("it starts");
    assert_eq!(zola.waits_for_the_end(&picture.id).await.captions_url, None);
    let none = format!("/media/memories/{}/captions.vtt", picture.id);
    assert_eq!(zola.get(&none).await.status(), StatusCode::NOT_FOUND);
}
