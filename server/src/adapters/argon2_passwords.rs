//! Passwords by argon2id, off the request threads, on one thread a core that does nothing
//! else: a rush of sign-ins cannot take all memory, and what a hash needs (19 MiB) is kept
//! by these threads alone instead of by every thread that ever made one. Session tokens by SHA-256: they are random
//! already.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version,
    password_hash::SaltString,
};
use async_trait::async_trait;
use evernear_app::{
    domain::account::{Password, session::TokenDigest},
    ports::{Entropy, Passwords, StoreError},
};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// argon2id with the configured parameters.
pub struct Argon2Passwords {
    entropy: Arc<dyn Entropy>,
    params: Params,
    jobs: mpsc::Sender<Job>,
    /// The hash of nothing anyone knows: unknown accounts take as long as known ones.
    decoy: String,
}

impl Argon2Passwords {
    pub fn new(entropy: Arc<dyn Entropy>, params: Params) -> Result<Self, StoreError> {
        let mut unknown = [0; 16];
        entropy.fill(&mut unknown);
        let decoy = hash(&params, &hex::encode(unknown), &salt(entropy.as_ref())?)?;
        Ok(Self { entropy, params, jobs: hashing_threads()?, decoy })
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Whoever asked may have gone away meanwhile.
            let _ = answer.send(work());
        });
        self.jobs.send(job).map_err(|error| StoreError::new(error.to_string()))?;
        answered.await.map_err(StoreError::new)?
    }
}

#[async_trait]
impl Passwords for Argon2Passwords {
    async fn hash(&self, password: &Password) -> Result<String, StoreError> {
        let (password, salt) = (password.clone(), salt(self.entropy.as_ref())?);
        let params = self.params.clone();
        self.in_turn(move || hash(&params, password.expose(), &salt)).await
    }

    async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, StoreError> {
        let known = hash.is_some();
        let (password, hash) = (password.to_owned(), hash.unwrap_or(&self.decoy).to_owned());
        let right = self
            .in_turn(move || {
                let parsed =
                    PasswordHash::new(&hash).map_err(|error| StoreError::new(error.to_string()))?;
                Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
            })
            .await?;
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

/// One thread a core; they end when the sender is dropped.
fn hashing_threads() -> Result<mpsc::Sender<Job>, StoreError> {
    let (jobs, queue) = mpsc::channel::<Job>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
        let queue = Arc::clone(&queue);
        let work = move || {
            loop {
                let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(job) = job else { return };
                job();
            }
        };
        thread::Builder::new().name("passwords".to_owned()).spawn(work).map_err(StoreError::new)?;
    }
    Ok(jobs)
}

fn salt(entropy: &dyn Entropy) -> Result<SaltString, StoreError> {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    SaltString::encode_b64(&bytes).map_err(|error| StoreError::new(error.to_string()))
}

fn hash(params: &Params, password: &str, salt: &SaltString) -> Result<String, StoreError> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let hash = argon2.hash_password(password.as_bytes(), salt);
    hash.map(|hash| hash.to_string()).map_err(|error| StoreError::new(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::system::SystemEntropy;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_account_matches() {
        let passwords =
            Argon2Passwords::new(Arc::new(SystemEntropy), Params::default()).expect("a decoy");
        let hash =
            passwords.hash(&"lamplight".parse().expect("long enough")).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.matches("lamplight", Some(&hash)).await.expect("compared"));
        assert!(!passwords.matches("Lamplight", Some(&hash)).await.expect("compared"));
        assert!(!passwords.matches("lamplight", None).await.expect("compared"));
    }

    #[tokio::test]
    async fn a_hash_of_other_parameters_still_matches_and_is_outdated() {
        let params = |memory| Params::new(memory, 1, 1, None).expect("parameters");
        let before = Argon2Passwords::new(Arc::new(SystemEntropy), params(64)).expect("a decoy");
        let today = Argon2Passwords::new(Arc::new(SystemEntropy), params(128)).expect("a decoy");
        let password = "lamplight".parse().expect("long enough");
        let old = before.hash(&password).await.expect("a hash");
        assert!(today.matches("lamplight", Some(&old)).await.expect("compared"));
        assert!(today.outdated(&old) && !before.outdated(&old));
        assert!(!today.outdated(&today.hash(&password).await.expect("a hash")));
    }
}
