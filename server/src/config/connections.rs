//! How many connections are held, and how long clients may take.

use std::{num::NonZeroUsize, time::Duration};

use super::{
    ConfigProblem,
    environment::Environment,
    variables::{self as vars, Variable},
};

/// See the module. Times that no operator has to change are no variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Open at once.
    pub most: usize,
    /// Of those, by one client (a network /64 of IPv6). A trusted proxy has no such bound, because
    /// it speaks for many clients.
    pub most_of_client: usize,
    /// From the first byte of a request, or from connecting, to the end of its headers.
    pub head: Duration,
    /// From an answer to the next request. Longer than the minute after which proxies close
    /// connections that they do not use, so that no proxy uses one that is being closed.
    pub idle: Duration,
    /// Between two parts of a request's body.
    pub body: Duration,
    /// For which a client may take nothing of an answer.
    pub stalled: Duration,
    /// For a request and its answer.
    pub exchange: Duration,
}

impl ConnectionLimits {
    pub(super) fn read(env: &Environment<'_>) -> Result<Self, ConfigProblem> {
        let number = |variable: &Variable| {
            let number: NonZeroUsize = env.parsed(variable, "a whole number from 1 on")?;
            Ok(number.get())
        };
        Ok(Self {
            most: number(&vars::CONNECTIONS)?,
            most_of_client: number(&vars::CONNECTIONS_PER_CLIENT)?,
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            body: Duration::from_secs(20),
            stalled: Duration::from_secs(60),
            exchange: Duration::from_secs(600),
        })
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self::read(&Environment(&|_| None)).expect("the defaults can be read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_slow_is_waited_for_so_long() {
        let limits = ConnectionLimits::default();
        let seconds = [limits.head, limits.idle, limits.body, limits.stalled, limits.exchange];
        assert_eq!(seconds.map(|one| one.as_secs()), [10, 75, 20, 60, 600]);
        assert_eq!((limits.most, limits.most_of_client), (1_024, 128));
    }

    #[test]
    fn numbers_are_taken_and_nonsense_is_named() {
        let read = |name: &'static str, value: &'static str| {
            let get = |asked: &str| (asked == name).then(|| value.to_owned());
            ConnectionLimits::read(&Environment(&get))
        };
        assert_eq!(read("", "").expect("nothing set"), ConnectionLimits::default());
        assert_eq!(read("EVERNEAR_CONNECTIONS", "7").expect("a number").most, 7);
        let own = read("EVERNEAR_CONNECTIONS_PER_CLIENT", "3").expect("a number");
        assert_eq!(own.most_of_client, 3);
        for wrong in ["0", "many", "-1"] {
            let problem = read("EVERNEAR_CONNECTIONS", wrong).expect_err("refused").0;
            assert!(problem.contains("EVERNEAR_CONNECTIONS"), "{problem}");
        }
    }
}
