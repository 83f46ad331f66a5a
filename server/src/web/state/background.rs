//! Work that goes on after its answer, so that its time tells nothing: whether an address has an
//! account would show in how long it takes to find out and to write a mail. It begins at a moment
//! that nobody knows, so that a request right behind it is not held up by it either. A stop waits
//! for it.

use std::{fmt::Display, sync::Arc, time::Duration};

use evernear_app::ports::Entropy;
use tokio::{sync::Semaphore, time::sleep};
use tokio_util::task::TaskTracker;

/// Works that go on at once; who begins another waits, whatever it is about.
const AT_ONCE: usize = 64;

/// The step by which work begins later: up to 255 of them.
const STEP: Duration = Duration::from_millis(2);

/// See the module.
pub struct Background {
    tasks: TaskTracker,
    places: Arc<Semaphore>,
}

impl Default for Background {
    fn default() -> Self {
        Self { tasks: TaskTracker::new(), places: Arc::new(Semaphore::new(AT_ONCE)) }
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
        let mut steps = [0];
        entropy.fill(&mut steps);
        self.tasks.spawn(async move {
            let _place = place;
            sleep(STEP * u32::from(steps[0])).await;
            if let Err(error) = work.await {
                tracing::error!(%error, what, "work after an answer broke off");
            }
        });
    }

    /// Ends when all work has ended.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
