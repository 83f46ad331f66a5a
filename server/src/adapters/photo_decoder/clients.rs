//! The CPU time that each client's pictures took lately, and whose turn it is among one client's
//! pictures: one at a time, so that whatever they turn out to take is known before the next.
//! A network that its owner can divide into many clients, an IPv6 /48, counts as one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use evernear_app::{domain::rate_limit::wider_network, ports::PhotoReadError};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

/// By how much longer than its CPU time a client's picture makes the client's next ones wait, and
/// for how much longer it is remembered.
pub const PENALTY_FACTOR: u32 = 10;
/// Pictures of one client that are here: one that is decoded, and those that wait for it.
const MAX_OF_CLIENT: usize = 9;
/// Clients that are remembered before those who owe nothing are forgotten.
const MAX_CLIENTS: usize = 1_000;

/// See the module.
#[derive(Default)]
pub struct Clients(Mutex<HashMap<String, Arc<Client>>>);

/// One of them.
pub struct Client {
    places: Semaphore,
    turn: Semaphore,
    usage: Mutex<Usage>,
}

/// CPU time as it stood at a moment, and whether a picture took far longer than was reckoned.
struct Usage {
    cpu: Duration,
    at: Instant,
    exceeded: bool,
}

/// A picture whose turn it is among those of its client.
pub struct Turn<'a>(#[expect(dead_code, reason = "held")] [SemaphorePermit<'a>; 2]);

impl Clients {
    /// The client of this key, as limits count it.
    pub fn of(&self, key: &str) -> Arc<Client> {
        let key = wider_network(key).unwrap_or_else(|| key.to_owned());
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MAX_CLIENTS {
            clients.retain(|_, one| Arc::strong_count(one) > 1 || !one.cpu().is_zero());
        }
        clients.entry(key).or_insert_with(|| Arc::new(Client::new())).clone()
    }
}

impl Client {
    fn new() -> Self {
        let usage = Usage { cpu: Duration::ZERO, at: Instant::now(), exceeded: false };
        Self {
            places: Semaphore::new(MAX_OF_CLIENT),
            turn: Semaphore::new(1),
            usage: Mutex::new(usage),
        }
    }

    /// Waits until the client's pictures that came before are done.
    pub async fn turn(&self) -> Result<Turn<'_>, PhotoReadError> {
        let place = self.places.try_acquire().map_err(|_| PhotoReadError::Busy)?;
        let turn = self.turn.acquire().await.map_err(|_| PhotoReadError::Busy)?;
        Ok(Turn([place, turn]))
    }

    /// What its pictures took, less a tenth of the time since then.
    pub fn cpu(&self) -> Duration {
        self.usage().remembered()
    }

    pub fn spend(&self, cpu: Duration) {
        let mut usage = self.usage();
        let remembered = usage.remembered();
        let exceeded = usage.exceeded && !remembered.is_zero();
        *usage = Usage { cpu: remembered + cpu, at: Instant::now(), exceeded };
    }

    /// That one of its pictures took far longer than was reckoned.
    pub fn exceeded(&self) {
        self.usage().exceeded = true;
    }

    /// Whether one did whose CPU time is still remembered: so may its next ones.
    pub fn has_exceeded(&self) -> bool {
        let usage = self.usage();
        usage.exceeded && !usage.remembered().is_zero()
    }

    fn usage(&self) -> MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Usage {
    fn remembered(&self) -> Duration {
        self.cpu.saturating_sub(self.at.elapsed() / PENALTY_FACTOR)
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn pictures_of_one_client_and_of_one_wider_network_come_one_by_one() {
        let clients = Clients::default();
        for (same, other) in [
            (["192.0.2.1", "192.0.2.1"], "192.0.2.2"),
            (["2001:db8:1:1::/64", "2001:db8:1:2::/64"], "2001:db8:2:1::/64"),
        ] {
            let [one, two, other] = [same[0], same[1], other].map(|key| clients.of(key));
            let first = one.turn().now_or_never();
            let mut second = Box::pin(two.turn());
            assert!((&mut second).now_or_never().is_none(), "{same:?}");
            assert!(matches!(other.turn().now_or_never(), Some(Ok(_))), "{same:?}");
            drop(first);
            assert!(matches!(second.now_or_never(), Some(Ok(_))), "{same:?}");
        }
    }

    #[tokio::test]
    async fn only_so_many_pictures_of_one_client_wait() {
        let client = Client::new();
        let mut waiting: Vec<_> = (0..MAX_OF_CLIENT).map(|_| Box::pin(client.turn())).collect();
        let there: Vec<_> = waiting.iter_mut().map(FutureExt::now_or_never).collect();
        assert_eq!(there.iter().filter(|one| one.is_some()).count(), 1);
        assert!(matches!(client.turn().await, Err(PhotoReadError::Busy)));
        drop(waiting.pop());
        assert!(client.turn().now_or_never().is_none(), "it may wait");
    }

    #[test]
    fn cpu_time_is_remembered_for_ten_times_as_long() {
        let client = Client::new();
        let exceeded_ago = |seconds| {
            let at = Instant::now().checked_sub(Duration::from_secs(seconds)).expect("an uptime");
            *client.usage() = Usage { cpu: Duration::from_secs(2), at, exceeded: true };
        };
        exceeded_ago(10);
        assert!((900..1_000).contains(&client.cpu().as_millis()));
        assert!(client.has_exceeded());
        exceeded_ago(20);
        assert!(client.cpu().is_zero() && !client.has_exceeded());
        client.spend(Duration::from_secs(1));
        assert!(!client.has_exceeded(), "forgotten with its time");
    }
}
