//! What a step of a creation comes to.

use std::time::Duration;

use crate::domain::creation::Failure;

/// What a step came to.
pub(super) enum StepOutcome {
    /// Save, and come back after this long.
    Continue(Duration),
    Finish,
    Fail(Failure),
}
