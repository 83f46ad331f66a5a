//! What a noun phrase after a word of place is, judged by its nouns.
//!
//! Always: what the lists hold is believed before what a word looks like; a phrase that
//! nothing speaks for is no place. To add a kind of noun: a list in [`Lexicon`] and its
//! line in [`Reader::match_at`].
//!
//! [`Lexicon`]: super::lexicon::Lexicon

use super::grammar::{
    GRAMMAR, is_determiner, is_never_place, is_number, is_person, looks_like_place,
};
use super::lexicon::{holds, longest};
use super::places::Reader;
use super::tokens::Token;

/// What a phrase turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A noun that is a place in itself.
    Noun,
    /// A place only by the word of place before it: a chair, an occasion, 'at the ...'.
    Position,
    /// A name on the map, or one that reads like it.
    Name,
    /// No list holds it; only 'at the ...' or 'near the ...' speaks for it.
    Guess,
    /// Not a place.
    Nothing,
}

impl Reader<'_> {
    /// What the phrase after a word of place is.
    pub(super) fn judge(&self, preposition: &str, from: usize, to: usize) -> Verdict {
        let mut begin = from;
        for end in from..=to {
            if end == to || self.words[end].low == "of" {
                let verdict = self.judge_part(preposition, begin, end);
                if verdict != Verdict::Nothing {
                    return verdict;
                }
                begin = end + 1;
            }
        }
        Verdict::Nothing
    }

    fn judge_part(&self, preposition: &str, from: usize, to: usize) -> Verdict {
        let Some(first) = (from..to).find(|at| !is_determiner(&self.words[*at])) else {
            return Verdict::Nothing;
        };
        let determined = first > from;
        let head = &self.words[to - 1];
        for at in first..to {
            let found = self.match_at(preposition, at, to, determined);
            if let Some((verdict, length)) = found {
                let rest = &self.words[at + length..to];
                let of_a_thing = rest.iter().any(|word| holds(&self.lexicon.things, word.base()));
                let of_a_time = rest.last().is_some_and(is_span_of_life);
                let only_owns = self.words[at + length - 1].owner().is_some() && !rest.is_empty();
                if !(of_a_thing || of_a_time || only_owns) {
                    return verdict;
                }
            }
        }
        self.judge_unknown(preposition, first, to, determined, head)
    }

    /// The longest list entry that begins at `at`, if it is a place after this word.
    fn match_at(
        &self,
        preposition: &str,
        at: usize,
        to: usize,
        determined: bool,
    ) -> Option<(Verdict, usize)> {
        let phrase = &self.words[..to];
        let places = longest(&self.lexicon.places, phrase, at);
        let not_places = longest(&self.lexicon.not_places, phrase, at);
        let known = |length: Option<usize>| length.filter(|length| Some(*length) >= not_places);
        if let Some(length) = known(places) {
            return Some((Verdict::Noun, length));
        }
        if let Some(length) = known(longest(&self.lexicon.gazetteer, phrase, at)) {
            let word = &self.words[at];
            let unsure = length == 1 && holds(&self.lexicon.name_or_place, &word.low);
            let fits = GRAMMAR.before_names.contains(preposition);
            let sure = !unsure || (self.names && word.capital);
            if fits && sure {
                return Some((Verdict::Name, length));
            }
        }
        if let Some(length) = longest(&self.lexicon.name_or_place, phrase, at)
            && self.names
            && self.words[at].capital
            && matches!(preposition, "in" | "to" | "around" | "near" | "across" | "through" | "at")
            && (preposition != "to" || self.is_going(at))
        {
            return Some((Verdict::Name, length));
        }
        let surfaces = known(longest(&self.lexicon.surfaces, phrase, at));
        if let Some(length) = surfaces
            && !matches!(preposition, "to" | "during" | "off")
            && (determined
                || matches!(preposition, "at" | "in" | "on" | "among" | "between" | "under"))
        {
            return Some((Verdict::Position, length));
        }
        let events = known(longest(&self.lexicon.events, phrase, at));
        if let Some(length) = events
            && matches!(preposition, "at" | "to" | "in" | "during" | "outside" | "inside" | "into")
            && (preposition != "in" || determined)
        {
            return Some((Verdict::Position, length));
        }
        None
    }

    /// A phrase of words that no list holds.
    fn judge_unknown(
        &self,
        preposition: &str,
        first: usize,
        to: usize,
        determined: bool,
        head: &Token,
    ) -> Verdict {
        let owner = (first..to).rev().find(|at| self.words[*at].owner().is_some());
        let superlative = self.words[first..to].iter().any(|word| word.is(&["most", "very"]));
        if superlative
            || is_never_place(&head.low)
            || (is_number(head) && to - first == 1)
            || is_span_of_life(head)
            || is_superlative(head)
        {
            // 'at Grandma's place', unlike 'at our favourite place'.
            let somebodys = owner.is_some_and(|at| at + 2 == to)
                || (determined
                    && self.words[first - 1].is(&["his", "her", "their", "my"])
                    && first + 1 == to);
            let own_place = head.is(&["place"])
                && somebodys
                && matches!(preposition, "at" | "to" | "in" | "outside");
            return if own_place { Verdict::Noun } else { Verdict::Nothing };
        }
        if holds(&self.lexicon.things, head.base()) && owner != Some(to - 1) {
            return Verdict::Nothing;
        }
        // 'at Nana's', 'round to Sipho's'.
        if owner == Some(to - 1) {
            let visiting = matches!(preposition, "at" | "to" | "round" | "outside" | "by" | "over");
            return if visiting { Verdict::Noun } else { Verdict::Nothing };
        }
        if is_person(head) && owner.is_none() {
            return Verdict::Nothing;
        }
        if looks_like_place(head.base()) && !matches!(preposition, "during" | "over" | "off" | "to")
        {
            return Verdict::Position;
        }
        let first_word = &self.words[first];
        let name =
            self.names && first_word.capital && owner.is_none() && !is_never_place(&first_word.low);
        if name && matches!(preposition, "in" | "at") && !is_person(first_word) {
            return Verdict::Name;
        }
        match preposition {
            "at" if determined || owner.is_some() => Verdict::Guess,
            "inside" | "outside" | "near" | "behind" | "opposite" | "along" | "across"
            | "aboard" | "atop"
                if determined && !is_never_place(&first_word.low) =>
            {
                Verdict::Guess
            }
            _ => Verdict::Nothing,
        }
    }
}

/// 'in our school days', 'my university years': a time.
fn is_span_of_life(word: &Token) -> bool {
    word.is(&["days", "years", "year", "times", "age", "ages", "career", "era"])
}

/// 'at her happiest', unlike 'in the forest', which the lists know.
fn is_superlative(word: &Token) -> bool {
    word.low.len() > 5 && word.low.ends_with("est")
}
