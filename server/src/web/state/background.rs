//! Work that goes on after its answer, so that its time tells nothing: whether an address has an
//! account would show in how long it takes to find out and to write a mail. A stop waits for it.

use std::fmt::Display;

use tokio_util::task::TaskTracker;

/// See the module.
#[derive(Default)]
pub struct Background(TaskTracker);

impl Background {
    /// Begins work; `what` names it in the log where it fails.
    pub fn run<E: Display>(
        &self,
        what: &'static str,
        work: impl Future<Output = Result<(), E>> + Send + 'static,
    ) {
        self.0.spawn(async move {
            if let Err(error) = work.await {
                tracing::error!(%error, what, "work after an answer broke off");
            }
        });
    }

    /// Ends when all work has ended; nothing begins afterwards.
    pub async fn ended(&self) {
        self.0.close();
        self.0.wait().await;
    }
}
