//! What the machine around us provides: time, randomness, waking.

use crate::domain::timestamp::Timestamp;

/// What time it is.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// Randomness that nobody can guess.
pub trait Entropy: Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
}

/// Tells the workers that a creation or a mail is due.
pub trait Wake: Send + Sync {
    fn wake(&self);
}
