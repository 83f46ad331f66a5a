//! Pictures that client programs ask for, and what becomes of their hold.

use std::{sync::atomic::Ordering, time::Duration};

use reqwest::StatusCode;
use serde_json::json;

use super::{couple, credits, open, photo, picture, picture_url, program, settled};
use crate::harness::{Act, Engine, IMAGE, Program, eventually};

crate::both_engines![
    a_picture_of_two_is_begun_watched_and_fetched,
    a_picture_of_three_takes_three_photos,
    a_fetched_picture_without_a_film_is_captured_a_day_later,
    a_picture_that_nobody_fetched_is_released_a_day_later,
    a_picture_that_fails_is_released_and_says_why,
    a_question_comes_with_its_field,
    the_same_key_begins_one_picture,
    a_seed_and_a_ratio_are_honoured,
    photos_of_a_request_are_of_no_draft,
    a_picture_is_its_owners_alone,
    a_restart_loses_no_picture,
    a_fetched_picture_cannot_be_cancelled_for_nothing,
];

async fn a_picture_of_two_is_begun_watched_and_fetched(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    assert_eq!(credits(&world).await, (25, 25));
    let address = picture_url(&thandi, &task).await;
    assert!(address.ends_with(&format!("/functions/v1/media/{task}/image.jpg")), "{address}");
    assert_eq!(thandi.file(&address).await, (StatusCode::OK, IMAGE.to_vec()));
    assert_eq!(world.imagery.photos_seen.load(Ordering::SeqCst), 2);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 0);
    assert_eq!(credits(&world).await, (25, 25), "held until it has its film");
    let film = thandi.get(&format!("/check-video-status?taskId={task}")).await;
    assert_eq!(film.status, StatusCode::NOT_FOUND, "no film was asked for");
    world.books_hold().await;
}

async fn a_picture_of_three_takes_three_photos(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let mut body = couple();
    let two = thandi.post("/generate-friend-image", body.clone()).await;
    assert_eq!(
        (two.status, two.text("error")),
        (StatusCode::BAD_REQUEST, "Prompt and 3 photos required.".to_owned())
    );
    body["subject3Base64"] = json!(format!("data:image/jpeg;base64,{}", photo(2)));
    let begun = thandi.post("/generate-friend-image", body).await;
    assert_eq!(begun.status, StatusCode::ACCEPTED, "{begun:?}");
    picture_url(&thandi, &begun.text("taskId")).await;
    assert_eq!(world.imagery.photos_seen.load(Ordering::SeqCst), 3);
}

async fn a_fetched_picture_without_a_film_is_captured_a_day_later(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    thandi.file(&address).await;
    world.clock.forward(Duration::from_secs(24 * 3600 - 60));
    assert_eq!(credits(&world).await, (25, 25));
    world.clock.forward(Duration::from_secs(61));
    eventually("it is captured", || async { (credits(&world).await == (25, 0)).then_some(()) })
        .await;
    assert_eq!(world.number("SELECT COUNT(*) FROM ledger WHERE kind = 'capture'").await, 1);
    let kind = "SELECT COUNT(*) FROM creations WHERE kind = 'image' AND status = 'finished'";
    assert_eq!(world.number(kind).await, 1, "it is a picture in the end");
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thandi = thandi.with(&session.text("access_token"));
    assert_eq!(thandi.file(&address).await, (StatusCode::OK, IMAGE.to_vec()), "and is kept");
    assert_eq!(picture_url(&thandi, &task).await, address);
    let taken = world.ports.creations.durations(evernear_rules::wire::CreationKind::Image, 1).await;
    assert!(taken.expect("read")[0] < 60, "waiting is no part of the time it takes");
    world.books_hold().await;
}

async fn a_picture_that_nobody_fetched_is_released_a_day_later(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    picture_url(&thandi, &task).await;
    world.clock.forward(Duration::from_secs(24 * 3600 + 1));
    eventually("it is released", || async { (credits(&world).await == (50, 0)).then_some(()) })
        .await;
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thandi = thandi.with(&session.text("access_token"));
    let ended = settled(&thandi, "image", &task).await;
    assert_eq!(ended.text("status"), "FAILED", "{ended:?}");
    world.books_hold().await;
}

async fn a_picture_that_fails_is_released_and_says_why(engine: Engine) {
    let world = open(engine).await;
    world.imagery.image(Act::Fail);
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let failed = settled(&thandi, "image", &task).await;
    assert_eq!(failed.status, StatusCode::OK);
    assert_eq!(failed.body, json!({ "status": "FAILED", "error": "Image generation failed" }));
    assert_eq!(credits(&world).await, (50, 0));
    world.books_hold().await;
}

async fn a_question_comes_with_its_field(engine: Engine) {
    let world = open(engine).await;
    world.imagery.image(Act::Ask("In which garden?"));
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let asked = settled(&thandi, "image", &task).await;
    let follow_up = json!({ "question": "In which garden?", "field": "location" });
    assert_eq!(asked.body["followUp"], follow_up, "{asked:?}");
    assert_eq!(credits(&world).await, (50, 0));
}

async fn the_same_key_begins_one_picture(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let key = [("idempotency-key", "walk-1")];
    let ask = |body| thandi.send_as("POST", "/generate-couple-image", Some(body), &key);
    let first = ask(couple()).await.ok().text("taskId");
    let again = ask(couple()).await.ok();
    assert_eq!(again.text("taskId"), first);
    assert_eq!(credits(&world).await, (25, 25));
    picture_url(&thandi, &first).await;
    let known = ask(couple()).await;
    assert_eq!(known.status, StatusCode::OK, "what it came to");
    assert_eq!(known.text("taskId"), first);
    assert!(known.text("imageUrl").ends_with("/image.jpg"));
    let mut other = couple();
    other["promptText"] = json!("Tea with Nan");
    let refused = ask(other).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text("error").contains("idempotency key"), "{refused:?}");
    let bongani = program(&world, "bongani").await;
    let theirs = bongani.send_as("POST", "/generate-couple-image", Some(couple()), &key).await.ok();
    assert_ne!(theirs.text("taskId"), first, "a key is an account's own");
    eventually("one photo a person is kept", || async {
        (world.number("SELECT COUNT(*) FROM photos").await == 4).then_some(())
    })
    .await;
    world.books_hold().await;
}

async fn a_seed_and_a_ratio_are_honoured(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let mut body = couple();
    body["seed"] = json!(4_294_967_295_u32);
    body["ratio"] = json!("1:1");
    let begun = thandi.post("/generate-couple-image", body).await.ok();
    let made = settled(&thandi, "image", &begun.text("taskId")).await;
    assert_eq!(made.body["seed"], 4_294_967_295_u32);
    assert_eq!(*world.imagery.seeds_seen.lock().expect("lock"), [4_294_967_295]);
    let presented = *world.imagery.presentation_seen.lock().expect("lock");
    assert_eq!(presented.shape, evernear_rules::presentation::Shape::Square);
    let other = settled(&thandi, "image", &picture(&thandi).await).await;
    let seed = other.body["seed"].as_u64().expect("a seed of ours");
    assert!(seed <= 4_294_967_295, "it may be sent again: {seed}");
    assert_eq!(world.imagery.seeds_seen.lock().expect("lock")[1], seed);
}

async fn photos_of_a_request_are_of_no_draft(engine: Engine) {
    let world = open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let drafts = "SELECT COUNT(*) FROM photos WHERE creation_id IS NULL";
    assert_eq!(world.number(drafts).await, 0, "they are the creation's");
    let linked = "SELECT COUNT(*) FROM drafts WHERE creation_id IS NOT NULL";
    assert_eq!(world.number(linked).await, 0, "the page's draft is untouched");
    world.imagery.speak();
    picture_url(&thandi, &task).await;
    // Without credits nothing is begun, and no photo stays.
    picture(&thandi).await;
    let short = thandi.post("/generate-couple-image", couple()).await;
    assert_eq!(
        (short.status, short.text("error")),
        (StatusCode::PAYMENT_REQUIRED, "Not enough credits.".to_owned())
    );
    assert_eq!(world.number("SELECT COUNT(*) FROM photos").await, 4);
    let mut unread = couple();
    unread["subject1Base64"] = json!("aGVsbG8gd29ybGQ=");
    let short = thandi.post("/generate-couple-image", unread).await;
    assert_eq!(short.status, StatusCode::PAYMENT_REQUIRED, "its photos are not even read");
    world.books_hold().await;
}

async fn a_picture_is_its_owners_alone(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let bongani = program(&world, "bongani").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    assert_eq!(bongani.file(&address).await.0, StatusCode::NOT_FOUND);
    let asked = bongani.get(&format!("/check-image-status?taskId={task}")).await;
    assert_eq!(asked.status, StatusCode::NOT_FOUND);
    let film = json!({ "imageUrl": address, "promptText": "It moves" });
    let refused = bongani.post("/generate-couple-video", film).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let nobody = Program::of(&world.base).functions();
    assert_eq!(nobody.file(&address).await.0, StatusCode::UNAUTHORIZED);
    let film = address.replace("image.jpg", "film.mp4");
    assert_eq!(thandi.file(&film).await.0, StatusCode::NOT_FOUND, "there is none yet");
    assert_eq!(credits(&world).await, (75, 25));
}

async fn a_restart_loses_no_picture(engine: Engine) {
    let mut world = open(engine).await;
    world.imagery.image(Act::Silent);
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    world.restart().await;
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thandi = Program::of(&world.base).with(&session.text("access_token")).functions();
    let address = picture_url(&thandi, &task).await;
    assert_eq!(thandi.file(&address).await.0, StatusCode::OK);
    assert_eq!(credits(&world).await, (25, 25));
    world.books_hold().await;
}

async fn a_fetched_picture_cannot_be_cancelled_for_nothing(engine: Engine) {
    let world = open(engine).await;
    let thandi = crate::harness::Person::member(&world, "thandi").await;
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let program = Program::of(&world.base).with(&session.text("access_token")).functions();
    let task = picture(&program).await;
    let address = picture_url(&program, &task).await;
    let other = picture(&program).await;
    picture_url(&program, &other).await;
    let asked = program.send("HEAD", &format!("/media/{other}/image.jpg"), None).await;
    assert_eq!(asked.status, StatusCode::OK, "it is there");
    assert_eq!(thandi.cancels(&other).await.credits, 25, "nobody fetched that one");
    program.file(&address).await;
    let body = json!({ "id": task });
    let refused = thandi.call::<serde_json::Value>("creation/cancel", body).await;
    let refused = refused.expect_err("it is paid for");
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let page = thandi.page(&format!("/memories/{task}")).await;
    assert!(page.contains("Make the Film") && !page.contains("Credits Back"), "{page}");
    assert!(refused.problem.message.starts_with("A program has fetched this picture"));
    assert_eq!(credits(&world).await, (25, 25));
    world.books_hold().await;
}
