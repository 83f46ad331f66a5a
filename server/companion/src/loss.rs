//! Whether somebody has died, as English words say it, so that the answer is sorry first.
//!
//! Always: only words about a person count; a phone that died and lost keys do not. To teach a wording: a
//! row below.

use super::grammar::is_person;
use super::tokens::Token;

/// Phrases that say it of nobody but people.
const SAID: &[&[&str]] = &[
    &["passed", "away"],
    &["passed", "on"],
    &["no", "longer", "with", "us"],
    &["no", "longer", "alive"],
    &["not", "alive", "anymore"],
    &["in", "heaven"],
    &["gone", "too", "soon"],
    &["laid", "to", "rest"],
    &["rest", "in", "peace"],
    &["took", "his", "life"],
    &["took", "her", "life"],
    &["never", "said", "goodbye"],
];
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
/// Who may have died where no word for a person is nearer.
const PRONOUNS: &[&str] = &["he", "she", "they", "who", "both"];
const DIED: &[&str] = &["died", "dies", "killed", "murdered", "buried"];
/// How far before 'died' its subject stands at most, and how far behind 'lost' whom it is about.
const NEAR: usize = 5;

pub(super) fn tells_of_a_death(words: &[Token]) -> bool {
    let phrase = |at: usize| {
        SAID.iter().any(|phrase| {
            words.len() >= at + phrase.len()
                && phrase.iter().zip(&words[at..]).all(|(said, word)| word.low == *said)
        })
    };
    (0..words.len()).any(|at| {
        let word = &words[at];
        phrase(at) || word.is(WORDS) || died(words, at) || lost(words, at) || late(words, at)
    })
}

/// 'My son died two years ago', unlike 'we died laughing' and 'my phone died'.
fn died(words: &[Token], at: usize) -> bool {
    let laughed = words.get(at + 1).is_some_and(|next| next.is(&["laughing", "of", "it"]));
    words[at].is(DIED)
        && !laughed
        && (0..at)
            .rev()
            .take(NEAR)
            .take_while(|before| !words[before + 1].opens)
            .any(|before| words[before].is(PRONOUNS) || is_person(&words[before]))
}

/// 'We lost my brother', 'I lost her in March', unlike 'we lost my brother's keys'.
fn lost(words: &[Token], at: usize) -> bool {
    let is_lost = words[at].is(&["lost", "losing"]);
    let Some(next) = words.get(at + 1).filter(|_| is_lost) else { return false };
    if next.is(&["him", "them"]) {
        return true;
    }
    if next.is(&["her"]) {
        // 'I lost her', and not her ring.
        return words.get(at + 2).is_none_or(|word| {
            word.after_break
                || word.is(&["in", "to", "last", "when", "and", "so", "too", "on"])
                || is_person(word)
        });
    }
    let owned = next.is(&["my", "our", "his", "their", "a", "both"]);
    let person = words[at + 1..].iter().take(NEAR).find(|word| is_person(word));
    owned && person.is_some_and(|person| person.owner().is_none())
}

/// 'My late father'.
fn late(words: &[Token], at: usize) -> bool {
    words[at].is(&["late"])
        && at > 0
        && words[at - 1].is(&["my", "our", "his", "her", "their"])
        && words.get(at + 1).is_some_and(is_person)
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
            "my gran passed away last winter",
            "We lost my brother in 2019",
            "I lost her last year",
            "I lost him",
            "Dancing with my late father",
            "since Mum's funeral nothing is the same",
            "my parents, who both died in the war",
            "Dad is no longer with us",
        ] {
            assert!(tells_of_a_death(&tokens(said)), "{said}");
        }
    }

    #[test]
    fn nobody_has_died() {
        for said in [
            "We died laughing on the pier",
            "Grandad and I nearly died of laughter",
            "my phone died on the train with my sister",
            "We lost my brother's keys at the beach",
            "I lost her ring in the sand",
            "We got lost in Venice with Mum",
            "staying up late with my father",
            "I miss my dad so much",
            "He killed it on the dance floor",
        ] {
            assert!(!tells_of_a_death(&tokens(said)), "{said}");
        }
    }
}
