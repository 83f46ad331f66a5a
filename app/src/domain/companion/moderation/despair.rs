//! Whether the writer wishes for their own end, in words that no list could foresee: a
//! wish and an end ('I have been wanting to just die'), or life and no will for it ('I
//! don't think I want to be alive').
//!
//! Always: only small words stand between the two, the wish is not denied ('I don't want
//! to die'), and the nearest person before it is the writer. To add a word: its section in
//! `despair_words.txt`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

type Words = HashSet<&'static str>;

/// How far back is read, in words.
const REACH: usize = 8;

struct Despair(HashMap<&'static str, Words>);

static DESPAIR: LazyLock<Despair> = LazyLock::new(|| {
    let mut sections: HashMap<&str, Words> = HashMap::new();
    let mut section = "";
    for line in include_str!("despair_words.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("== ") {
            Some(name) => section = name,
            None => sections.entry(section).or_default().extend(line.split_whitespace()),
        }
    }
    Despair(sections)
});

impl Despair {
    fn is(&self, class: &str, word: Option<&String>) -> bool {
        word.is_some_and(|word| {
            self.0.get(class).is_some_and(|words| words.contains(word.as_str()))
        })
    }
}

/// Whether the writer wishes for their own end. `covered` marks words of harmless phrases,
/// `people` are words for other people.
pub(super) fn stands_in(words: &[String], covered: &[bool], people: &Words) -> bool {
    (0..words.len()).filter(|at| !covered[*at]).any(|at| {
        let wish = wishes_an_end(words, at).or_else(|| has_no_will(words, at));
        wish.is_some_and(|from| is_of_the_writer(words, from, people))
    })
}

/// 'want to die': where the wish stands.
fn wishes_an_end(words: &[String], at: usize) -> Option<usize> {
    let next = words.get(at + 1);
    let saying = DESPAIR.is("harmless_after", next)
        || (next.is_some_and(|next| next == "of" || next == "from")
            && DESPAIR.is("of_what", words.get(at + 2)))
        || (words[at] == "dying" && next.is_some_and(|next| next == "to" || next == "for"));
    if !DESPAIR.is("end", words.get(at)) || saying {
        return None;
    }
    let begin = at.saturating_sub(REACH);
    let run = (begin..at).rev().take_while(|before| {
        DESPAIR.is("small", words.get(*before)) || DESPAIR.is("wish", words.get(*before))
    });
    let wish = run.filter(|before| DESPAIR.is("wish", words.get(*before))).last()?;
    let denied = (wish.saturating_sub(2)..wish).any(|before| {
        matches!(
            words[before].as_str(),
            "dont" | "not" | "never" | "didnt" | "no" | "without" | "wouldnt"
        )
    });
    (!denied).then_some(wish)
}

/// 'don't want to be alive', 'tired of living': where it begins.
fn has_no_will(words: &[String], at: usize) -> Option<usize> {
    if !DESPAIR.is("life", words.get(at)) || is_about_where(&words[at + 1..]) {
        return None;
    }
    let begin = at.saturating_sub(REACH);
    let mut will = false;
    for before in (begin..at).rev() {
        let word = words.get(before);
        if DESPAIR.is("weary", word)
            && words[before + 1..at].iter().all(|word| {
                matches!(word.as_str(), "of" | "with" | "this" | "my" | "being" | "and" | "so")
            })
        {
            return Some(before);
        }
        if DESPAIR.is("no", word) {
            return will.then_some(before);
        }
        will |= DESPAIR.is("will", word);
        if !DESPAIR.is("within", word) {
            return None;
        }
    }
    None
}

/// 'living so far away', 'live with my aunt', 'living in Durban'; but not 'live in a world
/// without him', 'live with this pain'.
fn is_about_where(after: &[String]) -> bool {
    let after: Vec<&str> =
        after.iter().map(String::as_str).skip_while(|word| *word == "so").take(3).collect();
    match after.as_slice() {
        ["in", "a" | "the", "world" | "pain" | "hell"]
        | ["in", "this" | "pain", ..]
        | ["with", "this" | "the" | "myself", ..]
        | [] => false,
        ["in" | "with", ..] => true,
        [next, ..] => DESPAIR.0.get("elsewhere").is_some_and(|words| words.contains(next)),
    }
}

/// Whether the nearest person before is the writer, or nobody is named.
fn is_of_the_writer(words: &[String], from: usize, people: &Words) -> bool {
    let begin = from.saturating_sub(REACH);
    words[begin..from]
        .iter()
        .rev()
        .find_map(|word| {
            if DESPAIR.is("first", Some(word)) {
                Some(true)
            } else if DESPAIR.is("third", Some(word)) || people.contains(word.as_str()) {
                Some(false)
            } else {
                None
            }
        })
        .unwrap_or(true)
}
