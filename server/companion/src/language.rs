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
//! form, `e^` a beginning that a capital letter follows.

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
        ("Afrikaans", include_str!("languages/afrikaans.txt")),
        ("isiZulu", include_str!("languages/isizulu.txt")),
        ("French", include_str!("languages/french.txt")),
        ("Spanish", include_str!("languages/spanish.txt")),
        ("Portuguese", include_str!("languages/portuguese.txt")),
        ("German", include_str!("languages/german.txt")),
        ("Italian", include_str!("languages/italian.txt")),
        ("Dutch", include_str!("languages/dutch.txt")),
        ("Hindi", include_str!("languages/hindi.txt")),
        ("Arabic", include_str!("languages/arabic.txt")),
        ("Japanese", include_str!("languages/japanese.txt")),
        ("Chinese", include_str!("languages/chinese.txt")),
    ]
    .into_iter()
    .map(|(name, file)| Language::read(name, file))
    .collect()
});

/// English words that tell it from its neighbours.
const ENGLISH: &[&str] = &[
    "the",
    "and",
    "with",
    "my",
    "i",
    "we",
    "is",
    "was",
    "were",
    "of",
    "to",
    "her",
    "his",
    "she",
    "he",
    "at",
    "on",
    "by",
    "for",
    "from",
    "our",
    "their",
    "me",
    "us",
    "you",
    "it",
    "that",
    "this",
    "when",
    "where",
    "who",
    "miss",
    "love",
    "want",
    "would",
    "could",
    "wish",
    "together",
    "again",
    "one",
    "time",
    "mom",
    "mum",
    "dad",
    "mother",
    "father",
    "grandma",
    "grandpa",
    "grandmother",
    "grandfather",
    "sister",
    "brother",
    "son",
    "daughter",
    "friend",
    "husband",
    "wife",
    "memory",
    "i'm",
    "i'd",
    "never",
    "always",
    "just",
    "so",
    "much",
    "old",
    "late",
    "best",
    "a",
    "in",
    "home",
    "an",
    "are",
    "had",
    "have",
    "been",
    "but",
    "not",
    "all",
    "out",
    "up",
    "do",
    "don't",
    "how",
    "as",
];

/// The language a text is written in; nothing for English and for those not known here.
pub(super) fn recognise(text: &str, words: &[Token]) -> Option<&'static Language> {
    if let Some(name) = by_script(text) {
        return LANGUAGES.iter().find(|language| language.name == name);
    }
    let english = words.iter().filter(|word| word.is(ENGLISH)).count();
    let (best, score) = LANGUAGES
        .iter()
        .map(|language| (language, language.score(words)))
        .max_by_key(|(_, score)| *score)?;
    let clear = score > english && (score >= 2 || (english == 0 && words.len() <= 4));
    clear.then_some(best)
}

/// Whether a text has enough English in it to be read as English too.
pub(super) fn is_partly_english(words: &[Token]) -> bool {
    words.iter().filter(|word| word.is(&["the", "with", "my", "and", "at", "our"])).count() >= 2
}

/// A language that its letters give away.
fn by_script(text: &str) -> Option<&'static str> {
    let (mut hindi, mut arabic, mut kana, mut han, mut other) = (0, 0, 0, 0, 0);
    for sign in text.chars().filter(|sign| sign.is_alphabetic()) {
        match sign {
            '\u{900}'..='\u{97f}' => hindi += 1,
            '\u{600}'..='\u{6ff}'
            | '\u{750}'..='\u{77f}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}' => arabic += 1,
            '\u{3040}'..='\u{30ff}' => kana += 1,
            '\u{3400}'..='\u{9fff}' => han += 1,
            _ => other += 1,
        }
    }
    let scripts = [
        (hindi, "Hindi"),
        (arabic, "Arabic"),
        (if kana > 0 { kana + han } else { 0 }, "Japanese"),
        (if kana > 0 { 0 } else { han * 2 }, "Chinese"),
    ];
    scripts
        .into_iter()
        .filter(|(count, _)| *count > other)
        .max_by_key(|(count, _)| *count)
        .map(|(_, name)| name)
}

impl Language {
    fn read(name: &'static str, file: &'static str) -> Self {
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
            ask: lines("ask"),
            photos: lines("photos"),
            photos3: lines("photos3"),
            reflection: lines("reflection"),
        }
    }

    fn score(&self, words: &[Token]) -> usize {
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
