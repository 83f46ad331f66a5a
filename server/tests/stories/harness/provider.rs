//! What servers of imagery in the stories do wrong, the files that they make, and requests to order
//! them with.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use evernear_app::{
    domain::{creation::Prompt, id::CreationId, media::WHOLE, timestamp::Timestamp},
    ports::{FilmRequest, PhotoFile, PictureRequest, RequestPhoto, StoreError, TaskState},
};
use evernear_rules::{
    presentation::{Presentation, Shape, TouchUp},
    story::{Hour, Story},
    wire::{Crop, Mode},
};
use futures::{StreamExt as _, TryStreamExt as _, stream};

/// A key that no story may find anywhere but in a request's header.
pub const KEY: &str = "key_of_the_stories_9a40c7d1";
/// A word of the person's that providers repeat in their errors.
pub const WORD: &str = "zebra77";

/// What a call meets instead of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// Nothing: it is answered.
    Passes,
    /// This status, and when to come again.
    Status(u16, Option<&'static str>),
    /// This status, error type and code, in the form of OpenAI's API.
    Code(u16, &'static str),
    /// A page instead of JSON.
    Page,
    /// JSON that ends in the middle.
    Half,
    /// An answer without end.
    Endless,
    RedirectsInside,
    /// The connection breaks once the request was read.
    Cut,
    /// The answer breaks off in the middle.
    BreaksOff,
    Hangs,
}

impl Trouble {
    pub async fn answer(self) -> Response {
        match self {
            Self::Passes => StatusCode::OK.into_response(),
            Self::Status(status, after) => {
                let body = serde_json::json!({ "error": format!("No: {WORD} with {KEY}") });
                let mut response =
                    (StatusCode::from_u16(status).expect("a status"), body.to_string())
                        .into_response();
                if let Some(after) = after {
                    response.headers_mut().insert("retry-after", after.parse().expect("a value"));
                }
                response
            }
            Self::Code(status, code) => {
                let error = serde_json::json!({ "error": { "message": format!("No: {WORD} with {KEY}"),
                    "type": code, "param": null, "code": code } });
                (StatusCode::from_u16(status).expect("a status"), error.to_string()).into_response()
            }
            Self::Page => (
                [(header::CONTENT_TYPE, "text/html")],
                "<html><body>A gateway says hello</body></html>",
            )
                .into_response(),
            Self::Half => "{\"id\":\"17f2-4c\",\"stat".into_response(),
            Self::Endless => {
                let chunk = Bytes::from(vec![b'['; 1 << 20]);
                let chunks =
                    stream::iter((0..200).map(move |_| Ok::<_, std::io::Error>(chunk.clone())));
                Body::from_stream(chunks).into_response()
            }
            Self::RedirectsInside => {
                (StatusCode::FOUND, [(header::LOCATION, "http://169.254.169.254/")]).into_response()
            }
            // Without a word of a panic: it only ends this connection.
            Self::Cut => std::panic::resume_unwind(Box::new("cut")),
            Self::BreaksOff => breaks_off(Bytes::from_static(b"{\"id\":")).into_response(),
            Self::Hangs => std::future::pending().await,
        }
    }
}

/// A body that breaks off once this much of it has been sent.
pub fn breaks_off(first: Bytes) -> Body {
    let broken = stream::once(async {
        // What comes before is sent while this waits.
        tokio::task::yield_now().await;
        Err(std::io::Error::other("broken off"))
    });
    Body::from_stream(stream::iter([Ok(first)]).chain(broken))
}

/// A picture and a film by their first bytes.
pub fn png() -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".as_slice(), &[7; 4_000]].concat()
}

pub fn mp4() -> Vec<u8> {
    [b"\0\0\0\x18ftypmp42\0\0\0\0".to_vec(), vec![9; 200_000]].concat()
}

/// A file in memory.
struct Held(Vec<u8>);

#[async_trait]
impl PhotoFile for Held {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        if self.0.is_empty() { Err(StoreError::new("it is gone")) } else { Ok(self.0.clone()) }
    }
}

/// A photo of this content; one without any cannot be read.
pub fn photo(bytes: Vec<u8>) -> RequestPhoto {
    RequestPhoto {
        file: Arc::new(Held(bytes)),
        suggested: Crop { x: 0, y: 0, width: WHOLE, height: WHOLE },
        chosen: None,
        touch_up: TouchUp::default(),
    }
}

/// A picture of so many people.
pub fn picture(shape: Shape, people: usize) -> PictureRequest {
    let names = [
        "older-woman-glasses-cap.jpg",
        "old-man-grey-beard-bw.jpg",
        "woman-orange-suit.jpg",
        "man-blue-suit.jpg",
    ];
    let bytes = |name: &&str| {
        std::fs::read(format!("{}/tests/photos/{name}", env!("CARGO_MANIFEST_DIR")))
            .expect("a photo")
    };
    PictureRequest {
        creation: CreationId::new(Timestamp(1), &[1; 10]),
        mode: if people == 2 { Mode::Couple } else { Mode::Friend },
        prompt: Prompt::parse(&format!("Walking with Dad, {WORD} Location: the old pier")),
        story: Story {
            setting: Some("beach".to_owned()),
            hour: Some(Hour::Sunset),
            ..Story::default()
        },
        presentation: Presentation { shape, people: None },
        photos: names[..people].iter().map(|name| photo(bytes(name))).collect(),
        // No provider is sent one.
        keepsake: Some(photo(bytes(&"coffee-cup-no-face.jpg"))),
        seed: u64::MAX - 6,
        order: "one-image-0".to_owned(),
        fallback: false,
        since: Timestamp(1),
    }
}

/// A film after a picture of this content.
pub fn film(shape: Shape, image: Vec<u8>) -> FilmRequest {
    FilmRequest {
        picture: picture(shape, 2),
        image: Arc::new(Held(image)),
        image_by_model: true,
        recording: None,
    }
}

/// All that was made.
///
/// # Errors
/// Where it breaks off.
pub async fn whole(state: TaskState) -> Result<Vec<u8>, StoreError> {
    let TaskState::Succeeded(chunks) = state else { panic!("nothing was made: {state:?}") };
    let chunks: Vec<Bytes> = chunks.try_collect().await?;
    Ok(chunks.concat())
}

/// How long answers are awaited in these stories.
pub const PATIENCE: Duration = Duration::from_secs(3);
