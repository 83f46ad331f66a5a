//! Uploads are decoded in child processes (this program, another command): a decoder that loops,
//! takes too much memory or crashes ends its own process and nothing else.
//!
//! There are two children, on any machine, so that what they may take of its memory is known. At
//! most one of them decodes a heavy picture, one that takes much memory or CPU time. The other ones
//! are stopped when they take far longer than they are reckoned to take, and become heavy: so ordinary
//! photos always find a place.
//! Waiting pictures come in the order of their arrival. Each counts as later by ten seconds for
//! every CPU second beyond [`FREE_CPU`] that the pictures of its client, or of its wider network,
//! took lately or are reckoned to take that are here, itself among them; and by
//! [`ESTIMATE_FACTOR`] times what it is reckoned to take. They wait outside of memory. A child is
//! used again while it answers; it is killed when it takes too long, when whoever sent the picture
//! goes away, and with the server.

pub mod child;
mod frames;
mod waiting;
mod worker;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::{moment::Moment, rate_limit::wider_network},
    ports::{CpuSpent, PhotoFile, PhotoReadError, PhotoReader, ReadPhoto, StoreError},
};
use evernear_renderer::{Weight, weigh};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout},
};

use self::{
    frames::Order,
    waiting::{Waiting, WaitingLimits},
    worker::{Ended, Worker},
};
use super::{
    photo_reader::refusal,
    priority_semaphore::{Permit, PrioritySemaphore},
};

/// The command of this program that decodes.
pub const COMMAND: &str = "decode-photo";
/// Children at once.
const DECODERS: usize = 2;
/// What a picture may take and still be an ordinary one: bytes, and CPU time as it is reckoned.
const LIGHT_MEMORY: u64 = 56 << 20;
const LIGHT_CPU: Duration = Duration::from_millis(2_500);
/// Pictures that are in memory at once to find out how heavy they are.
const MAX_WEIGHED_AT_ONCE: usize = 2;
/// By how much longer than its CPU time a client's picture makes the client's next ones wait, and
/// for how much longer it is remembered.
const PENALTY_FACTOR: u32 = 10;
/// CPU time of a client's pictures that makes nobody wait: three of most telephones.
const FREE_CPU: Duration = Duration::from_secs(5);
/// Clients that are remembered before those who owe nothing are forgotten.
const MAX_CLIENTS: usize = 1_000;
/// Heavy pictures that wait for their turn, and ordinary ones: these take less than a second.
const HEAVY_WAITING: WaitingLimits = WaitingLimits { all: 32, of_client: 8, of_wider: 16 };
const LIGHT_WAITING: WaitingLimits = WaitingLimits { all: 128, of_client: 8, of_wider: 32 };
/// How long a picture waits for its place.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// By how much longer than its own CPU time a picture counts as later, and by how much at most:
/// less than it may wait, so that a stream of small ones keeps no large one out.
const ESTIMATE_FACTOR: u32 = 5;
const MAX_ESTIMATE_PENALTY: Duration = Duration::from_secs(20);
/// What a child needs beside the decoder's own memory: the file, the smaller picture, and 67 MB in all
/// for a picture full of faces.
const MEMORY_OVERHEAD: u64 = 72 << 20;
/// CPU seconds for any picture, and for a heavy one another for so many pixels.
const CPU_SECONDS: u64 = 3;
const PIXELS_A_SECOND: u64 = 4_000_000;
/// How many times what it is reckoned to take a picture may take before it counts as heavy: a busy
/// or slower machine takes longer than the one on which that was measured.
const LIGHT_FACTOR: u32 = 3;
/// How many times as long as its CPU seconds a picture may take on a busy machine.
const WALL_TIME_FACTOR: u32 = 2;
/// Children that are tried when they leave before they are asked.
const MAX_STARTS: u32 = 3;
/// Pictures that one child decodes before another takes its place, and its CPU time. The system
/// reckons a process's limit by another clock than its CPU time: over many seconds they part.
const MAX_PICTURES_OF_WORKER: u32 = 500;
const MAX_CPU_OF_WORKER: Duration = Duration::from_secs(10);

/// See the module.
pub struct PhotoDecoders {
    program: PathBuf,
    places: PrioritySemaphore,
    heavy: PrioritySemaphore,
    heavy_waiting: Waiting,
    light_waiting: Waiting,
    weighing: Semaphore,
    idle: Mutex<Vec<Worker>>,
    clients: Mutex<HashMap<String, CpuUsage>>,
    began: Instant,
}

/// CPU time of a client's pictures: what they used, as it stood at a moment, and what those may
/// take that are here.
struct CpuUsage {
    cpu: Duration,
    at: Instant,
    reserved: Duration,
}

impl CpuUsage {
    fn remembered(&self) -> Duration {
        self.cpu.saturating_sub(self.at.elapsed() / PENALTY_FACTOR)
    }
}

/// A picture that is here; dropped, what it may take is no longer counted.
struct Reservation<'a> {
    decoders: &'a PhotoDecoders,
    client: &'a str,
    estimate: Duration,
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.decoders.change(self.client, |usage| {
            usage.reserved = usage.reserved.saturating_sub(self.estimate);
        });
    }
}

impl PhotoDecoders {
    /// With the program whose [`COMMAND`] decodes.
    pub fn new(program: PathBuf) -> Self {
        Self {
            program,
            places: PrioritySemaphore::new(DECODERS),
            heavy: PrioritySemaphore::new(1),
            heavy_waiting: Waiting::new(HEAVY_WAITING),
            light_waiting: Waiting::new(LIGHT_WAITING),
            weighing: Semaphore::new(MAX_WEIGHED_AT_ONCE),
            idle: Mutex::new(Vec::new()),
            clients: Mutex::default(),
            began: Instant::now(),
        }
    }

    /// Since when a picture counts as waiting: later by what its client's pictures used lately, what
    /// those are reckoned to take that are here, and what itself is, beyond what is free.
    fn virtual_arrival(&self, client: &str, weight: Weight) -> Duration {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = |usage: &CpuUsage| usage.remembered() + usage.reserved;
        let of = |key: &str| clients.get(key).map(counted);
        let wider = wider_network(client).and_then(|key| of(&key));
        let spent = of(client).max(wider).unwrap_or_default() + weight.cpu;
        self.began.elapsed() + spent.saturating_sub(FREE_CPU) * PENALTY_FACTOR
    }

    fn spend(&self, client: &str, cpu: Duration) {
        self.change(client, |usage| {
            *usage = CpuUsage {
                cpu: usage.remembered() + cpu,
                at: Instant::now(),
                reserved: usage.reserved,
            };
        });
    }

    /// Counts what a picture may take until it is dropped.
    fn reserve<'a>(&'a self, client: &'a str, weight: Weight) -> Reservation<'a> {
        self.change(client, |usage| usage.reserved += weight.cpu);
        Reservation { decoders: self, client, estimate: weight.cpu }
    }

    /// Of a client, and of its wider network.
    fn change(&self, client: &str, change: impl Fn(&mut CpuUsage)) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MAX_CLIENTS {
            clients.retain(|_, usage| !usage.remembered().is_zero() || !usage.reserved.is_zero());
        }
        for key in [Some(client.to_owned()), wider_network(client)].into_iter().flatten() {
            let new =
                || CpuUsage { cpu: Duration::ZERO, at: Instant::now(), reserved: Duration::ZERO };
            change(clients.entry(key).or_insert_with(new));
        }
    }

    /// How heavy the picture is, by what it says of itself.
    async fn weight(&self, file: &dyn PhotoFile) -> Result<Weight, PhotoReadError> {
        let _place = self.weighing.acquire().await.map_err(StoreError::new)?;
        weigh(&file.bytes().await?).map_err(refusal)
    }

    /// The places that a picture needs, which counts as waiting `since`.
    async fn turn(
        &self,
        client: &str,
        weight: Weight,
        is_heavy: bool,
        since: Duration,
    ) -> Result<(Option<Permit>, Permit), PhotoReadError> {
        let penalty = (weight.cpu * ESTIMATE_FACTOR).min(MAX_ESTIMATE_PENALTY);
        if !is_heavy {
            let since = moment(since + penalty);
            return Ok((None, wait(&self.places, &self.light_waiting, client, since).await?));
        }
        let heavy = wait(&self.heavy, &self.heavy_waiting, client, moment(since + penalty)).await?;
        // It is the only one of its kind here, so it needs no bound. Others wait for its turn to
        // end, so what its client used before no longer makes it later.
        let now = since.min(self.began.elapsed());
        Ok((Some(heavy), self.places.take(moment(now + penalty)).await))
    }

    fn worker(&self) -> Result<Worker, StoreError> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut worker) = idle else {
                return Worker::start(&self.program).map_err(StoreError::new);
            };
            // A child leaves by itself after some time without work.
            if worker.is_there() {
                return Ok(worker);
            }
        }
    }

    async fn decode(
        &self,
        bytes: &[u8],
        weight: Weight,
        cpu: u64,
        meter: &mut Meter<'_>,
    ) -> Result<ReadPhoto, PhotoReadError> {
        let order = Order { memory: weight.memory + MEMORY_OVERHEAD, cpu, bytes };
        let wall = Duration::from_secs(cpu) * WALL_TIME_FACTOR;
        for _ in 0..MAX_STARTS {
            let mut worker = self.worker()?;
            meter.begin();
            // Dropped anywhere on the way, the worker is killed.
            let (answer, cpu) = match timeout(wall, worker.decode(&order)).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(Ended::Left)) => continue,
                Ok(Err(Ended::OutOfTime)) | Err(_) => {
                    tracing::warn!(pixels = weight.pixels, "a picture took too long to decode");
                    meter.ended(Duration::from_secs(cpu));
                    return Err(PhotoReadError::TooSlow);
                }
                Ok(Err(Ended::Died(how))) => {
                    tracing::warn!(%how, pixels = weight.pixels, "a picture ended its decoder");
                    return Err(PhotoReadError::Damaged);
                }
                Ok(Err(Ended::Killed)) => return Err(PhotoReadError::Busy),
                Ok(Err(Ended::Broken(error))) => return Err(StoreError::new(error).into()),
            };
            meter.ended(cpu);
            if worker.answered() < MAX_PICTURES_OF_WORKER && worker.cpu() < MAX_CPU_OF_WORKER {
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            }
            return answer.map_err(refusal);
        }
        Err(StoreError::new(std::io::Error::other("decoders leave before they are asked")).into())
    }
}

/// CPU seconds after which a picture is no ordinary one.
fn light_cpu(weight: Weight) -> u64 {
    CPU_SECONDS.max((weight.cpu * LIGHT_FACTOR).as_secs() + 1)
}

/// A picture's place, unless others have waited longer and there are too many of them.
async fn wait(
    places: &PrioritySemaphore,
    waiting: &Waiting,
    client: &str,
    since: Moment,
) -> Result<Permit, PhotoReadError> {
    let mut waits = waiting.enter(client, since).ok_or(PhotoReadError::Busy)?;
    tokio::select! {
        place = places.take(since) => Ok(place),
        () = waits.sent_away() => Err(PhotoReadError::Busy),
    }
}

fn moment(since: Duration) -> Moment {
    Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
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

    fn ended(&mut self, cpu: Duration) {
        self.cpu = Some(cpu);
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        let since = self.began.map(|began| began.elapsed());
        (self.spent)(self.cpu.or(since).unwrap_or_default());
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
        let weight = self.weight(file).await?;
        let most_cpu = CPU_SECONDS + weight.pixels / PIXELS_A_SECOND;
        let mut is_heavy = weight.memory > LIGHT_MEMORY || weight.cpu > LIGHT_CPU;
        loop {
            let since = self.virtual_arrival(client, weight);
            let _reservation = self.reserve(client, weight);
            let turn = self.turn(client, weight, is_heavy, since);
            let _turn = timeout(QUEUE_TIMEOUT, turn).await.map_err(|_| PhotoReadError::Busy)??;
            let bytes = file.bytes().await?;
            let spent = |cpu| {
                self.spend(client, cpu);
                spent(cpu);
            };
            let cpu = if is_heavy { most_cpu } else { light_cpu(weight).min(most_cpu) };
            match self.decode(&bytes, weight, cpu, &mut Meter::new(&spent)).await {
                // It takes longer than an ordinary one, whatever its header says.
                Err(PhotoReadError::TooSlow) if cpu < most_cpu => is_heavy = true,
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
            light_cpu(Weight { pixels: 12_000_000, memory: 1 << 20, cpu })
        };
        assert_eq!([of(200), of(1_430), of(2_500)], [3, 5, 8]);
    }

    #[tokio::test]
    async fn no_more_ordinary_pictures_wait_than_there_is_room_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("decoder-without-an-answer");
        std::fs::write(&program, "#!/bin/sh\nexec sleep 600\n").expect("written");
        let executable = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&program, executable).expect("executable");
        let decoders = Arc::new(PhotoDecoders::new(program));
        let name =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/photos/man-grey-hair-orange-suit.jpg");
        let photo = Arc::new(InMemory(std::fs::read(name).expect("a portrait")));
        let sent = (0..DECODERS + 2 * LIGHT_WAITING.all).map(|number| {
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
        while refused < LIGHT_WAITING.all {
            let (busy, at, _) = futures::future::select_all(&mut sent).await;
            assert!(busy.expect("no panic"), "refused as busy");
            sent.swap_remove(at);
            refused += 1;
        }
        let waiting = decoders.light_waiting.count();
        assert_eq!(waiting, LIGHT_WAITING.all);
        for one in &sent {
            one.abort();
        }
        join_all(sent).await;
        assert_eq!(decoders.light_waiting.count(), 0, "nobody is remembered");
    }
}
