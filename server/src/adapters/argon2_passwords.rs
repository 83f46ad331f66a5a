//! Passwords by argon2id, off the request threads, on one thread a core that does nothing
//! else: a rush of sign-ins cannot take all memory. What a hash needs (19 MiB) is used again by
//! the next one, since asking the system for it costs a fifth of the hash, and given back
//! when nobody has come for a while. Session tokens by SHA-256: they are random already.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, Version,
    password_hash::{Output, ParamsString, SaltString},
};
use async_trait::async_trait;
use evernear_app::{
    domain::{account::Password, auth::session::TokenDigest},
    ports::{Entropy, Passwords, StoreError},
};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut Vec<Block>) + Send>;

/// Passwords that may wait for each thread, some seconds of work: whoever comes next is told at
/// once that it takes too long.
const MOST_WAITING: usize = 128;
/// How long memory is kept for whoever comes next.
const REST: Duration = Duration::from_secs(2);

/// argon2id with the configured parameters.
pub struct Argon2Passwords {
    entropy: Arc<dyn Entropy>,
    params: Params,
    jobs: mpsc::SyncSender<Job>,
    /// The hash of nothing anyone knows: unknown accounts take as long as known ones.
    placeholder: String,
}

impl Argon2Passwords {
    pub fn new(entropy: Arc<dyn Entropy>, params: Params) -> Result<Self, StoreError> {
        let mut unknown = [0; 16];
        entropy.fill(&mut unknown);
        let salt = salt(entropy.as_ref())?;
        let placeholder = hash(&params, &hex::encode(unknown), &salt, &mut Vec::new());
        Ok(Self {
            entropy,
            params,
            jobs: hashing_threads()?,
            placeholder: placeholder.map_err(refused)?,
        })
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> argon2::password_hash::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |memory| {
            // Whoever asked may have gone away meanwhile.
            if !answer.is_closed() {
                let _ = answer.send(work(memory));
            }
        });
        self.jobs.try_send(job).map_err(|error| StoreError::new(error.to_string()))?;
        answered.await.map_err(StoreError::new)?.map_err(refused)
    }
}

#[async_trait]
impl Passwords for Argon2Passwords {
    async fn hash(&self, password: &Password) -> Result<String, StoreError> {
        let (password, salt) = (password.clone(), salt(self.entropy.as_ref())?);
        let params = self.params.clone();
        self.in_turn(move |memory| hash(&params, password.expose(), &salt, memory)).await
    }

    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError> {
        let known = hash.is_some();
        let (password, hash) = (password.to_owned(), hash.unwrap_or(&self.placeholder).to_owned());
        let right = self.in_turn(move |memory| matches(&password, &hash, memory)).await?;
        Ok(right && known)
    }

    fn outdated(&self, hash: &str) -> bool {
        let Ok(parsed) = PasswordHash::new(hash) else { return true };
        let made = Params::try_from(&parsed);
        parsed.algorithm.as_str() != "argon2id"
            || made.map_or(true, |made| {
                (made.m_cost(), made.t_cost(), made.p_cost())
                    != (self.params.m_cost(), self.params.t_cost(), self.params.p_cost())
            })
    }

    fn digest(&self, token: &str) -> TokenDigest {
        TokenDigest(hex::encode(Sha256::digest(token.as_bytes())))
    }
}

/// What the hashing threads share.
struct Bench {
    queue: Mutex<mpsc::Receiver<Job>>,
    memory: Mutex<Vec<Vec<Block>>>,
}

impl Bench {
    /// The next job; nothing when there will be none.
    fn next(&self) -> Option<Job> {
        let queue = held(&self.queue);
        match queue.recv_timeout(REST) {
            Ok(job) => Some(job),
            Err(RecvTimeoutError::Timeout) => {
                held(&self.memory).clear();
                queue.recv().ok()
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            let mut memory = held(&self.memory).pop().unwrap_or_default();
            job(&mut memory);
            held(&self.memory).push(memory);
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One thread a core; they end when the sender is dropped.
fn hashing_threads() -> Result<mpsc::SyncSender<Job>, StoreError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (jobs, queue) = mpsc::sync_channel::<Job>(MOST_WAITING * threads);
    let bench = Arc::new(Bench { queue: Mutex::new(queue), memory: Mutex::default() });
    for _ in 0..threads {
        let bench = Arc::clone(&bench);
        let thread = thread::Builder::new().name("passwords".to_owned());
        thread.spawn(move || bench.work()).map_err(StoreError::new)?;
    }
    Ok(jobs)
}

fn salt(entropy: &dyn Entropy) -> Result<SaltString, StoreError> {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    SaltString::encode_b64(&bytes).map_err(refused)
}

fn refused(error: argon2::password_hash::Error) -> StoreError {
    StoreError::new(error.to_string())
}

fn hash(
    params: &Params,
    password: &str,
    salt: &SaltString,
    memory: &mut Vec<Block>,
) -> argon2::password_hash::Result<String> {
    let size = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let mut bytes = [0; 64];
    let hash = computed(&argon2, password, salt.as_salt().decode_b64(&mut bytes)?, size, memory)?;
    let made = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params)?,
        salt: Some(salt.as_salt()),
        hash: Some(hash),
    };
    Ok(made.to_string())
}

/// Whether the password has this hash; with the parameters that stand in it.
fn matches(
    password: &str,
    hash: &str,
    memory: &mut Vec<Block>,
) -> argon2::password_hash::Result<bool> {
    let kept = PasswordHash::new(hash)?;
    let (Some(salt), Some(expected)) = (kept.salt, kept.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(kept.algorithm)?;
    let version = kept.version.map_or(Ok(Version::V0x13), Version::try_from)?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&kept)?);
    let mut bytes = [0; 64];
    let salt = salt.decode_b64(&mut bytes)?;
    // Outputs are compared in constant time.
    Ok(computed(&argon2, password, salt, expected.len(), memory)? == expected)
}

fn computed(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    size: usize,
    memory: &mut Vec<Block>,
) -> argon2::password_hash::Result<Output> {
    memory.resize(argon2.params().block_count(), Block::default());
    Output::init_with(size, |out| {
        Ok(argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, memory)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::system::SystemEntropy;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_account_matches() {
        let passwords =
            Argon2Passwords::new(Arc::new(SystemEntropy), Params::default()).expect("passwords");
        let hash =
            passwords.hash(&"lamplight".parse().expect("long enough")).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.matches("lamplight", Some(&hash)).await.expect("compared"));
        assert!(!passwords.matches("Lamplight", Some(&hash)).await.expect("compared"));
        assert!(!passwords.matches("lamplight", None).await.expect("compared"));
    }

    #[tokio::test]
    async fn a_rush_is_refused_at_once_and_whoever_left_is_not_served() {
        let params = Params::new(4096, 1, 1, None).expect("parameters");
        let passwords = Argon2Passwords::new(Arc::new(SystemEntropy), params).expect("passwords");
        let rush = |many| (0..many).map(|_| passwords.matches("lamplight", None));
        let answers = futures::future::join_all(rush(5_000)).await;
        let refused = answers.iter().filter(|answer| answer.is_err()).count();
        assert!((1..4_900).contains(&refused), "{refused} of 5,000 were refused");
        // They are asked for and left, so that the next one comes at once, whatever is in the queue.
        let mut left: Vec<_> = rush(100).map(Box::pin).collect();
        for asked in &mut left {
            // It stands in the queue from here on; on a busy machine it may have its answer already.
            let _ = futures::poll!(asked);
        }
        drop(left);
        assert!(!passwords.matches("lamplight", None).await.expect("there is room"));
    }

    #[tokio::test]
    async fn a_hash_of_other_parameters_still_matches_and_is_outdated() {
        let params = |memory| Params::new(memory, 1, 1, None).expect("parameters");
        let before = Argon2Passwords::new(Arc::new(SystemEntropy), params(64)).expect("passwords");
        let today = Argon2Passwords::new(Arc::new(SystemEntropy), params(128)).expect("passwords");
        let password = "lamplight".parse().expect("long enough");
        let old = before.hash(&password).await.expect("a hash");
        assert!(today.matches("lamplight", Some(&old)).await.expect("compared"));
        assert!(today.outdated(&old) && !before.outdated(&old));
        assert!(!today.outdated(&today.hash(&password).await.expect("a hash")));
    }
}
