//! What a link allows, as its owner chooses it: within bounds, or refused with a sentence.

use std::time::Duration;

use crate::domain::{text::one_line, timestamp::Timestamp, waitlist::ApplicationProblem};

/// Longest note, in characters.
pub const MAX_NOTE_CHARS: usize = 80;
/// Most viewings that a link can be limited to.
pub const MAX_VIEWINGS: u32 = 1_000;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Why a link or a report is refused, in the person's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharingProblem {
    #[error("A note can have at most 80 characters.")]
    NoteTooLong,
    #[error("Please choose from the list how long the link lasts.")]
    UnknownLasting,
    #[error("Please write the most viewings as a number from 1 to 1000, or leave it empty.")]
    ViewingsUnusable,
    #[error("Please tell us what is wrong.")]
    ReasonMissing,
    #[error("What is wrong can have at most 2000 characters.")]
    ReasonTooLong,
    #[error(transparent)]
    Email(#[from] ApplicationProblem),
    #[error("Please write why, for whoever shared it.")]
    WhyMissing,
}

/// For whom a link is, as its owner notes it: one line, may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note(String);

impl Note {
    pub fn parse(text: &str) -> Result<Self, SharingProblem> {
        let note = one_line(text);
        if note.chars().count() > MAX_NOTE_CHARS {
            return Err(SharingProblem::NoteTooLong);
        }
        Ok(Self(note))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How long a link lasts from when that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    Week,
    Month,
    UntilStopped,
}

impl Lasting {
    pub const ALL: [Self; 3] = [Self::Week, Self::Month, Self::UntilStopped];

    /// As a form sends it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Week => "7",
            Self::Month => "30",
            Self::UntilStopped => "stopped",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Week => "7 days",
            Self::Month => "30 days",
            Self::UntilStopped => "Until I stop it",
        }
    }

    pub fn parse(text: &str) -> Result<Self, SharingProblem> {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
        found.ok_or(SharingProblem::UnknownLasting)
    }

    /// When it ends; nothing where it is stopped.
    pub fn ends(self, from: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Week => Some(from.after(7 * DAY)),
            Self::Month => Some(from.after(30 * DAY)),
            Self::UntilStopped => None,
        }
    }
}

/// Nothing, or a number within bounds.
pub fn viewings(text: &str) -> Result<Option<u32>, SharingProblem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let most = text.parse().ok().filter(|most| (1..=MAX_VIEWINGS).contains(most));
    most.map(Some).ok_or(SharingProblem::ViewingsUnusable)
}

/// What a link allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    pub note: Note,
    /// The memory's title and its closing thought.
    pub shows_words: bool,
    pub downloads: bool,
    pub max_viewings: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line_of_eighty_characters() {
        assert_eq!(Note::parse(" for\nMum ").expect("a note").as_str(), "for Mum");
        assert!(Note::parse(&"é".repeat(80)).is_ok());
        assert_eq!(Note::parse(&"é".repeat(81)), Err(SharingProblem::NoteTooLong));
    }

    #[test]
    fn viewings_are_a_number_or_nothing() {
        assert_eq!(viewings(" "), Ok(None));
        assert_eq!(viewings(" 12 "), Ok(Some(12)));
        for text in ["0", "1001", "-1", "many", "1.5", "99999999999"] {
            assert_eq!(viewings(text), Err(SharingProblem::ViewingsUnusable), "{text}");
        }
    }

    #[test]
    fn a_link_lasts_as_it_says() {
        for lasting in Lasting::ALL {
            assert_eq!(Lasting::parse(lasting.as_str()), Ok(lasting));
        }
        assert!(Lasting::parse("8").is_err());
        let from = Timestamp(5);
        assert_eq!(Lasting::Week.ends(from).map(|end| end.since(from)), Some(7 * DAY));
        assert_eq!(Lasting::Month.ends(from).map(|end| end.since(from)), Some(30 * DAY));
        assert_eq!(Lasting::UntilStopped.ends(from), None);
    }
}
