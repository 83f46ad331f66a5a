//! The rate limiter by governor's leaky bucket, in this process's memory: several servers on
//! one database each count for themselves. Whoever is counted by an IPv6 network /64 is counted
//! by the /48 around it as well, with [`WIDER`] times as much: one person can have all of it.

use std::{
    collections::HashMap,
    convert::Infallible,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use evernear_app::{
    domain::rate_limit::{Limit, Rate, wider_network},
    ports::{RateLimiter, TooOften},
};
use governor::{
    Quota,
    clock::{Clock, MonotonicClock, Reference},
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{
        StateStore,
        keyed::{DefaultKeyedStateStore, ShrinkableKeyedStateStore},
    },
};

/// After so many questions, whoever has not come for long is forgotten.
const TIDY_EVERY: u32 = 1024;

type Key = (Limit, String);
type Limiter<C> = governor::RateLimiter<Key, Buckets, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The buckets of a limit, filled or only looked at.
struct Buckets {
    state: Arc<DefaultKeyedStateStore<Key>>,
    counts: bool,
}

impl StateStore for Buckets {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, judge: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        if self.counts {
            return self.state.measure_and_replace(key, judge);
        }
        // Handed on as a refusal whatever it is, so that nothing is replaced.
        let looked: Result<Infallible, _> =
            self.state.measure_and_replace(key, |state| Err(judge(state)));
        let Err(judged) = looked;
        judged.map(|(admitted, _)| admitted)
    }
}

impl ShrinkableKeyedStateStore<Key> for Buckets {
    fn retain_recent(&self, drop_below: Nanos) {
        self.state.retain_recent(drop_below);
    }

    fn shrink_to_fit(&self) {
        self.state.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.state.len()
    }

    fn is_empty(&self) -> bool {
        self.state.is_empty()
    }
}

/// How many times as much a wider network has as a client.
const WIDER: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

/// What counts, and what only looks.
struct Pair<C: Clock> {
    counting: Limiter<C>,
    looking: Limiter<C>,
}

impl<C: Clock + Clone> Pair<C> {
    fn new(Rate { burst, again_every }: Rate, factor: NonZeroU32, clock: &C) -> Self {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        // A period of zero cannot be written down in the table of limits.
        let quota =
            Quota::with_period(again_every / factor.get()).unwrap_or(Quota::per_second(burst));
        let quota = quota.allow_burst(burst.saturating_mul(factor));
        let state = Arc::new(DefaultKeyedStateStore::default());
        let over = |counts| {
            let buckets = Buckets { state: state.clone(), counts };
            governor::RateLimiter::new(quota, buckets, clock.clone())
        };
        Self { counting: over(true), looking: over(false) }
    }

    fn ask(&self, key: &Key, counts: bool, clock: &C) -> Result<(), TooOften> {
        let limiter = if counts { &self.counting } else { &self.looking };
        limiter.check_key(key).map_err(|again| TooOften(again.wait_time_from(clock.now())))
    }
}

/// A limit of clients, and of their wider networks.
struct Limiters<C: Clock> {
    limit: Limit,
    client: Pair<C>,
    wider: Pair<C>,
    /// How long it takes until one more is admitted.
    again_every: Duration,
    /// Until when whoever was charged beyond it owes.
    owed: Mutex<HashMap<String, C::Instant>>,
}

impl<C: Clock> Limiters<C> {
    fn owed(&self) -> MutexGuard<'_, HashMap<String, C::Instant>> {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One bucket for each limit and client.
pub struct GovernorRateLimiter<C: Clock = MonotonicClock> {
    limiters: Vec<Limiters<C>>,
    clock: C,
    asked: AtomicU32,
}

impl GovernorRateLimiter {
    /// `factor` times the limits of the product, but for those decided otherwise.
    pub fn new(factor: NonZeroU32, rates: &[(Limit, Rate)]) -> Self {
        Self::with_clock(factor, rates, &MonotonicClock)
    }
}

impl<C: Clock + Clone> GovernorRateLimiter<C> {
    /// The same by another clock.
    pub fn with_clock(factor: NonZeroU32, rates: &[(Limit, Rate)], clock: &C) -> Self {
        let limiters = Limit::ALL.iter().map(|limit| {
            let decided = rates.iter().find(|(one, _)| one == limit).map(|(_, rate)| *rate);
            let rate =
                decided.unwrap_or(Rate { burst: limit.burst(), again_every: limit.again_every() });
            Limiters {
                limit: *limit,
                client: Pair::new(rate, factor, clock),
                wider: Pair::new(rate, factor.saturating_mul(WIDER), clock),
                again_every: rate.again_every / factor.get(),
                owed: Mutex::default(),
            }
        });
        Self { limiters: limiters.collect(), clock: clock.clone(), asked: AtomicU32::new(0) }
    }

    fn tidy(&self) {
        if self.asked.fetch_add(1, Ordering::Relaxed) % TIDY_EVERY == TIDY_EVERY - 1 {
            let pairs = self.limiters.iter().flat_map(|one| [&one.client, &one.wider]);
            for Pair { counting, .. } in pairs {
                counting.retain_recent();
                counting.shrink_to_fit();
            }
            let now = self.clock.now();
            for limiters in &self.limiters {
                limiters.owed().retain(|_, until| *until > now);
            }
        }
    }

    fn ask(&self, limit: Limit, who: &str, counts: bool) -> Result<(), TooOften> {
        let found = self.limiters.iter().find(|limiters| limiters.limit == limit);
        let Some(limiters) = found else { return Ok(()) };
        let now = self.clock.now();
        if let Some(until) = limiters.owed().get(who).filter(|until| **until > now) {
            return Err(TooOften(until.duration_since(now).into()));
        }
        let Limiters { client, wider, .. } = limiters;
        let key = (limit, who.to_owned());
        if let Some(network) = wider_network(who) {
            // What a client is refused takes nothing from its neighbours.
            client.ask(&key, false, &self.clock)?;
            wider.ask(&(limit, network), counts, &self.clock)?;
        }
        client.ask(&key, counts, &self.clock)
    }
}

impl<C> RateLimiter for GovernorRateLimiter<C>
where
    C: Clock + Clone + Send + Sync,
    C::Instant: Send + Sync,
{
    fn check(&self, limit: Limit, who: &str) -> Result<(), TooOften> {
        self.tidy();
        self.ask(limit, who, true)
    }

    fn charge(&self, limit: Limit, who: &str, many: u32) {
        self.tidy();
        let admitted = (0..many).take_while(|_| self.ask(limit, who, true).is_ok()).count();
        let rest = many - u32::try_from(admitted).unwrap_or(many);
        let found = self.limiters.iter().find(|limiters| limiters.limit == limit);
        if let Some(limiters) = found.filter(|_| rest > 0) {
            let now = self.clock.now();
            let mut owed = limiters.owed();
            let until = owed.get(who).copied().filter(|until| *until > now).unwrap_or(now);
            owed.insert(who.to_owned(), until + (limiters.again_every * rest).into());
        }
    }

    fn peek(&self, limit: Limit, who: &str) -> Result<(), TooOften> {
        self.ask(limit, who, false)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn a_rate_that_was_decided_takes_the_place_of_the_products() {
        let clock = FakeRelativeClock::default();
        let rate = Rate { burst: 2, again_every: Duration::from_secs(7) };
        let rates = [(Limit::ApiToken, rate)];
        let rate_limiter = GovernorRateLimiter::with_clock(NonZeroU32::MIN, &rates, &clock);
        for _ in 0..2 {
            rate_limiter.check(Limit::ApiToken, "a").expect("within the limit");
        }
        let TooOften(wait) = rate_limiter.check(Limit::ApiToken, "a").expect_err("too often");
        assert_eq!(wait, Duration::from_secs(7));
    }

    #[test]
    fn a_look_counts_nothing_and_tells_what_an_admission_would() {
        let clock = FakeRelativeClock::default();
        let rate_limiter = GovernorRateLimiter::with_clock(NonZeroU32::MIN, &[], &clock);
        for _ in 0..10 {
            rate_limiter.peek(Limit::MailTo, "a").expect("nothing was counted");
        }
        rate_limiter.check(Limit::MailTo, "a").expect("the first");
        let TooOften(wait) = rate_limiter.peek(Limit::MailTo, "a").expect_err("the second");
        assert_eq!(wait, Limit::MailTo.again_every());
        rate_limiter.peek(Limit::MailTo, "b").expect("somebody else");
        clock.advance(wait);
        rate_limiter.peek(Limit::MailTo, "a").expect("after the wait");
    }

    #[test]
    fn what_was_charged_beyond_a_limit_is_owed() {
        let clock = FakeRelativeClock::default();
        let rate = Rate { burst: 10, again_every: Duration::from_secs(1) };
        let rates = [(Limit::PhotoCpu, rate)];
        let rate_limiter = GovernorRateLimiter::with_clock(NonZeroU32::MIN, &rates, &clock);
        rate_limiter.charge(Limit::PhotoCpu, "a", 30);
        let TooOften(wait) = rate_limiter.peek(Limit::PhotoCpu, "a").expect_err("20 are owed");
        assert_eq!(wait, Duration::from_secs(20));
        rate_limiter.charge(Limit::PhotoCpu, "a", 5);
        rate_limiter.peek(Limit::PhotoCpu, "b").expect("somebody else");
        clock.advance(Duration::from_secs(24));
        rate_limiter.check(Limit::PhotoCpu, "a").expect_err("one second more");
        clock.advance(Duration::from_secs(1));
        rate_limiter.check(Limit::PhotoCpu, "a").expect("nothing is owed");
    }

    #[test]
    fn a_wider_network_has_ten_times_as_much_as_a_client() {
        let clock = FakeRelativeClock::default();
        let rate_limiter = GovernorRateLimiter::with_clock(NonZeroU32::MIN, &[], &clock);
        let client = |number: u32| format!("2001:db8:1:{number:x}::/64");
        let burst = Limit::Application.burst();
        for number in 0..10 {
            for _ in 0..burst {
                rate_limiter
                    .check(Limit::Application, &client(number))
                    .expect("within both limits");
            }
            rate_limiter.check(Limit::Application, &client(number)).expect_err("its own");
        }
        rate_limiter.check(Limit::Application, &client(10)).expect_err("the network's");
        rate_limiter.peek(Limit::Application, &client(10)).expect_err("the network's");
        rate_limiter.check(Limit::Application, "2001:db8:2:1::/64").expect("another network");
        rate_limiter.check(Limit::Application, "192.0.2.1").expect("an address");
        clock.advance(Limit::Application.again_every() / 10);
        rate_limiter.check(Limit::Application, &client(10)).expect("after a tenth of the wait");
    }

    #[test]
    fn whoever_asks_too_often_learns_how_long_to_wait() {
        let clock = FakeRelativeClock::default();
        let rate_limiter = GovernorRateLimiter::with_clock(NonZeroU32::MIN, &[], &clock);
        for _ in 0..Limit::Application.burst() {
            rate_limiter.check(Limit::Application, "a").expect("within the limit");
        }
        let TooOften(wait) = rate_limiter.check(Limit::Application, "a").expect_err("too often");
        assert_eq!(wait, Limit::Application.again_every());
        rate_limiter.check(Limit::Application, "b").expect("somebody else");
        clock.advance(wait.saturating_sub(Duration::from_millis(1)));
        assert!(rate_limiter.check(Limit::Application, "a").is_err(), "refusals do not count");
        clock.advance(Duration::from_millis(1));
        rate_limiter.check(Limit::Application, "a").expect("after the wait");
    }
}
