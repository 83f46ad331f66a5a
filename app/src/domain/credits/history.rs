//! The history of an account's credits as its owner reads it: one line a memory, from its hold to its
//! end, and one for each other entry of the ledger.

use super::EntryKind;
use crate::domain::{id::CreationId, timestamp::Timestamp};

/// A line. A memory's stands where its hold stands and never moves, so that pages of lines neither lose
/// nor repeat one while memories end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// Of its entry, or of its hold.
    pub number: i64,
    pub subject: Subject,
    /// What it comes to as it is now: nothing as long as credits are only held.
    pub amount: i64,
    /// The sum of this line and all older ones: what is held counts as the account's.
    pub balance: i64,
    /// A memory's words where it has any, a plan.
    pub about: Option<String>,
    /// When it was written, or its memory begun.
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Memory(MemoryCredits),
    Entry {
        kind: EntryKind,
        /// The reference of the payment it came from.
        receipt: Option<String>,
    },
}

/// The hold of a creation and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryCredits {
    pub creation: CreationId,
    /// No when it was deleted.
    pub exists: bool,
    /// What it holds was given for it.
    pub is_retake: bool,
    /// Of the account's own credits: none of a retake.
    pub held: i64,
    pub hold: HoldState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldState {
    /// It is being made.
    Open,
    /// It was finished.
    Captured,
    /// It failed or was cancelled.
    Released,
}

impl MemoryCredits {
    /// What it has cost by now.
    pub fn amount(&self) -> i64 {
        match self.hold {
            HoldState::Captured => -self.held,
            HoldState::Open | HoldState::Released => 0,
        }
    }

    /// Where it can be seen: one that is being made in the creator, a finished one on its page.
    pub fn address(&self) -> Option<String> {
        match self.hold {
            HoldState::Open => Some("/ai-creator".to_owned()),
            HoldState::Captured if self.exists => Some(format!("/memories/{}", self.creation)),
            HoldState::Captured | HoldState::Released => None,
        }
    }
}

impl HoldState {
    /// What has become of the credits, in plain words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "held",
            Self::Captured => "used",
            Self::Released => "given back",
        }
    }
}
