//! Whose photos are on their way: one of an account at a time, a few of a client, and of all
//! together no more than there are slots. What arrives lies in a file without a name in the data
//! folder, so that neither a slow sender nor a photo that waits for its decoder takes memory.

use std::{
    collections::HashMap,
    hash::Hash,
    os::unix::fs::FileExt,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use axum::body::Body;
use bytes::Bytes;
use evernear_app::{
    domain::id::AccountId,
    flows::draft::add_photo::AddPhotoFailed,
    ports::{PhotoFile, StoreError},
};
use evernear_rules::photos::{MAX_KEEPSAKES, MAX_PHOTO_BYTES, MAX_PHOTOS};
use http_body_util::BodyExt;
use tokio::{
    fs::File,
    io::{AsyncWriteExt, BufWriter},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::{Instant, timeout, timeout_at},
};

use super::slot_seconds::SlotSeconds;

/// How many photos, and how much of them, may be here.
#[derive(Clone, Copy, Debug)]
pub struct UploadLimits {
    /// Photos that are received at once, all accounts together.
    pub receiving: usize,
    /// The same of one client.
    pub receiving_of_client: usize,
    /// How long a photo waits for the account's other photo, and for a slot.
    pub wait: Duration,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { receiving: 64, receiving_of_client: 8, wait: Duration::from_secs(20) }
    }
}

/// What is written at once.
const WRITE_BYTES: usize = 64 << 10;
/// How long a sender may stay silent.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// While no slot is free, a sender has to send this much a second after some seconds.
const MIN_RATE: u64 = 100 << 10;
const MIN_RATE_AFTER: Duration = Duration::from_secs(3);
const RATE_LOOK: Duration = Duration::from_secs(1);
/// How long what is refused goes on being read and dropped, so that its sender, who may still be
/// sending, reads the answer.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(2);
/// Photos of one client that wait for each that is received.
const WAITING_OF_CLIENT: usize = 3;

/// See the module.
pub struct Uploads {
    accounts: Queues<AccountId>,
    clients: Queues<String>,
    receiving: Arc<Semaphore>,
    held: SlotSeconds,
    /// Bytes that are to be written.
    to_come: Arc<AtomicU64>,
    limits: UploadLimits,
    folder: PathBuf,
}

/// One of the slots of those who send a photo; the next takes it when it is dropped.
pub struct UploadSlot {
    client: QueuePermit<String>,
    to_come: ToCome,
    /// Most bytes of what is sent.
    most: u64,
    _receiving: OwnedSemaphorePermit,
}

/// What is still to come of a photo, as it says; counted until it is dropped.
struct ToCome {
    all: Arc<AtomicU64>,
    left: u64,
}

impl ToCome {
    fn new(all: Arc<AtomicU64>, left: u64) -> Self {
        all.fetch_add(left, Ordering::Relaxed);
        Self { all, left }
    }

    fn came(&mut self, bytes: usize) {
        let bytes = self.left.min(bytes as u64);
        self.left -= bytes;
        self.all.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for ToCome {
    fn drop(&mut self) {
        self.all.fetch_sub(self.left, Ordering::Relaxed);
    }
}

impl UploadSlot {
    /// The photo is whole: somebody else may send. The client's share stays taken until it is
    /// decoded.
    pub fn received(self) -> QueuePermit<String> {
        self.client
    }
}

/// A photo that arrived whole.
pub struct Received {
    file: Arc<std::fs::File>,
    length: usize,
}

#[async_trait]
impl PhotoFile for Received {
    async fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        let (file, mut bytes) = (self.file.clone(), vec![0; self.length]);
        let read = spawn_blocking(move || file.read_exact_at(&mut bytes, 0).map(|()| bytes)).await;
        read.map_err(StoreError::new)?.map_err(StoreError::new)
    }
}

impl Uploads {
    /// With a folder for what is received.
    pub fn new(folder: PathBuf, limits: UploadLimits) -> Self {
        let of_client = limits.receiving_of_client;
        Self {
            accounts: Queues::new(1, (MAX_PHOTOS + MAX_KEEPSAKES) as usize),
            clients: Queues::new(of_client, of_client * (1 + WAITING_OF_CLIENT)),
            receiving: Arc::new(Semaphore::new(limits.receiving)),
            held: SlotSeconds::default(),
            to_come: Arc::default(),
            limits,
            folder,
        }
    }

    /// Waits until an account's other photo is kept; the next comes when the permit is dropped. As many
    /// as make a memory may be here at once.
    pub async fn account_permit(
        &self,
        account: AccountId,
    ) -> Result<QueuePermit<AccountId>, AddPhotoFailed> {
        let permit = self.accounts.take(account, self.limits.wait).await;
        permit.ok_or(AddPhotoFailed::OneAtATime)
    }

    /// A slot for a photo of so many bytes, if it says so.
    pub async fn slot(
        &self,
        client: &str,
        length: Option<u64>,
    ) -> Result<UploadSlot, AddPhotoFailed> {
        self.slot_for(client, length, MAX_PHOTO_BYTES.into()).await
    }

    /// The same for something of at most so many bytes.
    pub async fn slot_for(
        &self,
        client: &str,
        length: Option<u64>,
        most: u64,
    ) -> Result<UploadSlot, AddPhotoFailed> {
        if length.is_some_and(|length| length > most) {
            return Err(AddPhotoFailed::TooLarge);
        }
        if self.must_yield(client) {
            return Err(AddPhotoFailed::Busy);
        }
        let until = Instant::now() + self.limits.wait;
        let client = self.clients.take(client.to_owned(), self.limits.wait).await;
        let client = client.ok_or(AddPhotoFailed::Busy)?;
        match timeout_at(until, self.receiving.clone().acquire_owned()).await {
            Ok(Ok(receiving)) => {
                let left = length.unwrap_or(most);
                let to_come = ToCome::new(self.to_come.clone(), left);
                Ok(UploadSlot { client, to_come, most, _receiving: receiving })
            }
            _ => Err(AddPhotoFailed::Busy),
        }
    }

    /// How many bytes are to be written of the photos that have a slot.
    pub fn to_come(&self) -> u64 {
        self.to_come.load(Ordering::Relaxed)
    }

    /// Whether others need the slots that this client has held for long.
    fn must_yield(&self, client: &str) -> bool {
        self.receiving.available_permits() == 0 && self.held.are_used_up(client, Instant::now())
    }

    /// Writes what is sent into a file that nobody else can open and that goes when it is closed.
    pub async fn receive(
        &self,
        mut source: impl ByteSource,
        slot: &mut UploadSlot,
    ) -> Result<Received, AddPhotoFailed> {
        let client = &slot.client.key;
        let most = slot.most;
        let to_come = &mut slot.to_come;
        let folder = self.folder.clone();
        let made = spawn_blocking(move || tempfile::tempfile_in(folder)).await;
        let file = made.map_err(StoreError::new)?.map_err(StoreError::new)?;
        // Parts may be of one byte, and each write is handed to a thread.
        let mut file = BufWriter::with_capacity(WRITE_BYTES, File::from_std(file));
        let mut length = 0;
        let (began, mut heard, mut counted) = (Instant::now(), Instant::now(), Instant::now());
        loop {
            // Silence is looked at as well: a slot is kept by what arrives.
            match timeout(RATE_LOOK, next(&mut source, IDLE_TIMEOUT)).await {
                Ok(Ok(Some(part))) => {
                    length += part.len();
                    if length as u64 > most {
                        return Err(AddPhotoFailed::TooLarge);
                    }
                    file.write_all(&part).await.map_err(StoreError::new)?;
                    to_come.came(part.len());
                    heard = Instant::now();
                }
                Ok(Ok(None)) => break,
                Ok(Err(error)) => return Err(error),
                Err(_) if heard.elapsed() > IDLE_TIMEOUT => return Err(AddPhotoFailed::Incomplete),
                Err(_) => {}
            }
            if counted.elapsed() > RATE_LOOK {
                let now = Instant::now();
                self.held.add(client, now - counted, now);
                counted = now;
                if self.must_yield(client) {
                    return Err(AddPhotoFailed::Busy);
                }
            }
            let took = began.elapsed();
            let is_slow = (length as u64) < took.as_secs() * MIN_RATE;
            if took > MIN_RATE_AFTER && is_slow && self.receiving.available_permits() == 0 {
                return Err(AddPhotoFailed::Busy);
            }
        }
        file.flush().await.map_err(StoreError::new)?;
        Ok(Received { file: Arc::new(file.into_inner().into_std().await), length })
    }
}

/// A queue for each key; a key that nobody waits for is forgotten.
struct Queues<K> {
    entries: Arc<Mutex<HashMap<K, Entry>>>,
    at_once: usize,
    most: usize,
}

struct Entry {
    permits: Arc<Semaphore>,
    /// Those that have a permit, and those that wait for one.
    holders: usize,
}

/// A permit from the queue of a key; dropped, the next one in it gets one.
pub struct QueuePermit<K: Clone + Eq + Hash> {
    permit: Option<OwnedSemaphorePermit>,
    entries: Arc<Mutex<HashMap<K, Entry>>>,
    key: K,
}

impl<K: Clone + Eq + Hash> Queues<K> {
    /// So many have their turn at once, and no more may be here with those that wait.
    fn new(at_once: usize, most: usize) -> Self {
        Self { entries: Arc::default(), at_once, most }
    }

    async fn take(&self, key: K, wait: Duration) -> Option<QueuePermit<K>> {
        let (permits, mut taken) = {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = entries.entry(key.clone()).or_insert_with(|| Entry {
                permits: Arc::new(Semaphore::new(self.at_once)),
                holders: 0,
            });
            if entry.holders >= self.most {
                return None;
            }
            entry.holders += 1;
            (
                entry.permits.clone(),
                QueuePermit { permit: None, entries: self.entries.clone(), key },
            )
        };
        taken.permit = timeout(wait, permits.acquire_owned()).await.ok()?.ok();
        taken.permit.is_some().then_some(taken)
    }
}

impl<K: Clone + Eq + Hash> Drop for QueuePermit<K> {
    fn drop(&mut self) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = entries.get_mut(&self.key) {
            entry.holders -= 1;
            if entry.holders == 0 {
                entries.remove(&self.key);
            }
        }
    }
}

/// Where the bytes of a photo come from.
pub trait ByteSource: Send {
    /// Some more of them; nothing at the end. May be given up and asked again.
    fn next(&mut self) -> impl Future<Output = Result<Option<Bytes>, AddPhotoFailed>> + Send;
}

impl ByteSource for Body {
    async fn next(&mut self) -> Result<Option<Bytes>, AddPhotoFailed> {
        loop {
            match self.frame().await {
                None => return Ok(None),
                Some(Ok(frame)) => {
                    if let Ok(part) = frame.into_data() {
                        return Ok(Some(part));
                    }
                }
                Some(Err(_)) => return Err(AddPhotoFailed::Incomplete),
            }
        }
    }
}

/// The next bytes of a source; nothing at its end.
async fn next(
    source: &mut impl ByteSource,
    patience: Duration,
) -> Result<Option<Bytes>, AddPhotoFailed> {
    timeout(patience, source.next()).await.unwrap_or(Err(AddPhotoFailed::Incomplete))
}

/// Reads what nobody keeps, for a short while.
pub async fn discard(mut body: Body) {
    let all = async { while let Ok(Some(_)) = next(&mut body, DISCARD_TIMEOUT).await {} };
    let _ = timeout(DISCARD_TIMEOUT, all).await;
}

#[cfg(test)]
mod tests {
    use evernear_app::domain::id::AccountId;

    use super::*;
    use crate::adapters::system::SystemEntropy;

    fn account() -> AccountId {
        let mut parts = evernear_app::domain::id::IdEntropy::default();
        evernear_app::ports::Entropy::fill(&SystemEntropy, &mut parts);
        AccountId::new(evernear_app::domain::timestamp::Timestamp(0), &parts)
    }

    fn uploads(limits: UploadLimits) -> Uploads {
        let wait = Duration::from_millis(20);
        Uploads::new(std::env::temp_dir(), UploadLimits { wait, ..limits })
    }

    #[tokio::test]
    async fn one_photo_of_an_account_is_read_at_a_time_and_few_wait() {
        let uploads = uploads(UploadLimits::default());
        let (one, other) = (account(), account());
        let first = uploads.account_permit(one).await.expect("the first");
        let waited = tokio::join!(
            uploads.account_permit(one),
            uploads.account_permit(one),
            uploads.account_permit(one)
        );
        for refused in [waited.0, waited.1, waited.2] {
            assert!(matches!(refused, Err(AddPhotoFailed::OneAtATime)));
        }
        uploads.account_permit(other).await.map(drop).expect("somebody else's");
        drop(first);
        uploads.account_permit(one).await.map(drop).expect("the next");
        assert!(uploads.accounts.entries.lock().expect("whole").is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn sixty_four_photos_of_all_clients_are_received_at_once() {
        let uploads = uploads(UploadLimits::default());
        let mut slots = Vec::new();
        for photo in 0..64 {
            let client = format!("client {}", photo / 8);
            slots.push(uploads.slot(&client, None).await.expect("a slot"));
        }
        let refused = uploads.slot("a newcomer", None).await;
        assert!(matches!(refused, Err(AddPhotoFailed::Busy)));
        slots.pop();
        uploads.slot("a newcomer", None).await.map(drop).expect("the slot that is free again");
    }

    #[tokio::test]
    async fn a_client_takes_few_of_the_slots() {
        let limits = UploadLimits { receiving: 3, receiving_of_client: 2, ..Default::default() };
        let uploads = uploads(limits);
        let heavy = uploads.slot("a", Some(7 << 20)).await;
        assert!(matches!(heavy, Err(AddPhotoFailed::TooLarge)));
        let slots = tokio::join!(uploads.slot("a", None), uploads.slot("a", Some(6 << 20)));
        let refused = uploads.slot("a", None).await;
        assert!(matches!(refused, Err(AddPhotoFailed::Busy)));
        let other = uploads.slot("b", None).await.map(drop);
        other.expect("there is one for others");
        drop(slots);
        uploads.slot("a", None).await.map(drop).expect("a slot again");
        assert!(uploads.clients.entries.lock().expect("whole").is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn a_silent_sender_keeps_no_slot_that_others_need() {
        let uploads = uploads(UploadLimits { receiving: 1, ..Default::default() });
        let mut slot = uploads.slot("a", None).await.expect("a slot");
        let silent = Body::from_stream(futures::stream::pending::<std::io::Result<Bytes>>());
        let refused = timeout(Duration::from_secs(10), uploads.receive(silent, &mut slot)).await;
        assert!(matches!(refused.expect("soon").map(drop), Err(AddPhotoFailed::Busy)));
    }

    #[tokio::test]
    async fn who_held_slots_for_long_yields_when_others_wait() {
        let uploads = uploads(UploadLimits { receiving: 1, ..Default::default() });
        let mut slot = uploads.slot("a", None).await.expect("a slot");
        uploads.held.add("a", Duration::from_secs(3600), Instant::now());
        // Fast enough, and no end.
        let parts = futures::stream::unfold((), async |()| {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Some((Ok::<_, std::io::Error>(Bytes::from(vec![0; 10_000])), ()))
        });
        let received = uploads.receive(Body::from_stream(parts), &mut slot);
        let refused = timeout(Duration::from_secs(10), received).await;
        assert!(matches!(refused.expect("soon").map(drop), Err(AddPhotoFailed::Busy)));
        let refused = uploads.slot("a", None).await.map(drop);
        assert!(matches!(refused, Err(AddPhotoFailed::Busy)));
        drop(slot);
        uploads.slot("b", None).await.map(drop).expect("somebody else has it");
        uploads.slot("a", None).await.map(drop).expect("nobody needs it");
    }

    #[tokio::test]
    async fn what_arrived_can_be_read_again() {
        let uploads = uploads(UploadLimits::default());
        let mut slot = uploads.slot("a", None).await.expect("a slot");
        assert_eq!(uploads.to_come(), u64::from(MAX_PHOTO_BYTES));
        let photo = uploads.receive(Body::from("a photo"), &mut slot).await.expect("received");
        assert_eq!(uploads.to_come(), u64::from(MAX_PHOTO_BYTES) - 7);
        for _ in 0..2 {
            assert_eq!(photo.bytes().await.expect("read"), b"a photo");
        }
        let heavy = Body::from(vec![0; MAX_PHOTO_BYTES as usize + 1]);
        let refused = uploads.receive(heavy, &mut slot).await.map(drop);
        assert!(matches!(refused, Err(AddPhotoFailed::TooLarge)));
    }
}
