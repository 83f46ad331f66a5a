//! Who asks, as the session's layer found out.

use evernear_app::domain::{admin::Admin, auth::session::Member};

/// The signed-in person of a request, if any; and the administrator, if this browser is
/// unlocked.
#[derive(Clone)]
pub struct Principal(pub Option<Member>, pub Option<Admin>);

/// Somebody whose second factor is still to come.
#[derive(Clone)]
pub struct PendingSecondFactor(pub Option<Member>);

/// The database did not say who asks: only a handler that gives back what was written is asked
/// nevertheless, and it does nothing else.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the database did not say who asks")]
pub struct Unidentified;
