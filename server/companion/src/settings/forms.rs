//! Phrases of the settings, and the forms in which people write them: plurals, elided articles,
//! compounds that are read by their last part.
//!
//! Always: a word that means something else in English, or in another language, counts only in texts
//! of its own (`words/foreign.txt`).

use std::{collections::HashMap, ops::RangeInclusive, sync::LazyLock};

use evernear_settings::{SETTINGS, Setting};

use crate::{
    abroad::stems,
    language::{Language, fold},
    lexicon::singulars,
    tokens::Token,
};

/// How a phrase belongs to its setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sort {
    Place,
    /// A place of which only the kind is known: 'home', 'outside'.
    Wide,
    Name,
    Hint,
}

impl Sort {
    /// Whether it is a place of any width, and neither a name nor a thing.
    pub(super) fn is_place(self) -> bool {
        matches!(self, Self::Place | Self::Wide)
    }
}

/// A setting, and how a phrase belongs to it.
pub(super) type Meaning = (&'static Setting, Sort);

/// Longest phrase of a setting, in words.
const LONGEST: usize = 6;
/// Shortest last part of a compound that is read, and what must stand before it, in letters.
const SHORTEST_PART: usize = 4;
const SHORTEST_FRONT: usize = 3;
/// How many letters a word has that is read with a slip of the fingers.
const MISTYPED: RangeInclusive<usize> = 6..=16;
/// Words that only look like a mistyped place: 'barley'.
const MEANT: &[&str] = &["barely"];
/// Letters that are easily left out.
const LEFT_OUT: &[char] = &['a', 'e', 'i', 'o', 'u', 'r', 't', 'n'];

/// Phrases of all settings, each in the one spelling that [`fold`] makes.
pub(super) static PHRASES: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let mut phrases = HashMap::new();
    for setting in SETTINGS.iter() {
        for (list, sort) in [
            (&setting.places, Sort::Place),
            (&setting.wide, Sort::Wide),
            (&setting.names, Sort::Name),
            (&setting.hints, Sort::Hint),
        ] {
            phrases.extend(list.iter().map(|word| (fold(word), (setting, sort))));
        }
    }
    phrases
});

/// Words that count only in some languages, and these languages by their codes.
static FOREIGN: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let lines = include_str!("../words/foreign.txt").lines().filter(|line| !line.starts_with('#'));
    let mut foreign: HashMap<_, Vec<_>> = HashMap::new();
    for (codes, words) in lines.filter_map(|line| line.split_once(':')) {
        for word in words.split(',').map(str::trim) {
            foreign.entry(word).or_default().extend(codes.split_whitespace());
        }
    }
    foreign
});

/// The longest phrase of a setting that begins at `at`, and how many words it has.
pub(super) fn longest_phrase(
    words: &[Token],
    at: usize,
    language: Option<&Language>,
    code: &str,
) -> Option<(usize, Meaning)> {
    let reach =
        (1..LONGEST.min(words.len() - at)).take_while(|step| !words[at + step].after_break).count()
            + 1;
    (1..=reach).rev().find_map(|length| {
        let run = &words[at..at + length];
        let phrase = run.iter().map(|word| word.low.as_str()).collect::<Vec<_>>().join(" ");
        let whole = known(&phrase, code).or_else(|| known(unelided(&phrase)?, code));
        let single = || (length == 1).then(|| by_form(&phrase, language, code)).flatten();
        Some((length, whole.or_else(single)?))
    })
}

/// What the phrase means as it stands, without hyphens or in the singular.
fn known(phrase: &str, code: &str) -> Option<Meaning> {
    let phrase = fold(phrase);
    let spaced = phrase.replace('-', " ");
    let mut forms = [phrase.clone(), spaced].into_iter().chain(singulars(&phrase));
    forms.find_map(|form| listed(&form, code))
}

/// What the phrase means in texts of this language, exactly as it stands.
fn listed(phrase: &str, code: &str) -> Option<Meaning> {
    let meant = FOREIGN.get(phrase).is_none_or(|codes| codes.contains(&code));
    PHRASES.get(phrase).filter(|_| meant).copied()
}

/// "L'étang" without its article.
fn unelided(phrase: &str) -> Option<&str> {
    let (article, bare) = phrase.split_once('\'')?;
    let elided = ["l", "d", "dell", "nell", "all", "sull", "dall", "un"].contains(&article)
        && bare.len() > 2;
    elided.then_some(bare)
}

/// A word that is no phrase as it stands: without the article that is written with it, by its last part,
/// or with a slip of the fingers.
fn by_form(word: &str, language: Option<&Language>, code: &str) -> Option<Meaning> {
    let bare = || {
        let language = language.filter(|language| language.code == "ar")?;
        stems(&fold(word), language).iter().find_map(|stem| known(stem, code))
    };
    by_last_part(word, language, code).or_else(bare).or_else(|| mistyped(word, code))
}

/// A word with hyphens, and in languages that write compounds as one word any word, by its last part
/// that is a place: 'Rosengarten'.
fn by_last_part(word: &str, language: Option<&Language>, code: &str) -> Option<Meaning> {
    let place = |part: &str| known(part, code).filter(|(_, sort)| *sort == Sort::Place);
    if let Some((_, last)) = word.rsplit_once('-') {
        return place(last);
    }
    if !language.is_some_and(Language::joins_compounds) {
        return None;
    }
    let cuts = word.char_indices().map(|(at, _)| at);
    cuts.filter(|at| word[..*at].chars().count() >= SHORTEST_FRONT)
        .map(|at| &word[at..])
        .filter(|part| part.chars().count() >= SHORTEST_PART)
        .find_map(|part| {
            let bare = ["", "e", "n", "en", "s", "es"].into_iter();
            bare.filter_map(|ending| part.strip_suffix(ending)).find_map(place)
        })
}

/// The place that a word stands for in which two letters changed places ('kithcen') or one was left out
/// ('libary'). The first letter is right.
fn mistyped(word: &str, code: &str) -> Option<Meaning> {
    let letters: Vec<char> = word.chars().collect();
    let plain = letters.iter().all(|sign| sign.is_alphabetic());
    if !MISTYPED.contains(&letters.len()) || !plain || MEANT.contains(&word) {
        return None;
    }
    let swapped = (1..letters.len() - 1).map(|at| {
        let mut letters = letters.clone();
        letters.swap(at, at + 1);
        letters
    });
    let missing = (1..=letters.len()).flat_map(|at| {
        LEFT_OUT.iter().map({
            let letters = &letters;
            move |letter| [&letters[..at], &[*letter], &letters[at..]].concat()
        })
    });
    swapped.chain(missing).find_map(|letters| {
        let spelling = String::from_iter(letters);
        listed(&spelling, code).filter(|(_, sort)| *sort == Sort::Place)
    })
}
