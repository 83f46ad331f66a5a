//! What its owner calls a memory, and what they write beside it. Only they read it, unless they share it.

use crate::domain::text::{one_line, seen};

/// Longest title of one's own, in characters.
pub const OWN_TITLE_CHARS: usize = 80;

/// Longest note, in characters.
pub const NOTE_CHARS: usize = 2_000;

/// A title and a note; each may be missing, and none is blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnWords {
    title: Option<String>,
    note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnWordsError {
    #[error("the title is longer than {OWN_TITLE_CHARS} characters")]
    LongTitle,
    #[error("the note is longer than {NOTE_CHARS} characters")]
    LongNote,
}

impl OwnWords {
    /// As they were typed: without what nobody sees, the title as one line.
    pub fn parse(title: &str, note: &str) -> Result<Self, OwnWordsError> {
        let (title, note) = (one_line(title), seen(note));
        if title.chars().count() > OWN_TITLE_CHARS {
            return Err(OwnWordsError::LongTitle);
        }
        if note.chars().count() > NOTE_CHARS {
            return Err(OwnWordsError::LongNote);
        }
        Ok(Self::stored(Some(title), Some(note)))
    }

    /// As they were kept.
    pub fn stored(title: Option<String>, note: Option<String>) -> Self {
        let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Self { title: said(title), note: said(note) }
    }

    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_and_both_have_their_bounds() {
        let words = OwnWords::parse(" Nan's\nkitchen\u{202e} ", "Her last\r\nsummer.\n");
        let words = words.expect("they are short");
        assert_eq!(words.title(), Some("Nan's kitchen"));
        assert_eq!(words.note(), Some("Her last\nsummer."));
        assert_eq!(OwnWords::parse(" \n", "\u{200b}"), Ok(OwnWords::default()));
        let long = |many| "é".repeat(many);
        assert!(OwnWords::parse(&long(OWN_TITLE_CHARS), &long(NOTE_CHARS)).is_ok());
        let refused = OwnWords::parse(&long(OWN_TITLE_CHARS + 1), "");
        assert_eq!(refused, Err(OwnWordsError::LongTitle));
        let refused = OwnWords::parse("", &long(NOTE_CHARS + 1));
        assert_eq!(refused, Err(OwnWordsError::LongNote));
    }
}
