//! Uploads are decoded in child processes (this program, another command): a decoder that loops,
//! takes too much memory or crashes ends its own process and nothing else.
//!
//! There are as many children as cores, at least two, and at most one of them decodes a heavy
//! picture, so that ordinary photos always find a place. Waiting pictures come in the order of
//! their arrival, each counted as later by a second for every megapixel. A child is used again
//! while it answers; it is killed when it takes too long, when whoever sent the picture goes
//! away, and with the server.

pub mod child;
mod frames;
mod worker;

use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use evernear_app::{
    domain::moment::Moment,
    ports::{PhotoReadError, PhotoReader, ReadPhoto, StoreError},
};
use evernear_renderer::{Weight, weigh};
use tokio::time::{Instant, timeout};

use self::{
    frames::Order,
    worker::{Ended, Worker},
};
use super::{photo_reader::refusal, turns::Turns};

/// The command of this program that decodes.
pub const COMMAND: &str = "decode-photo";
/// What a picture may take and still be an ordinary one, in bytes and pixels.
const LIGHT_MEMORY: u64 = 56 << 20;
const LIGHT_PIXELS: u64 = 30_000_000;
/// Heavy pictures that may wait; the next is told to come again.
const HEAVY_WAITING: usize = 4;
/// How long a picture waits for its place.
const PATIENCE: Duration = Duration::from_secs(30);
/// What a child needs beside the decoder's own memory: the file, the smaller picture, faces.
const BESIDE: u64 = 80 << 20;
/// CPU seconds for any picture, and one more for so many pixels.
const CPU_SECONDS: u64 = 5;
const PIXELS_A_SECOND: u64 = 4_000_000;
/// How many times as long as its CPU seconds a picture may take on a busy machine.
const WALL: u32 = 2;
/// Children that are tried when they leave before they are asked.
const STARTS: u32 = 3;
/// Pictures that one child decodes before another takes its place.
const PICTURES: u32 = 500;

/// See the module.
pub struct PhotoDecoders {
    program: PathBuf,
    places: Turns,
    heavy: Turns,
    heavy_waiting: AtomicUsize,
    idle: Mutex<Vec<Worker>>,
    began: Instant,
}

impl PhotoDecoders {
    /// With the program whose [`COMMAND`] decodes.
    pub fn new(program: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            program,
            places: Turns::new(cores.max(2)),
            heavy: Turns::new(1),
            heavy_waiting: AtomicUsize::new(0),
            idle: Mutex::new(Vec::new()),
            began: Instant::now(),
        }
    }

    /// Since when a picture counts as waiting.
    fn since(&self, weight: Weight) -> Moment {
        let now = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        Moment(now.saturating_add(i64::try_from(weight.pixels / 1_000).unwrap_or(i64::MAX)))
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

    async fn decode(&self, bytes: &[u8], weight: Weight) -> Result<ReadPhoto, PhotoReadError> {
        let cpu = CPU_SECONDS + weight.pixels / PIXELS_A_SECOND;
        let order = Order { memory: weight.memory + BESIDE, cpu, bytes };
        let wall = Duration::from_secs(cpu) * WALL;
        for _ in 0..STARTS {
            let mut worker = self.worker()?;
            // Dropped anywhere on the way, the worker is killed.
            let answer = match timeout(wall, worker.decode(&order)).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(Ended::Left)) => continue,
                Ok(Err(Ended::OutOfTime)) | Err(_) => {
                    tracing::warn!(pixels = weight.pixels, "a picture took too long to decode");
                    return Err(PhotoReadError::TooSlow);
                }
                Ok(Err(Ended::Died(how))) => {
                    tracing::warn!(%how, pixels = weight.pixels, "a picture ended its decoder");
                    return Err(PhotoReadError::Damaged);
                }
                Ok(Err(Ended::Killed)) => return Err(PhotoReadError::Busy),
                Ok(Err(Ended::Broken(error))) => return Err(StoreError::new(error).into()),
            };
            if worker.done() < PICTURES {
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            }
            return answer.map_err(refusal);
        }
        Err(StoreError::new(std::io::Error::other("decoders leave before they are asked")).into())
    }
}

/// One of the heavy pictures that wait.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize) -> Option<Self> {
        let one = Self(count);
        (count.fetch_add(1, Ordering::Relaxed) < HEAVY_WAITING).then_some(one)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[async_trait]
impl PhotoReader for PhotoDecoders {
    async fn read(&self, bytes: Vec<u8>) -> Result<ReadPhoto, PhotoReadError> {
        let weight = weigh(&bytes).map_err(refusal)?;
        let since = self.since(weight);
        let is_heavy = weight.memory > LIGHT_MEMORY || weight.pixels > LIGHT_PIXELS;
        let turn = async {
            let heavy = if is_heavy {
                let waiting = Waiting::begin(&self.heavy_waiting).ok_or(PhotoReadError::Busy)?;
                let turn = self.heavy.take(since).await;
                drop(waiting);
                Some(turn)
            } else {
                None
            };
            Ok::<_, PhotoReadError>((heavy, self.places.take(since).await))
        };
        let _turn = timeout(PATIENCE, turn).await.map_err(|_| PhotoReadError::Busy)??;
        self.decode(&bytes, weight).await
    }
}
