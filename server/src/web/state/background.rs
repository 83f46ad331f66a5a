//! Work that goes on after its answer, so that its time tells nothing: whether an address has an
//! account would show in how long it takes to find out and to write a mail. It begins at a moment
//! that nobody knows, so that a request right behind it is not held up by it either. A stop waits
//! for it.

use std::{fmt::Display, sync::Arc, time::Duration};

use evernear_app::ports::Entropy;
use tokio::{sync::Semaphore, time::sleep};

/// Works that go on at once; who begins another waits, whatever it is about.
const AT_ONCE: u32 = 64;

/// The random delay before work is so many of these: 0 to 255.
const DELAY_STEP: Duration = Duration::from_millis(2);

/// See the module.
pub struct Background {
    places: Arc<Semaphore>,
}

impl Default for Background {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE as usize)) }
    }
}

impl Background {
    /// Begins work; `what` names it in the log where it fails.
    pub async fn run<E: Display>(
        &self,
        entropy: &dyn Entropy,
        what: &'static str,
        work: impl Future<Output = Result<(), E>> + Send + 'static,
    ) {
        // The semaphore is never closed.
        let place = self.places.clone().acquire_owned().await;
        let mut delay = [0];
        entropy.fill(&mut delay);
        tokio::spawn(async move {
            let _place = place;
            sleep(DELAY_STEP * u32::from(delay[0])).await;
            if let Err(error) = work.await {
                tracing::error!(%error, what, "work after an answer broke off");
            }
        });
    }

    /// Ends when everything that was begun has ended.
    pub async fn ended(&self) {
        // All places are free then, and free again afterwards.
        let _ = self.places.acquire_many(AT_ONCE).await;
    }
}
