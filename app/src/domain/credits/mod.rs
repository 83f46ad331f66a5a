//! Credits. Every change is an entry of an append-only ledger; the balance of a profile
//! is the sum of its entries and never below zero. A creation holds its price when it
//! starts and the hold ends exactly once: captured on success, released otherwise
//! (decision 5).

use serde::{Deserialize, Serialize};

/// Why the balance changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// A new account's first credits.
    Welcome,
    /// Set aside when a creation starts: lowers the balance.
    Hold,
    /// The hold was used: the balance stays as it is.
    Capture,
    /// The hold was given back.
    Release,
}

impl EntryKind {
    /// The name in the ledger.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Hold => "hold",
            Self::Capture => "capture",
            Self::Release => "release",
        }
    }
}

/// What the ledger says about a creation's credits, for the person (look: 'Failed').
pub fn returned_message(credits: u32, balance: u32) -> String {
    format!("Your {credits} credits are back. You have {balance} credits.")
}
