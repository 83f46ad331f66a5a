//! Which words name a person where they stand: 'my love' and not 'I would love to', 'my mother' and not
//! 'my mother tongue', 'my baby' and not 'my baby brother' or 'when I was a baby'.
//!
//! Always: whoever is named is in `words/people.txt` or one of the phrases here. To teach a thing that
//! only sounds like somebody: `words/not_people.txt`.

use super::grammar::{is_locative, is_person, is_stop};
use super::lexicon::{LEXICON, longest, singulars};
use super::tokens::Token;

/// Words for somebody without saying who it is: beside anybody else it is another word for them.
const VAGUE: [&str; 5] = ["love", "lover", "sweetheart", "soulmate", "crush"];

/// Several words for one person, and the person.
const PHRASES: [(&[&str], &str); 5] = [
    (&["the", "love", "of", "my", "life"], "lover"),
    (&["love", "of", "my", "life"], "lover"),
    (&["my", "better", "half"], "lover"),
    (&["my", "other", "half"], "lover"),
    (&["my", "significant", "other"], "lover"),
];

/// Words that are another word in other languages: 'son' is 'his' in French, 'gran' is 'great' in Spanish.
const ELSEWHERE: [(&str, &[&str]); 9] = [
    ("son", &["fr", "es"]),
    ("ma", &["fr", "it"]),
    ("gran", &["es", "it", "pt"]),
    ("mil", &["es", "pt", "fr"]),
    ("bra", &["sv"]),
    ("pap", &["af", "nl"]),
    ("boy", &["es"]),
    ("sis", &["af"]),
    ("pa", &["es", "pt"]),
];

/// Somebody who is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Where the words that name them end.
    pub to: usize,
    /// Who it is: 'mother' for "mum".
    pub who: &'static str,
    /// The word says only that they are loved.
    pub vague: bool,
    /// They own what follows: "my granny's kitchen".
    pub owner: bool,
}

/// The person whom the words from `at` on name.
pub(super) fn named(words: &[Token], at: usize, language: &str) -> Option<Named> {
    if let Some((phrase, who)) = PHRASES.iter().find(|(phrase, _)| stands(words, at, phrase)) {
        return Some(Named { to: at + phrase.len(), who, vague: true, owner: false });
    }
    let word = &words[at];
    let base = word.base();
    let known = |form: &str| LEXICON.people.get(form).copied();
    let who = known(base).or_else(|| singulars(base).find_map(|one| known(&one)))?;
    let another_word =
        ELSEWHERE.iter().any(|(one, languages)| *one == base && languages.contains(&language));
    if another_word
        || is_thing(words, at)
        || LEXICON.owned_people.contains(base) && !is_owned(words, at)
        // 'Poppies', 'loves': the plural of such a word is never people.
        || !LEXICON.people.contains_key(base) && singulars(base).any(|one| LEXICON.owned_people.contains(one.as_str()))
        || describes_next(words, at)
        || is_childhood(words, at, who)
    {
        return None;
    }
    Some(Named { to: at + 1, who, vague: VAGUE.contains(&base), owner: word.owner().is_some() })
}

fn stands(words: &[Token], at: usize, phrase: &[&str]) -> bool {
    words.len() >= at + phrase.len()
        && phrase.iter().zip(&words[at..]).all(|(one, word)| word.low == *one)
        && words[at + 1..at + phrase.len()].iter().all(|word| !word.after_break)
}

/// Whether the word at `at` belongs to a thing: 'mother tongue', 'a hot dog'.
fn is_thing(words: &[Token], at: usize) -> bool {
    (at.saturating_sub(3)..=at).any(|from| {
        longest(&LEXICON.not_people, words, from).is_some_and(|length| from + length > at)
    })
}

/// Whether 'my' or the like stands close before.
fn is_owned(words: &[Token], at: usize) -> bool {
    const OWNERS: [&str; 6] = ["my", "our", "his", "her", "their", "your"];
    const FEELING: [&str; 2] = ["my", "mijn"];
    let owners = if words[at].low == "love" { &FEELING[..] } else { &OWNERS };
    (1..=3.min(at))
        .take_while(|back| !words[at - back + 1].after_break)
        .map(|back| &words[at - back])
        .take_while(|word| {
            word.is(owners) || !(is_stop(word) || is_locative(word) || word.owner().is_some())
        })
        .any(|word| word.is(owners))
}

/// 'My baby brother', 'my twin sister': the next word is the person.
fn describes_next(words: &[Token], at: usize) -> bool {
    words[at].owner().is_none()
        && words.get(at + 1).is_some_and(|next| !next.after_break && is_person(next))
}

/// 'When I was a little girl', 'as a child': the person who tells.
fn is_childhood(words: &[Token], at: usize, who: &str) -> bool {
    if !matches!(who, "child" | "baby" | "boy" | "girl") {
        return false;
    }
    let before = &words[at.saturating_sub(4)..at];
    let article = before.iter().rposition(|word| word.is(&["a", "an", "only"]));
    let article = article.filter(|article| *article > 0);
    let plural =
        before.last().is_some_and(|word| word.is(&["were", "as", "just", "only", "little"]))
            && before.iter().any(|word| word.is(&["we", "as"]));
    plural
        || article.is_some_and(|at| {
            before[at - 1].is(&["as", "was", "like", "being", "am", "only", "just", "still"])
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn all(said: &str, language: &str) -> Vec<&'static str> {
        let words = tokens(said);
        let mut people: Vec<_> = (0..words.len())
            .filter_map(|at| named(&words, at, language))
            .map(|one| one.who)
            .collect();
        people.dedup();
        people
    }

    #[test]
    fn a_person_is_a_noun() {
        for (said, people) in [
            ("I would love to sit with my grandmother on her porch", &["grandmother"][..]),
            ("I'd love to dance with my late husband", &["husband"]),
            ("we would have loved to see my dad", &["father"]),
            ("I love walking with my dad, he loves it", &["father"]),
            ("my love and I in Paris", &["lover"]),
            ("with the love of my life", &["lover"]),
            ("my dear late love", &["lover"]),
            ("my lover", &["lover"]),
            ("my love for my mother", &["mother"]),
            ("my mother's love", &["mother"]),
            ("a love letter from my dad", &["father"]),
            ("speaking our mother tongue with Gogo", &["grandmother"]),
            ("Father Christmas brought my son a bike", &["son"]),
            ("the baby shower of my sister", &["sister"]),
            ("our sister city", &[]),
            ("in her boyfriend jeans", &[]),
            ("a friendly nurse", &[]),
            ("my better half on the beach", &["lover"]),
            ("my mate Sipho", &["friend"]),
            ("swans mate for life", &[]),
            ("a field of poppies with my nan", &["grandmother"]),
            ("fishing with my poppy", &["grandfather"]),
            ("eating hot dogs with my brother", &["brother"]),
            ("with my baby brother", &["brother"]),
            ("my twin sister and I", &["sister"]),
            ("when I was a little girl my gran sang", &["grandmother"]),
            ("as a child with my dad", &["father"]),
            ("holding my baby", &["baby"]),
            ("we were kids, my brother and I", &["brother"]),
        ] {
            assert_eq!(all(said, "en"), people, "{said}");
        }
        assert_eq!(all("avec ma mère et son fils", "fr"), Vec::<&str>::new());
        assert_eq!(all("una gran fiesta", "es"), Vec::<&str>::new());
    }
}
