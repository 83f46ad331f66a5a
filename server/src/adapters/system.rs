//! The machine's clock and randomness: the only place that touches the global ones.

use std::time::{SystemTime, UNIX_EPOCH};

use evernear_app::{
    domain::timestamp::Timestamp,
    ports::{Clock, Entropy, Wake},
};
use rand::TryRngCore;
use tokio::sync::Notify;

/// The system clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the port's adapter")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The operating system's randomness.
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(clippy::expect_used, reason = "without randomness no token may ever be made")]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rngs::OsRng.try_fill_bytes(bytes).expect("the operating system gives randomness");
    }
}

/// Wakes the workers of this process.
#[derive(Default)]
pub struct WakeSignal {
    pub creations: Notify,
    pub mails: Notify,
}

impl Wake for WakeSignal {
    fn wake(&self) {
        self.creations.notify_one();
        self.mails.notify_one();
    }
}
