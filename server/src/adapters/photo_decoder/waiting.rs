//! Pictures that wait for their place: so many of all, fewer of one client, and a few more of a
//! client's wider network. Where there is no room, the one that counts as having waited the
//! shortest is sent away, be it the one that comes or one that is there: so whose pictures took
//! much CPU time lately keeps nobody else out.

use std::sync::{Mutex, PoisonError};

use evernear_app::domain::{moment::Moment, rate_limit::wider_network};
use tokio::sync::oneshot;

/// Pictures that may wait.
#[derive(Clone, Copy, Debug)]
pub struct WaitingLimits {
    /// Of all clients.
    pub all: usize,
    /// Of one client.
    pub of_client: usize,
    /// Of its wider network.
    pub of_wider: usize,
}

/// See the module.
pub struct Waiting {
    limits: WaitingLimits,
    waiters: Mutex<Waiters>,
}

#[derive(Default)]
struct Waiters {
    next: u64,
    all: Vec<Waiter>,
}

struct Waiter {
    number: u64,
    since: Moment,
    client: String,
    wider: Option<String>,
    /// Dropped when it is sent away.
    _stays: oneshot::Sender<()>,
}

/// One that waits; dropped, it waits no longer.
pub struct Place<'a> {
    waiting: &'a Waiting,
    number: u64,
    sent_away: oneshot::Receiver<()>,
}

impl Waiting {
    pub fn new(limits: WaitingLimits) -> Self {
        Self { limits, waiters: Mutex::default() }
    }

    /// A place for a picture that counts as waiting `since`, or nothing where all that are in its
    /// way have waited longer.
    pub fn enter(&self, client: &str, since: Moment) -> Option<Place<'_>> {
        let wider = wider_network(client);
        let mut waiters = self.waiters.lock().unwrap_or_else(PoisonError::into_inner);
        waiters.make_room(since, self.limits.of_client, |one| one.client == client)?;
        if wider.is_some() {
            waiters.make_room(since, self.limits.of_wider, |one| one.wider == wider)?;
        }
        waiters.make_room(since, self.limits.all, |_| true)?;
        waiters.next += 1;
        let number = waiters.next;
        let (stays, sent_away) = oneshot::channel();
        let client = client.to_owned();
        waiters.all.push(Waiter { number, since, client, wider, _stays: stays });
        Some(Place { waiting: self, number, sent_away })
    }
}

#[cfg(test)]
impl Waiting {
    pub fn count(&self) -> usize {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner).all.len()
    }
}

impl Waiters {
    /// Sends the latest of those in the way away, where there are as many as may be.
    fn make_room(
        &mut self,
        since: Moment,
        most: usize,
        in_the_way: impl Fn(&Waiter) -> bool,
    ) -> Option<()> {
        let there = self.all.iter().enumerate().filter(|(_, one)| in_the_way(one));
        if there.clone().count() < most {
            return Some(());
        }
        let (latest, one) = there.max_by_key(|(_, one)| one.since)?;
        if one.since <= since {
            return None;
        }
        self.all.swap_remove(latest);
        Some(())
    }
}

impl Place<'_> {
    /// Ends when somebody else was given the place.
    pub async fn sent_away(&mut self) {
        // Nothing is ever sent: it ends with the sender.
        let _ = (&mut self.sent_away).await;
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut waiters = self.waiting.waiters.lock().unwrap_or_else(PoisonError::into_inner);
        waiters.all.retain(|one| one.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: WaitingLimits = WaitingLimits { all: 32, of_client: 8, of_wider: 16 };

    fn client(number: usize) -> String {
        format!("192.0.2.{number}")
    }

    #[tokio::test]
    async fn whoever_waited_longest_keeps_the_place() {
        let waiting = Waiting::new(LIMITS);
        let mut greedy: Vec<_> = (0..LIMITS.all)
            .map(|number| {
                let since = Moment(1_000 + i64::try_from(number).expect("small"));
                waiting.enter(&client(number / 4), since).expect("there is room")
            })
            .collect();
        assert!(waiting.enter(&client(99), Moment(9_000)).is_none(), "later than all");
        let honest = waiting.enter(&client(99), Moment(10)).expect("the latest goes");
        greedy.pop().expect("the latest").sent_away().await;
        assert!(waiting.enter(&client(98), Moment(1_031)).is_none(), "full again");
        drop(honest);
        waiting.enter(&client(98), Moment(1_031)).expect("there is room again");
    }

    #[test]
    fn one_client_and_one_network_have_a_few_places() {
        let waiting = Waiting::new(LIMITS);
        let _there: Vec<_> =
            (0..LIMITS.of_client).map(|_| waiting.enter("192.0.2.1", Moment(5))).collect();
        assert!(waiting.enter("192.0.2.1", Moment(5)).is_none());
        let of = |number: usize| format!("2001:db8:1:{number:x}::/64");
        let _more: Vec<_> =
            (0..LIMITS.of_wider).map(|number| waiting.enter(&of(number), Moment(5))).collect();
        assert!(waiting.enter(&of(99), Moment(5)).is_none(), "of the same /48");
        assert!(waiting.enter("2001:db8:2:1::/64", Moment(5)).is_some(), "of another one");
    }
}
