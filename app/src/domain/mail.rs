//! A mail on its way. Its subject is one line whatever went into it, and addresses have
//! been parsed, so nobody can add a header of their own.

use super::{
    account::Email,
    id::{CreationId, MailId},
    text::one_line,
    timestamp::Timestamp,
};

/// Longest subject, in characters.
const MAX_SUBJECT_CHARS: usize = 200;

/// A subject: one line without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject(String);

impl Subject {
    /// The text as one line, cut where it is too long.
    pub fn new(text: &str) -> Self {
        Self(one_line(text).chars().take(MAX_SUBJECT_CHARS).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A mail as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub id: MailId,
    /// What it is for, for the log: the name of its folder in `mails`.
    pub purpose: String,
    pub to: Email,
    /// Where an answer goes, when not to us.
    pub reply_to: Option<Email>,
    pub subject: Subject,
    pub text: String,
    pub html: String,
    /// The address that stops mails of this kind, for mail programs too (RFC 8058).
    pub unsubscribe: Option<String>,
    pub at: Timestamp,
}

/// A mail that waits: what it says is sealed, so that whoever reads the table reads no link
/// and no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMail {
    pub id: MailId,
    pub purpose: String,
    pub to: Email,
    pub reply_to: Option<Email>,
    pub sealed: String,
    pub at: Timestamp,
}

/// Mails that nobody needs and whoever is written to can stop, without signing in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionalMail {
    /// A memory is ready, or could not be made.
    Outcome,
    /// The day of a memory.
    Date(CreationId),
}

impl OptionalMail {
    /// The name in the database and in addresses.
    pub fn name(self) -> String {
        match self {
            Self::Outcome => "outcome".to_owned(),
            Self::Date(memory) => format!("date-{memory}"),
        }
    }

    /// The inverse of [`Self::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_prefix("date-") {
            Some(memory) => memory.parse().ok().map(Self::Date),
            None => (name == "outcome").then_some(Self::Outcome),
        }
    }
}

/// What anybody can have sent without an account.
const NOTICES: [&str; 3] = ["application_received", "contact_message", "report_received"];

impl QueuedMail {
    /// Whether it waits behind codes and links, however many of its kind there are.
    pub fn is_notice(&self) -> bool {
        NOTICES.contains(&self.purpose.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_has_no_second_line() {
        let subject = Subject::new("Hello\r\nBcc: everyone@example.com\u{0}");
        assert_eq!(subject.as_str(), "Hello Bcc: everyone@example.com");
    }
}
