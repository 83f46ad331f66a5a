//! The gallery of a person's finished memories: what of it is listed, and where a page of it begins.

use std::{fmt, str::FromStr};

use evernear_rules::wire::CreationKind;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::domain::{id::CreationId, timestamp::Timestamp};

/// Memories on a page of the gallery.
pub const GALLERY_PAGE: u32 = 24;

/// Most words of a search that count.
pub const SEARCH_WORDS: usize = 4;

/// Longest word of a search, in characters.
const WORD_CHARS: usize = 40;

/// Which memories are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GalleryFilter {
    pub search: SearchWords,
    /// Films alone, or pictures alone.
    pub kind: Option<CreationKind>,
    /// Only those that a living link leads to at this time.
    pub shared_at: Option<Timestamp>,
    /// The year (UTC) in which they were finished.
    pub year: Option<u16>,
}

impl GalleryFilter {
    /// Whether it leaves nothing out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// When the year begins and when it is over; all times where no year is chosen.
    pub fn span(&self) -> (Timestamp, Timestamp) {
        self.year.map_or((Timestamp(i64::MIN), Timestamp(i64::MAX)), |year| {
            (Timestamp::of_year(year), Timestamp::of_year(year.saturating_add(1)))
        })
    }
}

/// The words of a search, [`folded`]; each of them must be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// The first words of what somebody typed.
    pub fn parse(text: &str) -> Self {
        let folded = folded(text);
        let words = folded.split_whitespace().take(SEARCH_WORDS);
        Self(words.map(|word| word.chars().take(WORD_CHARS).collect()).collect())
    }

    pub fn words(&self) -> &[String] {
        &self.0
    }
}

/// The straight one, and those that keyboards of phones put in its place.
const APOSTROPHES: [char; 4] = ['\'', '‘', '’', 'ʼ'];

/// Text as it is searched: in small letters, without accents and apostrophes, as one line.
pub fn folded(text: &str) -> String {
    let counts = |sign: &char| !is_combining_mark(*sign) && !APOSTROPHES.contains(sign);
    let plain: String = text.nfkd().filter(counts).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last memory of a page: older ones come after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryPosition {
    pub ended_at: Timestamp,
    pub id: CreationId,
}

impl fmt::Display for GalleryPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ended_at.0, self.id)
    }
}

impl FromStr for GalleryPosition {
    type Err = UnknownPosition;

    fn from_str(text: &str) -> Result<Self, UnknownPosition> {
        let (at, id) = text.split_once('.').ok_or(UnknownPosition)?;
        let ended_at = Timestamp(at.parse().map_err(|_| UnknownPosition)?);
        Ok(Self { ended_at, id: id.parse().map_err(|_| UnknownPosition)? })
    }
}

/// The text is no position in a gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no position in a gallery")]
pub struct UnknownPosition;

/// How many memories were finished in a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearCount {
    pub year: u16,
    pub memories: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_accents_make_no_difference() {
        assert_eq!(folded(" Tía  JOSÉ\nÅse Žofia "), "tia jose ase zofia");
        assert_eq!(folded("ДЕДУШКА"), "дедушка");
        assert_eq!(folded("Straße"), "straße");
        for words in ["Dad's boat", "dad’s boat", "Dads boat"] {
            assert_eq!(folded(words), "dads boat");
        }
        let words = SearchWords::parse("A b  c d e f");
        assert_eq!(words.words(), ["a", "b", "c", "d"]);
        assert_eq!(SearchWords::parse(&"é".repeat(100)).words(), ["e".repeat(WORD_CHARS)]);
        assert!(SearchWords::parse(" \u{301} ").words().is_empty());
    }

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let id = CreationId::new(Timestamp(5), &[3; 10]);
        let position = GalleryPosition { ended_at: Timestamp(1_795_219_200_007), id };
        assert_eq!(position.to_string().parse(), Ok(position));
        for wrong in ["", "5", "5.", ".x", "5.x", "x.0190b2c0-0000-7000-8000-000000000000"] {
            assert_eq!(wrong.parse::<GalleryPosition>(), Err(UnknownPosition), "{wrong}");
        }
    }

    #[test]
    fn a_year_ends_where_the_next_begins() {
        let year = |year| GalleryFilter { year, ..GalleryFilter::default() };
        let (from, until) = year(Some(2026)).span();
        assert_eq!((from.iso().as_str(), until.year()), ("2026-01-01T00:00:00.000Z", 2027));
        assert_eq!(Timestamp(until.0 - 1).year(), 2026);
        assert_eq!(year(None).span(), (Timestamp(i64::MIN), Timestamp(i64::MAX)));
        assert!(year(None).is_empty() && !year(Some(2026)).is_empty());
    }
}
