//! What the machine around us provides: signing, remembering, relaying.

use crate::domain::{id::AdminSessionId, waitlist::Entry};

/// Signs short texts with a key.
pub trait Signer: Send + Sync {
    /// 64 hex digits.
    fn sign(&self, key: &str, text: &str) -> String;
    /// In constant time.
    fn verify(&self, key: &str, text: &str, signature: &str) -> bool;
}

/// Remembers locked admin browsers in this process, for when the database is away.
pub trait LockMemory: Send + Sync {
    fn remember(&self, session: AdminSessionId);
    fn knows(&self, session: AdminSessionId) -> bool;
}

/// Hands an application on to the configured form collector. It is stored before, so a failure is
/// only logged.
pub trait FormRelay: Send + Sync {
    fn relay(&self, entry: &Entry);
    /// Who is told, for the privacy page; nobody unless one is configured.
    fn receiver(&self) -> Option<String> {
        None
    }
}
