//! The languages the companion answers in beside English, one file each in `languages/`.
//!
//! Always: a text in a language that is not recognised is answered in English; every file
//! has at least one sentence for each of its replies, and at most one emoji in each (the
//! tests hold it to that).
//!
//! To add a language: a file with the sections of its neighbours, and its line in
//! [`LANGUAGES`]. `hints` are words that tell it from others (`ngi~` is a beginning of
//! words); `style` says how `places` are looked for: `phrases` after `prepositions`,
//! `words` anywhere, `substrings` where words are not set apart; `not` is never a place;
//! `before_names` are words of place that a name follows; `e~ini` in `places` is a word
//! form, `e^` a beginning that a capital letter follows; `greetings` tell nothing by themselves and are
//! answered by `welcome`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::tokens::Token;

/// How a language's places are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A place word after a word of place, or at the beginning of a phrase.
    Phrases,
    /// A place word anywhere.
    Words,
    /// A place word anywhere, inside what looks like one long word.
    Substrings,
}

/// One language's words and sentences.
pub(super) struct Language {
    /// Its English name.
    pub name: &'static str,
    /// BCP 47.
    pub code: &'static str,
    pub style: Style,
    hints: HashSet<String>,
    hint_beginnings: Vec<String>,
    pub prepositions: HashSet<String>,
    pub before_names: HashSet<String>,
    pub places: HashSet<String>,
    /// Word forms that are places: beginning and ending.
    pub forms: Vec<(String, String)>,
    /// Beginnings that make a place of the name after them.
    pub name_beginnings: Vec<String>,
    pub not: Vec<String>,
    /// What is said when people meet, and thanks.
    pub greetings: HashSet<String>,
    /// Answers a greeting, and asks what they would like to see.
    pub welcome: Vec<&'static str>,
    /// Asks for the place and for what they would be doing.
    pub ask: Vec<&'static str>,
    /// Asks for two photos.
    pub photos: Vec<&'static str>,
    /// Asks for three photos.
    pub photos3: Vec<&'static str>,
    /// Closes, with `{words}` for the person's own words.
    pub reflection: Vec<&'static str>,
}

/// Every language but English.
pub(super) static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    [
        ("Afrikaans", "af", include_str!("languages/afrikaans.txt")),
        ("isiZulu", "zu", include_str!("languages/isizulu.txt")),
        ("French", "fr", include_str!("languages/french.txt")),
        ("Spanish", "es", include_str!("languages/spanish.txt")),
        ("Portuguese", "pt", include_str!("languages/portuguese.txt")),
        ("German", "de", include_str!("languages/german.txt")),
        ("Italian", "it", include_str!("languages/italian.txt")),
        ("Dutch", "nl", include_str!("languages/dutch.txt")),
        ("Hindi", "hi", include_str!("languages/hindi.txt")),
        ("Arabic", "ar", include_str!("languages/arabic.txt")),
        ("Japanese", "ja", include_str!("languages/japanese.txt")),
        ("Chinese", "zh", include_str!("languages/chinese.txt")),
    ]
    .into_iter()
    .map(|(name, code, file)| Language::read(name, code, file))
    .collect()
});

impl Language {
    fn read(name: &'static str, code: &'static str, file: &'static str) -> Self {
        let mut sections: HashMap<&str, Vec<&'static str>> = HashMap::new();
        let mut section = "";
        for line in file.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(title) = line.strip_prefix("== ") {
                section = title;
            } else {
                sections.entry(section).or_default().push(line);
            }
        }
        let lines = |title: &str| sections.get(title).cloned().unwrap_or_default();
        let entries = |title: &str| -> Vec<String> {
            let lines = lines(title);
            let words = lines.iter().flat_map(|line| line.split(',')).map(|word| fold(word.trim()));
            words.filter(|word| !word.is_empty()).collect()
        };
        let (hint_beginnings, hints): (Vec<_>, Vec<_>) =
            entries("hints").into_iter().partition(|word| word.ends_with('~'));
        let (forms, places): (Vec<_>, Vec<_>) =
            entries("places").into_iter().partition(|word| word.contains(['~', '^']));
        let style = match lines("style").first() {
            Some(&"words") => Style::Words,
            Some(&"substrings") => Style::Substrings,
            _ => Style::Phrases,
        };
        Self {
            name,
            code,
            style,
            hints: hints.into_iter().collect(),
            hint_beginnings: hint_beginnings
                .iter()
                .map(|word| word.trim_end_matches('~').to_owned())
                .collect(),
            prepositions: entries("prepositions").into_iter().collect(),
            before_names: entries("before_names").into_iter().collect(),
            places: places.into_iter().collect(),
            forms: forms
                .iter()
                .filter_map(|form| form.split_once('~'))
                .map(|(from, to)| (from.to_owned(), to.to_owned()))
                .collect(),
            name_beginnings: forms
                .iter()
                .filter_map(|form| form.strip_suffix('^'))
                .map(str::to_owned)
                .collect(),
            not: entries("not"),
            greetings: entries("greetings").into_iter().collect(),
            welcome: lines("welcome"),
            ask: lines("ask"),
            photos: lines("photos"),
            photos3: lines("photos3"),
            reflection: lines("reflection"),
        }
    }

    /// Whether it writes compounds as one word: 'Rosengarten'.
    pub fn joins_compounds(&self) -> bool {
        matches!(self.code, "de" | "nl" | "af")
    }

    /// How many of the words belong to it.
    pub fn score(&self, words: &[Token]) -> usize {
        words
            .iter()
            .filter(|word| {
                let low = fold(&word.low);
                self.hints.contains(&low)
                    || self.places.contains(&low)
                    || self
                        .hint_beginnings
                        .iter()
                        .any(|begin| low.len() > begin.len() + 2 && low.starts_with(begin.as_str()))
            })
            .count()
    }
}

/// One spelling for what is written in several ways: lower case, Arabic and Devanagari
/// without the marks that writers leave out.
pub(super) fn fold(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .filter_map(|sign| match sign {
            '\u{93c}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}' => None,
            '\u{958}' => Some('क'),
            '\u{95b}' => Some('ज'),
            '\u{95c}' => Some('ड'),
            '\u{95d}' => Some('ढ'),
            '\u{95e}' => Some('फ'),
            '\u{901}' => Some('\u{902}'),
            'أ' | 'إ' | 'آ' => Some('ا'),
            'ة' => Some('ه'),
            'ى' => Some('ي'),
            '\u{2019}' => Some('\''),
            other => Some(other),
        })
        .collect()
}
