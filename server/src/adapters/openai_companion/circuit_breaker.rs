//! Keeps a server that does not answer from being asked by everybody: after some failures in a row nobody
//! asks for a while, then one question tries again.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Failures in a row that open it.
const THRESHOLD: u32 = 3;
/// How long nobody asks then.
const OPEN_FOR: Duration = Duration::from_secs(30);

#[derive(Default)]
struct State {
    failures: u32,
    /// Until when nobody asks.
    open_until: Option<Instant>,
}

/// See the module.
#[derive(Default)]
pub struct CircuitBreaker {
    state: Mutex<State>,
}

impl CircuitBreaker {
    /// Whether to ask now. Where it was open for long enough, the first to come asks, and whoever comes
    /// before that is answered does not.
    pub fn allows(&self, now: Instant) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.open_until {
            Some(until) if now < until => false,
            Some(_) => {
                state.open_until = Some(now + OPEN_FOR);
                true
            }
            None => true,
        }
    }

    /// The server answered.
    pub fn succeeded(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    /// It did not.
    pub fn failed(&self, now: Instant) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures += 1;
        if state.failures >= THRESHOLD {
            state.open_until = Some(now + OPEN_FOR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_failures_in_a_row_and_lets_one_question_try_again() {
        let breaker = CircuitBreaker::default();
        let mut now = Instant::now();
        breaker.failed(now);
        breaker.failed(now);
        breaker.succeeded();
        breaker.failed(now);
        breaker.failed(now);
        assert!(breaker.allows(now), "two in a row");
        breaker.failed(now);
        assert!(!breaker.allows(now));
        now += OPEN_FOR;
        assert!(breaker.allows(now), "one tries");
        assert!(!breaker.allows(now), "the others wait for it");
        breaker.failed(now);
        assert!(!breaker.allows(now));
        now += OPEN_FOR;
        assert!(breaker.allows(now));
        breaker.succeeded();
        assert!(breaker.allows(now) && breaker.allows(now));
    }
}
