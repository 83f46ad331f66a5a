//! How long each client has held slots for photos lately. Counted always and asked only while no
//! slot is free: then whoever held many for long gives theirs up, so that slow senders at many
//! addresses do not keep out those who send a photo now and then.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tokio::time::{Duration, Instant};

/// Seconds that a client may have held slots: a photo on a bad line takes one for half a minute.
const ALLOWED: f64 = 60.0;
/// Seconds that are forgotten in each second.
const FORGOTTEN_A_SECOND: f64 = 0.5;
/// From so many clients on, those whose seconds are all forgotten are removed.
const KEPT: usize = 1024;

/// See the module.
#[derive(Default)]
pub struct SlotSeconds(Mutex<HashMap<String, Held>>);

struct Held {
    seconds: f64,
    at: Instant,
}

impl Held {
    fn now(&self, now: Instant) -> f64 {
        let forgotten = now.saturating_duration_since(self.at).as_secs_f64() * FORGOTTEN_A_SECOND;
        (self.seconds - forgotten).max(0.0)
    }
}

impl SlotSeconds {
    /// The client has held a slot for so long.
    pub fn add(&self, client: &str, held: Duration, now: Instant) {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= KEPT {
            clients.retain(|_, held| held.now(now) > 0.0);
        }
        let entry = clients.entry(client.to_owned()).or_insert(Held { seconds: 0.0, at: now });
        *entry = Held { seconds: entry.now(now) + held.as_secs_f64(), at: now };
    }

    /// Whether the client has held slots for longer than it may while others wait.
    pub fn are_used_up(&self, client: &str, now: Instant) -> bool {
        let clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        clients.get(client).is_some_and(|held| held.now(now) > ALLOWED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_counted_by_client_and_forgotten() {
        let (held, now) = (SlotSeconds::default(), Instant::now());
        held.add("a", Duration::from_secs(50), now);
        assert!(!held.are_used_up("a", now));
        held.add("a", Duration::from_secs(20), now);
        assert!(held.are_used_up("a", now) && !held.are_used_up("b", now));
        assert!(!held.are_used_up("a", now + Duration::from_secs(30)), "fifteen are forgotten");
    }

    #[test]
    fn clients_of_whom_all_is_forgotten_are_dropped() {
        let (held, now) = (SlotSeconds::default(), Instant::now());
        for client in 0..KEPT {
            held.add(&client.to_string(), Duration::from_secs(1), now);
        }
        held.add("one more", Duration::from_secs(1), now + Duration::from_secs(5));
        assert_eq!(held.0.lock().expect("whole").len(), 1);
    }
}
