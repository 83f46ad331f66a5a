//! Whether an English text says where it happens, and where.
//!
//! How it reads, in order: sayings are covered ([`Lexicon::idioms`]); after every word of
//! place ('in', 'by', 'at') the noun phrase is read and judged by its nouns; then place
//! nouns and names that stand without one ('Our old kitchen, Gran and me') are judged by
//! what stands before and after them.
//!
//! Always: linear in the number of words, and a text without any place word says nothing.
//! To teach it more: a word belongs in `words/`; a new kind of phrase is one function
//! here with a line in the table of `tests/places.tsv`.

use super::grammar::{
    GRAMMAR, begins, is_activity, is_determiner, is_locative, is_person, is_stop,
};
use super::lexicon::{LEXICON, Lexicon, holds, longest};
use super::phrases::Verdict;
use super::tokens::{Token, capitals_mean_names, tokens};

/// Where it happens, as the person says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Where the words begin in the text, in bytes; the word of place included.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// They begin with a word of place.
    pub has_preposition: bool,
}

/// Longest noun phrase that is read, in words.
const LONGEST_PHRASE: usize = 9;

/// The place an English text names, if any.
pub(super) fn find(text: &str) -> Option<Place> {
    let words = tokens(text);
    let reader = Reader::new(&words);
    let mut judged = vec![false; words.len()];
    let locatives = words.iter().enumerate().filter(|(_, word)| is_locative(word));
    for at in locatives.map(|(at, _)| at).filter(|at| !reader.covered[*at]) {
        let (from, to) = reader.phrase(at + 1);
        if to == from {
            continue;
        }
        if reader.is_infinitive(at, from) {
            if let Some((from, to)) = reader.shown(from) {
                return Some(reader.place(from, to, false));
            }
        } else if reader.follows(at, from, to) {
            // 'our farm near Clarens': the noun before belongs to it.
            return Some(match reader.noun_before(at) {
                Some(noun) => reader.place(noun, to, false),
                None => reader.place(at, to, true),
            });
        }
        judged[from..to].fill(true);
    }
    (0..words.len())
        .filter(|at| !judged[*at] && !reader.covered[*at])
        .find_map(|at| reader.bare(at).map(|(from, to)| reader.place(from, to, false)))
}

/// A text being read.
pub(super) struct Reader<'a> {
    pub words: &'a [Token],
    /// Words that belong to a saying.
    pub covered: Vec<bool>,
    /// Capitals mark names here.
    pub names: bool,
    pub lexicon: &'static Lexicon,
}

impl<'a> Reader<'a> {
    fn new(words: &'a [Token]) -> Self {
        let lexicon: &'static Lexicon = &LEXICON;
        let mut covered = vec![false; words.len()];
        let mut at = 0;
        while at < words.len() {
            let length = longest(&lexicon.idioms, words, at).unwrap_or(0);
            covered[at..at + length].fill(true);
            at += length.max(1);
        }
        Self { words, covered, names: capitals_mean_names(words), lexicon }
    }

    /// The noun phrase that begins here: from its first word to behind its last.
    fn phrase(&self, from: usize) -> (usize, usize) {
        let mut end = from;
        let mut has_noun = false;
        while end < self.words.len() && end - from < LONGEST_PHRASE {
            let word = &self.words[end];
            if (word.after_break && !self.goes_on_after_comma(from, end)) || self.covered[end] {
                break;
            }
            if word.low == "of" && has_noun {
                has_noun = false;
            } else if is_determiner(word) {
                if has_noun {
                    break;
                }
            } else if self.ends_phrase(from, end) {
                break;
            } else {
                has_noun = true;
            }
            end += 1;
        }
        // A trailing 'of' or article belongs to what follows.
        while end > from && (self.words[end - 1].low == "of" || is_determiner(&self.words[end - 1]))
        {
            end -= 1;
        }
        (from, end)
    }

    /// Whether the word at `at` cannot belong to the noun phrase that began at `from`.
    fn ends_phrase(&self, from: usize, at: usize) -> bool {
        let word = &self.words[at];
        let small = is_stop(word) && !(at == from && word.low == "next");
        let doing = is_activity(word) && !self.begins_place(at) && !self.begins_place(at + 1);
        small || is_locative(word) || doing
    }

    /// 'in a small, quiet kitchen': a comma before anything that could be the noun.
    fn goes_on_after_comma(&self, from: usize, at: usize) -> bool {
        at > from
            && at - from <= 3
            && is_determiner(&self.words[from])
            && !self.words[at].opens
            && !self.words[at].capital
            && (from + 1..at)
                .all(|before| !self.begins_place(before) && !is_person(&self.words[before]))
            && (self.begins_place(at) || self.begins_place(at + 1))
    }

    fn begins_place(&self, at: usize) -> bool {
        at < self.words.len()
            && [&self.lexicon.places, &self.lexicon.events, &self.lexicon.surfaces]
                .into_iter()
                .any(|list| longest(list, self.words, at).is_some())
    }

    /// A place noun or a name that stands without a word of place.
    fn bare(&self, at: usize) -> Option<(usize, usize)> {
        // Adverbs that need nothing around them.
        if self.words[at].among(&GRAMMAR.adverbs) {
            return Some((at, at + 1));
        }
        let (length, name) = self.bare_match(at)?;
        let end = at + length;
        if self.words[at..end]
            .iter()
            .any(|word| word.owner().is_some() && !holds(&self.lexicon.gazetteer, &word.low))
        {
            return None;
        }
        if let Some(next) = self.words.get(end)
            && !next.after_break
            && !is_stop(next)
            && !is_locative(next)
            && !is_determiner(next)
            && !is_activity(next)
            && next.low != "of"
            && !holds(&self.lexicon.compounds, &next.low)
        {
            return None;
        }
        let begin = self.phrase_start(at);
        if begin == 0 || self.words[begin].after_break {
            return Some((begin, end));
        }
        let governor = &self.words[begin - 1];
        if name && is_person(governor) {
            return None;
        }
        let accepted = governor
            .is(&["and", "or", "with", "then", "where", "we", "around", "this", "that's", "back"])
            || is_activity(governor)
                && !governor.is(&["loving", "liking", "buying", "selling", "naming", "owning"])
            || begins(governor, &GRAMMAR.entered);
        accepted.then_some((begin, end))
    }

    /// Where a place noun that stands right before the word of place at `at` begins, when
    /// it opens its part of the sentence.
    fn noun_before(&self, at: usize) -> Option<usize> {
        let noun = (at.saturating_sub(3)..at).find(|noun| {
            longest(&self.lexicon.places, &self.words[..at], *noun) == Some(at - noun)
        })?;
        let begin = self.phrase_start(noun);
        let opens = begin == 0 || self.words[begin].after_break;
        (opens && !self.words[at].after_break && is_determiner(&self.words[begin])).then_some(begin)
    }

    /// The place that is shown to somebody: 'to show Dad *my new house*'.
    fn shown(&self, verb: usize) -> Option<(usize, usize)> {
        let reach = (verb + 1..self.words.len().min(verb + 8))
            .take_while(|at| !self.words[*at].after_break && !is_locative(&self.words[*at]));
        let nouns = reach.filter(|_| self.words[verb].is(&["show"]));
        let place = |noun: usize| Some((noun, longest(&self.lexicon.places, self.words, noun)?));
        let (noun, length) = nouns.filter_map(place).last()?;
        let begin = self.phrase_start(noun);
        is_determiner(&self.words[begin]).then_some((begin, noun + length))
    }

    fn bare_match(&self, at: usize) -> Option<(usize, bool)> {
        if let Some(length) = longest(&self.lexicon.gazetteer, self.words, at) {
            let unsure = length == 1 && holds(&self.lexicon.name_or_place, &self.words[at].low);
            let quiet = self.words[at..at + length].iter().all(|word| word.low.len() < 4);
            return (!unsure && !quiet).then_some((length, true));
        }
        longest(&self.lexicon.places, self.words, at).map(|length| (length, false))
    }

    /// Where the noun phrase around a bare noun begins: at its article or owner if one
    /// stands close before, else at the first word of the run of plain words.
    fn phrase_start(&self, at: usize) -> usize {
        let mut begin = at;
        while begin > 0 && at - begin < 4 && !self.words[begin].after_break {
            let before = &self.words[begin - 1];
            if is_determiner(before) {
                return begin - 1;
            }
            if is_stop(before)
                || is_locative(before)
                || is_activity(before)
                || self.is_verb(before)
                || self.covered[begin - 1]
                || before.low == "of"
            {
                break;
            }
            begin -= 1;
        }
        begin
    }

    fn is_verb(&self, word: &Token) -> bool {
        word.among(&GRAMMAR.verbs)
            || (is_person(word)
                && word.owner().is_none()
                && self.lexicon.people.contains_key(word.low.as_str()))
    }

    /// The words of the place, with a second phrase that narrows it: 'in our old kitchen
    /// in Durban'.
    fn place(&self, from: usize, to: usize, has_preposition: bool) -> Place {
        let mut end = to;
        // 'Beach day' is said as a whole.
        while !has_preposition
            && end - to < 2
            && self.words.get(end).is_some_and(|next| {
                !next.after_break
                    && !is_stop(next)
                    && !is_locative(next)
                    && holds(&self.lexicon.compounds, &next.low)
            })
        {
            end += 1;
        }
        let to = end;
        if let Some(next) = self.words.get(to)
            && is_locative(next)
            && !next.after_break
            && !self.covered[to]
        {
            let (begin, until) = self.phrase(to + 1);
            if until > begin
                && self.judge(&next.low, begin, until) != Verdict::Nothing
                && until - from <= 10
            {
                end = until;
            }
        }
        Place { start: self.words[from].start, end: self.words[end - 1].end, has_preposition }
    }
}
