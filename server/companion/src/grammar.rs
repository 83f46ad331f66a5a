//! The small words of English that carry structure, and the questions the other modules
//! ask about a word.
//!
//! Always: `words/grammar.txt` holds closed classes only, so they are finished; words with
//! a meaning of their own belong in the other lists. To add a class: a section there, a
//! field here, and the rule that reads it.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::lexicon::{LEXICON, Words, holds, singulars};
use super::tokens::Token;

/// The closed classes; what each means stands in `words/grammar.txt`.
pub(super) struct Grammar {
    pub locatives: Words,
    pub stops: Words,
    pub determiners: Words,
    pub biography: Words,
    pub fillers: Words,
    pub not_activities: Words,
    pub place_endings: Words,
    pub false_endings: Words,
    pub adverbs: Words,
    pub verbs: Words,
    pub before_names: Words,
    pub unseen: Words,
    pub with_people: Words,
    pub tells_of: Words,
    pub breaks_off: Words,
    pub lets_in: Words,
    pub wishes: Words,
    pub plain_verbs: Words,
    pub clause: Words,
    pub may_end: Words,
    pub faced: Words,
    pub trusted: Words,
    pub addressed: Words,
    pub relied: Words,
    pub watched: Words,
    pub gone: Words,
    pub entered: Words,
}

/// The classes of this build.
pub(super) static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let mut sections = sections(include_str!("words/grammar.txt"));
    let mut class = |name: &str| sections.remove(name).unwrap_or_default();
    Grammar {
        locatives: class("locatives"),
        stops: class("stops"),
        determiners: class("determiners"),
        biography: class("biography"),
        fillers: class("fillers"),
        not_activities: class("not_activities"),
        place_endings: class("place_endings"),
        false_endings: class("false_endings"),
        adverbs: class("adverbs"),
        verbs: class("verbs"),
        before_names: class("before_names"),
        unseen: class("unseen"),
        with_people: class("with_people"),
        tells_of: class("tells_of"),
        breaks_off: class("breaks_off"),
        lets_in: class("lets_in"),
        wishes: class("wishes"),
        plain_verbs: class("plain_verbs"),
        clause: class("clause"),
        may_end: class("may_end"),
        faced: class("faced"),
        trusted: class("trusted"),
        addressed: class("addressed"),
        relied: class("relied"),
        watched: class("watched"),
        gone: class("gone"),
        entered: class("entered"),
    }
});

fn sections(file: &'static str) -> HashMap<&'static str, Words> {
    let mut sections: HashMap<&str, Words> = HashMap::new();
    let mut section = "";
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            section = name;
        } else {
            sections.entry(section).or_default().extend(line.split_whitespace());
        }
    }
    sections
}

/// Whether a word begins with one of these beginnings.
pub(super) fn begins(word: &Token, beginnings: &Words) -> bool {
    beginnings.iter().any(|beginning| word.low.starts_with(beginning))
}

/// Whether a word ends a noun phrase.
pub(super) fn is_stop(token: &Token) -> bool {
    token.among(&GRAMMAR.stops)
}

/// Whether a word is a word of place.
pub(super) fn is_locative(token: &Token) -> bool {
    token.among(&GRAMMAR.locatives)
}

/// Whether a word opens a noun phrase.
pub(super) fn is_determiner(token: &Token) -> bool {
    token.among(&GRAMMAR.determiners)
}

/// Whether a word is an activity by its form: 'dancing', but not 'wedding' or 'king'.
pub(super) fn is_activity(token: &Token) -> bool {
    let low = &token.low;
    low.len() > 4
        && (low.ends_with("ing") || low.ends_with("in'"))
        && !token.among(&GRAMMAR.not_activities)
        && low.chars().all(|sign| sign.is_alphabetic() || sign == '\'' || sign == '-')
}

/// Whether a word names a person wherever it stands: kin, friend, pet.
pub(super) fn is_person(token: &Token) -> bool {
    let names =
        |word: &str| LEXICON.people.contains_key(word) && !LEXICON.owned_people.contains(word);
    names(token.base()) || singulars(token.base()).any(|one| names(&one))
}

/// Whether a word is a number or a year.
pub(super) fn is_number(token: &Token) -> bool {
    token.low.starts_with(|sign: char| sign.is_numeric())
}

/// Whether a word is never a place.
pub(super) fn is_never_place(word: &str) -> bool {
    holds(&LEXICON.not_places, word)
}

/// Whether a word is a place by its form: 'sunroom', 'Bloemfontein'.
pub(super) fn looks_like_place(word: &str) -> bool {
    word.chars().count() > 5
        && !GRAMMAR.false_endings.contains(word)
        && GRAMMAR
            .place_endings
            .iter()
            .any(|ending| word.len() > ending.len() && word.ends_with(ending))
}
