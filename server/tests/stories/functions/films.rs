//! Films of pictures that client programs were given.

use std::{collections::BTreeSet, sync::atomic::Ordering};

use evernear_rules::wire::CreationKind;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{couple, credits, open, picture, picture_url, program, settled};
use crate::harness::{Act, Engine, FILM, Person, Program, eventually, html::credit_lines};

crate::both_engines![
    the_first_film_uses_the_hold_of_its_picture,
    another_film_of_the_same_picture_has_a_hold_of_its_own,
    the_same_key_begins_one_film,
    a_key_is_known_where_its_film_was_begun_before_keys_had_a_column,
    a_key_of_one_pictures_film_is_of_no_other,
    a_key_of_a_film_is_of_no_picture_that_is_asked_for_at_once,
    a_film_that_fails_is_released,
    two_films_at_once_use_the_hold_once,
    the_same_request_many_times_at_once_begins_one_film,
    no_other_address_is_taken,
    a_film_is_of_its_pictures_shape_people_and_length,
    the_same_key_begins_one_film_of_a_picture_that_the_page_shows,
    a_body_that_is_too_large_is_refused_in_words,
    what_a_program_makes_is_a_line_of_the_credits,
];

async fn film(program: &Program, address: &str) -> String {
    let body = json!({ "imageUrl": address, "promptText": "It moves", "duration": 10 });
    let begun = program.post("/generate-couple-video", body).await;
    assert_eq!(begun.status, StatusCode::ACCEPTED, "{begun:?}");
    begun.text("taskId")
}

async fn made(program: &Program, task: &str) -> String {
    settled(program, "video", task).await.ok().text("videoUrl")
}

async fn the_first_film_uses_the_hold_of_its_picture(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    let film = film(&thandi, &address).await;
    assert_eq!(film, task, "one memory");
    let video = made(&thandi, &film).await;
    assert_eq!(thandi.file(&video).await, (StatusCode::OK, FILM.to_vec()));
    assert_eq!(credits(&world).await, (25, 0));
    assert_eq!(picture_url(&thandi, &task).await, address, "the picture stays");
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 1);
    world.books_hold().await;
}

async fn another_film_of_the_same_picture_has_a_hold_of_its_own(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    made(&thandi, &film(&thandi, &address).await).await;
    eventually("the photos are gone", || async {
        (world.number("SELECT COUNT(*) FROM photos").await == 0).then_some(())
    })
    .await;
    let other = film(&thandi, &address).await;
    assert_ne!(other, task);
    let video = made(&thandi, &other).await;
    assert_eq!(thandi.file(&video).await, (StatusCode::OK, FILM.to_vec()));
    assert_eq!(credits(&world).await, (0, 0));
    assert_eq!(world.imagery.images_requested.load(Ordering::SeqCst), 1, "the same picture");
    let picture = thandi.get(&format!("/check-image-status?taskId={other}")).await;
    assert_eq!(picture.status, StatusCode::NOT_FOUND, "it has no picture of its own");
    assert_eq!(thandi.file(&address).await.0, StatusCode::OK, "the first keeps its picture");
    let body = json!({ "imageUrl": address });
    let short = thandi.post("/generate-couple-video", body).await;
    assert_eq!(
        (short.status, short.text("error")),
        (StatusCode::PAYMENT_REQUIRED, "Not enough credits.".to_owned())
    );
    world.books_hold().await;
}

async fn the_same_key_begins_one_film(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    let key = [("idempotency-key", "film-1")];
    let ask = |body: Value| thandi.send_as("POST", "/generate-couple-video", Some(body), &key);
    let body = json!({ "imageUrl": address });
    assert_eq!(ask(body.clone()).await.ok().text("taskId"), task);
    assert_eq!(ask(body.clone()).await.ok().text("taskId"), task);
    let other = ask(json!({ "imageUrl": address, "promptText": "Slowly" })).await;
    assert_eq!(other.status, StatusCode::CONFLICT, "{other:?}");
    made(&thandi, &task).await;
    let known = ask(body).await;
    assert_eq!((known.status, known.text("taskId")), (StatusCode::OK, task));
    assert!(known.text("videoUrl").ends_with("/film.mp4"));
    assert_eq!(credits(&world).await, (25, 0));
    // The same of a film that has a hold of its own.
    let key = [("idempotency-key", "film-2")];
    let ask = |body: Value| thandi.send_as("POST", "/generate-couple-video", Some(body), &key);
    let body = json!({ "imageUrl": address });
    let second = ask(body.clone()).await.ok().text("taskId");
    assert_eq!(ask(body).await.ok().text("taskId"), second);
    let other = ask(json!({ "imageUrl": address, "promptText": "Slowly" })).await;
    assert_eq!(other.status, StatusCode::CONFLICT, "{other:?}");
    made(&thandi, &second).await;
    assert_eq!(credits(&world).await, (0, 0));
    world.books_hold().await;
}

async fn a_key_is_known_where_its_film_was_begun_before_keys_had_a_column(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let body = json!({ "imageUrl": picture_url(&thandi, &task).await });
    let key = [("idempotency-key", "film-1")];
    let ask = || thandi.send_as("POST", "/generate-couple-video", Some(body.clone()), &key);
    assert_eq!(ask().await.ok().text("taskId"), task);
    made(&thandi, &task).await;
    let before = "UPDATE creations SET film_request_key = NULL";
    world.db.execute(before, Vec::new()).await.expect("as it was before");
    assert_eq!(ask().await.ok().text("taskId"), task);
    assert_eq!(world.imagery.films_requested.load(Ordering::SeqCst), 1);
    assert_eq!(credits(&world).await, (25, 0));
    world.books_hold().await;
}

async fn a_key_of_one_pictures_film_is_of_no_other(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let key = [("idempotency-key", "film-1")];
    let ask = |body: Value| thandi.send_as("POST", "/generate-couple-video", Some(body), &key);
    let (one, two) = (picture(&thandi).await, picture(&thandi).await);
    let first = json!({ "imageUrl": picture_url(&thandi, &one).await });
    let second = json!({ "imageUrl": picture_url(&thandi, &two).await });
    // At once, and after each other.
    let (first_said, second_said) = tokio::join!(ask(first.clone()), ask(second.clone()));
    let statuses = [first_said.status, second_said.status];
    assert!(statuses.contains(&StatusCode::ACCEPTED), "{statuses:?}");
    assert!(statuses.contains(&StatusCode::CONFLICT), "{statuses:?}");
    let (won, lost) =
        if first_said.status == StatusCode::ACCEPTED { (first, second) } else { (second, first) };
    assert!(ask(won).await.status.is_success());
    assert_eq!(ask(lost).await.status, StatusCode::CONFLICT);
    world.books_hold().await;
}

async fn a_key_of_a_film_is_of_no_picture_that_is_asked_for_at_once(engine: Engine) {
    let world = open(engine).await;
    for name in ["thandi", "zola", "sipho", "lindiwe"] {
        let person = program(&world, name).await;
        let task = picture(&person).await;
        let film = json!({ "imageUrl": picture_url(&person, &task).await });
        let key = [("idempotency-key", "the-same")];
        let (filmed, pictured) = tokio::join!(
            person.send_as("POST", "/generate-couple-video", Some(film), &key),
            person.send_as("POST", "/generate-couple-image", Some(couple()), &key),
        );
        let mut statuses = [filmed.status, pictured.status];
        statuses.sort();
        let one = [StatusCode::ACCEPTED, StatusCode::CONFLICT];
        assert_eq!(statuses, one, "{filmed:?} {pictured:?}");
    }
    world.books_hold().await;
}

async fn a_film_that_fails_is_released(engine: Engine) {
    let world = open(engine).await;
    world.imagery.film(Act::Fail);
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    let failed = settled(&thandi, "video", &film(&thandi, &address).await).await;
    assert_eq!(failed.body, json!({ "status": "FAILED", "error": "Video generation failed" }));
    assert_eq!(credits(&world).await, (50, 0));
    // The picture is still there for another try, with a hold of its own.
    world.imagery.film(Act::Succeed);
    made(&thandi, &film(&thandi, &address).await).await;
    assert_eq!(credits(&world).await, (25, 0));
    world.books_hold().await;
}

async fn two_films_at_once_use_the_hold_once(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    let (one, other) = tokio::join!(film(&thandi, &address), film(&thandi, &address));
    assert_ne!(one, other);
    assert!(one == task || other == task);
    made(&thandi, &one).await;
    made(&thandi, &other).await;
    assert_eq!(credits(&world).await, (0, 0));
    world.books_hold().await;
}

async fn the_same_request_many_times_at_once_begins_one_film(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    // The picture's own film, then another one of it.
    for (key, left) in [("film-1", 25), ("film-2", 0)] {
        let key = [("idempotency-key", key)];
        let body = json!({ "imageUrl": address });
        let ask = || thandi.send_as("POST", "/generate-couple-video", Some(body.clone()), &key);
        let begun = futures::future::join_all((0..20).map(|_| ask())).await;
        let tasks: BTreeSet<String> =
            begun.into_iter().map(|answer| answer.ok().text("taskId")).collect();
        assert_eq!(tasks.len(), 1, "{tasks:?}");
        made(&thandi, tasks.first().expect("one")).await;
        assert_eq!(credits(&world).await, (left, 0));
    }
    world.books_hold().await;
}

async fn no_other_address_is_taken(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    for (call, text) in [
        ("/generate-couple-video", "Image URL is required."),
        ("/generate-friend-video", "imageUrl is required"),
    ] {
        for body in [json!({}), json!({ "imageUrl": "" }), json!({ "imageUrl": 7 })] {
            let refused = thandi.post(call, body).await;
            assert_eq!(
                (refused.status, refused.text("error").as_str()),
                (StatusCode::BAD_REQUEST, text)
            );
        }
        for address in [
            "https://example.com/picture.jpg",
            "http://169.254.169.254/latest/meta-data/image.jpg",
            "file:///etc/passwd",
            "/functions/v1/media/../../image.jpg",
            "/functions/v1/media/0197a0a0-0000-7000-8000-000000000000/film.mp4",
            "https://evil.example/functions/v1/media/0197a0a0-0000-7000-8000-000000000000/image.jpg",
            "/functions/v1/media/0197a0a0-0000-7000-8000-000000000000/image.jpg",
        ] {
            let refused = thandi.post(call, json!({ "imageUrl": address })).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{address}: {refused:?}");
        }
    }
    assert_eq!(credits(&world).await, (50, 0));
}

async fn a_film_is_of_its_pictures_shape_people_and_length(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let address = picture_url(&thandi, &picture(&thandi).await).await;
    for (change, call) in [
        (json!({ "ratio": "16:9" }), "/generate-couple-video"),
        (json!({ "ratio": "wide" }), "/generate-couple-video"),
        (json!({ "duration": 5 }), "/generate-couple-video"),
        (json!({ "duration": "10" }), "/generate-couple-video"),
        (json!({ "side": "left" }), "/generate-couple-video"),
        (json!({}), "/generate-friend-video"),
    ] {
        let mut body = change.clone();
        body["imageUrl"] = json!(address);
        let refused = thandi.post(call, body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{change}: {refused:?}");
    }
    let body = json!({ "imageUrl": address, "ratio": "1080:1920", "duration": 10 });
    thandi.post("/generate-couple-video", body).await.ok();
}

async fn the_same_key_begins_one_film_of_a_picture_that_the_page_shows(engine: Engine) {
    let world = open(engine).await;
    let thandi = Person::member(&world, "thandi").await;
    let state = thandi.prepares(2).await;
    let begun = thandi.begins_with(&state.draft.key, CreationKind::Video, true).await;
    let id = begun.expect("it starts").id;
    let address = eventually("the picture waits for them", || async {
        let view = thandi.watches(&id).await;
        view.review.filter(|review| review.open).and(view.image_url)
    })
    .await;
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let program = Program::of(&world.base).with(&session.text("access_token")).functions();
    let key = [("idempotency-key", "film-1")];
    for _ in 0..2 {
        let body = json!({ "imageUrl": address });
        let film = program.send_as("POST", "/generate-couple-video", Some(body), &key).await.ok();
        assert_eq!(film.text("taskId"), id);
    }
    made(&program, &id).await;
    assert_eq!(credits(&world).await, (25, 0), "no hold of its own");
    world.books_hold().await;
}

async fn a_body_that_is_too_large_is_refused_in_words(engine: Engine) {
    let world = open(engine).await;
    let thandi = program(&world, "thandi").await;
    let body = json!({ "imageUrl": "x".repeat(100_000) });
    let refused = thandi.post("/generate-couple-video", body).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    let told = refused.text("error");
    assert_eq!(told, "The body is larger than a request for a film can be.");
    let broken = thandi.get("/media/%ff/image.jpg").await;
    assert_eq!((broken.status, broken.body["error"].is_string()), (StatusCode::NOT_FOUND, true));
    let nothing = thandi.get("/").await;
    assert_eq!((nothing.status, nothing.body["error"].is_string()), (StatusCode::NOT_FOUND, true));
}

async fn what_a_program_makes_is_a_line_of_the_credits(engine: Engine) {
    let world = open(engine).await;
    let person = Person::member(&world, "thandi").await;
    let session = Program::of(&world.base).sign_in("thandi@example.com").await.ok();
    let thandi = Program::of(&world.base).with(&session.text("access_token")).functions();
    let lines = async || credit_lines(&person.page("/credits").await);
    let words = "Memory “Walking with my dad by the lake”";
    let welcome = ["Welcome credits", "+50", "50", ""];
    let task = picture(&thandi).await;
    let address = picture_url(&thandi, &task).await;
    assert_eq!(lines().await, [[words, "25 held", "50", "/ai-creator"], welcome]);
    made(&thandi, &film(&thandi, &address).await).await;
    let page = format!("/memories/{task}");
    let first = [words, "−25 used", "25", &page];
    assert_eq!(lines().await, [first, welcome], "picture and film are one memory");
    let other = film(&thandi, &address).await;
    made(&thandi, &other).await;
    let page = format!("/memories/{other}");
    let second = [words, "−25 used", "0", &page];
    assert_eq!(lines().await, [second, first, welcome]);
}
