//! A keepsake beside the photos: what it counts as, where it goes, and what is left of it.

use evernear_app::{
    domain::{
        id::AccountId,
        media::{Photo, place_of},
    },
    flows::system::sweep::sweep,
    ports::{BeginError, Begun, CreationStore as _, NewCreation, PhotoStore as _},
};
use evernear_rules::{
    photos::WRONG_PHOTO_COUNT,
    wire::{CreationKind, CreationStatus, CreationView, Crop, DraftView, Mode, PhotoView, Who},
};
use evernear_server::store::{Db, Store};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    harness::{
        Act, Engine, Person, RefusedCall, World, books_hold,
        crowd::{START, person, photo_of, ready},
        location, photo_bytes,
    },
    photo_request::asks,
};

crate::both_engines![
    two_people_and_a_keepsake_are_a_couple_and_three_are_friends,
    with_nobody_or_with_one_person_it_makes_no_memory,
    a_draft_has_one_and_room_for_three_people_beside_it,
    what_a_photo_was_added_as_it_stays,
    nobody_is_cut_out_of_it_and_nobody_is_asked_for_it,
    it_goes_when_it_is_removed_or_the_draft_begins_anew,
    it_stays_for_another_try_and_is_told_in_the_films_words,
    a_model_is_not_sent_one,
    a_memory_is_begun_with_the_keepsake_that_was_counted,
];

const CUP: &str = "coffee-cup-no-face.jpg";
const MAN: &str = "old-man-grey-beard-bw.jpg";

/// Somebody whose pictures are composed of their photos.
async fn member(world: &World) -> Person {
    world.imagery.composes(true);
    Person::member(world, "thandi").await
}

async fn adds(person: &Person) -> Result<PhotoView, RefusedCall> {
    person.upload_as("keepsake", "kept", photo_bytes(CUP)).await
}

async fn begins(person: &Person, kind: CreationKind) -> Result<CreationView, RefusedCall> {
    let key = person.state().await.draft.key;
    person.begins(&key, kind).await
}

fn was_sent(world: &World) -> bool {
    world.imagery.keepsake_seen.lock().expect("lock").is_some()
}

async fn two_people_and_a_keepsake_are_a_couple_and_three_are_friends(engine: Engine) {
    for (people, mode) in [(2, Mode::Couple), (3, Mode::Friend)] {
        let world = World::open(engine).await;
        let thandi = member(&world).await;
        let kept = adds(&thandi).await.expect("a keepsake");
        assert_eq!(kept.who, Some(Who::Keepsake));
        assert_eq!(kept.suggested, Crop { x: 0, y: 0, width: 10_000, height: 10_000 }, "whole");
        let state = thandi.prepares(people).await;
        let shown: Vec<_> = state.draft.photos.iter().map(|photo| photo.who).collect();
        assert_eq!(shown.len(), people + 1);
        assert_eq!(shown.last(), Some(&Some(Who::Keepsake)), "it comes after everybody");
        let part = json!({ "x": 1000, "y": 1000, "width": 6000, "height": 6400 });
        let photos = state.draft.photos.iter();
        let crops: Vec<_> = photos.map(|photo| json!([photo.id, part])).collect();
        let body = json!({ "rights_confirmed": true, "who": [], "crops": crops });
        let _: DraftView = thandi.call("creator/remember", body).await.expect("all have a part");
        world.imagery.image(Act::Silent);
        let begun = begins(&thandi, CreationKind::Image).await.expect("it starts");
        assert_eq!(begun.mode, mode);
        assert_eq!(begun.making.expect("it is made").photo_urls.len(), people);
        world.imagery.pictures_succeed();
        let ended = thandi.waits_for_the_end(&begun.id).await;
        assert_eq!(ended.status, CreationStatus::Finished);
        assert_eq!(world.imagery.lengths_seen.lock().expect("lock").len(), people);
        let (_, chosen) = world.imagery.keepsake_seen.lock().expect("lock").expect("it is sent");
        assert_eq!(chosen.map(|crop| crop.width), Some(6000));
        sweep(&world.ports).await.expect("swept");
        assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
        let files = world.objects();
        let photos = files.iter().filter(|file| file.to_string_lossy().contains("/photos/"));
        assert_eq!(photos.count(), 0, "it goes with the photos");
        world.books_hold().await;
    }
}

async fn with_nobody_or_with_one_person_it_makes_no_memory(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    thandi.says("Walking with my dad by the lake").await;
    adds(&thandi).await.expect("a keepsake");
    for people in 0..2 {
        let refused = begins(&thandi, CreationKind::Image).await.expect_err("too few people");
        assert_eq!(refused.problem.message, WRONG_PHOTO_COUNT, "with {people}");
        thandi.upload(photo_bytes(MAN)).await.expect("a photo");
    }
    let begun = begins(&thandi, CreationKind::Image).await.expect("two are enough");
    thandi.waits_for_the_end(&begun.id).await;
}

async fn a_draft_has_one_and_room_for_three_people_beside_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    let three = futures::future::join_all((0..3).map(|_| adds(&thandi))).await;
    assert_eq!(three.into_iter().flatten().count(), 1, "however fast they come");
    thandi.prepares(3).await;
    let more = [adds(&thandi).await, thandi.upload(photo_bytes(MAN)).await];
    let one = "A memory holds one keepsake. Please remove the other one first.";
    for (refused, message) in more.into_iter().zip([one, WRONG_PHOTO_COUNT]) {
        let refused = refused.expect_err("the draft is full");
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.problem.message, message);
    }
    assert_eq!(thandi.state().await.draft.photos.len(), 4);
    assert_eq!(world.objects().len(), 8, "nothing is left of the others");
    // What a phone hands on is of people.
    let waiting = thandi.hands_on(&[("man.jpg", photo_bytes(MAN))]).await;
    let address = location(&waiting).expect("where it waits");
    assert_eq!(thandi.submit(&address, &[]).await.status(), StatusCode::CONFLICT);
}

async fn what_a_photo_was_added_as_it_stays(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    let kept = adds(&thandi).await.expect("a keepsake");
    let one = thandi.upload_as("you", "a", photo_bytes(MAN)).await.expect("a photo");
    for who in [json!([[kept.id, "you"], [one.id, "keepsake"]]), json!([[kept.id, null]])] {
        let body = json!({ "rights_confirmed": false, "who": who });
        let _: DraftView = thandi.call("creator/remember", body).await.expect("nothing happens");
        let photos = thandi.state().await.draft.photos;
        let shown: Vec<_> = photos.iter().map(|photo| (&photo.id, photo.who)).collect();
        assert_eq!(shown, [(&one.id, Some(Who::You)), (&kept.id, Some(Who::Keepsake))]);
    }
}

async fn nobody_is_cut_out_of_it_and_nobody_is_asked_for_it(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    thandi.says("Walking with my dad by the lake").await;
    let kept = adds(&thandi).await.expect("a keepsake");
    thandi.upload_as("you", "a", photo_bytes(MAN)).await.expect("a photo");
    let body = json!({ "photo": kept.id, "touch_up": null });
    let refused = thandi.call::<Value>("creator/cut_out", body).await.expect_err("nobody");
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    let refused = thandi.submit("/photo-requests", &[("place", "keepsake")]).await;
    assert_ne!(refused.status(), StatusCode::OK, "nobody is asked for it");
    // It takes nobody's place: both others can be asked.
    asks(&thandi, "loved_one").await;
    asks(&thandi, "friend").await;
}

async fn it_goes_when_it_is_removed_or_the_draft_begins_anew(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    let kept = adds(&thandi).await.expect("a keepsake");
    assert_eq!(thandi.get(&kept.preview_url).await.status(), StatusCode::OK);
    let body = json!({ "id": kept.id });
    let draft: DraftView = thandi.call("creator/remove_photo", body).await.expect("gone");
    assert!(draft.photos.is_empty() && world.objects().is_empty());
    adds(&thandi).await.expect("another");
    thandi.call::<Value>("creator/start_over", json!({})).await.expect("anew");
    sweep(&world.ports).await.expect("swept");
    assert!(thandi.state().await.draft.photos.is_empty() && world.objects().is_empty());
}

async fn it_stays_for_another_try_and_is_told_in_the_films_words(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    thandi.prepares(2).await;
    adds(&thandi).await.expect("a keepsake");
    world.imagery.image(Act::Fail);
    let begun = begins(&thandi, CreationKind::Video).await.expect("it starts");
    let failed = thandi.waits_for_the_end(&begun.id).await;
    assert!(failed.failure.expect("it failed").can_retry);
    assert!(was_sent(&world));
    *world.imagery.keepsake_seen.lock().expect("lock") = None;
    world.imagery.image(Act::Succeed);
    let again = thandi.tries_again(&begun.id, None).await.expect("another try");
    let made = thandi.waits_for_the_end(&again.id).await;
    assert_eq!(made.status, CreationStatus::Finished);
    assert!(was_sent(&world), "it is used again");
    let track = thandi.page(&made.captions_url.expect("a track")).await;
    assert!(track.contains("A keepsake is with them, as a print."), "{track}");
    let page = thandi.page(&format!("/memories/{}/share", made.id)).await;
    assert!(page.contains("As a print. What is written on it may be read."), "{page}");
    world.books_hold().await;
}

async fn a_model_is_not_sent_one(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = member(&world).await;
    thandi.prepares(2).await;
    adds(&thandi).await.expect("a keepsake");
    // Another provider makes pictures from now on.
    world.imagery.composes(false);
    let sipho = Person::member(&world, "sipho").await;
    let refused = adds(&sipho).await.expect_err("it cannot be there");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.problem.message.contains("no keepsake can be"), "{refused:?}");
    // A film of a model is drawn anew as well.
    world.imagery.composes(true);
    world.imagery.carries_nothing();
    assert_eq!(adds(&sipho).await.expect_err("nor there").status, StatusCode::CONFLICT);
    let begun = begins(&thandi, CreationKind::Video).await.expect("it starts");
    let made = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!((made.status, made.mode), (CreationStatus::Finished, Mode::Couple));
    assert!(!was_sent(&world));
    let track = thandi.page(&made.captions_url.expect("a track")).await;
    assert!(!track.contains("A keepsake is with them, as a print."), "{track}");
    sweep(&world.ports).await.expect("swept");
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 0);
}

fn keepsake_of(owner: AccountId) -> Photo {
    let who = Who::Keepsake;
    Photo { who: Some(who), position: place_of(who), ..photo_of(owner) }
}

/// Between what whoever begins has read and what is begun, the draft may change.
async fn a_memory_is_begun_with_the_keepsake_that_was_counted(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let owner = person(&store, 100).await;
    let new = ready(&store, owner).await;
    let counted = NewCreation { keepsake: true, ..new.clone() };
    let refused = store.begin(counted.clone()).await;
    assert!(matches!(refused, Err(BeginError::WrongPhotos)), "it is gone: {refused:?}");
    store.add(&keepsake_of(owner), START).await.expect("a keepsake");
    let refused = store.begin(new.clone()).await;
    assert!(matches!(refused, Err(BeginError::WrongPhotos)), "it was not seen: {refused:?}");
    // As many photos, but not of as many people.
    let mut friends = new;
    friends.brief.mode = Mode::Friend;
    let refused = store.begin(friends).await;
    assert!(matches!(refused, Err(BeginError::WrongPhotos)), "it is nobody: {refused:?}");
    assert!(matches!(store.begin(counted).await, Ok(Begun::Started)));
    books_hold(&db).await;
    db.close().await;
}
