//! Whether a message asks to see harm done to somebody: a word of harm, a person after it,
//! and nothing before it that makes it a story, a saying or a game.
//!
//! Always: what happened to somebody ('cancer killed my dad', 'he was murdered') is part
//! of remembering and passes. To add a word: the list whose first line describes it.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::patterns::{Patterns, Text};

macro_rules! lists {
    ($($name:ident = $file:literal;)+) => {
        $(static $name: LazyLock<Patterns> = LazyLock::new(|| Patterns::read(include_str!($file)));)+
    };
}

macro_rules! words {
    ($($(#[$meta:meta])* $visibility:vis $name:ident = $file:literal;)+) => {
        $($(#[$meta])* $visibility static $name: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
            let lines = include_str!($file).lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(str::split_whitespace).collect()
        });)+
    };
}

lists! {
    CRUELTY = "cruelty.txt";
    VIOLENCE = "violence.txt";
    WISHED = "violence_wished.txt";
}

words! {
    /// Words for people.
    pub(super) PEOPLE = "people.txt";
    ANYONE = "anyone.txt";
    THINGS = "things.txt";
    TOLD = "told.txt";
    PLAY = "play.txt";
}

/// Whether the text asks to see harm done to somebody.
pub(super) fn stands_in(text: &Text) -> bool {
    let words = &text.words;
    let harms = |list: &Patterns, wished: bool| {
        list.ranges(text).any(|(from, to)| {
            let before: Vec<&str> =
                words[..from].iter().rev().take(6).map(String::as_str).collect();
            let after: Vec<&str> = words[to..].iter().take(6).map(String::as_str).collect();
            let asked = !wished || (is_wished(&before, text) && !is_a_match(&words[from], &after));
            is_somebody(&after, !wished) && !is_told_or_idle(&before) && asked
        })
    };
    CRUELTY.stand_in(text) || harms(&VIOLENCE, false) || harms(&WISHED, true)
}

/// Whether the words after a verb begin with somebody. After the plainest words of harm
/// anything owned is somebody unless a list says it is a thing.
fn is_somebody(after: &[&str], plain: bool) -> bool {
    match after {
        ["her"] => true,
        [one, ..] if ANYONE.contains(*one) => true,
        ["all" | "every" | "these" | "those", one, ..] => PEOPLE.contains(*one),
        ["her", next, ..] => !THINGS.contains(*next),
        ["my" | "his" | "our" | "their" | "your", rest @ ..] => {
            rest.iter().take(2).any(|word| PEOPLE.contains(*word))
                || (plain && rest.first().is_some_and(|word| !THINGS.contains(*word)))
        }
        ["the" | "a" | "an" | "that" | "this" | "some", rest @ ..] => {
            rest.iter().take(2).any(|word| PEOPLE.contains(*word))
        }
        _ => false,
    }
}

/// 'beating my dad at pool', 'hitting my brother with a pillow'.
fn is_a_match(verb: &str, after: &[&str]) -> bool {
    matches!(verb, "beat" | "beating")
        && after.iter().any(|word| matches!(*word, "at" | "in" | "to" | "by"))
}

/// 'cancer killing my dad', 'he tried to kill my mother', 'I could kill my brother': told
/// or said in jest, not asked for.
fn is_told_or_idle(before: &[&str]) -> bool {
    before.iter().take(3).any(|word| TOLD.contains(*word))
}

/// 'I want to', 'show me', 'a video of me', or a command that opens the text.
fn is_wished(before: &[&str], text: &Text) -> bool {
    const ASKING: [&str; 12] = [
        "want", "wanna", "show", "make", "me", "video", "picture", "image", "watch", "i", "us",
        "imagine",
    ];
    let asked = before.is_empty() || before.iter().any(|word| ASKING.contains(word));
    asked && !text.words.iter().any(|word| PLAY.contains(word.as_str()))
}
