//! Runway's tasks as a step of a creation meets them: ordered once, looked at until they end, and whatever
//! goes wrong told apart by what may follow.

use std::{sync::Arc, time::Duration};

use evernear_app::ports::{Imagery, ImageryError, Part, Submitted, TaskId, TaskState};
use evernear_rules::presentation::Shape;
use evernear_server::{
    adapters::{runway::Runway, system::SystemEntropy},
    config::{Secret, imagery::RunwayConfig},
};
use serde_json::{Value, json};

use crate::harness::{
    photo_bytes,
    provider::{KEY, PATIENCE, Trouble, WORD, film, mp4, photo, picture, png, whole},
    runway_server::{Call, End, RunwayServer},
};

fn runway(url: &str, key: &str) -> Runway {
    let config = RunwayConfig {
        url: url.to_owned(),
        key: Secret(key.to_owned()),
        picture_model: "gen4_image".to_owned(),
        film_model: "gen4_turbo".to_owned(),
    };
    Runway::new(config, Arc::new(SystemEntropy)).expect("a client").with_patience(PATIENCE)
}

async fn opened() -> (RunwayServer, Runway) {
    let server = RunwayServer::open().await;
    let runway = runway(&server.url, KEY);
    (server, runway)
}

async fn ordered(runway: &Runway) -> TaskId {
    match runway.start_picture(picture(Shape::Portrait, 2)).await.expect("taken") {
        Submitted::Task(task) => task,
        asks @ Submitted::FollowUp { .. } => panic!("{asks:?}"),
    }
}

/// Each photo of a picture has a tag that its words cite.
fn cites_all(order: &Value) -> bool {
    let cited = |tag: &str| {
        order["promptText"].as_str().is_some_and(|words| words.contains(&format!("@{tag}")))
    };
    let references = order["referenceImages"].as_array().expect("photos");
    references.iter().all(|reference| reference["tag"].as_str().is_some_and(cited))
}

/// What an error lets follow, once it is certain that it holds nothing private.
fn kind(error: &ImageryError) -> &'static str {
    let text = error.to_string();
    assert!(!text.contains(KEY) && !text.contains(WORD) && !text.contains("127.0.0.1"), "{text}");
    match error {
        ImageryError::Unavailable { .. } => "unavailable",
        ImageryError::MaybeTaken(_) => "maybe taken",
        ImageryError::Rejected(_) => "rejected",
    }
}

fn told(looked: &Result<TaskState, ImageryError>) -> String {
    match looked {
        Ok(state) => format!("{state:?}"),
        Err(error) => kind(error).to_owned(),
    }
}

#[tokio::test]
async fn a_picture_waits_its_turn_is_made_and_comes_unchanged() {
    let (server, runway) = opened().await;
    let stages = [
        json!({ "status": "THROTTLED" }),
        json!({ "status": "PENDING", "estimatedCost": { "credits": 5 } }),
        json!({ "status": "RUNNING", "progress": 0.25 }),
    ];
    server.tasks(&stages, End::Succeeds);
    let task = ordered(&runway).await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(told(&runway.check(&task).await));
    }
    let expected =
        ["Waiting { ahead: None }", "Waiting { ahead: None }", "Running { fraction: Some(0.25) }"];
    assert_eq!(seen, expected);
    assert_eq!(whole(runway.check(&task).await.expect("done")).await.expect("whole"), png());
    let jpeg = photo_bytes("man-blue-suit.jpg");
    server.pictures(jpeg.clone());
    assert_eq!(whole(runway.check(&task).await.expect("done")).await.expect("whole"), jpeg);
    assert_eq!(runway.model_of(&task), Some("Runway"));
    assert!(runway.is_paid(Part::Image, false) && runway.is_paid(Part::Film, false));
    for _ in 0..20 {
        let pause = runway.poll_every(&task).expect("it is bounded");
        assert!((Duration::from_secs(5)..Duration::from_millis(6_300)).contains(&pause));
    }
    let (path, order) = &server.orders()[0];
    assert_eq!(path, "text_to_image");
    assert_eq!(order["referenceImages"].as_array().map(Vec::len), Some(2));
    let prompt = order["promptText"].as_str().expect("a prompt");
    assert!(prompt.contains("@person1 and @person2") && prompt.contains(WORD), "{prompt}");
    runway.discard(&task).await.expect("it is gone");
    assert_eq!(server.running(), 0);
    runway.discard(&task).await.expect("it is gone");
    assert_eq!(told(&runway.check(&task).await), "Lost");
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn a_film_begins_with_the_picture_and_a_large_picture_is_uploaded() {
    let (server, runway) = opened().await;
    let large = [png(), vec![5; 4_000_000]].concat();
    for image in [png(), large.clone()] {
        let taken = runway.start_film(film(Shape::Portrait, image)).await.expect("taken");
        let Submitted::Task(task) = taken else { panic!("{taken:?}") };
        let made = runway.check(&task).await.expect("done");
        assert_eq!(whole(made).await.expect("whole"), mp4());
    }
    let orders = server.orders();
    assert!(
        orders[0].1["promptImage"].as_str().is_some_and(|uri| uri.starts_with("data:image/png"))
    );
    assert!(orders[1].1["promptImage"].as_str().is_some_and(|uri| uri.starts_with("runway://")));
    assert_eq!(
        (orders[1].1["duration"].as_u64(), &orders[1].1["model"]),
        (Some(10), &json!("gen4_turbo"))
    );
    assert_eq!(server.uploaded(), [large]);
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn each_shape_and_number_of_people_is_ordered_as_the_contract_says() {
    let (server, runway) = opened().await;
    let shapes = [Shape::Portrait, Shape::Square, Shape::Landscape];
    for (shape, people) in shapes.into_iter().zip([2, 3, 1]) {
        runway.start_picture(picture(shape, people)).await.expect("taken");
        runway.start_film(film(shape, png())).await.expect("taken");
    }
    let orders = server.orders();
    let pictures = orders.iter().filter(|(path, _)| path == "text_to_image");
    assert!(pictures.map(|(_, order)| order).all(cites_all));
    let ratios: Vec<_> = orders.iter().filter_map(|(_, order)| order["ratio"].as_str()).collect();
    assert_eq!(ratios, ["720:1280", "720:1280", "720:720", "960:960", "1280:720", "1280:720"]);
    for people in [0, 4] {
        let refused = runway.start_picture(picture(Shape::Portrait, people)).await;
        assert_eq!(kind(&refused.expect_err("refused")), "rejected");
    }
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn the_same_order_has_the_same_seed_and_the_next_one_another() {
    let (server, runway) = opened().await;
    for order in ["one-image-0", "one-image-0", "one-image-1"] {
        let mut request = picture(Shape::Portrait, 2);
        request.order = order.to_owned();
        runway.start_picture(request).await.expect("taken");
    }
    let seeds: Vec<_> = server.orders().iter().map(|(_, order)| order["seed"].clone()).collect();
    assert!(seeds[0] == seeds[1] && seeds[1] != seeds[2], "{seeds:?}");
}

#[tokio::test]
async fn long_words_are_cut_to_what_a_model_reads() {
    let (server, runway) = opened().await;
    let mut request = picture(Shape::Portrait, 3);
    request.prompt =
        evernear_app::domain::creation::Prompt::parse(&"Tea 🫖 with Nan. ".repeat(250));
    runway.start_picture(request).await.expect("taken");
    assert!(server.orders().iter().all(|(_, order)| cites_all(order)));
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn an_order_is_sent_once_and_in_doubt_only_where_it_may_have_been_taken() {
    for (trouble, expected) in [
        (Trouble::Status(400, None), "rejected"),
        (Trouble::Status(401, None), "rejected"),
        (Trouble::Status(403, None), "rejected"),
        (Trouble::Status(404, None), "rejected"),
        (Trouble::Status(429, Some("7")), "unavailable"),
        (Trouble::Status(500, None), "unavailable"),
        (Trouble::Status(503, None), "unavailable"),
        (Trouble::Status(502, None), "maybe taken"),
        (Trouble::Status(504, None), "maybe taken"),
        (Trouble::RedirectsInside, "unavailable"),
        (Trouble::Page, "maybe taken"),
        (Trouble::Half, "maybe taken"),
        (Trouble::Endless, "maybe taken"),
        (Trouble::BreaksOff, "maybe taken"),
        (Trouble::Cut, "maybe taken"),
        (Trouble::Hangs, "maybe taken"),
    ] {
        let (server, runway) = opened().await;
        server.trouble(Call::Order, std::slice::from_ref(&trouble));
        let error = runway.start_picture(picture(Shape::Portrait, 2)).await.expect_err("trouble");
        assert_eq!(kind(&error), expected, "{trouble:?}");
        if trouble == Trouble::Status(429, Some("7")) {
            let after = Some(Duration::from_secs(7));
            assert!(
                matches!(error, ImageryError::Unavailable { retry_after, .. } if retry_after == after)
            );
        }
        assert_eq!(server.calls(Call::Order), 1, "{trouble:?}");
    }
    let (_, revoked) = opened().await;
    drop(revoked);
    let server = RunwayServer::open().await;
    let revoked = runway(&server.url, "another key");
    let error = revoked.start_picture(picture(Shape::Portrait, 2)).await.expect_err("refused");
    assert_eq!(kind(&error), "rejected");
    let nobody = runway("http://127.0.0.1:9", KEY);
    let error = nobody.start_picture(picture(Shape::Portrait, 2)).await.expect_err("away");
    assert_eq!(kind(&error), "unavailable");
}

#[tokio::test]
async fn without_its_photos_nothing_is_ordered() {
    let (server, runway) = opened().await;
    let mut request = picture(Shape::Portrait, 2);
    request.photos[1] = photo(Vec::new());
    assert_eq!(kind(&runway.start_picture(request).await.expect_err("gone")), "unavailable");
    let unread = runway.start_film(film(Shape::Portrait, Vec::new())).await.expect_err("gone");
    assert_eq!(kind(&unread), "unavailable");
    let text = runway.start_film(film(Shape::Portrait, b"words".to_vec())).await;
    assert_eq!(kind(&text.expect_err("no picture")), "rejected");
    for call in [Call::Upload, Call::Place] {
        for trouble in [Trouble::Cut, Trouble::Hangs, Trouble::Page, Trouble::RedirectsInside] {
            if (call, &trouble) == (Call::Place, &Trouble::Page) {
                continue;
            }
            server.trouble(call, &[trouble.clone(), trouble.clone(), trouble.clone()]);
            let large = [png(), vec![5; 4_000_000]].concat();
            let error = runway.start_film(film(Shape::Portrait, large)).await.expect_err("trouble");
            assert_eq!(kind(&error), "unavailable", "{call:?} {trouble:?}");
        }
        server.trouble(call, &[]);
    }
    assert_eq!(server.calls(Call::Order), 0);
}

#[tokio::test]
async fn a_task_that_ends_badly_says_what_may_follow() {
    for (end, expected) in [
        (End::Fails("SAFETY.INPUT.TEXT"), "Refused"),
        (End::Fails("SAFETY.OUTPUT.VIDEO"), "Refused"),
        (End::Fails("INTERNAL.BAD_OUTPUT.CODE01"), "Failed { retryable: true }"),
        (End::Fails("ASSET.INVALID"), "Failed { retryable: false }"),
        (End::Cancelled, "Lost"),
        (End::Never, "Running { fraction: Some(0.5) }"),
    ] {
        let (server, runway) = opened().await;
        server.tasks(&[], end.clone());
        let task = ordered(&runway).await;
        assert_eq!(told(&runway.check(&task).await), expected, "{end:?}");
    }
    let (server, runway) = opened().await;
    let task = ordered(&runway).await;
    server.forgets();
    assert_eq!(told(&runway.check(&task).await), "Lost");
    let before = server.calls(Call::Task);
    for name in ["film-../organization", "17f20503", ""] {
        assert_eq!(told(&runway.check(&TaskId(name.to_owned())).await), "Lost");
        runway.discard(&TaskId(name.to_owned())).await.expect("it is gone");
    }
    assert_eq!((server.calls(Call::Task), server.calls(Call::Delete)), (before, 0));
}

#[tokio::test]
async fn a_task_runs_for_as_long_as_it_takes() {
    let (server, runway) = opened().await;
    server.takes_time(Duration::from_secs(3600));
    let task = ordered(&runway).await;
    assert!(told(&runway.check(&task).await).starts_with("Running"));
    assert_eq!(server.closest_looks(), None);
    server.takes_time(Duration::ZERO);
    assert!(matches!(runway.check(&task).await, Ok(TaskState::Succeeded(_))));
    assert!(server.closest_looks().is_some(), "it was looked at twice");
}

#[tokio::test]
async fn a_look_that_fails_is_made_again_and_then_later() {
    let (server, runway) = opened().await;
    let task = ordered(&runway).await;
    for trouble in
        [Trouble::Status(503, Some("0")), Trouble::Cut, Trouble::Status(429, Some("0.1"))]
    {
        server.trouble(Call::Task, std::slice::from_ref(&trouble));
        assert_eq!(told(&runway.check(&task).await), "Succeeded", "{trouble:?}");
    }
    for (trouble, expected) in [
        (Trouble::Status(500, Some("0")), "unavailable"),
        (Trouble::Status(429, Some("30")), "unavailable"),
        (Trouble::Status(401, None), "rejected"),
        (Trouble::RedirectsInside, "unavailable"),
        (Trouble::Page, "unavailable"),
        (Trouble::Half, "unavailable"),
        (Trouble::Endless, "unavailable"),
        (Trouble::Hangs, "unavailable"),
    ] {
        server.trouble(Call::Task, &[trouble.clone(), trouble.clone(), trouble.clone()]);
        let looked = runway.check(&task).await;
        assert_eq!(told(&looked), expected, "{trouble:?}");
        if let Err(ImageryError::Unavailable { retry_after, .. }) = looked {
            let least = if trouble == Trouble::Status(429, Some("30")) { 30 } else { 5 };
            let least = Duration::from_secs(least);
            assert!(retry_after.is_some_and(|after| after >= least), "{trouble:?}");
        }
    }
    server.trouble(Call::Task, &[]);
    assert_eq!(told(&runway.check(&task).await), "Succeeded", "the task goes on all the same");
}

#[tokio::test]
async fn only_a_picture_is_taken_for_one_and_an_expired_address_is_asked_for_again() {
    let (server, runway) = opened().await;
    let task = ordered(&runway).await;
    for status in [403, 404] {
        server.trouble(Call::Output, &[Trouble::Status(status, None)]);
        assert_eq!(told(&runway.check(&task).await), "unavailable");
        let made = runway.check(&task).await.expect("another address");
        assert_eq!(whole(made).await.expect("whole"), png());
    }
    for (trouble, expected) in [
        (Trouble::Status(500, None), "unavailable"),
        (Trouble::Cut, "unavailable"),
        (Trouble::Page, "Failed { retryable: false }"),
        (Trouble::RedirectsInside, "Failed { retryable: false }"),
    ] {
        server.trouble(Call::Output, std::slice::from_ref(&trouble));
        assert_eq!(told(&runway.check(&task).await), expected, "{trouble:?}");
    }
    let page = b"<html><body>Not what it seems</body></html>".to_vec();
    for end in [
        End::Makes("image/png", page.clone()),
        End::Makes("text/html", png()),
        End::Makes("image/png", b"\x89PNG".to_vec()),
        End::Makes("video/mp4", mp4()),
        End::Sends(40_000_001, true),
        End::Elsewhere("http://169.254.169.254/latest/meta-data"),
        End::Elsewhere("https://127.0.0.1:9/a.png"),
        End::Elsewhere("http://cdn.runway.example/a.png"),
        End::Elsewhere("file:///etc/passwd"),
    ] {
        server.tasks(&[], end.clone());
        let looked = runway.check(&task).await;
        assert_eq!(told(&looked), "Failed { retryable: false }", "{end:?}");
    }
    for end in [End::Sends(10_000, true), End::Sends(41_000_000, false)] {
        server.tasks(&[], end.clone());
        let made = runway.check(&task).await.expect("it begins well");
        let error = whole(made).await.expect_err("it does not end well").to_string();
        assert!(!error.contains("127.0.0.1") && !error.contains("_jwt"), "{error}");
    }
    assert_eq!(server.violations(), Vec::<String>::new());
}
