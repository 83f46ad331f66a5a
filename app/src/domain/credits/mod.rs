//! Credits. Every change is an entry of an append-only ledger; the balance of a profile
//! is the sum of its entries and never below zero. A creation holds its price when it
//! starts and the hold ends exactly once: captured on success, released otherwise
//! (`docs/decisions.md`, 'Credits are held, then captured').

mod history;

use serde::{Deserialize, Serialize};

pub use history::{HistoryLine, HoldState, MemoryCredits, Subject};

use super::timestamp::Timestamp;

/// Why the balance changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// A new account's first credits.
    Welcome,
    /// A plan's credits for a month, after its payment.
    Purchase,
    /// Given by an operator.
    Grant,
    /// Set aside when a creation starts: lowers the balance.
    Hold,
    /// The hold was used: the balance stays as it is.
    Capture,
    /// The hold was given back.
    Release,
    /// The credits of a free retake; its hold takes them at once.
    Retake,
    /// A retake that came to nothing: what was given for it goes back with its release.
    RetakeBack,
    /// A payment was taken back, and with it what is left of its credits.
    Revoke,
    /// A purchase pays what a payment that was taken back still owes.
    Repay,
}

impl EntryKind {
    /// The name in the ledger.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Purchase => "purchase",
            Self::Grant => "grant",
            Self::Hold => "hold",
            Self::Capture => "capture",
            Self::Release => "release",
            Self::Retake => "retake",
            Self::RetakeBack => "retake_back",
            Self::Revoke => "revoke",
            Self::Repay => "repay",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Welcome,
            Self::Purchase,
            Self::Grant,
            Self::Hold,
            Self::Capture,
            Self::Release,
            Self::Retake,
            Self::RetakeBack,
            Self::Revoke,
            Self::Repay,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == name)
    }

    /// What happened, in plain words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Welcome => "Welcome credits",
            Self::Purchase => "Plan bought",
            Self::Grant => "Given by us",
            Self::Hold => "Held for a memory",
            Self::Capture => "Used for a memory",
            Self::Release => "Given back",
            Self::Retake => "Free retake",
            Self::RetakeBack => "Retake not used",
            Self::Revoke => "Payment taken back",
            Self::Repay => "Paid what was owed",
        }
    }
}

/// One entry of the ledger, as its owner may take it along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// 1, 2, 3 … within the account.
    pub number: i64,
    pub kind: EntryKind,
    pub amount: i64,
    /// After this entry.
    pub balance: i64,
    pub reference: String,
    /// What it was about: a memory's words where it has any, a plan.
    pub about: Option<String>,
    /// The reference of the payment it came from.
    pub receipt: Option<String>,
    pub at: Timestamp,
}

/// The same where nothing was paid.
pub fn retake_returned_message(balance: u32) -> String {
    format!("Your free retake is back. You have {balance} credits.")
}

/// What the ledger says about a creation's credits, for the person.
pub fn returned_message(credits: u32, balance: u32) -> String {
    format!("Your {credits} credits are back. You have {balance} credits.")
}

/// What an account owes after a payment was taken back, in plain words; nothing where nothing
/// is owed.
pub fn owed_message(debt: u32) -> Option<String> {
    (debt > 0).then(|| {
        format!(
            "A payment of yours was taken back after some of its credits were used. {} credits are still owed; the next plan you buy pays them first.",
            super::billing::grouped(debt)
        )
    })
}
