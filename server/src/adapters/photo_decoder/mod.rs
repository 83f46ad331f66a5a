//! Uploads, pictures and [`recordings`], are decoded in child processes (this program, another command):
//! a decoder that loops, takes too much memory or crashes ends its own process and nothing else.
//!
//! There are two children, on any machine, so that what they may take of its memory is known. At
//! most one of them decodes a heavy picture, one that takes much memory or CPU time. An ordinary
//! picture is stopped when it takes far longer than was reckoned, or [`MAX_LIGHT_CPU`], and is then
//! decoded as a heavy one: so ordinary photos always find a place.
//! Of a client one ordinary and one heavy picture come at a time ([`clients`]), those of different
//! clients in the order of their arrival. Each counts as later by [`WAIT_FACTOR`] times what it is
//! reckoned to take and what its client's pictures took lately, so that who sends much goes after
//! who sends little; and by [`PENALTY_FACTOR`] times what of that is beyond [`FREE_CPU`]. What a
//! picture took beyond what was reckoned counts for more ([`UNFORESEEN_FACTOR`]), because those
//! before which it was taken had to wait for it. They wait outside of memory, on the disk, and no more
//! than [`MOST_HERE`]: then the one goes that counts as the latest, each of a client later than the one
//! before. A child is used again
//! while it answers; it is killed when it takes too long, when whoever sent the picture goes away, after
//! some time without work ([`IDLE_TIMEOUT`]), and with the server.

pub mod child;
mod clients;
mod protocol;
mod recordings;
mod waiting;
mod worker;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{CpuSpent, PhotoFile, PhotoReadError, PhotoReader, ReadPhoto, StoreError},
};
use evernear_renderer::{Weight, weigh};
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep, timeout, timeout_at},
};

use self::{
    clients::{Client, Clients, FREE_CPU, PENALTY_FACTOR},
    protocol::{Answer, DecodeRequest, Medium},
    waiting::Waiting,
    worker::{Ended, Worker},
};
use super::{
    photo_reader::refusal,
    priority_semaphore::{Permit, PrioritySemaphore},
};
/// What an upload is charged at least that ended its process: another one has to be started.
const DIED_CPU: Duration = Duration::from_millis(500);

/// The command of this program that decodes.
pub const COMMAND: &str = "decode-photo";
/// Children at once.
const DECODERS: usize = 2;
/// What a picture may take and still be an ordinary one: bytes, and CPU time as it is reckoned.
const LIGHT_MEMORY: u64 = 56 << 20;
const LIGHT_CPU: Duration = Duration::from_millis(2_500);
/// Pictures that are in memory at once to find out how heavy they are.
const MAX_WEIGHED_AT_ONCE: usize = 2;
/// Pictures that are here, each with a file that takes room on the disk, and how much later each of them
/// counts for every other of its client.
const MOST_HERE: usize = 160;
const LATER_FOR_EACH: Duration = Duration::from_secs(2);
/// Heavy pictures that wait for their turn, and ordinary ones: these take less than a second.
const HEAVY_WAITING: usize = 32;
const LIGHT_WAITING: usize = 128;
/// How long a picture waits for its place.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// By how much longer than its CPU time, and what its client's pictures took lately within what is
/// free, a picture counts as later; and by how much at most for itself: less than it may wait, so that
/// a stream of small ones keeps no large one out.
const WAIT_FACTOR: u32 = 2;
const MAX_ESTIMATE_PENALTY: Duration = Duration::from_secs(20);
/// How many times more the CPU time counts that a picture takes beyond what was reckoned.
const UNFORESEEN_FACTOR: u32 = 4;
/// What a child needs beside the decoder's own memory: the file, the smaller picture, and 67 MB in all
/// for a picture full of faces.
const MEMORY_OVERHEAD: u64 = 72 << 20;
/// CPU seconds for a heavy picture, and another for so many pixels.
const HEAVY_SECONDS: u64 = 3;
const PIXELS_A_SECOND: u64 = 4_000_000;
/// How many times what it is reckoned to take a picture may take before it counts as heavy: a busy
/// or slower machine takes longer than the one on which that was measured. And what the search for
/// faces may take besides. In all at most so much: others wait for less than five seconds.
const LIGHT_FACTOR: u32 = 3;
const FACES_CPU: Duration = Duration::from_millis(500);
const MAX_LIGHT_CPU: Duration = Duration::from_secs(4);
/// The system stops a process at whole seconds of its CPU time.
const CPU_PRECISION: Duration = Duration::from_secs(1);
/// How many times as long as its CPU seconds a picture may take on a busy machine.
const WALL_TIME_FACTOR: u32 = 2;
/// How long a child without work is kept, and its memory with it.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Pictures that one child decodes before another takes its place, and its CPU time. The system
/// reckons a process's limit by another clock than its CPU time: over many seconds they part.
const MAX_PICTURES_OF_WORKER: u32 = 500;
const MAX_CPU_OF_WORKER: Duration = Duration::from_secs(10);

/// See the module.
pub struct PhotoDecoders {
    program: PathBuf,
    places: PrioritySemaphore,
    heavy: PrioritySemaphore,
    here: Waiting,
    heavy_waiting: Waiting,
    light_waiting: Waiting,
    weighing: Semaphore,
    idle: Arc<Mutex<Vec<IdleWorker>>>,
    idle_timeout: Duration,
    clients: Clients,
    began: Instant,
}

/// A child without work.
struct IdleWorker {
    worker: Worker,
    since: Instant,
}

impl PhotoDecoders {
    /// With the program whose [`COMMAND`] decodes.
    pub fn new(program: PathBuf) -> Self {
        Self {
            program,
            places: PrioritySemaphore::new(DECODERS),
            heavy: PrioritySemaphore::new(1),
            here: Waiting::new(MOST_HERE),
            heavy_waiting: Waiting::new(HEAVY_WAITING),
            light_waiting: Waiting::new(LIGHT_WAITING),
            weighing: Semaphore::new(MAX_WEIGHED_AT_ONCE),
            idle: Arc::default(),
            idle_timeout: IDLE_TIMEOUT,
            clients: Clients::default(),
            began: Instant::now(),
        }
    }

    /// Since when a picture counts as waiting: later by what its client's pictures took lately and
    /// what itself is reckoned to take, beyond what is free.
    fn virtual_arrival(&self, client: &Client, reckoned: Duration) -> Duration {
        let before = client.cpu();
        let beyond_free = (before + reckoned).saturating_sub(FREE_CPU);
        let later = before.min(FREE_CPU) * WAIT_FACTOR + beyond_free * PENALTY_FACTOR;
        self.began.elapsed() + later
    }

    /// How heavy the picture is, by what it says of itself.
    async fn weight(&self, file: &dyn PhotoFile) -> Result<Weight, PhotoReadError> {
        let _place = self.weighing.acquire().await.map_err(StoreError::new)?;
        weigh(&file.bytes().await?).map_err(refusal)
    }

    /// What a picture needs that counts as waiting `since`.
    async fn permits(
        &self,
        weight: Weight,
        is_heavy: bool,
        since: Duration,
    ) -> Result<(Option<Permit>, Permit), PhotoReadError> {
        let penalty = (weight.cpu * WAIT_FACTOR).min(MAX_ESTIMATE_PENALTY);
        if !is_heavy {
            let since = timestamp(since + penalty);
            return Ok((None, wait(&self.places, &self.light_waiting, since).await?));
        }
        let heavy = wait(&self.heavy, &self.heavy_waiting, timestamp(since + penalty)).await?;
        // It is the only one of its kind here, so it needs no bound. Others wait for its turn to
        // end, so what its client used before no longer makes it later.
        let now = since.min(self.began.elapsed());
        Ok((Some(heavy), self.places.take(timestamp(now + penalty)).await))
    }

    fn worker(&self) -> Result<Worker, StoreError> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(IdleWorker { mut worker, .. }) = idle else {
                return Worker::start(&self.program).map_err(StoreError::new);
            };
            // Somebody else may have ended it.
            if worker.is_there() {
                return Ok(worker);
            }
        }
    }

    /// Keeps a child for the next picture.
    fn keep(&self, worker: Worker) {
        let (idle, idle_timeout) = (Arc::clone(&self.idle), self.idle_timeout);
        let since = Instant::now();
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(IdleWorker { worker, since });
        tokio::spawn(async move {
            sleep(idle_timeout).await;
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.retain(|one| one.since.elapsed() < idle_timeout);
        });
    }

    async fn decode(
        &self,
        (medium, bytes): (Medium, &[u8]),
        weight: Weight,
        most_cpu: Duration,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, PhotoReadError> {
        let memory = weight.memory + MEMORY_OVERHEAD;
        let request = DecodeRequest { medium, memory, cpu: most_cpu, bytes };
        let wall = (most_cpu + CPU_PRECISION) * WALL_TIME_FACTOR;
        let mut worker = self.worker()?;
        meter.begin();
        // Dropped anywhere on the way, the worker is killed.
        let (answer, cpu) = match timeout(wall, worker.decode(&request)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(Ended::OutOfTime)) | Err(_) => {
                tracing::warn!(
                    ?medium,
                    pixels = weight.pixels,
                    "an upload took too long to decode"
                );
                meter.ended(most_cpu);
                return Err(PhotoReadError::TooSlow);
            }
            Ok(Err(Ended::Died(how))) => {
                tracing::warn!(%how, ?medium, pixels = weight.pixels, "an upload ended its decoder");
                meter.ended(meter.elapsed().max(DIED_CPU));
                return Err(PhotoReadError::Damaged);
            }
            Ok(Err(Ended::Killed)) => return Err(PhotoReadError::Busy),
            Ok(Err(Ended::Broken(error))) => return Err(StoreError::new(error).into()),
        };
        meter.ended(cpu);
        if worker.answered() < MAX_PICTURES_OF_WORKER && worker.cpu() < MAX_CPU_OF_WORKER {
            self.keep(worker);
        }
        Ok(answer)
    }
}

fn photo_of(answer: Answer) -> Result<ReadPhoto, PhotoReadError> {
    match answer {
        Answer::Photo(read) => read.map_err(refusal),
        Answer::Recording(_) => Err(StoreError::new("a recording for a photo").into()),
    }
}

/// CPU time after which a picture is no ordinary one.
fn light_cpu(weight: Weight) -> Duration {
    (weight.cpu * LIGHT_FACTOR + FACES_CPU).min(MAX_LIGHT_CPU)
}

/// A picture's place, unless others have waited longer and there are too many of them.
async fn wait(
    places: &PrioritySemaphore,
    waiting: &Waiting,
    since: Timestamp,
) -> Result<Permit, PhotoReadError> {
    let mut waits = waiting.enter(since).ok_or(PhotoReadError::Busy)?;
    tokio::select! {
        place = places.take(since) => Ok(place),
        () = waits.sent_away() => Err(PhotoReadError::Busy),
    }
}

fn timestamp(since: Duration) -> Timestamp {
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What decoding a picture takes, told when it is dropped: the CPU time that the child says, else
/// the time since it began.
struct Meter<'a> {
    began: Option<Instant>,
    cpu: Option<Duration>,
    spent: &'a (dyn Fn(Duration) + Send + Sync),
}

impl<'a> Meter<'a> {
    fn new(spent: &'a (dyn Fn(Duration) + Send + Sync)) -> Self {
        Self { began: None, cpu: None, spent }
    }

    fn begin(&mut self) {
        self.began = Some(Instant::now());
    }

    fn elapsed(&self) -> Duration {
        self.began.map(|began| began.elapsed()).unwrap_or_default()
    }

    fn ended(&mut self, cpu: Duration) {
        self.cpu = Some(cpu);
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        (self.spent)(self.cpu.unwrap_or_else(|| self.elapsed()));
    }
}

#[async_trait]
impl PhotoReader for PhotoDecoders {
    async fn read(
        &self,
        client: &str,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadPhoto, PhotoReadError> {
        let (_place, client) = self.clients.enter(client)?;
        let since = self.virtual_arrival(&client, Duration::ZERO);
        let since = since + LATER_FOR_EACH * client.others_here();
        let mut stays = self.here.enter(timestamp(since)).ok_or(PhotoReadError::Busy)?;
        tokio::select! {
            read = self.read_of(&client, file, spent) => read,
            () = stays.sent_away() => Err(PhotoReadError::Busy),
        }
    }
}

impl PhotoDecoders {
    async fn read_of(
        &self,
        client: &Client,
        file: &dyn PhotoFile,
        spent: CpuSpent<'_>,
    ) -> Result<ReadPhoto, PhotoReadError> {
        let weight = self.weight(file).await?;
        let most_cpu = Duration::from_secs(HEAVY_SECONDS + weight.pixels / PIXELS_A_SECOND);
        let mut is_heavy = weight.memory > LIGHT_MEMORY || weight.cpu > LIGHT_CPU;
        loop {
            let deadline = Instant::now() + QUEUE_TIMEOUT;
            let turn = timeout_at(deadline, client.turn(is_heavy)).await;
            let _turn = turn.map_err(|_| PhotoReadError::Busy)??;
            let since = self.virtual_arrival(client, weight.cpu);
            let permits = timeout_at(deadline, self.permits(weight, is_heavy, since)).await;
            let _permits = permits.map_err(|_| PhotoReadError::Busy)??;
            let bytes = file.bytes().await?;
            let spent = |cpu: Duration| {
                let unforeseen = cpu.saturating_sub(weight.cpu);
                client.spend(cpu + unforeseen * UNFORESEEN_FACTOR);
                spent(cpu);
            };
            let cpu = if is_heavy { most_cpu } else { light_cpu(weight).min(most_cpu) };
            let mut meter = Meter::new(&spent);
            let answer = self.decode((Medium::Photo, &bytes), weight, cpu, &mut meter).await;
            drop(meter);
            match answer.and_then(photo_of) {
                // It takes longer than an ordinary one, whatever its header says.
                Err(PhotoReadError::TooSlow) if !is_heavy => is_heavy = true,
                answer => return answer,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::PermissionsExt, sync::Arc};

    use futures::future::join_all;

    use super::*;

    /// A photo that is in memory already.
    struct InMemory(Vec<u8>);

    #[async_trait]
    impl PhotoFile for InMemory {
        async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
            Ok(self.0.clone())
        }
    }

    #[test]
    fn a_picture_is_stopped_when_it_takes_far_longer_than_reckoned() {
        let of = |millis| {
            let cpu = Duration::from_millis(millis);
            light_cpu(Weight { pixels: 12_000_000, memory: 1 << 20, cpu }).as_millis()
        };
        assert_eq!([of(5), of(200), of(1_430)], [515, 1_100, 4_000]);
    }

    /// Decoders whose children run this script, in its folder.
    fn decoders_that_run(script: &str) -> (tempfile::TempDir, PhotoDecoders) {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("decoder");
        let script = format!("#!/bin/sh\ncd {}\n{script}\n", folder.path().display());
        std::fs::write(&program, script).expect("written");
        let executable = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&program, executable).expect("executable");
        (folder, PhotoDecoders::new(program))
    }

    fn portrait() -> InMemory {
        let name =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/photos/man-grey-hair-orange-suit.jpg");
        InMemory(std::fs::read(name).expect("a portrait"))
    }

    #[tokio::test]
    async fn a_picture_that_takes_too_long_is_tried_as_a_heavy_one_and_its_client_pays() {
        let (folder, decoders) = decoders_that_run("echo >>starts; kill -XCPU $$");
        let read = decoders.read("192.0.2.1", &portrait(), &|_| ()).await;
        assert!(matches!(read, Err(PhotoReadError::TooSlow)));
        let log = std::fs::read_to_string(folder.path().join("starts")).expect("a log");
        assert_eq!(log.lines().count(), 2);
        let cpu = |client| decoders.clients.enter(client).expect("a place").1.cpu();
        assert!(cpu("192.0.2.1") > FREE_CPU);
        assert!(cpu("192.0.2.2").is_zero());
    }

    #[tokio::test]
    async fn a_child_without_work_is_kept_for_some_time() {
        let photo = portrait();
        // It answers that this is no image, whatever it is sent.
        let answers = format!(
            "head -c {} >/dev/null; printf '\\001'; head -c {} /dev/zero; exec sleep 600",
            protocol::REQUEST_HEAD + photo.0.len(),
            protocol::ANSWER_HEAD - 1,
        );
        let (_folder, mut decoders) = decoders_that_run(&answers);
        let idle = |decoders: &PhotoDecoders| decoders.idle.lock().expect("no panic").len();
        let read = decoders.read("192.0.2.1", &photo, &|_| ()).await;
        assert!(matches!(read, Err(PhotoReadError::NotAnImage)));
        assert_eq!(idle(&decoders), 1);
        decoders.idle.lock().expect("no panic").clear();
        decoders.idle_timeout = Duration::from_millis(1);
        let read = decoders.read("192.0.2.1", &photo, &|_| ()).await;
        assert!(matches!(read, Err(PhotoReadError::NotAnImage)));
        while idle(&decoders) > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn no_more_ordinary_pictures_wait_than_there_is_room_for() {
        let (_folder, decoders) = decoders_that_run("exec sleep 600");
        let (decoders, photo) = (Arc::new(decoders), Arc::new(portrait()));
        let sent = (0..DECODERS + 2 * LIGHT_WAITING).map(|number| {
            let (decoders, photo) = (decoders.clone(), photo.clone());
            async move {
                let client = format!("192.0.{}.{}", number / 250, number % 250);
                let read = decoders.read(&client, &*photo, &|_| ()).await;
                matches!(read, Err(PhotoReadError::Busy))
            }
        });
        // Nobody is answered, so those that end were refused, or waited for too long.
        let mut sent: Vec<_> = sent.map(|one| tokio::spawn(one)).collect();
        let mut refused = 0;
        while refused < LIGHT_WAITING {
            let (busy, at, _) = futures::future::select_all(&mut sent).await;
            assert!(busy.expect("no panic"), "refused as busy");
            sent.swap_remove(at);
            refused += 1;
        }
        let waiting = decoders.light_waiting.count();
        assert_eq!(waiting, LIGHT_WAITING);
        for one in &sent {
            one.abort();
        }
        join_all(sent).await;
        assert_eq!(decoders.light_waiting.count(), 0, "nobody is remembered");
    }

    #[tokio::test]
    async fn of_all_that_are_here_the_last_of_a_client_with_many_makes_room() {
        const OF_CLIENT: usize = 8;
        let (_folder, decoders) = decoders_that_run("exec sleep 600");
        let (decoders, photo) = (Arc::new(decoders), Arc::new(portrait()));
        let send = |client: String| {
            let (decoders, photo) = (decoders.clone(), photo.clone());
            tokio::spawn(async move {
                let read = decoders.read(&client, &*photo, &|_| ()).await;
                (client, matches!(read, Err(PhotoReadError::Busy)))
            })
        };
        let greedy = |number: usize| format!("192.0.2.{}", number % (MOST_HERE / OF_CLIENT));
        let mut sent: Vec<_> = (0..MOST_HERE).map(|number| send(greedy(number))).collect();
        while decoders.here.count() < MOST_HERE {
            tokio::task::yield_now().await;
        }
        sent.push(send("198.51.100.1".to_owned()));
        let ((client, busy), at, _) = {
            let (ended, at, left) = futures::future::select_all(&mut sent).await;
            (ended.expect("no panic"), at, left)
        };
        assert!(busy && client.starts_with("192.0.2."), "{client} made room");
        sent.swap_remove(at);
        assert_eq!(decoders.here.count(), MOST_HERE);
        for one in &sent {
            one.abort();
        }
        join_all(sent).await;
        assert_eq!(decoders.here.count(), 0, "nobody is remembered");
    }
}
