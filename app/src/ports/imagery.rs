//! The picture side: orders become tasks that are looked at until they end. An adapter
//! never blocks; what it started and forgot (a restart) it reports as lost, and the request
//! is placed again.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use evernear_rules::{
    presentation::{Presentation, TouchUp},
    story::Story,
    wire::{CreationKind, Crop, Mode, Trim},
};
use futures::stream;

use super::{Chunks, PhotoFile};
use crate::domain::{creation::Prompt, id::CreationId, timestamp::Timestamp};

/// The two things a provider makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Image,
    Film,
}

/// Makes pictures and films of people from their photos.
#[async_trait]
pub trait Imagery: Send + Sync {
    /// Who receives the photos and what they are, in one plain sentence.
    fn notice(&self) -> String;
    /// Starts a picture.
    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError>;
    /// Starts a film that begins as a finished picture.
    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError>;
    /// Whether pictures are composed of the photos themselves, so that people choose how they are shown
    /// and touch up what is cut out. Models draw people anew.
    fn composes_photos(&self) -> bool {
        false
    }
    /// Whether its films carry a recording of the person's. A provider's film stays as it came.
    fn carries_recordings(&self) -> bool {
        false
    }
    /// Whether a keepsake is in what it makes: where picture and film are composed here, so that no model
    /// draws it anew.
    fn takes_keepsakes(&self) -> bool {
        self.composes_photos() && self.carries_recordings()
    }
    /// Whether pictures in print size are made.
    fn makes_large_pictures(&self) -> bool {
        false
    }
    /// Starts a finished picture anew in print size (3,000 pixels on the long side). It gives way to
    /// every other task, and is reported as lost then.
    async fn start_large_picture(&self, _: PictureRequest) -> Result<Submitted, ImageryError> {
        Err(ImageryError::Rejected("pictures in print size are not made".to_owned()))
    }
    /// How a task is doing.
    async fn check(&self, task: &TaskId) -> Result<TaskState, ImageryError>;
    /// Stops a task, or forgets one that ended; no fault if it is unknown.
    ///
    /// # Errors
    /// Where its provider cannot be told now.
    async fn discard(&self, task: &TaskId) -> Result<(), ImageryError>;
    /// The task that an order becomes, where its provider names tasks by their orders: one whose answer was
    /// lost can be discarded all the same. Nothing where the provider gives names of its own.
    fn task_of(&self, _order: &str, _part: Part, _mode: Mode, _fallback: bool) -> Option<TaskId> {
        None
    }
    /// Whether an order for this costs the operator money: it is written down before it is sent.
    fn is_paid(&self, _: Part, _fallback: bool) -> bool {
        false
    }
    /// How many seconds a creation usually takes where this server has made too few to tell: lower and upper
    /// quartile. Nothing where nobody has measured it.
    fn usual_seconds(&self, _: CreationKind) -> Option<(u32, u32)> {
        None
    }
    /// Which of a person's words a film of our own shows at its end.
    fn closing_words(&self, _words: &str) -> Option<String> {
        None
    }
    /// Whether something else makes what the provider cannot, as the operator allows.
    fn has_fallback(&self) -> bool {
        false
    }
    /// The provider whose model makes what this task makes; nothing where our own renderer does.
    fn model_of(&self, _: &TaskId) -> Option<&'static str> {
        None
    }
    /// How soon a running task may be looked at again, where the provider bounds that.
    fn poll_every(&self, _: &TaskId) -> Option<Duration> {
        None
    }
}

/// A provider's name for a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskId(pub String);

/// The photo of a person, or of a keepsake, upright JPEG.
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

/// A recording that a film is to carry.
#[derive(Clone)]
pub struct RequestRecording {
    /// WAV, read when the film is made.
    pub file: Arc<dyn PhotoFile>,
    /// The part that is heard.
    pub trim: Trim,
}

/// A picture of these people in this scene.
#[derive(Clone)]
pub struct PictureRequest {
    pub creation: CreationId,
    pub mode: Mode,
    pub prompt: Prompt,
    pub story: Story,
    pub presentation: Presentation,
    /// One of each person.
    pub photos: Vec<RequestPhoto>,
    /// What is in the scene as a print; only where one is taken
    /// ([`Imagery::takes_keepsakes`]).
    pub keepsake: Option<RequestPhoto>,
    pub seed: u64,
    /// Names this order: the same one placed again, after a crash, has the same name.
    pub order: String,
    /// The provider failed: what the operator allows instead is to make it.
    pub fallback: bool,
    /// Since when it counts as waiting: earlier ones come first.
    pub since: Timestamp,
}

/// A film of ten seconds.
#[derive(Clone)]
pub struct FilmRequest {
    pub picture: PictureRequest,
    /// The finished picture: JPEG, or PNG or WebP from a model.
    pub image: Arc<dyn PhotoFile>,
    /// A model made it, and not our own renderer.
    pub image_by_model: bool,
    /// Only where films carry recordings ([`Imagery::carries_recordings`]).
    pub recording: Option<RequestRecording>,
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
pub enum TaskState {
    /// It waits for its turn; `ahead` others that come first, where the provider knows them.
    Waiting {
        ahead: Option<u32>,
    },
    /// `fraction` 0 to 1 where the provider knows it.
    Running {
        fraction: Option<f32>,
    },
    /// What it made: JPEG, PNG or WebP for a picture, MP4 for a film.
    Succeeded(Chunks),
    Failed {
        retryable: bool,
    },
    /// The provider refused the photos or the words.
    Refused,
    /// Unknown to the provider, which may have made it: it died with the server that worked on it, or
    /// nobody heard of its end.
    Lost,
    /// The provider did not take the order after all, for this reason.
    NotTaken(ImageryError),
}

impl fmt::Debug for TaskState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting { ahead } => write!(f, "Waiting {{ ahead: {ahead:?} }}"),
            Self::Running { fraction } => write!(f, "Running {{ fraction: {fraction:?} }}"),
            Self::Succeeded(_) => f.write_str("Succeeded"),
            Self::Failed { retryable } => write!(f, "Failed {{ retryable: {retryable} }}"),
            Self::Refused => f.write_str("Refused"),
            Self::Lost => f.write_str("Lost"),
            Self::NotTaken(error) => write!(f, "NotTaken({error:?})"),
        }
    }
}

impl TaskState {
    /// A task whose whole result is at hand.
    pub fn made(bytes: Vec<u8>) -> Self {
        Self::Succeeded(Box::pin(stream::once(async move { Ok(Bytes::from(bytes)) })))
    }
}

/// Why a provider could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum ImageryError {
    /// Just now; the same call may succeed later, not before `retry_after`.
    #[error("imagery is unavailable: {reason}")]
    Unavailable { reason: String, retry_after: Option<Duration> },
    /// The connection broke after the order was sent: it may have been taken.
    #[error("imagery may have taken the order: {0}")]
    MaybeTaken(String),
    /// It takes no orders of ours: the key, the account, or what was sent.
    #[error("imagery takes no orders: {0}")]
    Rejected(String),
}

impl ImageryError {
    /// Unavailable, for as long as nobody says.
    pub fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable { reason: reason.into(), retry_after: None }
    }
}
