//! The word lists, read once. They are plain text in `words/`: entries between commas or
//! line ends, `#` begins a comment line, an entry may be several words.
//!
//! Always: entries are lower case, nouns stand in the singular, and a lookup is exact, so
//! a word is what its list says and nothing else.
//!
//! To teach a new word: add it to the list whose first line describes it. To add a list:
//! a file, a field here, and the rule that reads it in [`super::places`].

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::tokens::Token;

/// A set of words and phrases.
pub(super) type Words = HashSet<&'static str>;

/// Longest entry of any list, in words.
const LONGEST: usize = 6;

/// Every list.
pub(super) struct Lexicon {
    /// Nouns that are a place wherever they stand.
    pub places: Words,
    /// Nouns that are a place only after a word of place.
    pub surfaces: Words,
    /// Occasions that stand for where they happen.
    pub events: Words,
    /// Names on the map.
    pub gazetteer: Words,
    /// Names on the map that people also carry.
    pub name_or_place: Words,
    /// Names on the map of where Christmas is in summer.
    pub southern: Words,
    /// Names on the map of where Christmas is in winter.
    pub northern: Words,
    /// Nouns that are never the place.
    pub not_places: Words,
    /// Sayings that hold a place word without naming one.
    pub idioms: Words,
    /// What may follow a place noun and leave it one.
    pub compounds: Words,
    /// What turns the place noun before it into an adjective.
    pub things: Words,
    /// Things worth showing.
    pub details: Words,
    /// A word for a person, and the person it stands for.
    pub people: HashMap<&'static str, &'static str>,
    /// Words for a person that are one only after 'my' and the like.
    pub owned_people: Words,
    /// Sayings and things that hold a word for a person and name none.
    pub not_people: Words,
}

/// The lists of this build.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    places: words(include_str!("words/places.txt")),
    surfaces: words(include_str!("words/surfaces.txt")),
    events: words(include_str!("words/events.txt")),
    gazetteer: words(include_str!("words/gazetteer.txt")),
    name_or_place: words(include_str!("words/name_or_place.txt")),
    southern: words(include_str!("words/southern.txt")),
    northern: words(include_str!("words/northern.txt")),
    not_places: words(include_str!("words/not_places.txt")),
    idioms: words(include_str!("words/idioms.txt")),
    compounds: words(include_str!("words/compounds.txt")),
    things: words(include_str!("words/things.txt")),
    details: words(include_str!("words/details.txt")),
    people: people(include_str!("words/people.txt")),
    owned_people: words(include_str!("words/owned_people.txt")),
    not_people: words(include_str!("words/not_people.txt")),
});

/// The entries of one list.
pub(super) fn words(text: &'static str) -> Words {
    lines(text)
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .collect()
}

fn people(text: &'static str) -> HashMap<&'static str, &'static str> {
    lines(text)
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(person, names)| names.split_whitespace().map(move |name| (name, person)))
        .collect()
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// How many tokens from `at` form the longest entry of `list`, in the singular or the
/// plural; nothing when none does. An entry never reaches across punctuation.
pub(super) fn longest(list: &Words, tokens: &[Token], at: usize) -> Option<usize> {
    let reach = (1..LONGEST.min(tokens.len() - at))
        .take_while(|step| !tokens[at + step].after_break)
        .count()
        + 1;
    (1..=reach).rev().find(|length| {
        let run = &tokens[at..at + length];
        let phrase = run.iter().map(|token| token.low.as_str()).collect::<Vec<_>>().join(" ");
        holds(list, &phrase)
    })
}

/// Whether the list holds the phrase as it stands, in the singular, or without hyphens.
pub(super) fn holds(list: &Words, phrase: &str) -> bool {
    let spaced = phrase.replace('-', " ");
    [phrase, spaced.as_str()]
        .into_iter()
        .any(|form| list.contains(form) || singulars(form).any(|one| list.contains(one.as_str())))
}

/// What the singular of a word may be; nothing for a word that does not look plural.
pub(super) fn singulars(word: &str) -> impl Iterator<Item = String> {
    let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")];
    let word = word.to_owned();
    endings.into_iter().filter_map(move |(ending, singular)| {
        let stem = word.strip_suffix(ending)?;
        let sound = stem.chars().count() > 2 && !stem.ends_with('\'') && !stem.ends_with('s');
        let sibilant = stem.ends_with("ss") || stem.ends_with('x') || stem.ends_with('h');
        (sound || (ending == "es" && sibilant)).then(|| format!("{stem}{singular}"))
    })
}
