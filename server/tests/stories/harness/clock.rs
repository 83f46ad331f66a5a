//! A clock that stories move: the real one and an offset. What limits count by stands still
//! unless a story moves it.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use evernear_app::{domain::timestamp::Timestamp, ports::Clock};
use evernear_rules::wire::{CreationStatus, CreationView};
use evernear_server::adapters::system::SystemClock;
use evernear_server::values;
use governor::clock::FakeRelativeClock;

use super::{Person, World, eventually};

/// What the longest story takes at most.
const LONGEST_STORY: Duration = Duration::from_secs(30 * 60);

const HOUR: Duration = Duration::from_secs(3600);

/// An hour of looks.
const MOST_LOOKS: usize = 1_200;

pub struct MovableClock {
    ahead: AtomicI64,
    pub limits: FakeRelativeClock,
}

impl Default for MovableClock {
    /// Close before midnight it is an hour slow: what is counted by the day is of one day, which is the
    /// day of programs beside the server as well, and a server that is started again is as slow.
    fn default() -> Self {
        let clock = Self { ahead: AtomicI64::new(0), limits: FakeRelativeClock::default() };
        if SystemClock.now().until_next_day() < LONGEST_STORY {
            clock.back(HOUR);
        }
        clock
    }
}

impl MovableClock {
    /// Makes it later.
    pub fn forward(&self, by: Duration) {
        self.limits.advance(by);
        self.ahead.fetch_add(i64::try_from(by.as_millis()).expect("a sane span"), Ordering::SeqCst);
    }

    /// Sets it back, as a machine's clock may be; limits do not notice.
    pub fn back(&self, by: Duration) {
        self.ahead.fetch_sub(i64::try_from(by.as_millis()).expect("a sane span"), Ordering::SeqCst);
    }
}

impl Clock for MovableClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.ahead.load(Ordering::SeqCst))
    }
}

impl World {
    /// Lets three seconds pass where no creation is at work, or due: however slow the machine is, nothing
    /// takes longer than in the product. Whether they passed.
    pub async fn time_goes_on(&self) -> bool {
        let sql = "SELECT COUNT(*) FROM creations
                   WHERE status = 'running' AND (lease_until > 0 OR next_at <= $1)";
        let found = self.db.find(sql, values![self.ports.now()]).await;
        let (busy,): (i64,) = found.expect("asked").expect("a number");
        if busy == 0 {
            self.clock.forward(Duration::from_secs(3));
        }
        self.ports.wake.wake();
        busy == 0
    }

    /// How a creation ended, while time goes on. It may take hundreds of looks: each is waited for anew.
    pub async fn end_of(&self, person: &Person, id: &str, what: &str) -> CreationView {
        for _ in 0..MOST_LOOKS {
            let view = eventually(what, || async {
                let passed = self.time_goes_on().await;
                let view = person.watches(id).await;
                (passed || view.status != CreationStatus::Running).then_some(view)
            })
            .await;
            if view.status != CreationStatus::Running {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it never ends: {what}")
    }
}
