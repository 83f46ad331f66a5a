//! Pictures by OpenAI's images API. It makes no films.
//!
//! What always holds: the API answers when the picture is made, so that a task is a call under way in this
//! server's memory; after a restart, or by another server, it is lost and ordered again. One that nobody
//! looks at any more is broken off.

mod client;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use evernear_app::{
    domain::creation::TAKEOVER,
    ports::{
        Entropy, FilmRequest, Imagery, ImageryError, Part, PictureRequest, StoreError, Submitted,
        TaskId, TaskState,
    },
};
use futures::stream;
use tokio::{
    task::AbortHandle,
    time::{Instant, sleep_until},
};

use self::client::{ImagesClient, Order, OrderError};
use super::{provider_photo, provider_prompt};
use crate::config::imagery::OpenAiImagesConfig;

/// Longest wait for a picture, retries included.
const PATIENCE: Duration = Duration::from_secs(600);
/// Pixels of a photo on its long side.
const PHOTO_EDGE: u32 = 2048;

/// See the module.
pub struct OpenAiImages {
    shared: Arc<Shared>,
}

struct Shared {
    client: ImagesClient,
    patience: Duration,
    /// In the name of every task, so that one of another process is never taken for one of ours.
    process: String,
    next: AtomicU64,
    tasks: Mutex<HashMap<String, Task>>,
}

/// A call that is under way or has ended.
struct Task {
    looked_at: Instant,
    /// Nothing until it ends.
    end: Option<End>,
    work: Option<AbortHandle>,
}

#[derive(Clone)]
enum End {
    Made(Bytes),
    /// What came is no picture.
    Unusable,
    Refused,
    Rejected(String),
    Unavailable {
        reason: String,
        retry_after: Option<Duration>,
    },
    /// It may have been made.
    Lost,
}

impl OpenAiImages {
    /// The configured model; a server of one's own may stand in for OpenAI.
    ///
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn new(
        config: OpenAiImagesConfig,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, reqwest::Error> {
        Self::waiting_at_most(PATIENCE, config, entropy)
    }

    /// The same with another longest wait for a picture.
    ///
    /// # Errors
    /// Where the system has no TLS to offer.
    pub fn waiting_at_most(
        patience: Duration,
        config: OpenAiImagesConfig,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, reqwest::Error> {
        let mut process = [0; 16];
        entropy.fill(&mut process);
        let shared = Shared {
            client: ImagesClient::new(config, entropy)?,
            patience,
            process: hex::encode(process),
            next: AtomicU64::new(1),
            tasks: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }
}

impl Shared {
    /// A poisoned lock still holds good data: every write here is one assignment.
    fn tasks(&self) -> MutexGuard<'_, HashMap<String, Task>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, name: &str) {
        let removed = self.tasks().remove(name);
        if let Some(work) = removed.and_then(|task| task.work) {
            work.abort();
        }
    }

    async fn make(&self, request: PictureRequest) -> End {
        let deadline = Instant::now() + self.patience;
        let order = match order(&request).await {
            Ok(order) => order,
            Err(error) => {
                tracing::warn!(%error, "the photos of a request could not be read");
                let reason = "a photo could not be read".to_owned();
                return End::Unavailable { reason, retry_after: None };
            }
        };
        let made = self.client.picture(&order, deadline).await.inspect_err(|error| {
            tracing::warn!(%error, "no picture came of an order at OpenAI");
        });
        match made {
            Ok(picture) => End::Made(Bytes::from(picture)),
            Err(OrderError::Passing { reason, retry_after }) => {
                End::Unavailable { reason, retry_after }
            }
            Err(OrderError::InDoubt(_)) => End::Lost,
            Err(OrderError::Unusable(_)) => End::Unusable,
            Err(OrderError::Moderated) => End::Refused,
            Err(OrderError::Rejected(why)) => End::Rejected(why),
        }
    }

    /// Ends when the task is gone or abandoned, and removes it then.
    async fn remove_abandoned(&self, name: &str) {
        loop {
            let looked_at = self.tasks().get(name).map(|task| task.looked_at);
            let Some(looked_at) = looked_at else { return };
            let abandoned_at = looked_at + TAKEOVER;
            if abandoned_at <= Instant::now() {
                return self.remove(name);
            }
            sleep_until(abandoned_at).await;
        }
    }
}

#[async_trait]
impl Imagery for OpenAiImages {
    fn notice(&self) -> String {
        "Photos and words are sent to OpenAI, another company, whose model makes the picture of them."
            .to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        let shared = Arc::clone(&self.shared);
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", shared.process);
        let task = Task { looked_at: Instant::now(), end: None, work: None };
        shared.tasks().insert(name.clone(), task);
        let (worker, named) = (Arc::clone(&shared), name.clone());
        let work = tokio::spawn(async move {
            let end = worker.make(request).await;
            if let Some(task) = worker.tasks().get_mut(&named) {
                task.end = Some(end);
            }
        });
        if let Some(task) = shared.tasks().get_mut(&name) {
            task.work = Some(work.abort_handle());
        }
        let watched = name.clone();
        tokio::spawn(async move { shared.remove_abandoned(&watched).await });
        Ok(Submitted::Task(TaskId(name)))
    }

    async fn start_film(&self, _: FilmRequest) -> Result<Submitted, ImageryError> {
        Err(ImageryError::Rejected("OpenAI makes no films".to_owned()))
    }

    async fn check(&self, id: &TaskId) -> Result<TaskState, ImageryError> {
        let end = match self.shared.tasks().get_mut(&id.0) {
            None => return Ok(TaskState::Lost),
            Some(task) => {
                task.looked_at = Instant::now();
                task.end.clone()
            }
        };
        match end {
            None => Ok(TaskState::Running { fraction: None }),
            Some(End::Made(picture)) => {
                Ok(TaskState::Succeeded(Box::pin(stream::once(async move { Ok(picture) }))))
            }
            Some(End::Unusable) => Ok(TaskState::Failed { retryable: false }),
            Some(End::Unavailable { reason, retry_after }) => {
                Ok(TaskState::NotTaken(ImageryError::Unavailable { reason, retry_after }))
            }
            Some(End::Refused) => Ok(TaskState::Refused),
            Some(End::Rejected(why)) => Ok(TaskState::NotTaken(ImageryError::Rejected(why))),
            Some(End::Lost) => Ok(TaskState::Lost),
        }
    }

    async fn discard(&self, id: &TaskId) -> Result<(), ImageryError> {
        self.shared.remove(&id.0);
        Ok(())
    }

    fn is_paid(&self, part: Part, _fallback: bool) -> bool {
        part == Part::Image
    }

    fn model_of(&self, _: &TaskId) -> Option<&'static str> {
        Some("OpenAI")
    }
}

/// With the bytes of its photos.
async fn order(request: &PictureRequest) -> Result<Order, StoreError> {
    let mut photos = Vec::with_capacity(request.photos.len());
    for photo in &request.photos {
        photos.push(Bytes::from(provider_photo::for_provider(photo, PHOTO_EDGE).await?));
    }
    let prompt = provider_prompt::picture_prompt(request, |at| {
        format!("the person of the {} photo", ordinal(at))
    });
    Ok(Order { prompt, shape: request.presentation.shape, photos })
}

fn ordinal(at: usize) -> &'static str {
    match at {
        0 => "first",
        1 => "second",
        _ => "third",
    }
}
