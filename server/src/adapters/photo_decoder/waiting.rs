//! A bounded queue of pictures that wait to be decoded. When it is full, the picture with the latest
//! `since` is refused, whether it is the new one or one that waits already: so clients whose pictures
//! took much CPU time lately keep nobody else out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use evernear_app::domain::timestamp::Timestamp;
use tokio::sync::oneshot;

/// See the module.
pub struct Waiting {
    most: usize,
    waiters: Mutex<Waiters>,
}

#[derive(Default)]
struct Waiters {
    next: u64,
    all: Vec<Waiter>,
}

struct Waiter {
    number: u64,
    since: Timestamp,
    /// Dropped when it is sent away.
    _stays: oneshot::Sender<()>,
}

/// One that waits; dropped, it waits no longer.
pub struct Queued<'a> {
    waiting: &'a Waiting,
    number: u64,
    sent_away: oneshot::Receiver<()>,
}

impl Waiting {
    /// For so many.
    pub fn new(most: usize) -> Self {
        Self { most, waiters: Mutex::default() }
    }

    /// A place for a picture that counts as waiting `since`, or nothing where all that are there
    /// have waited longer.
    pub fn enter(&self, since: Timestamp) -> Option<Queued<'_>> {
        let mut waiters = self.waiters();
        if waiters.all.len() >= self.most {
            let there = waiters.all.iter().enumerate();
            let (latest, one) = there.max_by_key(|(_, one)| one.since)?;
            if one.since <= since {
                return None;
            }
            waiters.all.swap_remove(latest);
        }
        waiters.next += 1;
        let number = waiters.next;
        let (stays, sent_away) = oneshot::channel();
        waiters.all.push(Waiter { number, since, _stays: stays });
        Some(Queued { waiting: self, number, sent_away })
    }

    fn waiters(&self) -> MutexGuard<'_, Waiters> {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Waiting {
    pub fn count(&self) -> usize {
        self.waiters().all.len()
    }
}

impl Queued<'_> {
    /// Ends when somebody else was given the place.
    pub async fn sent_away(&mut self) {
        // Nothing is ever sent: it ends with the sender.
        let _ = (&mut self.sent_away).await;
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.waiting.waiters().all.retain(|one| one.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waited_longest_keeps_the_place() {
        let waiting = Waiting::new(32);
        let mut greedy: Vec<_> = (0..32)
            .map(|number| waiting.enter(Timestamp(1_000 + number)).expect("there is room"))
            .collect();
        assert!(waiting.enter(Timestamp(9_000)).is_none(), "later than all");
        let honest = waiting.enter(Timestamp(10)).expect("the latest goes");
        greedy.pop().expect("the latest").sent_away().await;
        assert!(waiting.enter(Timestamp(1_031)).is_none(), "full again");
        drop(honest);
        waiting.enter(Timestamp(1_031)).expect("there is room again");
    }
}
