//! Words as they may be set: without what is no letter of a script, and bounded.
//!
//! What always holds: no control characters, no marks of direction (the order of letters follows from
//! the letters alone), no emoji, single spaces, at most [`MOST`] letters.

use harfrust::{Script, unicode};
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory, RegionalIndicator},
};

/// The most letters that are set.
pub const MOST: usize = 160;

/// The most marks on one letter that a language writes.
const MOST_MARKS: usize = 4;

/// Joiners, which tell letters of Persian, Hindi and others whether to join.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

/// From here on, symbols are arrows, ornaments and emoji. Before it there are © and №.
const ORNAMENTS: char = '\u{2190}';

/// The words as they may be set; none where nothing is left, or where marks stand on nothing or in
/// heaps.
pub fn plain(text: &str) -> Option<String> {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let pictographs = CodePointSetData::new::<ExtendedPictographic>();
    let flags = CodePointSetData::new::<RegionalIndicator>();
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let (mut kept, mut letters, mut marks, mut gap) = (String::new(), 0, 0, false);
    // Dropped characters count for the bound, too. Letters and their accents become one where they can:
    // fonts know more whole letters than parts.
    let composing = ComposingNormalizerBorrowed::new_nfc();
    for c in composing.normalize_iter(text.chars().take(16 * MOST)) {
        if letters + usize::from(gap) >= MOST {
            break;
        }
        let category = categories.get(c);
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if JOINERS.contains(&c) {
            if !gap && kept.chars().next_back().is_some_and(char::is_alphanumeric) {
                kept.push(c);
                letters += 1;
            }
            continue;
        }
        let ornament = c >= ORNAMENTS
            && (pictographs.contains(c) || flags.contains(c) || is_ornament(category));
        let mute = matches!(category, GeneralCategory::Control | GeneralCategory::Format);
        if mute || ornament || c == '\u{20E3}' || ignorable.contains(c) {
            continue;
        }
        let mark =
            matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark);
        marks = if mark { marks + 1 } else { 0 };
        if marks > MOST_MARKS || mark && (gap || kept.is_empty()) {
            return None;
        }
        if gap && !kept.is_empty() {
            kept.push(' ');
            letters += 1;
        }
        gap = false;
        kept.push(c);
        letters += 1;
    }
    kept.chars().any(char::is_alphanumeric).then_some(kept)
}

fn is_ornament(category: GeneralCategory) -> bool {
    matches!(category, GeneralCategory::OtherSymbol | GeneralCategory::ModifierSymbol)
}

/// Whether a word of this letter's script has one or two letters, and no spaces stand between words.
pub fn is_dense(c: char) -> bool {
    is_cjk(unicode::script(c.into()))
}

/// Whether a script is one of those that Chinese, Japanese and Korean are written in.
pub fn is_cjk(script: Script) -> bool {
    [Script::HAN, Script::HIRAGANA, Script::KATAKANA, Script::HANGUL].contains(&script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_are_left() {
        for (written, left) in [
            ("  With\tDad \u{1F30A}\u{FE0F} ", Some("With Dad")),
            ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} us", Some("us")),
            ("\u{202E}moc.live\u{202C} \u{2066}x\u{2069}\u{200F}", Some("moc.live x")),
            ("a\u{0}b\u{7F}c\u{AD}d", Some("abcd")),
            ("\u{1F1FF}\u{1F1E6} home \u{2764}", Some("home")),
            ("می\u{200C}خواهم", Some("می\u{200C}خواهم")),
            ("Jose\u{301}", Some("José")),
            ("\u{301}a", None),
            ("a \u{301}", None),
            ("…", None),
            ("\u{200D}\u{200C}", None),
        ] {
            assert_eq!(plain(written).as_deref(), left, "{written:?}");
        }
        assert_eq!(plain(&format!("z{}", "\u{335}".repeat(5000))), None);
        assert!(plain(&"a".repeat(100_000)).is_some_and(|kept| kept.len() == MOST));
    }
}
