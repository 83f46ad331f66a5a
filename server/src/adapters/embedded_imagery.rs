//! The embedded renderer behind the same port as a cloud provider: orders become tasks
//! that wait for their turn, render with real progress on low-priority threads, and are
//! looked at until they end. Tasks live in memory; after a restart, or by another server, they
//! are reported as lost and ordered again, which gives the same picture (the seed is the
//! creation's). One that nobody looks at any more, because its creation was cancelled or deleted
//! at another server, is dropped.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{creation::TAKEOVER, timestamp::Timestamp},
    ports::{
        Entropy, FilmRequest, Imagery, ImageryError, PictureRequest, RequestPhoto,
        RequestRecording, StoreError, Submitted, TaskId, TaskState,
    },
};
use evernear_renderer::{
    PhotoInput, PictureFilm, Recording, RenderProblem, RenderRequest, Shape, Size, Timings, Watch,
    excerpt, film, film_of_picture, still,
};
use evernear_rules::wire::CreationKind;
use tokio::time::Instant;

use super::{photo_reader::crop_box, priority_semaphore::PrioritySemaphore, system::SystemEntropy};

/// Frames a second and seconds of a film.
const FPS: u32 = 24;
const SECONDS: f32 = 10.0;
/// JPEG quality of the picture.
const QUALITY: u8 = 92;
/// Pixels of a large picture on its long side.
const LARGE: u32 = 3000;

/// Seconds that a creation takes whose turn it is: measured on two cores (a film 7.7 to 7.9), with room for
/// slower machines.
const USUAL_PICTURE: (u32, u32) = (2, 5);
const USUAL_FILM: (u32, u32) = (7, 15);

/// Renders on this machine.
pub struct EmbeddedImagery {
    shared: Arc<Shared>,
    large_pictures: bool,
}

struct Shared {
    /// In the id of every task of this renderer, so that one of another process, whose numbers are
    /// the same, is never taken for one of ours: it is somebody else's picture.
    renderer: String,
    next: AtomicU64,
    /// By number, so that those before are those that were ordered earlier.
    tasks: Mutex<BTreeMap<u64, Arc<Task>>>,
    queue: PrioritySemaphore,
    /// A task that nobody looked at for this long is dropped.
    abandoned_after: Duration,
}

/// One request.
struct Task {
    /// Its place among those that wait.
    since: Timestamp,
    /// Gives way to every task that is not.
    large: bool,
    /// Thousandths.
    progress: AtomicU32,
    cancelled: AtomicBool,
    last_check: Mutex<Instant>,
    phase: Mutex<Phase>,
}

#[derive(Default)]
enum Phase {
    #[default]
    Waiting,
    Rendering,
    Done(Vec<u8>),
    Failed,
}

impl Task {
    fn new(since: Timestamp, large: bool) -> Self {
        Self {
            since,
            large,
            progress: AtomicU32::new(0),
            cancelled: AtomicBool::new(false),
            last_check: Mutex::new(Instant::now()),
            phase: Mutex::default(),
        }
    }
}

impl Watch for Task {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a fraction in thousandths"
    )]
    fn progress(&self, fraction: f32) {
        self.progress.store((fraction.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl EmbeddedImagery {
    /// Makes pictures in print size too, or not. Keeps what nobody looks at for as long as no other
    /// server takes its creation over, which then orders anew.
    pub fn new(large_pictures: bool) -> Self {
        Self::keeping(TAKEOVER, large_pictures)
    }

    fn keeping(abandoned_after: Duration, large_pictures: bool) -> Self {
        // The renderer itself uses every core but one: two at once only where there is room.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = PrioritySemaphore::new((cores / 2).max(1));
        let mut renderer = [0; 16];
        SystemEntropy.fill(&mut renderer);
        let renderer = hex::encode(renderer);
        let (next, tasks) = (AtomicU64::new(1), Mutex::default());
        let shared = Shared { renderer, next, tasks, queue, abandoned_after };
        Self { shared: Arc::new(shared), large_pictures }
    }
}

impl Shared {
    fn id(&self, number: u64) -> TaskId {
        TaskId(format!("{}-{number}", self.renderer))
    }

    /// The number of a task of this renderer.
    fn number(&self, id: &TaskId) -> Option<u64> {
        let (renderer, number) = id.0.split_once('-')?;
        if renderer == self.renderer { number.parse().ok() } else { None }
    }

    /// Forgets a task, and stops it where it still renders.
    fn remove(&self, number: u64) {
        if let Some(task) = lock(&self.tasks).remove(&number) {
            task.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the large pictures that are being made, because something else is asked for: they are
    /// reported as lost, and ordered again.
    fn make_way(&self) {
        let rendering = |task: &Task| matches!(&*lock(&task.phase), Phase::Rendering);
        let yielding: Vec<u64> = lock(&self.tasks)
            .iter()
            .filter(|(_, task)| task.large && rendering(task))
            .map(|(number, _)| *number)
            .collect();
        for number in yielding {
            self.remove(number);
        }
    }

    /// Ends when the task is gone or abandoned, and removes it then.
    async fn remove_abandoned(&self, number: u64, task: &Task) {
        while !task.cancelled() {
            let abandoned_at = *lock(&task.last_check) + self.abandoned_after;
            if abandoned_at <= Instant::now() {
                self.remove(number);
            } else {
                tokio::time::sleep_until(abandoned_at).await;
            }
        }
    }
}

#[async_trait]
impl Imagery for EmbeddedImagery {
    fn notice(&self) -> String {
        "Your photos stay on this server: the picture and the film are made here, and no other company receives them."
            .to_owned()
    }

    async fn start_picture(&self, request: PictureRequest) -> Result<Submitted, ImageryError> {
        Ok(self.accept(order(&request, false), move || drawn(request, None, false, picture)))
    }

    fn composes_photos(&self) -> bool {
        true
    }

    fn carries_recordings(&self) -> bool {
        true
    }

    fn usual_seconds(&self, kind: CreationKind) -> Option<(u32, u32)> {
        Some(match kind {
            CreationKind::Image => USUAL_PICTURE,
            CreationKind::Video => USUAL_FILM,
        })
    }

    fn closing_words(&self, words: &str) -> Option<String> {
        excerpt(words)
    }

    fn makes_large_pictures(&self) -> bool {
        self.large_pictures
    }

    async fn start_large_picture(
        &self,
        mut request: PictureRequest,
    ) -> Result<Submitted, ImageryError> {
        // After everything that was, or will be, asked for.
        request.since = Timestamp(i64::MAX);
        Ok(self.accept(order(&request, true), move || drawn(request, None, true, picture)))
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let of = order(&request.picture, false);
        // Without photos nobody can be drawn anew.
        if request.image_by_model || request.picture.photos.is_empty() {
            return Ok(self.accept(of, move || filmed(request)));
        }
        let render =
            |request: &RenderRequest, task: &Task| film(request, task, &mut Timings::default());
        Ok(self.accept(of, move || drawn(request.picture, request.recording, false, render)))
    }

    async fn check(&self, id: &TaskId) -> Result<TaskState, ImageryError> {
        let Some(number) = self.shared.number(id) else { return Ok(TaskState::Lost) };
        let tasks = lock(&self.shared.tasks);
        let Some(task) = tasks.get(&number) else { return Ok(TaskState::Lost) };
        *lock(&task.last_check) = Instant::now();
        // Looked at apart: counting those ahead looks at every phase.
        let waiting = matches!(&*lock(&task.phase), Phase::Waiting);
        if waiting {
            let ahead = Some(ahead(&tasks, number, task.since));
            return Ok(TaskState::Waiting { ahead });
        }
        let state = match &*lock(&task.phase) {
            Phase::Waiting => TaskState::Waiting { ahead: None },
            Phase::Rendering => {
                let thousandths = task.progress.load(Ordering::Relaxed);
                TaskState::Running {
                    fraction: Some(f32::from(u16::try_from(thousandths).unwrap_or(1000)) / 1000.0),
                }
            }
            Phase::Done(bytes) => TaskState::made(bytes.clone()),
            Phase::Failed => TaskState::Failed { retryable: false },
        };
        Ok(state)
    }

    async fn discard(&self, id: &TaskId) -> Result<(), ImageryError> {
        if let Some(number) = self.shared.number(id) {
            self.shared.remove(number);
        }
        Ok(())
    }
}

impl EmbeddedImagery {
    /// `prepare` reads what is needed once it is the task's turn, and says how it is rendered.
    fn accept<Reading>(
        &self,
        Order { since, large }: Order,
        prepare: impl FnOnce() -> Reading + Send + 'static,
    ) -> Submitted
    where
        Reading: Future<Output = Result<Rendering, StoreError>> + Send + 'static,
    {
        if !large {
            self.shared.make_way();
        }
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let task = Arc::new(Task::new(since, large));
        lock(&self.shared.tasks).insert(number, Arc::clone(&task));
        let shared = Arc::clone(&self.shared);
        let task_id = shared.id(number);
        let (watched, watcher) = (Arc::clone(&task), Arc::clone(&shared));
        tokio::spawn(async move { watcher.remove_abandoned(number, &watched).await });
        tokio::spawn(async move {
            let _turn = shared.queue.take(since).await;
            if task.cancelled() {
                return;
            }
            let rendering = match prepare().await {
                Ok(rendering) => rendering,
                Err(error) => {
                    tracing::warn!(%error, "the pictures of a request could not be read");
                    // It is reported as lost, and ordered again.
                    return shared.remove(number);
                }
            };
            *lock(&task.phase) = Phase::Rendering;
            let worker = Arc::clone(&task);
            let rendered = tokio::task::spawn_blocking(move || rendering(&worker)).await;
            *lock(&task.phase) = match rendered {
                Ok(Ok(bytes)) => Phase::Done(bytes),
                Ok(Err(RenderProblem::Cancelled)) => Phase::Failed,
                Ok(Err(problem)) => {
                    tracing::error!(%problem, "a rendering failed");
                    Phase::Failed
                }
                Err(problem) => {
                    tracing::error!(%problem, "a rendering broke off");
                    Phase::Failed
                }
            };
        });
        Submitted::Task(task_id)
    }
}

/// When its turn is.
struct Order {
    since: Timestamp,
    large: bool,
}

fn order(request: &PictureRequest, large: bool) -> Order {
    Order { since: request.since, large }
}

/// Renders what was read.
type Rendering = Box<dyn FnOnce(&Task) -> Result<Vec<u8>, RenderProblem> + Send>;

/// A scene drawn from the photos.
async fn drawn(
    request: PictureRequest,
    recording: Option<RequestRecording>,
    large: bool,
    render: fn(&RenderRequest, &Task) -> Result<Vec<u8>, RenderProblem>,
) -> Result<Rendering, StoreError> {
    let mut request = render_request(request, large).await?;
    request.recording = heard(recording).await?;
    Ok(Box::new(move |task: &Task| render(&request, task)))
}

/// A film of the finished picture.
async fn filmed(request: FilmRequest) -> Result<Rendering, StoreError> {
    let FilmRequest { picture, image, recording, .. } = request;
    let film = PictureFilm {
        picture: image.bytes().await?,
        people: picture.mode.photo_count(),
        caption: picture.prompt.words().and_then(excerpt),
        story: picture.story,
        seed: picture.seed,
        size: size(picture.presentation.shape),
        fps: FPS,
        seconds: SECONDS,
        recording: heard(recording).await?,
    };
    Ok(Box::new(move |task: &Task| film_of_picture(&film, task)))
}

fn picture(request: &RenderRequest, task: &Task) -> Result<Vec<u8>, RenderProblem> {
    still(request, task).map(|still| still.to_jpeg(QUALITY))
}

/// The part of a recording that is heard.
async fn heard(recording: Option<RequestRecording>) -> Result<Option<Recording>, StoreError> {
    let Some(RequestRecording { file, trim }) = recording else { return Ok(None) };
    let time = |millis: u32| Duration::from_millis(millis.into());
    let kept = file.bytes().await?;
    let heard = Recording::of_kept(&kept, time(trim.start), time(trim.length));
    heard.map(Some).map_err(StoreError::new)
}

/// With the bytes of its photos.
async fn render_request(request: PictureRequest, large: bool) -> Result<RenderRequest, StoreError> {
    let mut photos = Vec::with_capacity(request.photos.len());
    for photo in request.photos {
        photos.push(read(photo).await?);
    }
    let keepsake = match request.keepsake {
        Some(photo) => Some(read(photo).await?),
        None => None,
    };
    let words = request.prompt.words();
    Ok(RenderRequest {
        caption: words.and_then(excerpt),
        story: request.story,
        photos,
        keepsake,
        seed: request.seed,
        size: if large {
            large_size(request.presentation.shape)
        } else {
            size(request.presentation.shape)
        },
        people: request.presentation.people,
        recording: None,
        fps: FPS,
        seconds: SECONDS,
    })
}

async fn read(photo: RequestPhoto) -> Result<PhotoInput, StoreError> {
    Ok(PhotoInput {
        bytes: photo.file.bytes().await?,
        suggested: Some(crop_box(photo.suggested)),
        chosen: photo.chosen.map(crop_box),
        touch_up: photo.touch_up,
    })
}

/// Pixels of a film of this shape.
fn size(shape: Shape) -> Size {
    match shape {
        Shape::Portrait => Size::PORTRAIT,
        Shape::Square => Size { width: 960, height: 960 },
        Shape::Landscape => Size::LANDSCAPE,
    }
}

/// Pixels of a large picture of this shape: its film's, [`LARGE`] on the long side.
fn large_size(shape: Shape) -> Size {
    let Size { width, height } = size(shape);
    let long = width.max(height);
    // Both sides are even.
    let scaled = |side: u32| (side * LARGE / long).next_multiple_of(2);
    Size { width: scaled(width), height: scaled(height) }
}

/// How many unfinished orders come before this one.
fn ahead(tasks: &BTreeMap<u64, Arc<Task>>, number: u64, since: Timestamp) -> u32 {
    let before = tasks.iter().filter(|(other, task)| {
        **other != number
            && !task.cancelled()
            && match &*lock(&task.phase) {
                Phase::Rendering => true,
                Phase::Waiting => (task.since, **other) < (since, number),
                Phase::Done(_) | Phase::Failed => false,
            }
    });
    u32::try_from(before.count()).unwrap_or(u32::MAX)
}

/// A poisoned lock still holds good data: every write here is one assignment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
