//! Orders that wait, are made, give way, fail and are lost.

use bytes::Bytes;
use evernear_app::{
    domain::{creation::Prompt, id::CreationId, media::WHOLE},
    ports::PhotoFile,
};
use evernear_renderer::Story;
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    text::DEFAULT_PROMPT,
    wire::{Crop, Mode},
};
use futures::{FutureExt, TryStreamExt};

use super::*;

/// Its first bytes, and how many.
struct Photo(String, usize);

#[async_trait]
impl PhotoFile for Photo {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        let mut bytes = std::fs::read(&self.0).map_err(StoreError::new)?;
        bytes.truncate(self.1);
        Ok(bytes)
    }
}

fn photo(name: &str, bytes: usize) -> RequestPhoto {
    let suggested = Crop { x: 1_000, y: 0, width: 8_000, height: WHOLE };
    RequestPhoto {
        file: Arc::new(Photo(path(name), bytes)),
        suggested,
        chosen: None,
        touch_up: TouchUp::default(),
    }
}

fn request() -> PictureRequest {
    let photo = |name: &str| photo(name, usize::MAX);
    PictureRequest {
        creation: CreationId::new(Timestamp(1), &[1; 10]),
        mode: Mode::Couple,
        prompt: Prompt::parse("Walking with Dad Location: the beach"),
        story: Story { setting: Some("beach".to_owned()), ..Story::default() },
        presentation: Presentation::default(),
        photos: vec![photo("older-woman-glasses-cap.jpg"), photo("old-man-grey-beard-bw.jpg")],
        keepsake: None,
        seed: 7,
        order: "one".to_owned(),
        fallback: false,
        since: Timestamp(1),
    }
}

async fn ordered(imagery: &EmbeddedImagery) -> TaskId {
    match imagery.start_picture(request()).await.expect("taken") {
        Submitted::Task(task) => task,
        Submitted::FollowUp { .. } => panic!("the renderer asks nothing"),
    }
}

async fn made(state: TaskState) -> Vec<u8> {
    let TaskState::Succeeded(chunks) = state else { panic!("{state:?}") };
    chunks.try_collect::<Vec<Bytes>>().await.expect("at hand").concat()
}

async fn ended(imagery: &EmbeddedImagery, task: &TaskId) -> TaskState {
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    loop {
        ticks.tick().await;
        match imagery.check(task).await.expect("looked at") {
            TaskState::Waiting { .. } | TaskState::Running { .. } => {}
            state => return state,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_wait_their_turn_say_so_and_give_the_same_picture_each_time() {
    let imagery = EmbeddedImagery::new(true);
    let mut busy = Vec::new();
    while let Some(turn) = imagery.shared.queue.take(Timestamp(0)).now_or_never() {
        busy.push(turn);
    }
    let (first, second) = (ordered(&imagery).await, ordered(&imagery).await);
    let waiting = imagery.check(&second).await.expect("looked at");
    assert!(matches!(waiting, TaskState::Waiting { ahead: Some(1) }), "{waiting:?}");
    drop(busy);
    let first = made(ended(&imagery, &first).await).await;
    let second = made(ended(&imagery, &second).await).await;
    assert_eq!(first[..3], [0xff, 0xd8, 0xff]);
    assert!(first == second, "the same request gives the same picture");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_of_another_renderer_is_lost_and_never_the_one_of_its_number() {
    let (before, after) = (EmbeddedImagery::new(true), EmbeddedImagery::new(true));
    let (theirs, ours) = (ordered(&before).await, ordered(&after).await);
    assert_eq!(before.shared.number(&theirs), after.shared.number(&ours), "the same number");
    for (imagery, task) in [(&after, &theirs), (&before, &ours)] {
        let state = imagery.check(task).await.expect("looked at");
        assert!(matches!(state, TaskState::Lost), "{state:?}");
        imagery.discard(task).await.expect("it is gone");
    }
    let number = TaskId("1".to_owned());
    assert!(matches!(after.check(&number).await, Ok(TaskState::Lost)));
    let state = ended(&after, &ours).await;
    assert!(matches!(state, TaskState::Succeeded(_)), "nobody else discarded it: {state:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_part_that_was_chosen_is_what_the_picture_shows() {
    let imagery = EmbeddedImagery::new(true);
    let mut moved = request();
    moved.photos[0].chosen = Some(Crop { x: 0, y: 0, width: 3_000, height: 3_200 });
    let Ok(Submitted::Task(task)) = imagery.start_picture(moved).await else { panic!("not taken") };
    let plain = ordered(&imagery).await;
    let moved = made(ended(&imagery, &task).await).await;
    let plain = made(ended(&imagery, &plain).await).await;
    assert!(moved != plain, "another part is another picture");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keepsake_is_in_the_picture_and_is_read_when_it_is_its_turn() {
    let imagery = EmbeddedImagery::new(true);
    let with = |keepsake| PictureRequest { keepsake: Some(keepsake), ..request() };
    let order = async |request: PictureRequest| match imagery.start_picture(request).await {
        Ok(Submitted::Task(task)) => task,
        other => panic!("not taken: {other:?}"),
    };
    let lying = order(with(photo("coffee-cup-no-face.jpg", usize::MAX))).await;
    let gone = order(with(photo("nobody-has-this.jpg", usize::MAX))).await;
    let plain = ordered(&imagery).await;
    let lying = made(ended(&imagery, &lying).await).await;
    let plain = made(ended(&imagery, &plain).await).await;
    assert!(lying != plain, "it is seen");
    assert!(matches!(ended(&imagery, &gone).await, TaskState::Lost));
}

#[test]
fn a_film_ends_with_own_words_or_with_none() {
    let captioned = |prompt: &str| {
        let request =
            PictureRequest { prompt: Prompt::parse(prompt), photos: Vec::new(), ..request() };
        render_request(request, false).now_or_never().expect("at once").expect("no photos").caption
    };
    assert_eq!(captioned("Walking with Dad Location: x").as_deref(), Some("Walking with Dad"));
    assert_eq!(captioned(DEFAULT_PROMPT), None);
    assert_eq!(captioned("A beautiful memory. Location: the sea"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_picture_gives_way_and_is_made_when_nothing_else_is() {
    let imagery = EmbeddedImagery::new(true);
    let large = async || match imagery.start_large_picture(request()).await {
        Ok(Submitted::Task(task)) => task,
        other => panic!("not taken: {other:?}"),
    };
    let yielding = large().await;
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    let rendering = async |task: &TaskId| {
        let state = imagery.check(task).await.expect("looked at");
        matches!(state, TaskState::Running { .. })
    };
    while !rendering(&yielding).await {
        ticks.tick().await;
    }
    let picture = ordered(&imagery).await;
    assert!(matches!(imagery.check(&yielding).await, Ok(TaskState::Lost)));
    let again = large().await;
    assert!(matches!(ended(&imagery, &picture).await, TaskState::Succeeded(_)));
    let bytes = made(ended(&imagery, &again).await).await;
    let weight = evernear_renderer::weigh(&bytes).expect("a picture");
    assert_eq!(weight.pixels, 1688 * 3000);
}

/// A picture that a model made, and its film's order.
fn film_of(image: Photo) -> FilmRequest {
    FilmRequest {
        picture: request(),
        image: Arc::new(image),
        image_by_model: true,
        recording: None,
    }
}

async fn film_ordered(imagery: &EmbeddedImagery, request: FilmRequest) -> TaskId {
    match imagery.start_film(request).await.expect("taken") {
        Submitted::Task(task) => task,
        Submitted::FollowUp { .. } => panic!("the renderer asks nothing"),
    }
}

fn path(name: &str) -> String {
    format!("{}/tests/photos/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The photos of these orders cannot be read: the picture alone is filmed.
#[tokio::test(flavor = "multi_thread")]
async fn a_models_picture_is_filmed_itself() {
    let imagery = EmbeddedImagery::new(true);
    let mut whole = film_of(Photo(path("older-woman-glasses-cap.jpg"), usize::MAX));
    whole.picture.photos = vec![photo("nobody-has-this.jpg", usize::MAX)];
    let task = film_ordered(&imagery, whole).await;
    let film = made(ended(&imagery, &task).await).await;
    assert_eq!(&film[4..8], b"ftyp");
    let note = b"compositeWithTrainedAlgorithmicMedia";
    assert!(film.windows(note.len()).any(|bytes| bytes == note), "what it was made from");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_models_picture_that_is_broken_fails_and_one_that_is_gone_is_lost() {
    let imagery = EmbeddedImagery::new(true);
    let broken = film_of(Photo(path("older-woman-glasses-cap.jpg"), 100));
    let task = film_ordered(&imagery, broken).await;
    let state = ended(&imagery, &task).await;
    assert!(matches!(state, TaskState::Failed { retryable: false }), "{state:?}");
    let gone = film_of(Photo(path("nobody-has-this.jpg"), usize::MAX));
    let task = film_ordered(&imagery, gone).await;
    assert!(matches!(ended(&imagery, &task).await, TaskState::Lost));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_discarded_or_never_ordered_is_lost() {
    let imagery = EmbeddedImagery::new(true);
    let task = ordered(&imagery).await;
    imagery.discard(&task).await.expect("it is gone");
    for task in [task, TaskId("99".to_owned()), TaskId("no number".to_owned())] {
        assert!(matches!(imagery.check(&task).await, Ok(TaskState::Lost)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_looks_at_any_more_is_dropped() {
    let imagery = EmbeddedImagery::keeping(Duration::from_millis(50), true);
    let task = ordered(&imagery).await;
    let number = imagery.shared.number(&task).expect("ours");
    let task = lock(&imagery.shared.tasks).get(&number).map(Arc::clone);
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    while !lock(&imagery.shared.tasks).is_empty() {
        ticks.tick().await;
    }
    assert!(task.is_none_or(|task| task.cancelled()), "it renders no further");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_looked_at_stays() {
    let imagery = EmbeddedImagery::keeping(Duration::from_secs(1), true);
    let task = ordered(&imagery).await;
    let since = Instant::now();
    assert!(matches!(ended(&imagery, &task).await, TaskState::Succeeded(_)));
    while since.elapsed() < Duration::from_secs(2) {
        assert!(matches!(ended(&imagery, &task).await, TaskState::Succeeded(_)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_that_cannot_be_read_fail_for_good() {
    let imagery = EmbeddedImagery::new(true);
    let mut broken = request();
    broken.photos[0] = photo("older-woman-glasses-cap.jpg", 100);
    let Ok(Submitted::Task(task)) = imagery.start_picture(broken).await else {
        panic!("not taken")
    };
    assert!(matches!(ended(&imagery, &task).await, TaskState::Failed { retryable: false }));
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_are_read_when_it_is_their_turn_and_the_order_is_lost_without_them() {
    let imagery = EmbeddedImagery::new(true);
    let mut gone = request();
    gone.photos[0] = photo("nobody-has-this.jpg", usize::MAX);
    let Ok(Submitted::Task(task)) = imagery.start_picture(gone).await else { panic!("not taken") };
    assert!(matches!(ended(&imagery, &task).await, TaskState::Lost));
}
