//! Objections of whoever is shown in a shared memory, or sees it.

use super::{Share, SharingProblem};
use crate::domain::{
    account::Email,
    id::{AdminSessionId, ReportId, ShareId},
    text::seen,
    timestamp::Timestamp,
    waitlist::plain_email,
};

/// Longest reason, in characters; what an administrator writes to the owner as well.
pub const MAX_REASON_CHARS: usize = 2_000;

/// What came of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The link was ended.
    Removed,
    /// The link stays.
    Kept,
}

impl Outcome {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Kept => "kept",
        }
    }
}

/// A report as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub id: ReportId,
    pub share: ShareId,
    pub reason: String,
    /// Who wants to hear what came of it.
    pub email: Option<Email>,
    pub at: Timestamp,
    /// When an administrator last looked at the memory, and in which unlocked browser.
    pub looked: Option<(Timestamp, AdminSessionId)>,
    pub closed_at: Option<Timestamp>,
}

impl Report {
    /// What is wrong, and perhaps an address.
    pub fn parse(reason: &str, email: &str) -> Result<(String, Option<Email>), SharingProblem> {
        let reason = seen(reason);
        if reason.is_empty() {
            return Err(SharingProblem::ReasonMissing);
        }
        if reason.chars().count() > MAX_REASON_CHARS {
            return Err(SharingProblem::ReasonTooLong);
        }
        let email = match email.trim() {
            "" => None,
            email => Some(plain_email(email)?),
        };
        Ok((reason, email))
    }
}

/// A report with the link that it is about; nothing where that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    pub report: Report,
    pub share: Option<Share>,
}

/// Why an administrator paused or ended a link, for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why(String);

impl Why {
    pub fn parse(text: &str) -> Result<Self, SharingProblem> {
        let why = seen(text);
        if why.is_empty() {
            return Err(SharingProblem::WhyMissing);
        }
        if why.chars().count() > MAX_REASON_CHARS {
            return Err(SharingProblem::ReasonTooLong);
        }
        Ok(Self(why))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What an administrator makes of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The link leads nowhere until it is decided.
    Pause(Why),
    /// The link ends.
    Remove(Why),
    /// The link stays, and works again where it was paused.
    Keep,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_needs_a_reason_and_may_have_an_address() {
        assert_eq!(Report::parse(" \n", ""), Err(SharingProblem::ReasonMissing));
        let long = "a".repeat(MAX_REASON_CHARS + 1);
        assert_eq!(Report::parse(&long, ""), Err(SharingProblem::ReasonTooLong));
        assert!(Report::parse("That is me", "nana").is_err());
        let (reason, email) = Report::parse("That is me", " nana@example.com ").expect("whole");
        assert_eq!(reason, "That is me");
        assert_eq!(email.map(|email| email.to_string()).as_deref(), Some("nana@example.com"));
        assert_eq!(Report::parse("That is me", " ").expect("whole").1, None);
    }
}
