//! Adding a photo: the whole way, what has to be confirmed, and what is refused.

use std::time::Duration;

use evernear_app::{
    domain::{
        account::TERMS_VERSION,
        creation::Brief,
        id::{AccountId, DraftKey, PhotoRequestId},
        media::Photo,
        photo_request::Consent,
        timestamp::Timestamp,
    },
    ports::{
        BeginError, Begun, CreationStore, DraftStore as _, MadePhotoRequest, NewCreation,
        NewPhotoRequest, PhotoRequestStore as _, PhotoStore as _,
    },
};
use evernear_rules::wire::{CreationKind, CreationStatus, DraftPhotos, DraftView, Mode, Who};
use evernear_server::{
    store::{Db, Store},
    values,
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;

use super::{
    ALL, MAN, WOMAN, adds, asks, describes, has_added, opens, photos_of, reads, takes_back,
};
use crate::{
    harness::{
        Engine, Person, World, books_hold,
        crowd::{START, entropy, person, photo_of, ready},
        eventually,
        html::header,
        photo_bytes,
    },
    sharing::leads_nowhere,
};

crate::both_engines![
    the_other_person_adds_their_photo_and_the_memory_is_made,
    nothing_is_taken_in_that_is_not_confirmed,
    what_cannot_be_used_is_told_and_leaves_nothing,
    what_breaks_off_leaves_nothing,
    of_two_who_add_at_once_one_gets_in,
    a_place_that_is_filled_takes_no_photo,
    nobody_agrees_to_words_that_they_have_not_read,
    a_memory_is_not_begun_with_a_photo_that_nobody_has_seen,
    a_photo_that_takes_the_place_of_another_is_not_begun_with_unseen,
    a_photo_added_while_the_memory_is_begun_goes_into_no_other,
];

async fn the_other_person_adds_their_photo_and_the_memory_is_made(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    let before = world.ports.now().0;
    has_added(&dad, &link).await;
    let after = world.ports.now().0;
    let page = dad.page(&link).await;
    assert!(page.contains("<h1>The photo is added</h1>"), "{page}");
    assert!(page.contains("Take the Photo Back") && page.contains("thandi"), "{page}");
    // As any photo: upright, without metadata, at its place in the draft.
    let photos = thandi.state().await.draft.photos;
    let whose: Vec<_> = photos.iter().map(|photo| photo.who).collect();
    assert_eq!(whose, [Some(Who::You), Some(Who::LovedOne)]);
    for file in world.objects() {
        let bytes = std::fs::read(&file).expect("readable");
        assert!(!bytes.windows(4).any(|window| window == b"Exif"), "{}", file.display());
    }
    assert!(thandi.page("/photo-requests").await.contains("The photo is there"));
    let consented = "SELECT consented_at FROM photo_requests WHERE consented_at IS NOT NULL";
    assert!((before..=after).contains(&world.number(consented).await));
    let agreed = "SELECT terms_version, notice FROM photo_requests WHERE id <> $1";
    let agreed = world.rows(agreed, "").await.remove(0);
    for part in [TERMS_VERSION, world.ports.imagery.notice().as_str()] {
        assert!(agreed.contains(part), "{part}: {agreed}");
    }
    // And then as usual.
    let key = thandi.state().await.draft.key;
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it starts");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(ended.status, CreationStatus::Finished);
    let page = opens(&dad, &link).await;
    assert!(page.contains("<h1>The memory was begun</h1>"), "{page}");
    assert!(page.contains("The memory is finished") && !page.contains("Take"), "{page}");
    eventually("the photos are deleted", || async {
        (world.number("SELECT COUNT(*) FROM photos").await == 0).then_some(())
    })
    .await;
    let page = dad.page(&link).await;
    assert!(page.contains("The photo is deleted."), "{page}");
    assert!(thandi.page("/photo-requests").await.contains("the photo was used"));
    let late = takes_back(&dad, &link).await;
    assert_eq!(late.status(), StatusCode::SEE_OTHER, "its page says how things stand");
    assert!(dad.page(&link).await.contains("The memory was begun"));
    // With the memory goes what is known of the request.
    thandi.submit(&format!("/memories/{}/delete", begun.id), &[]).await;
    leads_nowhere(&dad, &link).await;
    assert_eq!(world.number("SELECT COUNT(*) FROM photo_requests").await, 0);
}

async fn nothing_is_taken_in_that_is_not_confirmed(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    for missing in ALL {
        let confirmed: Vec<_> = ALL.into_iter().filter(|name| *name != missing).collect();
        let read = reads(&dad, &link).await;
        let answer = dad.adds_by_request(&link, &confirmed, &read, Some(photo_bytes(MAN))).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{missing}");
        let page = answer.text().await.expect("text");
        assert!(page.contains("Please confirm all three"), "{page}");
        assert!(page.contains("Add My Photo"), "it can be sent again: {page}");
    }
    assert_eq!(photos_of(&thandi).await.len(), 1);
    assert_eq!(world.objects().len(), 2, "nothing of it is kept");
    let consented = "SELECT COUNT(*) FROM photo_requests WHERE consented_at IS NOT NULL";
    assert_eq!(world.number(consented).await, 0);
    has_added(&dad, &link).await;
}

async fn what_cannot_be_used_is_told_and_leaves_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    let image = "Only image files under 6MB are allowed.";
    let page = b"<!DOCTYPE html><script>alert(1)</script>".to_vec();
    let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec();
    let heavy = [photo_bytes(MAN), vec![0; 7 << 20]].concat();
    let half = photo_bytes(MAN)[..9_000].to_vec();
    for (what, file, status, said) in [
        ("a page", Some(page), StatusCode::UNSUPPORTED_MEDIA_TYPE, image),
        ("a drawing", Some(drawing), StatusCode::UNSUPPORTED_MEDIA_TYPE, image),
        ("nothing in it", Some(Vec::new()), StatusCode::UNSUPPORTED_MEDIA_TYPE, image),
        ("too heavy", Some(heavy), StatusCode::PAYLOAD_TOO_LARGE, image),
        ("half", Some(half), StatusCode::UNPROCESSABLE_ENTITY, "damaged"),
        ("none", None, StatusCode::UNPROCESSABLE_ENTITY, "Please choose a photo first."),
    ] {
        let read = reads(&dad, &link).await;
        let answer = dad.adds_by_request(&link, &ALL, &read, file).await;
        assert_eq!(answer.status(), status, "{what}");
        assert_eq!(header(&answer, "referrer-policy"), "no-referrer", "{what}");
        let page = answer.text().await.expect("text");
        assert!(page.contains(said) && page.contains("Add My Photo"), "{what}: {page}");
        assert_eq!(photos_of(&thandi).await.len(), 1, "{what}");
        assert_eq!(world.objects().len(), 2, "{what}");
    }
    // What is no form with a file.
    let form = dad.submit_from("null", &format!("{link}/photo"), &[("photo", "x")]).await;
    assert_eq!(form.status(), StatusCode::BAD_REQUEST);
    has_added(&dad, &link).await;
}

async fn what_breaks_off_leaves_nothing(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let host = world.base.trim_start_matches("http://");
    let field = |name: &str| {
        format!("--abc\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\nyes\r\n")
    };
    let fields: String = ALL.iter().map(|name| field(name)).collect();
    let start =
        "--abc\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n";
    let sent = [fields.as_bytes(), start.as_bytes(), &photo_bytes(MAN)[..5_000]].concat();
    let head = format!(
        "POST {link}/photo HTTP/1.1\r\nhost: {host}\r\ncontent-type: multipart/form-data; boundary=abc\r\n\
         content-length: 1000000\r\n\r\n"
    );
    let mut line = tokio::net::TcpStream::connect(host).await.expect("connected");
    line.write_all(head.as_bytes()).await.expect("sent");
    line.write_all(&sent).await.expect("sent");
    drop(line);
    let dad = Person::visitor(&world.base);
    has_added(&dad, &link).await;
    assert_eq!(photos_of(&thandi).await.len(), 2);
    assert_eq!(world.objects().len(), 4);
}

async fn of_two_who_add_at_once_one_gets_in(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let (one, other) = (Person::at(&world.base, 9), Person::at(&world.base, 10));
    for _ in 0..3 {
        let answers = tokio::join!(adds(&one, &link), adds(&other, &link));
        let mut statuses = [answers.0.status(), answers.1.status()];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
        assert_eq!(photos_of(&thandi).await.len(), 2);
        assert_eq!(world.objects().len(), 4, "the other left nothing");
        takes_back(&one, &link).await;
        assert_eq!(photos_of(&thandi).await.len(), 1);
    }
}

async fn a_place_that_is_filled_takes_no_photo(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    opens(&dad, &link).await;
    let own = thandi.upload_as("loved_one", "own", photo_bytes(WOMAN)).await.expect("a photo");
    let page = dad.page(&link).await;
    assert!(page.contains("<h1>There is a photo already</h1>"), "{page}");
    let refused = adds(&dad, &link).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert!(thandi.page("/photo-requests").await.contains("The place has a photo"));
    // It is free again once that is removed.
    let body = json!({ "id": own.id });
    thandi.call::<Value>("creator/remove_photo", body).await.expect("removed");
    has_added(&dad, &link).await;
    assert_eq!(photos_of(&thandi).await.len(), 2);
}

async fn a_memory_is_not_begun_with_a_photo_that_nobody_has_seen(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    thandi.upload_as("loved_one", "own", photo_bytes(MAN)).await.expect("a photo");
    let link = asks(&thandi, "friend").await;
    let DraftView { key, photos, .. } = thandi.state().await.draft;
    let own: Vec<_> = photos.into_iter().map(|photo| photo.id).collect();
    // It comes while the creator is open with two photos, and what that sends on its own shows none.
    has_added(&Person::visitor(&world.base), &link).await;
    let remembered = json!({ "rights_confirmed": true, "who": [], "presentation": null });
    thandi.call::<Value>("creator/remember", remembered).await.expect("kept");
    let refused = thandi.begins(&key, CreationKind::Image).await.expect_err("not unseen");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.problem.message.contains("has added their photo"), "{refused:?}");
    // An open page asks what has come; what it is told, it has not shown yet.
    let told: DraftPhotos =
        thandi.call("creator/photos", json!({ "shown": own })).await.expect("photos");
    assert_eq!((told.key.as_str(), told.photos.len(), told.begun), (key.as_str(), 3, false));
    thandi.begins(&key, CreationKind::Image).await.expect_err("told, and not shown");
    let shown: Vec<_> = told.photos.into_iter().map(|photo| photo.id).collect();
    // Somebody else's page shows nothing of it.
    let mallory = Person::member(&world, "mallory").await;
    let none: DraftPhotos =
        mallory.call("creator/photos", json!({ "shown": shown })).await.expect("none");
    assert!(none.photos.is_empty());
    thandi.begins(&key, CreationKind::Image).await.expect_err("not by another account");
    thandi.call::<Value>("creator/photos", json!({ "shown": shown })).await.expect("shown");
    let begun = thandi.begins(&key, CreationKind::Image).await.expect("it was shown");
    let ended = thandi.waits_for_the_end(&begun.id).await;
    assert_eq!(ended.status, CreationStatus::Finished);
}

async fn nobody_agrees_to_words_that_they_have_not_read(engine: Engine) {
    let world = World::open(engine).await;
    let thandi = describes(&world).await;
    let link = asks(&thandi, "loved_one").await;
    let dad = Person::visitor(&world.base);
    let read = reads(&dad, &link).await;
    thandi.says("Dancing with my dad at my wedding").await;
    let photo = || Some(photo_bytes(MAN));
    for stale in [read.as_str(), ""] {
        let refused = dad.adds_by_request(&link, &ALL, stale, photo()).await;
        assert_eq!(refused.status(), StatusCode::CONFLICT);
        let page = refused.text().await.expect("text");
        assert!(page.contains("was changed meanwhile") && page.contains("wedding"), "{page}");
    }
    assert_eq!(photos_of(&thandi).await.len(), 1);
    has_added(&dad, &link).await;
    let words = "SELECT agreed_words FROM photo_requests WHERE id <> $1";
    let agreed = world.rows(words, "").await.remove(0);
    assert!(agreed.contains("wedding"), "{agreed}");
    assert!(!dad.page(&link).await.contains("It was added for"));
    thandi.says("No, the day we went fishing").await;
    let page = dad.page(&link).await;
    assert!(page.contains("It was added for") && page.contains("wedding"), "{page}");
    takes_back(&dad, &link).await;
    assert_eq!(
        world
            .rows("SELECT COALESCE(agreed_words, '-') FROM photo_requests WHERE id <> $1", "")
            .await,
        ["-"]
    );
}

/// What the store is asked for, with the photo that this person has added.
async fn added_in(store: &Store) -> (AccountId, PhotoRequestId, String, Photo) {
    let owner = person(store, 25).await;
    let draft = store.load(owner, DraftKey::new(START, &entropy()), START).await.expect("a draft");
    let id = PhotoRequestId::new(START, &entropy());
    let token_hash = hex::encode(entropy());
    let new = NewPhotoRequest {
        id,
        owner,
        draft: draft.key,
        who: Who::Friend,
        token_hash: token_hash.clone(),
        created_at: START,
        expires_at: Timestamp(i64::MAX),
    };
    assert_eq!(store.request_photo(&new).await.expect("asked"), MadePhotoRequest::Made);
    let photo = of_friend(owner);
    store.add_requested(id, &token_hash, &photo, &agreed()).await.expect("added");
    (owner, id, token_hash, photo)
}

fn agreed() -> Consent {
    let text = || "…".to_owned();
    Consent { at: START, terms_version: text(), notice: text(), words: text() }
}

async fn a_photo_that_takes_the_place_of_another_is_not_begun_with_unseen(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let (owner, id, token_hash, first) = added_in(&store).await;
    store.note_photos_seen(owner, &[first.id], START).await.expect("noted");
    let new = ready(&store, owner).await;
    let new = NewCreation { brief: Brief { mode: Mode::Friend, ..new.brief.clone() }, ..new };
    // Whoever begins has looked at the photos, and then one of them becomes another one.
    assert!(store.take_back_requested(id, first.id, START).await.expect("asked"));
    let second = of_friend(owner);
    store.add_requested(id, &token_hash, &second, &agreed()).await.expect("added");
    let refused = store.begin(new.clone()).await;
    assert!(matches!(refused, Err(BeginError::WrongPhotos)), "{refused:?}");
    store.note_photos_seen(owner, &[second.id], START).await.expect("noted");
    // Taken back after the time that whoever begins has read.
    let later = START.after(Duration::from_secs(5));
    assert!(store.take_back_requested(id, second.id, later).await.expect("asked"));
    let refused = store.begin(new.clone()).await;
    assert!(matches!(refused, Err(BeginError::WrongPhotos)), "{refused:?}");
    store.add_requested(id, &token_hash, &of_friend(owner), &agreed()).await.expect("added");
    let unseen = store.unseen_photos(owner).await.expect("asked");
    store.note_photos_seen(owner, &unseen, START).await.expect("noted");
    assert!(matches!(store.begin(new).await, Ok(Begun::Started)));
    books_hold(&db).await;
    db.close().await;
}

/// Somebody else's photo, which is in no draft yet.
fn of_friend(owner: AccountId) -> Photo {
    Photo { who: Some(Who::Friend), ..photo_of(owner) }
}

async fn a_photo_added_while_the_memory_is_begun_goes_into_no_other(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&engine.fresh_database(folder.path()).await).await.expect("opened");
    let store = Store::new(db.clone());
    let (owner, .., photo) = added_in(&store).await;
    let new = ready(&store, owner).await;
    let draft = new.draft.expect("of a draft");
    // As it is where the statement that begins has not seen the row yet.
    let aside = "UPDATE photos SET request_id = 'aside' WHERE id = $1";
    db.execute(aside, values![photo.id.to_string()]).await.expect("set aside");
    let id = new.id;
    assert!(matches!(store.begin(new).await, Ok(Begun::Started)));
    let back = "UPDATE photos SET request_id = NULL WHERE id = $1";
    db.execute(back, values![photo.id.to_string()]).await.expect("set back");
    assert_eq!(store.of_draft(owner, START).await.expect("asked").len(), 1);
    let fresh = DraftKey::new(START, &entropy());
    assert_ne!(fresh, draft);
    store.begin_after(owner, id, fresh, START).await.expect("done");
    assert!(store.of_draft(owner, START).await.expect("asked").is_empty());
    db.close().await;
}
