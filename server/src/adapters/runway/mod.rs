//! Pictures and films by Runway: photos and words go there, and what its models make of them is fetched
//! from there.
//!
//! What always holds: nothing waits here, tasks are Runway's and outlive this server; a task is looked at no
//! more often than Runway allows; photos go in the order itself, or by an upload that Runway deletes after
//! a day where they are too large for that; the same order has the same seed, another one another.

mod client;
pub mod models;
mod task;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use evernear_app::ports::{
    Entropy, FilmRequest, Imagery, ImageryError, Part, PictureRequest, StoreError, Submitted,
    TaskId, TaskState,
};
use serde_json::{Value, json};
use tokio::time::timeout;

use self::{
    client::RunwayClient,
    models::{MOST_PHOTOS, PROMPT_UNITS, SECONDS, ratio},
    task::{RunwayTask, Told},
};
use super::{
    provider_download::{DownloadError, image_type},
    provider_http::jitter,
    provider_photo, provider_prompt,
};
use crate::config::imagery::RunwayConfig;

/// Longest wait for an answer of Runway's, and for the files of an order to be there. Both together are
/// shorter than the lease of the step that waits.
const PATIENCE: Duration = Duration::from_secs(15);
const FILES: Duration = Duration::from_secs(12);
/// A task may be looked at again after this long, and a part of it more.
const POLL_EVERY: Duration = Duration::from_secs(5);
/// Pixels of a photo on its long side.
const PHOTO_EDGE: u32 = 2048;
/// Most signs of a file in an order (a data URI); larger ones are uploaded.
const DATA_URI: usize = 5_000_000;

/// See the module.
pub struct Runway {
    client: RunwayClient,
}

impl Runway {
    /// Runway's models on the configured account.
    ///
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(config: RunwayConfig, entropy: Arc<dyn Entropy>) -> Result<Self, reqwest::Error> {
        Ok(Self { client: RunwayClient::new(config, entropy, PATIENCE)? })
    }

    /// The same with another longest wait for an answer.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.client.patience = patience;
        self
    }

    /// The credits that the account has.
    ///
    /// # Errors
    /// When Runway cannot be asked, or refuses the key.
    pub async fn credits(&self) -> Result<i64, ImageryError> {
        self.client.credits().await
    }

    /// Five seconds and up to a quarter more.
    fn pause(&self) -> Duration {
        POLL_EVERY + POLL_EVERY.mul_f32(jitter(self.client.entropy.as_ref()))
    }

    /// A file as an order names it.
    async fn named(&self, bytes: Vec<u8>) -> Result<String, ImageryError> {
        let Some(kind) = image_type(&bytes) else {
            return Err(ImageryError::Rejected("a file is no picture".to_owned()));
        };
        let start = format!("data:{kind};base64,");
        if start.len() + bytes.len().div_ceil(3) * 4 <= DATA_URI {
            return Ok(start + &BASE64_STANDARD.encode(bytes));
        }
        let name = match kind {
            "image/png" => "picture.png",
            "image/webp" => "picture.webp",
            _ => "picture.jpg",
        };
        self.client.upload(name, kind, bytes).await
    }

    /// The photos as an order names them.
    async fn references(&self, request: &PictureRequest) -> Result<Vec<Value>, ImageryError> {
        let mut references = Vec::new();
        for (at, photo) in request.photos.iter().enumerate() {
            let jpeg = provider_photo::for_provider(photo, PHOTO_EDGE)
                .await
                .map_err(|error| unread(&error))?;
            references.push(json!({ "uri": self.named(jpeg).await?, "tag": tag(at) }));
        }
        Ok(references)
    }

    async fn order(&self, part: Part, path: &str, body: &Value) -> Result<Submitted, ImageryError> {
        let task = self.client.order(part, path, body).await.inspect_err(|error| {
            tracing::warn!(%error, ?part, "an order was not placed at Runway");
        })?;
        Ok(Submitted::Task(task.name()))
    }

    /// What is at a task's address, or what that means.
    async fn fetched(&self, address: &str, part: Part) -> Result<TaskState, ImageryError> {
        match self.client.output(address, part).await {
            Ok(chunks) => Ok(TaskState::Succeeded(chunks)),
            // The task is asked again, and names another address then.
            Err(error @ DownloadError::Expired) => {
                Err(ImageryError::unavailable(error.to_string()))
            }
            Err(DownloadError::Unusable(why)) => {
                tracing::error!(why, ?part, "what Runway made is not used");
                Ok(TaskState::Failed { retryable: false })
            }
            Err(DownloadError::Unavailable { reason, retry_after }) => {
                Err(ImageryError::Unavailable { reason, retry_after })
            }
        }
    }

    /// Trouble with a task is no reason to look at it sooner.
    fn later(&self, error: ImageryError) -> ImageryError {
        match error {
            ImageryError::Unavailable { reason, retry_after } => {
                let pause = self.pause();
                let retry_after = Some(retry_after.map_or(pause, |wait| wait.max(pause)));
                ImageryError::Unavailable { reason, retry_after }
            }
            error => error,
        }
    }
}

#[async_trait]
impl Imagery for Runway {
    fn notice(&self) -> String {
        "Photos, words and pictures that Runway's models work on are sent to Runway, another company, which makes the picture or the film of them."
            .to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        if !(1..=MOST_PHOTOS).contains(&request.photos.len()) {
            return Err(ImageryError::Rejected("a picture takes one to three photos".to_owned()));
        }
        let references = in_time(self.references(&request)).await?;
        let prompt = provider_prompt::picture_prompt_within(PROMPT_UNITS, &request, |at| {
            format!("@{}", tag(at))
        });
        let body = json!({
            "model": self.client.config.picture_model,
            "promptText": prompt,
            "ratio": ratio(Part::Image, request.presentation.shape),
            "referenceImages": references,
            "seed": seed(&request),
        });
        self.order(Part::Image, "text_to_image", &body).await
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let image = in_time(async {
            self.named(request.image.bytes().await.map_err(|error| unread(&error))?).await
        })
        .await?;
        let body = json!({
            "model": self.client.config.film_model,
            "promptImage": image,
            "promptText": provider_prompt::film_prompt(&request.picture),
            "ratio": ratio(Part::Film, request.picture.presentation.shape),
            "duration": SECONDS,
            "seed": seed(&request.picture),
        });
        self.order(Part::Film, "image_to_video", &body).await
    }

    async fn check(&self, name: &TaskId) -> Result<TaskState, ImageryError> {
        let Some(task) = RunwayTask::parse(name) else { return Ok(TaskState::Lost) };
        let looked = match self.client.task(&task).await {
            Ok(None) => Ok(TaskState::Lost),
            Ok(Some(answer)) => match task::read(&answer) {
                Told::State(state) => Ok(state),
                Told::Output(address) => self.fetched(&address, task.part).await,
                Told::Unknown => Err(ImageryError::unavailable("the answer tells of no task")),
            },
            Err(error) => Err(error),
        };
        looked.map_err(|error| self.later(error)).inspect_err(|error| {
            tracing::warn!(%error, "a task at Runway could not be looked at");
        })
    }

    async fn discard(&self, name: &TaskId) -> Result<(), ImageryError> {
        let Some(task) = RunwayTask::parse(name) else { return Ok(()) };
        self.client.delete(&task).await.inspect_err(|error| {
            tracing::warn!(%error, "a task stays at Runway");
        })
    }

    fn is_paid(&self, _: Part, _fallback: bool) -> bool {
        true
    }

    fn model_of(&self, _: &TaskId) -> Option<&'static str> {
        Some("Runway")
    }

    fn poll_every(&self, _: &TaskId) -> Option<Duration> {
        Some(self.pause())
    }
}

/// What was not ready in time has ordered nothing.
async fn in_time<T>(
    ready: impl Future<Output = Result<T, ImageryError>> + Send,
) -> Result<T, ImageryError> {
    let late = |_| ImageryError::unavailable("the files of an order were not ready in time");
    timeout(FILES, ready).await.map_err(late)?
}

/// What calls a photo: three letters and more, and no sign but letters and digits.
fn tag(at: usize) -> String {
    format!("person{}", at + 1)
}

/// Of 32 bits. An order that follows one that failed is another take.
fn seed(request: &PictureRequest) -> u32 {
    let mixed = request
        .order
        .bytes()
        .fold(request.seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    u32::try_from(mixed & u64::from(u32::MAX)).unwrap_or_default()
}

/// Files of our own that cannot be read just now.
fn unread(error: &StoreError) -> ImageryError {
    tracing::warn!(%error, "a photo for Runway could not be read");
    ImageryError::unavailable("a photo could not be read")
}
