//! What the words before a phrase say about it: whether it is where the memory is, or
//! only where somebody lives, looks or listens.
//!
//! Always: only the few words before the word of place are read. To add a context: one
//! function here, asked by [`Reader::follows`].

use super::grammar::{GRAMMAR, begins, is_person};
use super::lexicon::{Words, longest};
use super::phrases::Verdict;
use super::places::Reader;

impl Reader<'_> {
    /// Whether the phrase after the word of place at `at` says where it happens.
    pub(super) fn follows(&self, at: usize, from: usize, to: usize) -> bool {
        let preposition = self.words[at].low.as_str();
        let verdict = self.judge(preposition, from, to);
        if verdict == Verdict::Nothing || self.is_denied(at) {
            return false;
        }
        if self.is_biography(at, verdict) || self.is_elsewhere(at, verdict) {
            return false;
        }
        let governed = |beginnings: &Words| {
            !self.words[at].after_break
                && at.checked_sub(1).is_some_and(|before| begins(&self.words[before], beginnings))
        };
        match preposition {
            "at" => {
                matches!(verdict, Verdict::Noun | Verdict::Position) || !governed(&GRAMMAR.faced)
            }
            "in" => verdict == Verdict::Noun || !governed(&GRAMMAR.trusted),
            "to" => {
                !governed(&GRAMMAR.addressed)
                    || (verdict == Verdict::Noun && self.words[at - 1].is(&["next"]))
            }
            "from" => verdict != Verdict::Name && self.is_looked_from(at),
            "on" => verdict != Verdict::Position || !governed(&GRAMMAR.relied),
            _ => true,
        }
    }

    /// 'not at', 'never in', 'don't know if at'.
    fn is_denied(&self, at: usize) -> bool {
        self.words[at.saturating_sub(2)..at].iter().any(|word| {
            word.is(&["not", "never", "isn't", "wasn't", "weren't", "aren't", "without", "whether"])
        }) && !self.words[at].after_break
    }

    /// 'I would love to dance', 'she taught me to garden': a verb that is also a place. 'We went to camp'
    /// and 'to a dance' are places.
    pub(super) fn is_infinitive(&self, at: usize, from: usize) -> bool {
        const VERBS: [&str; 12] = [
            "dance", "party", "picnic", "camp", "garden", "farm", "shop", "market", "race", "ski",
            "parade", "bar",
        ];
        let (word, verb) = (&self.words[at], &self.words[from]);
        if word.low != "to" || from != at + 1 {
            return false;
        }
        let wished = at > 0
            && self.words[at - 1].among(&GRAMMAR.wishes)
            && !self.words[at - 1].is(&["get"])
            && !verb.capital
            && longest(&self.lexicon.places, self.words, from).is_none();
        wished || verb.is(&VERBS) && !(verb.is(&["camp"]) && self.is_going(at))
    }

    /// 'lives in', 'was born in', 'moved to': a life, not the moment. 'When we lived in'
    /// is a moment.
    fn is_biography(&self, at: usize, verdict: Verdict) -> bool {
        let mut verb = at;
        while verb > 0 && at - verb < 4 && !self.words[verb].after_break {
            verb -= 1;
            if self.words[verb].among(&GRAMMAR.biography) {
                break;
            }
            if !self.words[verb].among(&GRAMMAR.fillers) {
                return false;
            }
        }
        if verb == at || !self.words[verb].among(&GRAMMAR.biography) {
            return false;
        }
        let subject = &self.words[verb.saturating_sub(4)..verb];
        let ours = subject.iter().rev().find_map(|word| {
            if word.is(&["we", "we've", "we'd", "us"]) {
                Some(true)
            } else if word.is(&["he", "she", "they", "who", "it", "he's", "she's"]) {
                Some(false)
            } else {
                None
            }
        });
        let mine_then = subject.iter().any(|word| word.is(&["i"]))
            && self.words[verb].is(&["lived", "grew", "worked", "stayed", "studied"]);
        let visiting = self.words[verb].is(&["stayed"]) && verdict == Verdict::Noun;
        !(ours == Some(true) || (ours.is_none() && (mine_then || visiting)))
    }

    /// 'she is in Australia now', 'I miss my brother in Canada', 'is in hospital'.
    fn is_elsewhere(&self, at: usize, verdict: Verdict) -> bool {
        let institution = self.words.get(at + 1).is_some_and(|word| {
            word.is(&["hospital", "prison", "jail", "hospice", "icu", "rehab"])
        });
        if verdict != Verdict::Name && !institution {
            return false;
        }
        let mut before = at;
        while before > 0 && at - before < 4 {
            before -= 1;
            if !self.words[before].among(&GRAMMAR.fillers) {
                break;
            }
        }
        let word = &self.words[before];
        if before < at && word.is(&["is", "he's", "she's", "they're", "who's", "mom's", "dad's"]) {
            return true;
        }
        let apart = self
            .words
            .iter()
            .any(|word| word.is(&["miss", "missing", "misses", "apart", "distance"]));
        before < at && is_person(word) && apart && verdict == Verdict::Name
    }

    /// Watching, waving or calling from there.
    fn is_looked_from(&self, at: usize) -> bool {
        self.words[at.saturating_sub(7)..at].iter().any(|word| begins(word, &GRAMMAR.watched))
    }

    /// 'to Florence' is a journey after 'going', 'flew', 'trip'; else it is a person.
    pub(super) fn is_going(&self, at: usize) -> bool {
        self.words[at.saturating_sub(6)..at].iter().any(|word| begins(word, &GRAMMAR.gone))
    }
}
