//! What an English text says they do, as a phrase one can have the feeling of: 'dancing
//! with your mom', 'your dad teaching you to swim'.
//!
//! Always: the words stay the person's, turned towards them; only a wish ('I want to
//! walk') changes its verb's form ('walking'), and when that form is not sure there is no
//! answer. To read one more wish: its words in `words/grammar.txt`.

use super::grammar::{
    GRAMMAR, is_activity, is_determiner, is_locative, is_never_place, is_person, is_stop,
};
use super::second_person::turn;
use super::text::quotable;
use super::tokens::{Token, tokens};

/// Longest phrase, in characters and words.
const MOST_CHARS: usize = 88;
const MOST_WORDS: usize = 17;

/// What they do; nothing when the text does not say.
pub(super) fn find(text: &str) -> Option<String> {
    let words = tokens(text);
    (0..words.len()).find_map(|at| {
        if is_doing(&words[at]) {
            let from = subject_start(&words, at)?;
            let to = phrase_end(&words, at);
            return phrase(text, &words, from, to, None);
        }
        let verb = wish(&words, at)?;
        let to = phrase_end(&words, verb);
        phrase(text, &words, verb, to, Some(gerund(&words[verb].low)?))
    })
}

/// An activity one can see; not a state of mind.
fn is_doing(word: &Token) -> bool {
    is_activity(word) && !word.among(&GRAMMAR.unseen)
        || word.opens
            && word.is(&[
                "looking", "shopping", "running", "telling", "building", "painting", "being",
                "having",
            ])
}

/// Where the phrase begins: at the one who does it when that stands right before, else at
/// the activity. Nothing when the sentence is about somebody who 'is' or 'was' doing it.
fn subject_start(words: &[Token], at: usize) -> Option<usize> {
    let mut from = at;
    let mut person = false;
    while from > 0 && at - from < 8 && !words[from].after_break {
        let before = &words[from - 1];
        let pronoun = before.is(&["me", "us", "i"]);
        let inside = is_person(before)
            || pronoun
            || before.among(&GRAMMAR.with_people)
            || (before.capital && !before.opens && !is_stop(before) && !is_locative(before));
        if !inside || before.owner().is_some() {
            break;
        }
        person |= is_person(before) || pronoun || before.is(&["us"]);
        from -= 1;
    }
    while from < at && words[from].is(&["and", "of", "old", "late"]) {
        from += 1;
    }
    // 'Show me walking' is about walking.
    if words[from..at].iter().all(|word| word.is(&["me", "i", "us"])) {
        person = false;
    }
    let before =
        from.checked_sub(1).map(|before| &words[before]).filter(|_| !words[from].after_break);
    if person {
        // 'with my dad laughing': the phrase would lose who laughs.
        let complete = before.is_none_or(|before| before.among(&GRAMMAR.tells_of));
        return complete.then_some(from);
    }
    let Some(before) =
        at.checked_sub(1).map(|before| &words[before]).filter(|_| !words[at].after_break)
    else {
        return Some(at);
    };
    if is_determiner(before) || before.among(&GRAMMAR.breaks_off) || is_person(before) {
        return None;
    }
    let being = before.is(&["was", "were", "are", "am", "been"]);
    if being {
        let ours = words[at.saturating_sub(4)..at].iter().any(|word| word.is(&["i", "we", "us"]));
        return ours.then_some(at);
    }
    // 'Summers fishing with Dad', but not 'snow falling'.
    let a_time = is_never_place(&before.low);
    let lets_in = before.among(&GRAMMAR.lets_in) || is_locative(before);
    (lets_in || a_time).then_some(at)
}

/// The verb of a wish or a habit that begins at `at`: 'I want to *walk*', 'we could *sit*'.
fn wish(words: &[Token], at: usize) -> Option<usize> {
    let first_person = |from: usize| {
        words[from.saturating_sub(5)..from]
            .iter()
            .any(|word| word.is(&["i", "we", "i'd", "we'd", "i'll", "let", "let's", "i've"]))
    };
    let word = &words[at];
    let before = &words[at.checked_sub(1)?];
    let wished = word.low == "to" && before.among(&GRAMMAR.wishes) && first_person(at);
    let supposed = word.is(&["could", "would", "can"]) && before.is(&["i", "we"]);
    if !(wished || supposed) {
        return None;
    }
    let verb = at + 1;
    let verb = if words.get(verb)?.is(&["just", "always", "often", "both", "once", "still"]) {
        verb + 1
    } else {
        verb
    };
    // 'see us there' cannot be turned.
    let turnable = words.get(verb + 1).is_none_or(|next| !next.is(&["us", "me"]));
    words.get(verb).is_some_and(|next| !next.after_break && turnable).then_some(verb)
}

/// The '-ing' form of a common verb; nothing for verbs that paint no picture.
fn gerund(verb: &str) -> Option<String> {
    let simple = verb.len() > 1 && verb.chars().all(|sign| sign.is_ascii_lowercase());
    if !simple || GRAMMAR.plain_verbs.contains(verb) || is_small(verb) {
        return None;
    }
    let bytes = verb.as_bytes();
    let vowel = |byte: u8| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u');
    let last = bytes[bytes.len() - 1];
    let ring = if let Some(stem) = verb.strip_suffix("ie") {
        format!("{stem}ying")
    } else if last == b'e'
        && !verb.ends_with("ee")
        && !verb.ends_with("oe")
        && !verb.ends_with("ye")
    {
        format!("{}ing", &verb[..verb.len() - 1])
    } else {
        let vowels = bytes.iter().filter(|byte| vowel(**byte)).count();
        let doubles = bytes.len() > 2
            && vowels == 1
            && !vowel(last)
            && !matches!(last, b'w' | b'x' | b'y')
            && vowel(bytes[bytes.len() - 2]);
        if last == b'c' {
            format!("{verb}king")
        } else if doubles {
            format!("{verb}{}ing", char::from(last))
        } else {
            format!("{verb}ing")
        }
    };
    Some(ring)
}

fn is_small(verb: &str) -> bool {
    tokens(verb)
        .first()
        .is_none_or(|word| is_stop(word) || is_locative(word) || is_determiner(word))
}

/// Where the phrase ends: before punctuation, a new clause, or the bound.
fn phrase_end(words: &[Token], at: usize) -> usize {
    let start = words[at].start;
    let mut to = at + 1;
    while to < words.len() && to - at < MOST_WORDS {
        let word = &words[to];
        let linked_i = word.low == "i" && words[to - 1].low == "and";
        if word.after_break
            || (word.among(&GRAMMAR.clause) && !linked_i)
            || word.end - start > MOST_CHARS
        {
            break;
        }
        to += 1;
    }
    while to > at + 1
        && (is_stop(&words[to - 1]) && !words[to - 1].among(&GRAMMAR.may_end)
            || is_locative(&words[to - 1])
            || is_determiner(&words[to - 1]) && !words[to - 1].is(&["her"])
            || words[to - 1].low == "of")
    {
        to -= 1;
    }
    to
}

fn phrase(
    text: &str,
    words: &[Token],
    from: usize,
    to: usize,
    verb: Option<String>,
) -> Option<String> {
    let said = &text[words[from].start..words[to - 1].end];
    let said = match verb {
        Some(verb) => format!("{verb}{}", &text[words[from].end..words[to - 1].end]),
        None => said.to_owned(),
    };
    let turned = turn(&said)?;
    let first = &words[from];
    let own_capital = first.capital && !first.opens && !is_activity(first);
    let mut chars = turned.chars();
    let start = chars.next()?;
    let lowered: String = if own_capital || (is_person(first) && !is_determiner(first)) {
        turned.clone()
    } else {
        start.to_lowercase().chain(chars).collect()
    };
    let alone = to - from == 1 && lowered.len() < 4;
    let short = quotable(&lowered, MOST_CHARS);
    (!alone && !short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn what_they_do_is_taken_from_their_words() {
        for (said, doing) in [
            (
                "Dancing with my mom in our old kitchen",
                Some("dancing with your mom in your old kitchen"),
            ),
            (
                "I want to walk on the beach with my late husband",
                Some("walking on the beach with your late husband"),
            ),
            ("I'd love to sit with Gogo", Some("sitting with Gogo")),
            ("I want to picnic with my mom", Some("picnicking with your mom")),
            ("We used to bake bread every Sunday", Some("baking bread")),
            (
                "My brother and I fishing off the pier",
                Some("your brother and you fishing off the pier"),
            ),
            ("Dad pushing me on the swing", Some("Dad pushing you on the swing")),
            ("I remember my dad teaching me to swim", Some("your dad teaching you to swim")),
            ("I miss my dad so much", None),
            ("I miss you, holding you", None),
            ("She is making roti", None),
            ("We are floating in space", Some("floating in space")),
            ("I wish I could take my father to Mecca", Some("taking your father to Mecca")),
        ] {
            assert_eq!(find(said).as_deref(), doing, "{said}");
        }
    }
}
