//! Words that tell nothing of a memory: a greeting, thanks, a question about us, or keys pressed at
//! random. They are answered and never kept as somebody's memory.
//!
//! Always: lists decide, and a text with one word that they do not hold is no small talk, so whatever
//! somebody tells is kept. To teach a word: `words/small_talk.txt`, or the `greetings` of its language.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use evernear_settings::SETTINGS;
use unicode_segmentation::UnicodeSegmentation;

use super::choose::Chooser;
use super::language::{LANGUAGES, Language, fold};
use super::lexicon::{LEXICON, Words, words};
use super::tokens::{Token, tokens};

/// Longest small talk, in characters and words, and longest phrase of the lists.
const MOST_CHARS: usize = 120;
const MOST_WORDS: usize = 12;
const LONGEST_PHRASE: usize = 4;
/// Rows of keyboards, on which people press keys at random.
const KEYS: [&str; 4] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiopü"];
/// Pictures that greet and show nothing.
const GESTURES: &[&str] = &[
    "👋", "🙏", "👍", "👌", "😊", "🙂", "😀", "😃", "😄", "😁", "🥰", "😍", "❤️", "❤", "💛", "✨",
];

/// What is answered: the question what they would like to see.
const WELCOMES: &[&str] = &[
    "Hello, it is lovely to meet you. Which memory, feeling or dream would you like to see? Tell me who is in it and what you are doing together. 💛",
    "Hello, I am glad you are here. Tell me about a moment you would love to see: who is with you, and what are you doing together? 🌿",
    "Hello and welcome. Is there someone you would like to be close to again? Tell me about them and about a moment with them, in your own words. 💛",
];

static SMALL_TALK: LazyLock<HashMap<&str, Words>> = LazyLock::new(|| {
    let file = include_str!("words/small_talk.txt");
    let sections = file.split("== ").skip(1).filter_map(|section| section.split_once('\n'));
    sections.map(|(name, entries)| (name, words(entries))).collect()
});

/// Every place and thing that tells of one, also where its words are small ones: 'am See', 'a first film'.
static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let settings = SETTINGS.iter().flat_map(|setting| setting.places.iter().chain(&setting.hints));
    let lists = [&LEXICON.places, &LEXICON.events, &LEXICON.gazetteer];
    settings.map(String::as_str).chain(lists.into_iter().flatten().copied()).collect()
});

/// The answer to a text that is small talk; nothing to any other.
pub(super) fn welcome(text: &str, chooser: &mut Chooser) -> Option<String> {
    if text.chars().nth(MOST_CHARS).is_some() {
        return None;
    }
    let words = tokens(text);
    if !tells_nothing(text, &words) {
        return None;
    }
    let greeted = LANGUAGES.iter().find(|language| {
        !words.is_empty() && covered(&words, |phrase| language.greetings.contains(phrase))
    });
    let known = covered(&words, is_small);
    let wordings = greeted.filter(|_| !known).map_or(WELCOMES, |language| &language.welcome);
    Some(chooser.of(wordings).to_owned())
}

/// Whether a text tells nothing of a memory.
pub(super) fn is_small_talk(text: &str) -> bool {
    text.chars().nth(MOST_CHARS).is_none() && tells_nothing(text, &tokens(text))
}

/// The text behind the greetings that it begins with: 'Hello, I miss my dad'.
pub(super) fn without_greeting(text: &str) -> &str {
    let words = tokens(text);
    let mut breaks = (1..words.len().min(LONGEST_PHRASE + 1)).filter(|at| words[*at].after_break);
    let greets = |phrase: &str| {
        SMALL_TALK["greetings"].contains(phrase)
            || LANGUAGES.iter().any(|language| language.greetings.contains(phrase))
    };
    let begin = breaks.rfind(|at| covered(&words[..*at], greets));
    begin.map_or(text, |at| &text[words[at].start..])
}

fn tells_nothing(text: &str, words: &[Token]) -> bool {
    if words.is_empty() {
        return text.graphemes(true).all(|sign| sign.is_ascii() || GESTURES.contains(&sign));
    }
    let small = |phrase: &str, language: Option<&Language>| {
        is_small(phrase)
            || is_random(phrase)
            || language.is_some_and(|language| language.greetings.contains(phrase))
    };
    let languages = LANGUAGES.iter().map(Some).chain([None]);
    let known = KNOWN.contains(text.to_lowercase().trim());
    let greets = || covered(words, |phrase| SMALL_TALK["greetings"].contains(phrase));
    words.len() <= MOST_WORDS
        && (!known || greets())
        && !text.graphemes(true).any(shows_something)
        && languages.into_iter().any(|language| covered(words, |phrase| small(phrase, language)))
}

/// A picture that stands for something: waves, a cake.
fn shows_something(sign: &str) -> bool {
    sign.chars().any(super::text::is_picture) && !GESTURES.contains(&sign)
}

fn is_small(phrase: &str) -> bool {
    SMALL_TALK.values().any(|list| list.contains(phrase))
}

/// Whether the words are phrases of a list, one after the other.
fn covered(words: &[Token], is_listed: impl Fn(&str) -> bool) -> bool {
    let mut at = 0;
    while at < words.len() {
        let most = LONGEST_PHRASE.min(words.len() - at);
        let length = (1..=most).rev().find(|length| {
            let run = words[at..at + length].iter().map(|word| fold(&word.low));
            is_listed(&run.collect::<Vec<_>>().join(" "))
        });
        let Some(length) = length else { return false };
        at += length;
    }
    true
}

/// Whether a word is a number, one letter again and again, or keys beside each other: 'asdf', 'aaaa'.
fn is_random(word: &str) -> bool {
    if word.chars().all(|sign| sign.is_ascii_digit()) {
        return true;
    }
    if !word.chars().all(|sign| sign.is_ascii_lowercase()) {
        return false;
    }
    let silent = !word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let pressed = |chunk: &str| {
        let one_key = chunk.len() == 1 && word.len() > 2;
        one_key || chunk.len() > 2 && KEYS.iter().any(|row| row.contains(chunk))
    };
    let repeated = (1..=word.len()).map(|length| &word[..length]).any(|chunk| {
        pressed(chunk)
            && word.as_bytes().chunks(chunk.len()).all(|part| chunk.as_bytes().starts_with(part))
    });
    word.len() == 1 || silent && word.len() > 3 || repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_tell_nothing_are_small_talk() {
        for said in [
            "Hi",
            "hello",
            "Hey there!",
            "HELLO???",
            "asdf",
            "asdfasdf",
            "aaaa",
            "sdfgh",
            "test",
            "?",
            "...",
            "good morning",
            "Good evening :)",
            "help",
            "can you help me",
            "molo",
            "Sawubona",
            "hola",
            "namaste",
            "Bonjour !",
            "Guten Tag",
            "buongiorno",
            "bom dia",
            "goeie more",
            "你好",
            "こんにちは",
            "مرحبا",
            "नमस्ते",
            "привет",
            "how does this work?",
            "I want to make a video",
            "make me a memory please",
            "thanks",
            "yes",
            "ok",
            "123",
            "x",
            "Hi 👋",
            "👋",
            "",
            "hallo hallo",
            "what can I do here",
            "I don't know",
        ] {
            assert!(is_small_talk(said), "{said}");
        }
    }

    #[test]
    fn words_that_tell_something_are_kept() {
        for said in [
            "Hi mom",
            "beach",
            "Sipho",
            "I miss you",
            "love",
            "Hello, I miss my dad",
            "🌊🏖️👵🏽",
            "Hi 🌊",
            "Paris",
            "dancing",
            "my gran",
            "you and me",
            "A beautiful memory.",
            "Christmas",
            "Good morning kisses",
            "Oma",
            "1956 with Dad",
            "海",
            "We were happy",
            "hold me",
            "tea",
            "snow",
            "rhythm",
            "NYC",
        ] {
            assert!(!is_small_talk(said), "{said}");
        }
    }

    #[test]
    fn who_and_where_is_never_small_talk() {
        let people = LEXICON.people.keys().copied();
        let lists = [&LEXICON.places, &LEXICON.events, &LEXICON.gazetteer, &LEXICON.surfaces];
        let places = lists.into_iter().flatten().copied();
        let settings = SETTINGS.iter();
        let settings = settings.flat_map(|setting| setting.places.iter().chain(&setting.hints));
        let all = people.chain(places).chain(settings.map(String::as_str));
        let lost: Vec<_> = all.filter(|told| is_small_talk(told) && *told != "molo").collect();
        assert!(lost.is_empty(), "{lost:?}");
        for told in
            ["I want to see you again", "I need you", "I want you here", "at work", "I'm sorry"]
        {
            assert!(!is_small_talk(told), "{told}");
        }
    }

    #[test]
    fn a_greeting_before_a_story_is_left_out() {
        for (said, told) in [
            ("Hello, I miss my dad", "I miss my dad"),
            ("Hi there! Dancing with Mom", "Dancing with Mom"),
            ("Bonjour, ma mère me manque", "ma mère me manque"),
            ("You, me and the sea", "You, me and the sea"),
            ("Hi mom, I miss you", "Hi mom, I miss you"),
            ("Hi", "Hi"),
        ] {
            assert_eq!(without_greeting(said), told, "{said}");
        }
    }

    #[test]
    fn a_greeting_is_answered_in_its_language() {
        for (said, name) in [
            ("Hi", None),
            ("namaste", None),
            ("molo", None),
            ("?", None),
            ("hola", Some("Spanish")),
            ("Bonjour", Some("French")),
            ("sawubona", Some("isiZulu")),
            ("guten Morgen", Some("German")),
            ("नमस्ते", Some("Hindi")),
        ] {
            let reply = welcome(said, &mut Chooser::new(1, said)).expect("small talk");
            let spoken = LANGUAGES.iter().find(|one| one.welcome.contains(&reply.as_str()));
            assert_eq!(spoken.map(|language| language.name), name, "{said}: {reply}");
            assert!(spoken.is_some() || WELCOMES.contains(&reply.as_str()), "{reply}");
        }
        assert_eq!(welcome("I miss my dad", &mut Chooser::new(1, "")), None);
    }
}
