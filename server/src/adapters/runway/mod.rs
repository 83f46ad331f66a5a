//! Runway: a picture from photos that are cited by tags, and a film of ten seconds that begins as that
//! picture.
//!
//! What always holds: nothing that Runway says of a failure is shown or kept; its files are handed on byte
//! for byte; a task is looked at no more than every five seconds; a task is deleted when it is not needed
//! any more.

mod requests;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use evernear_app::ports::{
    Entropy, FilmRequest, Imagery, ImageryError, Part, PictureRequest, Submitted, TaskId, TaskState,
};
use reqwest::{Client, Method, RequestBuilder, StatusCode, Url};
use serde_json::Value;

use self::requests::{film_body, picture_body};
use super::provider_http::{
    ANSWER_BYTES, Download, FileKind, HttpError, Reply, client, download, send,
};
use crate::config::imagery::RunwayConfig;

/// The version of the API that is spoken.
const VERSION: &str = "2024-11-06";
/// The longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The shortest time between two looks at a task.
const POLL_EVERY: Duration = Duration::from_secs(5);
/// Before the names of tasks that make films.
const FILM: &str = "film-";

/// See the module.
pub struct Runway {
    client: Client,
    config: RunwayConfig,
    api: Url,
    entropy: Arc<dyn Entropy>,
}

/// Why there is no Runway.
#[derive(Debug, thiserror::Error)]
pub enum RunwayProblem {
    #[error("no TLS: {0}")]
    Client(#[from] reqwest::Error),
    #[error("EVERNEAR_RUNWAY_URL is no address: {0}")]
    Address(#[from] url::ParseError),
}

impl Runway {
    /// The configured account.
    ///
    /// # Errors
    /// Where its address is none, or the system has no TLS to offer.
    pub fn new(config: RunwayConfig, entropy: Arc<dyn Entropy>) -> Result<Self, RunwayProblem> {
        let api = Url::parse(&config.url)?;
        Ok(Self { client: client()?, config, api, entropy })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}/v1/{path}", self.config.url))
            .bearer_auth(&self.config.key.0)
            .header("X-Runway-Version", VERSION)
            .timeout(TIMEOUT)
    }

    async fn order(&self, path: &str, body: &Value) -> Result<TaskId, ImageryError> {
        let request = self.request(Method::POST, path).json(body);
        let reply = send(request, ANSWER_BYTES).await.map_err(|error| match error {
            HttpError::NotSent(why) => ImageryError::unavailable(why),
            HttpError::Broken(_) | HttpError::TooLong => {
                ImageryError::MaybeTaken(error.to_string())
            }
        })?;
        match reply.status.as_u16() {
            200..=299 => match reply.body["id"].as_str().filter(|id| is_task_id(id)) {
                Some(id) => Ok(TaskId(id.to_owned())),
                None => Err(ImageryError::MaybeTaken("an answer without a task".to_owned())),
            },
            429 | 500 | 503 => Err(unavailable(&reply)),
            502 | 504 => Err(ImageryError::MaybeTaken(reply.status.to_string())),
            _ => {
                // Its own words may repeat the person's.
                tracing::warn!(path, status = reply.status.as_u16(), "Runway took no order");
                Err(ImageryError::Rejected(reply.status.to_string()))
            }
        }
    }

    /// What Runway says of a task; none where it knows none.
    async fn look(&self, id: &str) -> Result<Option<Value>, ImageryError> {
        let request = self.request(Method::GET, &format!("tasks/{id}"));
        let reply = send(request, ANSWER_BYTES)
            .await
            .map_err(|error| ImageryError::unavailable(error.to_string()))?;
        match reply.status {
            StatusCode::NOT_FOUND => Ok(None),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                tracing::warn!(status = reply.status.as_u16(), "Runway does not tell of its task");
                Err(ImageryError::Rejected(reply.status.to_string()))
            }
            status if status.is_success() && reply.body.is_object() => Ok(Some(reply.body)),
            _ => Err(unavailable(&reply)),
        }
    }

    /// The file that a task made; its address is asked for once more where it has expired.
    async fn fetch(
        &self,
        id: &str,
        task: Value,
        kind: FileKind,
    ) -> Result<TaskState, ImageryError> {
        let mut task = task;
        for _ in 0..2 {
            let Some(url) = task["output"][0].as_str().and_then(|url| Url::parse(url).ok()) else {
                return Ok(TaskState::Failed { retryable: false });
            };
            let fetched = download(&self.client, url, &self.api, kind)
                .await
                .map_err(|error| ImageryError::unavailable(error.to_string()))?;
            match fetched {
                Download::Begun(chunks) => return Ok(TaskState::Succeeded(chunks)),
                Download::Unusable(why) => {
                    tracing::warn!(why, "what Runway made is not used");
                    return Ok(TaskState::Failed { retryable: false });
                }
                Download::Gone => match self.look(id).await? {
                    Some(fresh) => task = fresh,
                    None => return Ok(TaskState::Lost),
                },
            }
        }
        Err(ImageryError::unavailable("the file is not there"))
    }
}

/// Names of tasks are parts of addresses.
fn is_task_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn unavailable(reply: &Reply) -> ImageryError {
    ImageryError::Unavailable { reason: reply.status.to_string(), retry_after: reply.retry_after }
}

/// What a failure means: refused for safety is final, its own bad output may pass.
fn failed(code: &str) -> TaskState {
    tracing::warn!(code, "a task of Runway failed");
    if code.starts_with("SAFETY") {
        TaskState::Refused
    } else {
        TaskState::Failed { retryable: code.starts_with("INTERNAL") }
    }
}

#[async_trait]
impl Imagery for Runway {
    fn notice(&self) -> String {
        "Your photos are sent to Runway, whose models make the picture and the film; they are deleted there once we have copied what was made."
            .to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        let body = picture_body(&request, &self.config.picture_model)
            .await
            .map_err(|error| ImageryError::unavailable(error.to_string()))?;
        Ok(Submitted::Task(self.order("text_to_image", &body).await?))
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let body = film_body(&request, &self.config.film_model)
            .await
            .map_err(|error| ImageryError::unavailable(error.to_string()))?;
        let TaskId(id) = self.order("image_to_video", &body).await?;
        Ok(Submitted::Task(TaskId(format!("{FILM}{id}"))))
    }

    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError> {
        let (id, kind) = match task.0.strip_prefix(FILM) {
            Some(id) => (id, FileKind::Film),
            None => (task.0.as_str(), FileKind::Picture),
        };
        let Some(said) = self.look(id).await? else { return Ok(TaskState::Lost) };
        match said["status"].as_str().unwrap_or_default() {
            "PENDING" | "THROTTLED" => Ok(TaskState::Waiting { ahead: None }),
            "RUNNING" => {
                #[expect(clippy::cast_possible_truncation, reason = "a share for people")]
                let fraction = said["progress"].as_f64().map(|share| share.clamp(0.0, 1.0) as f32);
                Ok(TaskState::Running { fraction })
            }
            "SUCCEEDED" => self.fetch(id, said, kind).await,
            "FAILED" => Ok(failed(said["failureCode"].as_str().unwrap_or_default())),
            "CANCELLED" | "CANCELED" => Ok(TaskState::Lost),
            _ => Err(ImageryError::unavailable("an unknown state")),
        }
    }

    async fn discard(&self, task: &TaskId) {
        let id = task.0.strip_prefix(FILM).unwrap_or(&task.0);
        let request = self.request(Method::DELETE, &format!("tasks/{id}"));
        // Runway forgets what it made within days by itself.
        if let Err(error) = send(request, ANSWER_BYTES).await {
            tracing::warn!(%error, "a task could not be deleted at Runway");
        }
    }

    fn is_paid(&self, _: Part, _: bool) -> bool {
        true
    }

    fn model_of(&self, _: &TaskId) -> Option<&'static str> {
        Some("Runway")
    }

    fn poll_every(&self, _: &TaskId) -> Option<Duration> {
        let mut byte = [0];
        self.entropy.fill(&mut byte);
        Some(POLL_EVERY + Duration::from_millis(u64::from(byte[0]) * 4))
    }
}
