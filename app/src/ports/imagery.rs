//! The picture side: orders become tasks that are looked at until they end. An adapter
//! never blocks; what it started and forgot (a restart) it reports as lost, and the request
//! is placed again.

use std::sync::Arc;

use async_trait::async_trait;
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    story::Story,
    wire::{Crop, Mode},
};

use super::PhotoFile;
use crate::domain::{creation::Prompt, id::CreationId, timestamp::Timestamp};

/// Makes pictures and films of people from their photos.
#[async_trait]
pub trait Imagery: Send + Sync {
    /// Who receives the photos and what they are, in one plain sentence.
    fn notice(&self) -> String;
    /// Starts a picture.
    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError>;
    /// Starts a film that begins as a finished picture.
    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError>;
    /// Whether pictures in print size are made.
    fn makes_large_pictures(&self) -> bool {
        false
    }
    /// Starts a finished picture anew in print size (3,000 pixels on the long side). It gives way to
    /// every other task, and is reported as lost then.
    async fn start_large_picture(&self, _: PictureRequest) -> Result<Submitted, ImageryError> {
        Err(ImageryError("pictures in print size are not made".to_owned()))
    }
    /// How a task is doing.
    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError>;
    /// Stops a task, or forgets one that ended; no fault if it is unknown.
    async fn discard(&self, task: &TaskId);
}

/// A provider's name for a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskId(pub String);

/// One person's photo, upright JPEG.
#[derive(Clone)]
pub struct RequestPhoto {
    /// Read when the picture is made: a request that waits takes no memory for its photos.
    pub file: Arc<dyn PhotoFile>,
    /// What its print shows by its faces, and what the person chose instead.
    pub suggested: Crop,
    pub chosen: Option<Crop>,
    /// Who of it is cut out, as the person says.
    pub touch_up: TouchUp,
}

/// A picture of these people in this scene.
#[derive(Clone)]
pub struct PictureRequest {
    pub creation: CreationId,
    pub mode: Mode,
    pub prompt: Prompt,
    pub story: Story,
    pub presentation: Presentation,
    pub photos: Vec<RequestPhoto>,
    pub seed: u64,
    /// Since when it counts as waiting: earlier ones come first.
    pub since: Timestamp,
}

/// A film of ten seconds.
#[derive(Clone)]
pub struct FilmRequest {
    pub picture: PictureRequest,
    /// The finished picture, JPEG.
    pub image: Arc<dyn PhotoFile>,
}

/// What a provider answers to a request.
#[derive(Clone, Debug)]
pub enum Submitted {
    Task(TaskId),
    /// The provider asks something first.
    FollowUp {
        question: Option<String>,
    },
}

/// How a task is doing.
#[derive(Clone, Debug)]
pub enum TaskState {
    /// `fraction` 0 to 1 where the provider knows it; `ahead` others that come first.
    Running {
        fraction: Option<f32>,
        ahead: Option<u32>,
    },
    /// JPEG for a picture, MP4 for a film.
    Succeeded(Vec<u8>),
    Failed {
        retryable: bool,
    },
    /// The provider refused the photos or the words.
    Refused,
    /// Unknown to the provider: it died with the server that worked on it.
    Lost,
}

/// The provider could not be asked just now; the same call may succeed later.
#[derive(Debug, thiserror::Error)]
#[error("imagery is unavailable: {0}")]
pub struct ImageryError(pub String);
