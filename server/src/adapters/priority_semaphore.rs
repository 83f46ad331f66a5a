//! Whose turn it is: a few places, and a queue that is ordered by since when each counts as
//! waiting. A higher plan counts as waiting longer, and because everybody's wait grows alike,
//! nobody waits for ever.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use evernear_app::domain::timestamp::Timestamp;
use tokio::sync::oneshot;

/// Since when, and a number of its own.
type QueueKey = (Timestamp, u64);

#[derive(Default)]
struct State {
    free: usize,
    next: u64,
    waiting: BTreeMap<QueueKey, oneshot::Sender<Permit>>,
}

/// See the module.
#[derive(Clone)]
pub struct PrioritySemaphore(Arc<Mutex<State>>);

/// A place; dropped, the next one has it.
pub struct Permit(Option<PrioritySemaphore>);

impl PrioritySemaphore {
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Mutex::new(State { free: places, ..State::default() })))
    }

    /// Waits for a place, in the order of `since`.
    pub async fn take(&self, since: Timestamp) -> Permit {
        let coming = {
            let mut state = self.state();
            if state.free > 0 {
                state.free -= 1;
                return Permit(Some(self.clone()));
            }
            state.next += 1;
            let (sender, coming) = oneshot::channel();
            let key = (since, state.next);
            state.waiting.insert(key, sender);
            coming
        };
        // A sender leaves the queue only with a turn in it.
        coming.await.unwrap_or(Permit(None))
    }

    fn give(&self) {
        loop {
            let next = {
                let mut state = self.state();
                let Some((_, next)) = state.waiting.pop_first() else {
                    state.free += 1;
                    return;
                };
                next
            };
            let Err(mut unwanted) = next.send(Permit(Some(self.clone()))) else { return };
            // Whoever waited is gone: the place goes on, without coming back here by itself.
            unwanted.0 = None;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.give();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::{FutureExt, future::join_all};

    use super::*;

    #[tokio::test]
    async fn higher_plans_come_first_and_nobody_waits_for_ever() {
        let turns = PrioritySemaphore::new(1);
        let busy = turns.take(Timestamp(0)).await;
        // A minute is 60,000: Starter asked first, Pro and Premium a little later with their
        // head starts, and a Premium that asked 21 minutes after Starter.
        let minute = 60_000;
        let asked = [
            ("starter", 0),
            ("pro", minute - 10 * minute),
            ("premium", 2 * minute - 20 * minute),
            ("late premium", 21 * minute - 20 * minute),
        ];
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = asked
            .map(|(name, since)| {
                let (turns, order) = (turns.clone(), order.clone());
                async move {
                    let turn = turns.take(Timestamp(since)).await;
                    order.lock().expect("whole").push(name);
                    drop(turn);
                }
                .boxed()
            })
            .into_iter()
            .collect::<Vec<_>>();
        for one in &mut waiting {
            assert!(one.now_or_never().is_none(), "the place is taken");
        }
        drop(busy);
        join_all(waiting).await;
        assert_eq!(*order.lock().expect("whole"), ["premium", "pro", "starter", "late premium"]);
    }

    #[tokio::test]
    async fn who_left_the_queue_loses_nobody_a_place() {
        let turns = PrioritySemaphore::new(2);
        let (first, second) = (turns.take(Timestamp(0)).await, turns.take(Timestamp(0)).await);
        let mut left = Box::pin(turns.take(Timestamp(-1)));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        drop(first);
        let third = turns.take(Timestamp(5)).now_or_never();
        assert!(third.is_some(), "the place of who left is free");
        drop((second, third));
        assert_eq!(turns.state().free, 2);
    }
}
