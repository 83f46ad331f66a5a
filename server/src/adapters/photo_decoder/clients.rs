//! The CPU time that each client's pictures took lately, and whose turn it is among one client's
//! pictures: of ordinary and of heavy ones, one at a time each, so that whatever they turn out to
//! take is known before the next. A network that its owner can divide into many clients, an IPv6 /48,
//! counts as one, but for how many may wait.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use evernear_app::{domain::rate_limit::wider_network, ports::PhotoReadError};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::Instant,
};

/// By how much longer than its CPU time a client's picture makes the client's next ones wait, and
/// for how much longer it is remembered.
pub const PENALTY_FACTOR: u32 = 10;
/// CPU time of a client's pictures that makes nobody wait: three of most telephones.
pub const FREE_CPU: Duration = Duration::from_secs(5);
/// Pictures of one client that are here: those that are decoded, and those that wait for it.
const MAX_OF_CLIENT: usize = 9;
/// Clients that are remembered before those who owe nothing are forgotten.
const MAX_CLIENTS: usize = 1_000;

/// See the module.
#[derive(Default)]
pub struct Clients(Mutex<HashMap<String, Arc<Client>>>);

/// One of them, or its wider network.
pub struct Client {
    places: Arc<Semaphore>,
    ordinary: Semaphore,
    heavy: Semaphore,
    usage: Mutex<Usage>,
}

/// CPU time as it stood at a moment.
struct Usage {
    cpu: Duration,
    at: Instant,
}

impl Clients {
    /// A place for a picture of the client with this key, as limits count it, and whoever its CPU time
    /// is counted for.
    pub fn enter(&self, key: &str) -> Result<(OwnedSemaphorePermit, Arc<Client>), PhotoReadError> {
        let client = self.of(key);
        let place = client.places.clone().try_acquire_owned();
        let place = place.map_err(|_| PhotoReadError::Busy)?;
        Ok((place, wider_network(key).map_or(client, |wider| self.of(&wider))))
    }

    fn of(&self, key: &str) -> Arc<Client> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MAX_CLIENTS {
            clients.retain(|_, one| {
                let is_here = Arc::strong_count(one) > 1 || Arc::strong_count(&one.places) > 1;
                is_here || !one.cpu().is_zero()
            });
        }
        clients.entry(key.to_owned()).or_insert_with(|| Arc::new(Client::new())).clone()
    }
}

impl Client {
    fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MAX_OF_CLIENT)),
            ordinary: Semaphore::new(1),
            heavy: Semaphore::new(1),
            usage: Mutex::new(Usage { cpu: Duration::ZERO, at: Instant::now() }),
        }
    }

    /// Waits until the client's pictures of the same kind that came before are done.
    pub async fn turn(&self, is_heavy: bool) -> Result<SemaphorePermit<'_>, PhotoReadError> {
        let turn = if is_heavy { &self.heavy } else { &self.ordinary };
        turn.acquire().await.map_err(|_| PhotoReadError::Busy)
    }

    /// How many pictures beside this one are here.
    pub fn others_here(self: &Arc<Self>) -> u32 {
        // Each holds its client, and so does the list of clients.
        u32::try_from(Arc::strong_count(self).saturating_sub(2)).unwrap_or(u32::MAX)
    }

    /// What its pictures took, less a tenth of the time since then.
    pub fn cpu(&self) -> Duration {
        self.usage().remembered()
    }

    pub fn spend(&self, cpu: Duration) {
        let mut usage = self.usage();
        *usage = Usage { cpu: usage.remembered() + cpu, at: Instant::now() };
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
            let [one, two, other] =
                [same[0], same[1], other].map(|key| clients.enter(key).expect("a place").1);
            for is_heavy in [false, true] {
                let first = one.turn(is_heavy).now_or_never();
                let mut second = Box::pin(two.turn(is_heavy));
                assert!((&mut second).now_or_never().is_none(), "{same:?}");
                let ordinary_beside_heavy = two.turn(!is_heavy).now_or_never();
                assert!(matches!(ordinary_beside_heavy, Some(Ok(_))), "{same:?}");
                assert!(matches!(other.turn(is_heavy).now_or_never(), Some(Ok(_))), "{same:?}");
                drop(first);
                assert!(matches!(second.now_or_never(), Some(Ok(_))), "{same:?}");
            }
        }
    }

    #[test]
    fn only_so_many_pictures_of_one_client_wait_and_neighbours_have_places_of_their_own() {
        let clients = Clients::default();
        let enter = || clients.enter("2001:db8:1:1::/64");
        let mut there: Vec<_> = (0..MAX_OF_CLIENT).map(|_| enter().expect("a place")).collect();
        assert!(matches!(enter(), Err(PhotoReadError::Busy)));
        assert!(clients.enter("2001:db8:1:2::/64").is_ok(), "of the same /48");
        there.pop();
        assert!(enter().is_ok(), "it may wait");
    }

    #[test]
    fn cpu_time_is_remembered_for_ten_times_as_long() {
        let client = Client::new();
        let spent_ago = |seconds| {
            let at = Instant::now().checked_sub(Duration::from_secs(seconds)).expect("an uptime");
            *client.usage() = Usage { cpu: Duration::from_secs(2), at };
        };
        spent_ago(10);
        assert!((900..1_000).contains(&client.cpu().as_millis()));
        spent_ago(20);
        assert!(client.cpu().is_zero());
    }
}
