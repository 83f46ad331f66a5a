//! Whether somebody has died, as English words say it, so that the answer is sorry first.
//!
//! Always: only what is said of a person counts, by the words right before and after; a phone that died, lost
//! keys and people who died laughing do not. What is not sure counts as nothing. To teach a wording: a row below,
//! and a sentence in the tests.

use super::grammar::is_person;
use super::people::GROUPS;
use super::tokens::Token;

const WORDS: &[&str] = &[
    "funeral",
    "cremated",
    "stillborn",
    "miscarriage",
    "miscarried",
    "widow",
    "widower",
    "deceased",
];
const PHRASES: &[&[&str]] = &[
    &["passed", "away"],
    &["passing", "away"],
    &["no", "longer", "with", "us"],
    &["no", "longer", "alive"],
    &["not", "alive", "anymore"],
    &["laid", "to", "rest"],
    &["rest", "in", "peace"],
    &["took", "his", "own", "life"],
    &["took", "her", "own", "life"],
];
const PRONOUNS: &[&str] = &["he", "she", "they", "who", "both", "we've", "whom"];
/// May stand between somebody and what is said of them.
const BETWEEN: &[&str] = &[
    "both",
    "all",
    "had",
    "has",
    "have",
    "just",
    "then",
    "later",
    "also",
    "sadly",
    "suddenly",
    "peacefully",
    "recently",
    "finally",
    "is",
    "was",
    "were",
    "are",
    "now",
];
/// Died of these, one is alive.
const HARMLESS: &[&str] =
    &["laughing", "laughter", "embarrassment", "boredom", "shame", "fright", "joy"];
/// Said after 'lost her', it is she who was lost.
const THEN: &[&str] = &[
    "in", "to", "last", "when", "and", "so", "too", "on", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "years", "this", "suddenly", "recently", "after", "before",
    "a", "far", "at", "because", "that", "during", "early", "young",
];

pub(super) fn tells_of_a_death(words: &[Token]) -> bool {
    (0..words.len()).any(|at| {
        let word = &words[at];
        let phrase = |phrase: &&[&str]| {
            words.len() >= at + phrase.len()
                && phrase.iter().zip(&words[at..]).all(|(said, word)| word.low == *said)
        };
        word.is(WORDS)
            || PHRASES.iter().any(phrase)
            || died(words, at)
            || passed(words, at)
            || killed(words, at)
            || is_dead(words, at)
            || in_heaven(words, at)
            || their_death(words, at)
            || lost(words, at)
            || late(words, at)
    })
}

/// What stands behind `at` in the same clause.
fn next(words: &[Token], at: usize) -> Option<&Token> {
    words.get(at + 1).filter(|word| !word.after_break)
}

/// Whether what stands right before `at`, words between left out, is somebody.
fn is_of_somebody(words: &[Token], at: usize) -> bool {
    let mut from = at;
    while from > 0 && !words[from].opens && words[from - 1].is(BETWEEN) {
        if words[from - 1].is(&["both"]) {
            return true;
        }
        from -= 1;
    }
    from > 0 && !words[from].opens && is_somebody(&words[from - 1])
}

fn is_somebody(word: &Token) -> bool {
    let name = word.capital && !word.opens && word.owner().is_none() && word.low != "i";
    word.is(PRONOUNS) || word.is(GROUPS) || word.owner().is_none() && is_person(word) || name
}

/// 'My son died two years ago', unlike 'my phone died', 'I nearly died' and 'they died laughing'.
fn died(words: &[Token], at: usize) -> bool {
    let harmless = words[at + 1..].iter().take(2).any(|word| word.is(HARMLESS));
    words[at].is(&["died"])
        && !harmless
        && (is_of_somebody(words, at) || opens_with_name(words, at))
}

/// 'Thabo died in 2020', where the sentence begins with the name.
fn opens_with_name(words: &[Token], at: usize) -> bool {
    const NO_NAMES: &[&str] =
        &["it", "that", "this", "i", "everything", "nobody", "nothing", "we", "you"];
    at > 0 && words[at - 1].opens && words[at - 1].capital && !words[at - 1].is(NO_NAMES)
}

/// 'After he passed', 'my dad passed last year', unlike 'he passed the salt'.
fn passed(words: &[Token], at: usize) -> bool {
    const ENDS: &[&str] = &[
        "last",
        "in",
        "two",
        "three",
        "four",
        "five",
        "this",
        "when",
        "years",
        "before",
        "after",
        "and",
        "suddenly",
        "peacefully",
        "recently",
        "from",
        "a",
        "i",
        "we",
    ];
    if !words[at].is(&["passed"]) || !is_of_somebody(words, at) {
        return false;
    }
    match next(words, at) {
        None => true,
        Some(on) if on.is(&["on"]) => {
            next(words, at + 1).is_none_or(|word| word.is(ENDS) && !word.is(&["a"]))
        }
        Some(word) => word.is(ENDS),
    }
}

/// 'He was killed', unlike 'he killed the lights'.
fn killed(words: &[Token], at: usize) -> bool {
    words[at].is(&["killed", "murdered"])
        && at > 0
        && words[at - 1].is(&["was", "were", "been"])
        && is_of_somebody(words, at)
}

fn is_dead(words: &[Token], at: usize) -> bool {
    words[at].is(&["dead"])
        && at > 0
        && words[at - 1].is(&["is", "are", "was", "were", "now"])
        && next(words, at).is_none_or(|word| {
            !word.is(&["tired", "serious", "right", "wrong", "on", "set", "keen"])
        })
        && is_of_somebody(words, at)
}

/// 'She is in heaven', 'my dad in heaven', unlike 'it felt like in heaven'.
fn in_heaven(words: &[Token], at: usize) -> bool {
    words[at].is(&["in"])
        && next(words, at).is_some_and(|word| word.is(&["heaven"]))
        && is_of_somebody(words, at)
}

/// 'Since her death', 'the death of my brother', 'Mum's passing'.
fn their_death(words: &[Token], at: usize) -> bool {
    if !words[at].is(&["death", "passing"]) || at == 0 {
        return false;
    }
    let before = &words[at - 1];
    let theirs = before.is(&["his", "her", "their"])
        || before.owner().is_some() && (is_person(before) || before.capital);
    let of_theirs = words[at].is(&["death"])
        && words.get(at + 1).is_some_and(|word| word.is(&["of"]))
        && words.get(at + 2).is_some_and(|word| word.is(&["my", "our", "his", "her", "a"]));
    // 'Passing' goes on with what was passed.
    let ends = words[at].is(&["death"])
        || next(words, at).is_none_or(|word| word.is(&["in", "last", "and"]));
    theirs && ends || of_theirs
}

/// 'We lost my brother', 'I lost her in March', unlike 'we lost my brother's keys' and 'I lost him in the crowd'.
fn lost(words: &[Token], at: usize) -> bool {
    const KIND: &[&str] = &[
        "dear", "beloved", "little", "big", "older", "younger", "only", "baby", "first", "sweet",
        "own", "best",
    ];
    let since = at > 0 && words[at - 1].is(&["since", "after", "before"]);
    let is_lost = words[at].is(&["lost"]) || words[at].is(&["losing"]) && since;
    let Some(whom) = next(words, at).filter(|_| is_lost) else { return false };
    if whom.is(&["him", "her", "them"]) {
        let in_the = |word: &Token| {
            word.is(&["in", "at"])
                && next(words, at + 2).is_some_and(|after| after.is(&["the", "a", "an"]))
        };
        return next(words, at + 1).is_none_or(|word| word.is(THEN) && !in_the(word));
    }
    let mut person = at + 1;
    if words[person].is(&["my", "our", "his", "their", "both"]) {
        person += 1;
        while next(words, person - 1).is_some_and(|word| word.is(KIND)) {
            person += 1;
        }
    }
    let Some(found) = words.get(person).filter(|word| !word.after_break) else { return false };
    let goes_on = since || next(words, person).is_none_or(|word| word.is(THEN));
    (is_person(found) || found.is(GROUPS)) && found.owner().is_none() && goes_on
}

/// 'My late father'.
fn late(words: &[Token], at: usize) -> bool {
    words[at].is(&["late"])
        && at > 0
        && words[at - 1].is(&["my", "our", "his", "her", "their"])
        && next(words, at).is_some_and(is_person)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[test]
    fn a_death_is_heard() {
        for said in [
            "My son died two years ago. He was four.",
            "She died in March and I never said goodbye",
            "My dad died of cancer",
            "He died of a heart attack",
            "my gran passed away last winter",
            "My dad passed last year",
            "after he passed I could not sing",
            "My grandfather passed on in 1998",
            "My parents died when I was ten",
            "Thabo died in 2020",
            "I was small when Thabo died",
            "We lost my brother in 2019",
            "We lost Mum last year",
            "I lost Dad",
            "since losing Grandpa the house is quiet",
            "I lost her last year",
            "I lost her two years ago",
            "I lost him",
            "I lost my little sister to malaria",
            "Dancing with my late father",
            "since Mum's funeral nothing is the same",
            "since her death I bake alone",
            "the death of my brother",
            "my parents, who both died in the war",
            "Dad is no longer with us",
            "My dad is dead",
            "he took his own life",
            "my dad in heaven",
            "He was killed in an accident",
        ] {
            assert!(tells_of_a_death(&tokens(said)), "{said}");
        }
    }

    #[test]
    fn nobody_has_died() {
        for said in [
            "We died laughing on the pier",
            "They died of laughter",
            "Grandad and I nearly died of laughter",
            "My dad nearly died but pulled through",
            "I'm scared of losing my mum, she has cancer",
            "My brother buried me in the sand",
            "he killed the lights",
            "she killed me with her jokes",
            "My dad's car died on the N1",
            "she laughed when my phone died",
            "my phone died on the train with my sister",
            "I lost my shoe and Dad carried me home",
            "I lost a bet with my brother",
            "I lost my job. Mum helped me",
            "I lost him in the crowd",
            "I lost her mother's ring",
            "I lost her ring in the sand",
            "We lost my brother's keys at the beach",
            "We got lost in Venice with Mum",
            "It felt like in heaven",
            "a match made in heaven",
            "the recipes Gran passed on to me",
            "he passed the ball to me",
            "he took his life jacket",
            "the summer was gone too soon",
            "staying up late with my father",
            "I miss my dad so much",
            "He killed it on the dance floor",
            "her passing grades",
            "Dad was dead tired",
        ] {
            assert!(!tells_of_a_death(&tokens(said)), "{said}");
        }
    }
}
