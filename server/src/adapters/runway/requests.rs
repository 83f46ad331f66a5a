//! What Runway is sent.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use evernear_app::ports::{FilmRequest, PictureRequest, StoreError};
use evernear_rules::presentation::Shape;
use serde_json::{Value, json};

use crate::adapters::{
    provider_photo::{for_provider, picture_for_provider},
    provider_prompt::{film_prompt, picture_prompt},
};

/// Pixels on the long side of a photo: more than its models look at.
const PHOTO: u32 = 1536;
const PICTURE: u32 = 2048;
/// Seconds of a film.
const SECONDS: u32 = 10;

/// The body of `text_to_image`.
///
/// # Errors
/// Where a photo is gone.
pub async fn picture_body(request: &PictureRequest, model: &str) -> Result<Value, StoreError> {
    let mut references = Vec::with_capacity(request.photos.len());
    for (at, photo) in request.photos.iter().enumerate() {
        let jpeg = for_provider(photo, PHOTO).await?;
        references.push(json!({ "uri": data_uri(&jpeg), "tag": tag(at) }));
    }
    let ratio = match request.presentation.shape {
        Shape::Portrait => "720:1280",
        Shape::Square => "720:720",
        Shape::Landscape => "1280:720",
    };
    Ok(json!({
        "model": model,
        "promptText": picture_prompt(request, |at| format!("@{}", tag(at))),
        "ratio": ratio,
        "referenceImages": references,
        "seed": seed(request.seed),
    }))
}

/// The body of `image_to_video`.
///
/// # Errors
/// Where the picture is gone.
pub async fn film_body(request: &FilmRequest, model: &str) -> Result<Value, StoreError> {
    let picture = picture_for_provider(request.image.bytes().await?, PICTURE).await?;
    let ratio = match request.picture.presentation.shape {
        Shape::Portrait => "720:1280",
        Shape::Square => "960:960",
        Shape::Landscape => "1280:720",
    };
    Ok(json!({
        "model": model,
        "promptImage": data_uri(&picture),
        "promptText": film_prompt(&request.picture),
        "ratio": ratio,
        "duration": SECONDS,
        "seed": seed(request.picture.seed),
    }))
}

/// How a photo is cited: the first is 0 here and 1 there.
fn tag(at: usize) -> String {
    format!("person{}", at + 1)
}

fn data_uri(jpeg: &[u8]) -> String {
    format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(jpeg))
}

/// Runway's seeds have 32 bits.
fn seed(seed: u64) -> u64 {
    seed & u64::from(u32::MAX)
}
