//! OpenAI's pictures as a step of a creation meets them: a call of minutes that is looked at as a task.

use std::{sync::Arc, time::Duration};

use evernear_app::ports::{Imagery, ImageryError, Part, Submitted, TaskId, TaskState};
use evernear_rules::presentation::Shape;
use evernear_server::{
    adapters::{openai_images::OpenAiImages, system::SystemEntropy},
    config::{Secret, companion::ApiAddress, imagery::OpenAiImagesConfig},
};

use crate::harness::{
    images_server::{ImagesServer, PICTURE},
    provider::{KEY, Trouble, WORD, film, photo, picture, png, whole},
};

/// How long a picture is awaited in these stories.
const PATIENCE: Duration = Duration::from_secs(4);

fn images(url: &str, key: &str) -> OpenAiImages {
    let api = ApiAddress { key: Some(Secret(key.to_owned())), url: url.to_owned() };
    let config = OpenAiImagesConfig { api, model: "gpt-image-2.5-flare".to_owned() };
    OpenAiImages::waiting_at_most(PATIENCE, config, Arc::new(SystemEntropy)).expect("a client")
}

async fn opened() -> (ImagesServer, OpenAiImages) {
    let server = ImagesServer::open().await;
    let images = images(&server.url, KEY);
    (server, images)
}

async fn ordered(images: &OpenAiImages, shape: Shape) -> TaskId {
    match images.start_picture(picture(shape, 2)).await.expect("taken") {
        Submitted::Task(task) => task,
        asks @ Submitted::FollowUp { .. } => panic!("{asks:?}"),
    }
}

async fn ended(images: &OpenAiImages, task: &TaskId) -> Result<TaskState, ImageryError> {
    let mut ticks = tokio::time::interval(Duration::from_millis(10));
    loop {
        ticks.tick().await;
        match images.check(task).await {
            Ok(TaskState::Running { .. }) => {}
            ended => return ended,
        }
    }
}

async fn end(images: &OpenAiImages) -> String {
    let task = ordered(images, Shape::Portrait).await;
    let state = ended(images, &task).await.expect("known");
    let TaskState::NotTaken(error) = state else { return format!("{state:?}") };
    let text = error.to_string();
    assert!(!text.contains(KEY) && !text.contains(WORD), "{text}");
    match error {
        ImageryError::Rejected(_) => "rejected".to_owned(),
        ImageryError::Unavailable { retry_after, .. } => format!("not before {retry_after:?}"),
        ImageryError::MaybeTaken(_) => panic!("{text}"),
    }
}

#[tokio::test]
async fn a_picture_runs_until_it_is_made_and_comes_unchanged() {
    let (server, images) = opened().await;
    server.slow();
    let task = ordered(&images, Shape::Portrait).await;
    assert!(matches!(images.check(&task).await, Ok(TaskState::Running { fraction: None })));
    server.ends();
    for _ in 0..2 {
        let made = ended(&images, &task).await.expect("made");
        assert_eq!(whole(made).await.expect("whole"), PICTURE);
    }
    assert_eq!(images.model_of(&task), Some("OpenAI"));
    assert!(images.is_paid(Part::Image, false));
    let order = &server.orders()[0];
    assert_eq!((order.model.as_str(), order.photos), ("gpt-image-2.5-flare", 2));
    for words in [WORD, "the second photo", "the old pier"] {
        assert!(order.prompt.contains(words), "{}", order.prompt);
    }
    images.discard(&task).await.expect("it is gone");
    images.discard(&task).await.expect("it is gone");
    assert!(matches!(images.check(&task).await, Ok(TaskState::Lost)));
    assert_eq!(server.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn each_shape_has_its_size() {
    let (server, images) = opened().await;
    for shape in [Shape::Portrait, Shape::Square, Shape::Landscape] {
        let task = ordered(&images, shape).await;
        assert!(matches!(ended(&images, &task).await, Ok(TaskState::Succeeded(_))));
    }
    let sizes: Vec<String> = server.orders().into_iter().map(|order| order.size).collect();
    assert_eq!(sizes, ["1024x1536", "1024x1024", "1536x1024"]);
}

#[tokio::test]
async fn whatever_comes_instead_of_a_picture_says_what_may_follow() {
    let (passing, lasting) = ("not before None", "Failed { retryable: false }");
    let (at_once, in_a_minute) = ("not before Some(0ns)", "not before Some(60s)");
    for (trouble, calls, expected) in [
        (vec![Trouble::Status(429, Some("0")); 2], 3, "Succeeded"),
        (vec![Trouble::Status(500, Some("0")); 3], 3, at_once),
        (vec![Trouble::Code(429, "rate_limit_exceeded"); 3], 3, passing),
        (vec![Trouble::Status(429, Some("60"))], 1, in_a_minute),
        (vec![Trouble::Code(429, "insufficient_quota")], 1, "rejected"),
        (vec![Trouble::Code(400, "moderation_blocked")], 1, "Refused"),
        (vec![Trouble::Code(400, "invalid_value")], 1, "rejected"),
        (vec![Trouble::Code(403, "forbidden")], 1, "rejected"),
        (vec![Trouble::Code(404, "model_not_found")], 1, "rejected"),
        // What may have been made, and paid for, counts as lost.
        (vec![Trouble::Cut], 1, "Lost"),
        (vec![Trouble::BreaksOff], 1, "Lost"),
        (vec![Trouble::Hangs], 1, "Lost"),
        (vec![Trouble::Status(502, None)], 1, "Lost"),
        (vec![Trouble::Status(504, None)], 1, "Lost"),
        (vec![Trouble::RedirectsInside; 3], 3, passing),
        (vec![Trouble::Page], 1, lasting),
        (vec![Trouble::Half], 1, lasting),
        (vec![Trouble::Endless], 1, lasting),
    ] {
        let (server, images) = opened().await;
        server.trouble(&trouble);
        assert_eq!(end(&images).await, expected, "{trouble:?}");
        assert_eq!(server.calls(), calls, "{trouble:?}");
        assert_eq!(server.violations(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn only_a_picture_is_taken_for_one() {
    for text in ["", "no base64!", "PGh0bWw+PGJvZHk+"] {
        let (server, images) = opened().await;
        server.makes(text.to_owned());
        assert_eq!(end(&images).await, "Failed { retryable: false }", "{text}");
    }
}

#[tokio::test]
async fn a_revoked_key_is_told_apart_from_nobody_answering() {
    let server = ImagesServer::open().await;
    assert_eq!(end(&images(&server.url, "another key")).await, "rejected");
    assert_eq!(end(&images("http://127.0.0.1:9/v1", KEY)).await, "not before None");
}

#[tokio::test]
async fn tasks_of_another_server_and_films_are_none_of_its_own() {
    let (server, images) = opened().await;
    let theirs = ordered(&self::images(&server.url, KEY), Shape::Portrait).await;
    assert!(matches!(images.check(&theirs).await, Ok(TaskState::Lost)));
    let error = images.start_film(film(Shape::Portrait, png())).await.expect_err("no films");
    assert!(matches!(error, ImageryError::Rejected(_)));
    let mut gone = picture(Shape::Portrait, 2);
    gone.photos[0] = photo(Vec::new());
    let taken = images.start_picture(gone).await.expect("taken");
    let Submitted::Task(task) = taken else { panic!("{taken:?}") };
    assert!(matches!(
        ended(&images, &task).await,
        Ok(TaskState::NotTaken(ImageryError::Unavailable { .. }))
    ));
}
