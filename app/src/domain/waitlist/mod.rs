//! Applications for the closed beta. A mailbox applies once: `nana+film@…` and `nana@…` are
//! the same one. Addresses are plain ASCII, so that no look-alike letter can pass for
//! somebody else's address.

mod application;

use evernear_rules::wire::EntryStatus;

pub use application::{
    ApplicantName, Application, ApplicationProblem, MAX_NAME_CHARS, Reason, plain_email,
};

use super::{id::WaitlistId, timestamp::Timestamp};

/// Where an entry comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryType {
    BetaRegistration,
    /// Inserted by the debug console.
    Test,
}

impl EntryType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BetaRegistration => "beta_registration",
            Self::Test => "test",
        }
    }
}

/// A new application; it is pending until somebody looked at it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: WaitlistId,
    pub application: Application,
    pub kind: EntryType,
    pub at: Timestamp,
}

/// An entry as the administrator sees it: as it is stored, whatever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: WaitlistId,
    pub name: String,
    pub email: String,
    pub reason: String,
    pub kind: String,
    pub status: EntryStatus,
    pub at: Timestamp,
}

/// The name of a status in the database and in addresses.
pub fn status_name(status: EntryStatus) -> &'static str {
    match status {
        EntryStatus::Pending => "pending",
        EntryStatus::Approved => "approved",
        EntryStatus::Rejected => "rejected",
    }
}

/// The status of this name; nothing for any other text.
pub fn status_named(text: &str) -> Option<EntryStatus> {
    [EntryStatus::Pending, EntryStatus::Approved, EntryStatus::Rejected]
        .into_iter()
        .find(|status| status_name(*status) == text)
}

/// A status as it was stored: what is missing or unknown is pending.
pub fn status_or_pending(text: Option<&str>) -> EntryStatus {
    text.and_then(status_named).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_unknown_status_is_pending() {
        assert_eq!(status_or_pending(None), EntryStatus::Pending);
        assert_eq!(status_or_pending(Some("banana")), EntryStatus::Pending);
        assert_eq!(status_or_pending(Some("rejected")), EntryStatus::Rejected);
    }
}
