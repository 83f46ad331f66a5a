//! Why a creation ended without a memory, and what the person reads. A provider's own failure
//! text never gets here: it may hold keys and addresses.

use serde::{Deserialize, Serialize};

/// The question when a follow-up comes without one.
pub const DEFAULT_QUESTION: &str = "Where should this take place?";

/// Why a creation failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The image could not be made.
    Image,
    /// The film could not be made.
    Film,
    /// The provider refused the photos or the words; trying the same again is no use.
    Refused,
    /// The provider asks something first.
    FollowUp { question: String },
    /// It could not be kept.
    Storage,
    /// It got no further within the bound.
    Stalled,
    /// The person did not decide about its picture in time.
    Undecided,
    /// Making it anew would cost more than the operator allows.
    Costly,
}

impl Failure {
    /// A follow-up question, with the default where there is none.
    pub fn follow_up(question: Option<String>) -> Self {
        let question = question.filter(|question| !question.trim().is_empty());
        Self::FollowUp { question: question.unwrap_or_else(|| DEFAULT_QUESTION.to_owned()) }
    }

    /// What happened, for the person.
    pub fn message(&self) -> &str {
        match self {
            Self::Image => "Image generation failed",
            Self::Film => "Video generation failed",
            Self::Refused => {
                "We could not make a picture from these photos and words. Please try others."
            }
            Self::FollowUp { question } => question,
            Self::Storage => "Your memory could not be saved.",
            Self::Costly => "This took more tries than we can make, so we stopped it.",
            Self::Undecided => {
                "You did not choose within a day, so no film was made. Try again to see your picture."
            }
            Self::Stalled => "This took too long, so we stopped it.",
        }
    }

    /// The question to answer before trying again.
    pub fn question(&self) -> Option<&str> {
        match self {
            Self::FollowUp { question } => Some(question),
            _ => None,
        }
    }
}
