//! ComfyUI: what is ordered is made once and comes as it was made, whatever happens in between; what goes
//! wrong is told apart; nothing of a person stands in an error.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use bytes::Bytes;
use evernear_app::{
    domain::{creation::Prompt, id::CreationId, media::WHOLE, timestamp::Timestamp},
    ports::{
        FilmRequest, Imagery, ImageryError, PhotoFile, PictureRequest, RequestPhoto, StoreError,
        Submitted, TaskId, TaskState,
    },
};
use evernear_rules::{
    presentation::{Presentation, Shape, TouchUp},
    story::Story,
    wire::{Crop, Mode},
};
use evernear_server::{
    adapters::comfyui::ComfyUi,
    config::{Secret, imagery::ComfyUiConfig},
};
use futures::TryStreamExt;
use serde_json::Value;

use crate::harness::{
    comfyui_server::{ComfyServer, Trouble, View},
    photo_bytes,
};

/// What a person writes, and nobody else may read.
const WORDS: &str = "Dancing with zebra77";
/// The nodes of the examples that give the result.
const PICTURE_NODE: &str = "11";
const FILM_NODE: &str = "13";

struct File(Vec<u8>);

#[async_trait]
impl PhotoFile for File {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        Ok(self.0.clone())
    }
}

fn request(people: usize, order: &str) -> PictureRequest {
    let names = ["older-woman-glasses-cap.jpg", "old-man-grey-beard-bw.jpg", "man-blue-suit.jpg"];
    let photo = |name: &&str| RequestPhoto {
        file: Arc::new(File(photo_bytes(name))),
        suggested: Crop { x: 0, y: 0, width: WHOLE, height: WHOLE },
        chosen: None,
        touch_up: TouchUp::default(),
    };
    PictureRequest {
        creation: CreationId::new(Timestamp(1), &[1; 10]),
        mode: Mode::for_photos(people).expect("two or three"),
        prompt: Prompt::parse(&format!("{WORDS} Location: the beach")),
        story: Story::default(),
        presentation: Presentation { shape: Shape::Landscape, people: None },
        photos: names[..people].iter().map(photo).collect(),
        // No provider is sent one.
        keepsake: Some(photo(&"coffee-cup-no-face.jpg")),
        seed: u64::MAX - 5,
        order: order.to_owned(),
        fallback: false,
        since: Timestamp(1),
    }
}

fn film(order: &str, image: Vec<u8>) -> FilmRequest {
    FilmRequest {
        picture: request(2, order),
        image: Arc::new(File(image)),
        image_by_model: true,
        recording: None,
    }
}

/// The first bytes of a PNG, and something.
fn png() -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".as_slice(), &[7; 5_000]].concat()
}

fn mp4() -> Vec<u8> {
    [b"\0\0\0\x20ftypisom".as_slice(), &vec![9; 50_000]].concat()
}

/// With the workflows that the documentation has as examples.
fn config(url: &str) -> ComfyUiConfig {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/comfyui");
    ComfyUiConfig {
        url: url.to_owned(),
        header: None,
        picture: Some(docs.join("picture")),
        film: Some(docs.join("film")),
    }
}

fn configured(url: &str) -> ComfyUi {
    ComfyUi::new(&config(url)).expect("the examples are right")
}

async fn opened() -> (ComfyServer, ComfyUi) {
    let server = ComfyServer::open().await;
    let imagery = configured(&server.url);
    (server, imagery)
}

async fn placed(imagery: &ComfyUi, request: PictureRequest) -> TaskId {
    task(imagery.start_picture(request).await)
}

fn task(submitted: Result<Submitted, ImageryError>) -> TaskId {
    match submitted {
        Ok(Submitted::Task(task)) => task,
        other => panic!("{other:?}"),
    }
}

async fn received(state: TaskState) -> Result<Vec<u8>, StoreError> {
    let TaskState::Succeeded(chunks) = state else { panic!("{state:?}") };
    Ok(chunks.try_collect::<Vec<Bytes>>().await?.concat())
}

async fn state(imagery: &ComfyUi, task: &TaskId) -> TaskState {
    imagery.check(task).await.expect("it answers")
}

/// The only input of this name in a workflow's nodes of a class.
fn inputs<'a>(workflow: &'a Value, class: &str, input: &str) -> Vec<&'a Value> {
    let nodes = workflow.as_object().expect("nodes").values();
    nodes.filter(|node| node["class_type"] == class).map(|node| &node["inputs"][input]).collect()
}

#[tokio::test]
async fn a_picture_waits_for_its_turn_runs_and_comes_as_it_was_made() {
    let (server, imagery) = opened().await;
    server.strangers_order("earlier");
    server.begins();
    server.strangers_order("before");
    let task = placed(&imagery, request(2, "a-image-0")).await;
    server.strangers_order("after");
    let waits = state(&imagery, &task).await;
    assert!(matches!(waits, TaskState::Waiting { ahead: Some(2) }), "{waits:?}");
    server.succeeds("1", "images", "x.png");
    server.begins();
    let waits = state(&imagery, &task).await;
    assert!(matches!(waits, TaskState::Waiting { ahead: Some(1) }), "{waits:?}");
    server.succeeds("1", "images", "x.png");
    server.begins();
    let runs = state(&imagery, &task).await;
    assert!(matches!(runs, TaskState::Running { fraction: None }), "{runs:?}");
    server.succeeds(PICTURE_NODE, "images", "picture_00001_.png");
    server.shows(View::Bytes(png()));
    for _ in 0..2 {
        let made = received(state(&imagery, &task).await).await;
        assert_eq!(made.expect("whole"), png());
    }

    let workflow = &server.orders()[0];
    let files = server.files();
    let photos = inputs(workflow, "LoadImage", "image");
    assert_eq!((photos.len(), files.len()), (2, 2));
    let names: Vec<&str> = photos.iter().map(|name| name.as_str().expect("a name")).collect();
    assert!(
        names
            .iter()
            .all(|name| name.starts_with("evernear/") && files[*name].starts_with(b"\xff\xd8\xff"))
    );
    assert_ne!(files[names[0]], files[names[1]]);
    let words = inputs(workflow, "TextEncodeQwenImageEditPlus", "prompt");
    assert!(
        words.iter().any(|words| words.as_str().is_some_and(|words| words.contains("zebra77")))
    );
    let first = words.iter().find_map(|words| words.as_str()?.find("the person in Picture 1"));
    assert!(first.is_some(), "{words:?}");
    let latent = |side| inputs(workflow, "EmptySD3LatentImage", side)[0].as_u64();
    assert_eq!((latent("width"), latent("height")), (Some(1360), Some(768)), "landscape");
    assert_eq!(inputs(workflow, "KSampler", "seed")[0].as_u64(), Some(u64::from(u32::MAX) - 5));
    assert!(server.violations().is_empty(), "{:?}", server.violations());
}

#[tokio::test]
async fn three_people_have_a_workflow_of_their_own() {
    let (server, imagery) = opened().await;
    let task = placed(&imagery, request(3, "a-image-0")).await;
    assert_eq!(inputs(&server.orders()[0], "LoadImage", "image").len(), 3);
    server.begins();
    server.succeeds(PICTURE_NODE, "images", "picture.jpg");
    server.shows(View::Bytes(photo_bytes("man-blue-suit.jpg")));
    let made = received(state(&imagery, &task).await).await.expect("whole");
    assert_eq!(made, photo_bytes("man-blue-suit.jpg"));
    assert!(server.violations().is_empty(), "{:?}", server.violations());
    let only_films = ComfyUiConfig { picture: None, ..config(&server.url) };
    let only_films = ComfyUi::new(&only_films).expect("configured");
    let refused = only_films.start_picture(request(3, "a-image-1")).await;
    assert!(matches!(refused, Err(ImageryError::Rejected(why)) if why.contains("three people")));
}

#[tokio::test]
async fn a_film_begins_as_its_picture() {
    let (server, imagery) = opened().await;
    for order in ["a-film-0", "a-film-1"] {
        let image = photo_bytes("man-blue-suit.jpg");
        let task = task(imagery.start_film(film(order, image)).await);
        let workflow = server.orders().pop().expect("ordered");
        let name = inputs(&workflow, "LoadImage", "image")[0].as_str().expect("a name").to_owned();
        assert!(server.files()[&name].starts_with(b"\xff\xd8\xff"), "{name}");
        let latent = |side| inputs(&workflow, "LTXVImgToVideo", side)[0].as_u64();
        assert_eq!((latent("width"), latent("height")), (Some(1024), Some(576)), "landscape");
        server.begins();
        server.succeeds(FILM_NODE, "images", "film_00001_.mp4");
        server.shows(View::Bytes(mp4()));
        assert_eq!(received(state(&imagery, &task).await).await.expect("whole"), mp4());
        assert_eq!(imagery.model_of(&task), Some("ComfyUI"));
    }
    let odd = imagery.start_film(film("a-film-2", b"GIF89a".to_vec())).await;
    assert!(is(odd.as_ref().err(), "unavailable"), "{odd:?}");
    assert!(server.violations().is_empty(), "{:?}", server.violations());
}

#[tokio::test]
async fn an_order_is_never_made_twice() {
    for trouble in [Trouble::CutAfterOrder, Trouble::PageAfterOrder] {
        let (server, imagery) = opened().await;
        server.trouble(Some(trouble.clone()));
        let broken = imagery.start_picture(request(2, "a-image-0")).await;
        assert!(matches!(broken, Err(ImageryError::MaybeTaken(_))), "{trouble:?}: {broken:?}");
        server.trouble(None);
        // Placed again while it waits, runs and is done, by another process too.
        let restarted = configured(&server.url);
        let task = placed(&restarted, request(2, "a-image-0")).await;
        server.begins();
        assert_eq!(placed(&imagery, request(2, "a-image-0")).await, task);
        server.succeeds(PICTURE_NODE, "images", "picture.png");
        assert_eq!(placed(&restarted, request(2, "a-image-0")).await, task);
        assert_eq!(server.orders().len(), 1, "{trouble:?}");
        assert_ne!(placed(&imagery, request(2, "a-image-1")).await, task, "another order");
    }
}

#[tokio::test]
async fn what_a_server_forgot_is_lost_and_ordered_anew() {
    let (server, imagery) = opened().await;
    let task = placed(&imagery, request(2, "a-image-0")).await;
    server.begins();
    server.restarts();
    assert!(matches!(state(&imagery, &task).await, TaskState::Lost));
    assert_ne!(placed(&imagery, request(2, "a-image-1")).await, task);
    let unknown = TaskId("two-00000000-0000-8000-8000-000000000000".to_owned());
    assert!(matches!(state(&imagery, &unknown).await, TaskState::Lost));
    assert!(matches!(state(&imagery, &TaskId("nothing".to_owned())).await, TaskState::Lost));
}

/// Whether an error is what it should be, and holds nothing that it should not.
fn is(error: Option<&ImageryError>, kind: &str) -> bool {
    let Some(error) = error else { return false };
    let text = format!("{error} {error:?}");
    assert!(
        !["zebra77", "10.0.0.7", "169.254", "127.0.0.1", "<html>"]
            .iter()
            .any(|no| text.contains(no)),
        "{text}"
    );
    matches!(
        (error, kind),
        (ImageryError::Unavailable { .. }, "unavailable") | (ImageryError::Rejected(_), "rejected")
    )
}

#[tokio::test]
async fn trouble_that_passes_is_told_from_a_refusal() {
    for (trouble, order, look) in [
        (Trouble::Page, "unavailable", "unavailable"),
        (Trouble::Endless, "unavailable", "unavailable"),
        (Trouble::Redirects, "unavailable", "unavailable"),
        (Trouble::Status(429, Some("7")), "unavailable", "unavailable"),
        (Trouble::Status(500, None), "unavailable", "unavailable"),
        (Trouble::Status(503, Some("7")), "unavailable", "unavailable"),
        (Trouble::Status(401, None), "rejected", "rejected"),
        (Trouble::Status(403, None), "rejected", "rejected"),
        (Trouble::Status(404, None), "rejected", "unavailable"),
    ] {
        let (server, imagery) = opened().await;
        let task = placed(&imagery, request(2, "a-image-0")).await;
        server.trouble(Some(trouble.clone()));
        let looked = imagery.check(&task).await;
        assert!(is(looked.as_ref().err(), look), "{trouble:?}: {looked:?}");
        let ordered = imagery.start_picture(request(2, "a-image-1")).await;
        assert!(is(ordered.as_ref().err(), order), "{trouble:?}: {ordered:?}");
        if let (Trouble::Status(_, Some(_)), Err(ImageryError::Unavailable { retry_after, .. })) =
            (trouble, ordered)
        {
            assert_eq!(retry_after, Some(Duration::from_secs(7)));
        }
        assert_eq!(server.orders().len(), 1, "nothing was taken");
    }
    let away = configured("http://127.0.0.1:1");
    let begun = Instant::now();
    let ordered = away.start_picture(request(2, "a-image-0")).await;
    assert!(is(ordered.as_ref().err(), "unavailable"), "{ordered:?}");
    let kept = away.discard(&TaskId("two-1".to_owned())).await;
    assert!(is(kept.as_ref().err(), "unavailable"), "{kept:?}");
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_refused_workflow_says_which_node_and_none_of_the_words() {
    let (server, imagery) = opened().await;
    server.without_model("qwen_image_vae.safetensors");
    let refused = imagery.start_picture(request(2, "a-image-0")).await;
    let error = refused.expect_err("refused");
    assert!(is(Some(&error), "rejected"));
    assert!(error.to_string().contains("node 3 (VAELoader): value_not_in_list"), "{error}");
}

#[tokio::test]
async fn a_workflow_that_fails_is_not_tried_again() {
    let (server, imagery) = opened().await;
    let task = placed(&imagery, request(2, "a-image-0")).await;
    server.begins();
    server.fails(WORDS);
    let failed = state(&imagery, &task).await;
    assert!(matches!(failed, TaskState::Failed { retryable: false }), "{failed:?}");
    let task = placed(&imagery, request(2, "a-image-1")).await;
    server.begins();
    server.succeeds("7", "images", "of another node.png");
    let failed = state(&imagery, &task).await;
    assert!(matches!(failed, TaskState::Failed { retryable: false }), "{failed:?}");
}

#[tokio::test]
async fn only_whole_pictures_and_films_of_a_bounded_size_are_kept() {
    let (server, imagery) = opened().await;
    let picture = placed(&imagery, request(2, "a-image-0")).await;
    server.begins();
    server.succeeds(PICTURE_NODE, "images", "picture.png");
    let film = task(imagery.start_film(film("a-film-0", photo_bytes("man-blue-suit.jpg"))).await);
    server.begins();
    server.succeeds(FILM_NODE, "images", "film.mp4");
    for (task, view) in [
        (&picture, View::Bytes(b"<html><body>A gateway says hello</body></html>".to_vec())),
        (&picture, View::Bytes(b"\xff\xd8".to_vec())),
        (&picture, View::Bytes(mp4())),
        (&film, View::Bytes(png())),
        (&picture, View::Announced(png(), 41 << 20)),
        (&film, View::Announced(mp4(), 301 << 20)),
    ] {
        server.shows(view);
        let failed = state(&imagery, task).await;
        assert!(matches!(failed, TaskState::Failed { retryable: false }), "{failed:?}");
    }
    // Cut off, or without an end: what came is an error, and no file.
    for view in [View::Announced(png(), 20_000), View::Unannounced(png(), 41 << 20)] {
        server.shows(view.clone());
        let received = received(state(&imagery, &picture).await).await;
        assert!(received.is_err());
    }
    server.shows(View::Unannounced(mp4(), 41 << 20));
    let received = received(state(&imagery, &film).await).await.expect("a film may be larger");
    assert_eq!(received.len(), mp4().len() + (41 << 20));
    server.shows(View::Gone);
    let gone = state(&imagery, &picture).await;
    assert!(matches!(gone, TaskState::Failed { retryable: true }), "{gone:?}");
}

#[tokio::test]
async fn a_discarded_task_leaves_queue_and_history_and_no_other_does() {
    let (server, imagery) = opened().await;
    let running = placed(&imagery, request(2, "a-image-0")).await;
    server.begins();
    let waiting = placed(&imagery, request(2, "a-image-1")).await;
    server.strangers_order("another");
    imagery.discard(&waiting).await.expect("it is gone");
    assert_eq!(server.counts(), (1, 1, 0));
    assert!(server.interrupted().is_empty());
    imagery.discard(&running).await.expect("it is gone");
    assert_eq!(server.interrupted().len(), 1);
    assert!(matches!(state(&imagery, &running).await, TaskState::Lost), "not even in the history");
    imagery.discard(&TaskId("nothing".to_owned())).await.expect("it is gone");
    assert_eq!(server.counts(), (1, 0, 0));
    server.begins();
    imagery.discard(&waiting).await.expect("it is gone");
    assert_eq!(server.counts(), (0, 1, 0), "who runs now is another");
    assert!(server.violations().is_empty(), "{:?}", server.violations());
}

#[tokio::test]
async fn a_proxy_is_told_its_header_and_nobody_else_is() {
    let server = ComfyServer::open().await;
    server.wants("x-comfy-key", "key-of-the-stories");
    let header = |value: &str| Some(("X-Comfy-Key".to_owned(), Secret(value.to_owned())));
    let right = ComfyUiConfig { header: header("key-of-the-stories"), ..config(&server.url) };
    let _ = placed(&ComfyUi::new(&right).expect("configured"), request(2, "a-image-0")).await;
    let wrong = ComfyUiConfig { header: header("another"), ..config(&server.url) };
    let wrong =
        ComfyUi::new(&wrong).expect("configured").start_picture(request(2, "b-image-0")).await;
    assert!(is(wrong.as_ref().err(), "rejected"), "{wrong:?}");
    let calls = server.calls();
    for (url, name) in [
        ("ftp://comfy.example", "fine"),
        ("comfy.example:8188", "fine"),
        ("http://me:secret@comfy.example", "fine"),
        ("http://comfy.example/?token=secret", "fine"),
        ("http://comfy.example", "no name"),
    ] {
        let header = Some((name.to_owned(), Secret("secret".to_owned())));
        let problem = ComfyUi::new(&ComfyUiConfig { header, ..config(url) }).err().expect(url);
        assert!(problem.contains("ComfyUI") && !problem.contains(":secret@"), "{problem}");
    }
    assert_eq!(server.calls(), calls);
}

#[tokio::test]
async fn the_doctor_tells_what_a_server_lacks() {
    let (server, imagery) = opened().await;
    let right = imagery.examine().await.expect("the examples fit");
    assert!(right.starts_with("ComfyUI 0.3.75 at http://127.0.0.1"), "{right}");
    assert!(right.contains("pictures, pictures of three, films"), "{right}");
    server.without_class("CFGNorm");
    server.without_input("SamplerCustom", "noise_seed");
    server.without_model("t5xxl_fp16.safetensors");
    let problems = imagery.examine().await.expect_err("much is missing");
    for expected in [
        "docs/comfyui/picture/workflow.json: node 7 is a CFGNorm, which this ComfyUI does not have",
        "three/workflow.json: node 7 is a CFGNorm",
        "film/workflow.json: node 10 (SamplerCustom) has no input noise_seed, which the map names",
        "film/workflow.json: node 2 (CLIPLoader) wants clip_name = t5xxl_fp16.safetensors",
    ] {
        assert!(problems.iter().any(|problem| problem.contains(expected)), "{problems:?}");
    }
    assert_eq!(problems.len(), 4, "{problems:?}");
    server.trouble(Some(Trouble::Page));
    let problems = imagery.examine().await.expect_err("no ComfyUI");
    assert!(problems[0].contains("does not answer as ComfyUI does"), "{problems:?}");
    let away = configured("http://127.0.0.1:1");
    assert!(away.examine().await.expect_err("away")[0].contains("no connection"));
}
