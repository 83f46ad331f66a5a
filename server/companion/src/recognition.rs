//! Which language a text is written in, by its letters and by its small words.
//!
//! Always: a text that belongs to no language clearly is English. To tell one more language: its file in
//! `languages/`, or its small words in [`KNOWN_BY_SMALL_WORDS`] when nothing is answered in it.

use super::language::{LANGUAGES, Language};
use super::tokens::Token;

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

/// Languages whose places are known, but in which nothing is answered: the code, and small words that
/// tell it from others (`~x` is an ending, `x~` a beginning of words).
const KNOWN_BY_SMALL_WORDS: &[(&str, &[&str])] = &[
    (
        "pl",
        &[
            "z",
            "się",
            "jest",
            "moja",
            "mój",
            "mojej",
            "moją",
            "był",
            "była",
            "nad",
            "przy",
            "jak",
            "mama",
            "tata",
            "tatą",
            "mamą",
            "babcia",
            "babcią",
            "dziadek",
            "dziadkiem",
            "~ąc",
            "~ami",
            "nie",
        ],
    ),
    (
        "tr",
        &[
            "ve",
            "ben",
            "bir",
            "ile",
            "annem",
            "babam",
            "benim",
            "için",
            "birlikte",
            "~yoruz",
            "~yor",
            "~larda",
            "~lerde",
            "anneannem",
            "dedem",
            "kardeşim",
            "evde",
            "çok",
        ],
    ),
    (
        "sw",
        &[
            "na", "ya", "wa", "yangu", "wangu", "mimi", "bibi", "babu", "mama", "baba", "pamoja",
            "kwa", "katika", "~ani", "tuna~", "ali~", "ana~", "ame~",
        ],
    ),
    (
        "sv",
        &[
            "och", "på", "med", "min", "jag", "vi", "mormor", "farfar", "morfar", "farmor", "är",
            "som",
        ],
    ),
    ("xh", &["nam", "kunye", "utata", "umama", "umakhulu", "utatomkhulu", "mna", "sasi~", "ndi~"]),
    ("yo", &["mi", "àti", "wa", "ní", "ìyá", "bàbá", "èmi", "pẹ̀lú"]),
    (
        "id",
        &["dan", "di", "saya", "aku", "ibu", "ayah", "nenek", "kakek", "bersama", "dengan", "yang"],
    ),
];

/// The language a text is written in (BCP 47); `en` where none is clear.
pub(super) fn code(text: &str, words: &[Token]) -> &'static str {
    if let Some(language) = recognise(text, words) {
        return language.code;
    }
    let cyrillic = text.chars().filter(|sign| matches!(sign, '\u{400}'..='\u{4ff}')).count();
    if cyrillic * 2 > text.chars().filter(|sign| sign.is_alphabetic()).count() {
        return "ru";
    }
    let english = words.iter().filter(|word| word.is(ENGLISH)).count();
    let tells = |word: &Token, tell: &str| match (tell.strip_prefix('~'), tell.strip_suffix('~')) {
        (Some(ending), _) => word.low.len() > ending.len() + 2 && word.low.ends_with(ending),
        (_, Some(start)) => word.low.len() > start.len() + 2 && word.low.starts_with(start),
        _ => word.low == tell,
    };
    let score = |tellers: &[&str]| {
        words.iter().filter(|word| tellers.iter().any(|tell| tells(word, tell))).count()
    };
    let scores = KNOWN_BY_SMALL_WORDS.iter().map(|(code, tellers)| (*code, score(tellers)));
    let clear = scores.filter(|(_, score)| *score >= 2 && *score > english);
    clear.max_by_key(|(_, score)| *score).map_or("en", |(code, _)| code)
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
