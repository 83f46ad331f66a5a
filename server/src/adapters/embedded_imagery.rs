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
        Entropy, FilmRequest, Imagery, ImageryError, PictureRequest, StoreError, Submitted, TaskId,
        TaskState,
    },
};
use evernear_renderer::{
    PhotoInput, RenderProblem, RenderRequest, Shape, Size, Timings, Watch, excerpt, film, still,
};
use tokio::time::Instant;

use super::{photo_reader::crop_box, priority_semaphore::PrioritySemaphore, system::SystemEntropy};

/// Frames a second and seconds of a film.
const FPS: u32 = 24;
const SECONDS: f32 = 10.0;
/// JPEG quality of the picture.
const QUALITY: u8 = 92;
/// Pixels of a large picture on its long side.
const LARGE: u32 = 3000;

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
        Ok(self.accept(request, false, picture))
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
        Ok(self.accept(request, true, picture))
    }

    async fn start_film(&self, request: FilmRequest) -> Result<Submitted, ImageryError> {
        let render =
            |request: &RenderRequest, task: &Task| film(request, task, &mut Timings::default());
        Ok(self.accept(request.picture, false, render))
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

    async fn discard(&self, id: &TaskId) {
        if let Some(number) = self.shared.number(id) {
            self.shared.remove(number);
        }
    }
}

impl EmbeddedImagery {
    fn accept(
        &self,
        request: PictureRequest,
        large: bool,
        render: impl FnOnce(&RenderRequest, &Task) -> Result<Vec<u8>, RenderProblem> + Send + 'static,
    ) -> Submitted {
        if !large {
            self.shared.make_way();
        }
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let task = Arc::new(Task::new(request.since, large));
        lock(&self.shared.tasks).insert(number, Arc::clone(&task));
        let shared = Arc::clone(&self.shared);
        let task_id = shared.id(number);
        let since = request.since;
        let (watched, watcher) = (Arc::clone(&task), Arc::clone(&shared));
        tokio::spawn(async move { watcher.remove_abandoned(number, &watched).await });
        tokio::spawn(async move {
            let _turn = shared.queue.take(since).await;
            if task.cancelled() {
                return;
            }
            let request = match render_request(request, large).await {
                Ok(request) => request,
                Err(error) => {
                    tracing::warn!(%error, "the photos of a request could not be read");
                    // It is reported as lost, and ordered again.
                    return shared.remove(number);
                }
            };
            *lock(&task.phase) = Phase::Rendering;
            let worker = Arc::clone(&task);
            let rendered = tokio::task::spawn_blocking(move || render(&request, &worker)).await;
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

fn picture(request: &RenderRequest, task: &Task) -> Result<Vec<u8>, RenderProblem> {
    still(request, task).map(|still| still.to_jpeg(QUALITY))
}

/// With the bytes of its photos.
async fn render_request(request: PictureRequest, large: bool) -> Result<RenderRequest, StoreError> {
    let mut photos = Vec::with_capacity(request.photos.len());
    for photo in request.photos {
        photos.push(PhotoInput {
            bytes: photo.file.bytes().await?,
            suggested: Some(crop_box(photo.suggested)),
            chosen: photo.chosen.map(crop_box),
            touch_up: photo.touch_up,
        });
    }
    let words = request.prompt.words();
    Ok(RenderRequest {
        caption: words.and_then(excerpt),
        story: request.story,
        photos,
        seed: request.seed,
        size: if large {
            large_size(request.presentation.shape)
        } else {
            size(request.presentation.shape)
        },
        people: request.presentation.people,
        fps: FPS,
        seconds: SECONDS,
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
mod tests {
    use bytes::Bytes;
    use evernear_app::{
        domain::{creation::Prompt, id::CreationId, media::WHOLE},
        ports::{PhotoFile, RequestPhoto},
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
        let path = format!("{}/tests/photos/{name}", env!("CARGO_MANIFEST_DIR"));
        let suggested = Crop { x: 1_000, y: 0, width: 8_000, height: WHOLE };
        RequestPhoto {
            file: Arc::new(Photo(path, bytes)),
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
            imagery.discard(task).await;
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
        let Ok(Submitted::Task(task)) = imagery.start_picture(moved).await else {
            panic!("not taken")
        };
        let plain = ordered(&imagery).await;
        let moved = made(ended(&imagery, &task).await).await;
        let plain = made(ended(&imagery, &plain).await).await;
        assert!(moved != plain, "another part is another picture");
    }

    #[test]
    fn a_film_ends_with_own_words_or_with_none() {
        let captioned = |prompt: &str| {
            let request =
                PictureRequest { prompt: Prompt::parse(prompt), photos: Vec::new(), ..request() };
            render_request(request, false)
                .now_or_never()
                .expect("at once")
                .expect("no photos")
                .caption
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

    #[tokio::test(flavor = "multi_thread")]
    async fn what_was_discarded_or_never_ordered_is_lost() {
        let imagery = EmbeddedImagery::new(true);
        let task = ordered(&imagery).await;
        imagery.discard(&task).await;
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
        let Ok(Submitted::Task(task)) = imagery.start_picture(gone).await else {
            panic!("not taken")
        };
        assert!(matches!(ended(&imagery, &task).await, TaskState::Lost));
    }
}
