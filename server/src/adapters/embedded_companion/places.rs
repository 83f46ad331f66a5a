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
    BIOGRAPHY, is_activity, is_determiner, is_filler, is_locative, is_never_place, is_number,
    is_person, is_stop, looks_like_place,
};
use super::lexicon::{LEXICON, Lexicon, holds, longest};
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
    for at in 0..words.len() {
        if reader.covered[at] || !is_locative(&words[at]) {
            continue;
        }
        let (from, to) = reader.phrase(at + 1);
        if to == from {
            continue;
        }
        if reader.follows(at, from, to) {
            return Some(reader.place(at, to, true));
        }
        judged[from..to].fill(true);
    }
    (0..words.len())
        .filter(|at| !judged[*at] && !reader.covered[*at])
        .find_map(|at| reader.bare(at).map(|(from, to)| reader.place(from, to, false)))
}

/// What a phrase turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
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

struct Reader<'a> {
    words: &'a [Token],
    covered: Vec<bool>,
    names: bool,
    lexicon: &'static Lexicon,
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
            let of = word.low == "of" && has_noun;
            if of {
                has_noun = false;
            } else if is_determiner(word) {
                if has_noun {
                    break;
                }
            } else if is_stop(word) && !(end == from && word.low == "next") {
                break;
            } else if is_locative(word) {
                break;
            } else if is_activity(word) && !self.begins_place(end) && !self.begins_place(end + 1) {
                break;
            } else {
                has_noun = true;
            }
            end += 1;
        }
        // A trailing 'of' or article belongs to what follows.
        while end > from && (self.words[end - 1].low == "of" || is_determiner(&self.words[end - 1])) {
            end -= 1;
        }
        (from, end)
    }

    /// 'in a small, quiet kitchen': a comma before anything that could be the noun.
    fn goes_on_after_comma(&self, from: usize, at: usize) -> bool {
        at > from
            && at - from <= 3
            && is_determiner(&self.words[from])
            && !self.words[at].opens
            && !self.words[at].capital
            && (from + 1..at).all(|before| !self.begins_place(before) && !is_person(&self.words[before]))
            && (self.begins_place(at) || self.begins_place(at + 1))
    }

    fn begins_place(&self, at: usize) -> bool {
        at < self.words.len()
            && [&self.lexicon.places, &self.lexicon.events, &self.lexicon.surfaces]
                .into_iter()
                .any(|list| longest(list, self.words, at).is_some())
    }

    /// Whether the phrase after the word of place at `at` says where it happens.
    fn follows(&self, at: usize, from: usize, to: usize) -> bool {
        let preposition = self.words[at].low.as_str();
        let verdict = self.judge(preposition, from, to);
        if verdict == Verdict::Nothing || self.is_denied(at) {
            return false;
        }
        if self.is_biography(at, verdict) || self.is_elsewhere(at, verdict) {
            return false;
        }
        let governor = at.checked_sub(1).map(|before| &self.words[before]);
        let governed = |stems: &[&str]| {
            governor.is_some_and(|word| {
                !self.words[at].after_break && stems.iter().any(|stem| word.low.starts_with(stem))
            })
        };
        match preposition {
            "at" => {
                matches!(verdict, Verdict::Noun | Verdict::Position)
                    || !governed(&[
                        "look", "laugh", "smil", "star", "wav", "shout", "gaz", "gazing", "point",
                        "glanc", "peek", "yell", "wink", "throw", "aim", "angry", "mad", "good",
                        "great", "bad", "better", "best", "amaz", "surpris", "scream", "bark", "jok",
                        "grin", "giggl", "chuckl", "peer", "swear", "cry", "excel", "skilled",
                    ])
            }
            "in" => {
                verdict == Verdict::Noun
                    || !governed(&["believ", "interest", "trust", "dress", "fluent", "involv", "confid"])
            }
            "to" => !governed(&[
                "listen", "belong", "said", "say", "talk", "speak", "spok", "sing", "sang", "danc",
                "writ", "wrote", "according", "thank", "similar", "relat", "used", "compar", "swear",
                "promis", "meant", "mean", "import", "attach", "addict", "allerg", "married", "next",
            ]) || (verdict == Verdict::Noun && governed(&["next"])),
            "from" => verdict != Verdict::Name && self.is_looked_from(at),
            "on" => verdict != Verdict::Position || !governed(&["based", "focus", "depend", "rely", "reli", "count", "try", "trying"]),
            _ => true,
        }
    }

    /// 'not at', 'never in', 'don't know if at'.
    fn is_denied(&self, at: usize) -> bool {
        self.words[at.saturating_sub(2)..at]
            .iter()
            .any(|word| word.is(&["not", "never", "isn't", "wasn't", "weren't", "aren't", "without", "whether"]))
            && !self.words[at].after_break
    }

    /// 'lives in', 'was born in', 'moved to': a life, not the moment. 'When we lived in'
    /// is a moment.
    fn is_biography(&self, at: usize, verdict: Verdict) -> bool {
        let mut verb = at;
        while verb > 0 && at - verb < 4 && !self.words[verb].after_break {
            verb -= 1;
            if self.words[verb].is(BIOGRAPHY) {
                break;
            }
            if !is_filler(&self.words[verb]) {
                return false;
            }
        }
        if verb == at || !self.words[verb].is(BIOGRAPHY) {
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
            if !is_filler(&self.words[before]) {
                break;
            }
        }
        let word = &self.words[before];
        if before < at && word.is(&["is", "he's", "she's", "they're", "who's", "mom's", "dad's"]) {
            return true;
        }
        let apart = self.words.iter().any(|word| word.is(&["miss", "missing", "misses", "apart", "distance"]));
        before < at && is_person(word) && apart && verdict == Verdict::Name
    }

    /// Watching, waving or calling from there.
    fn is_looked_from(&self, at: usize) -> bool {
        self.words[at.saturating_sub(7)..at].iter().any(|word| {
            ["watch", "see", "look", "view", "wav", "stargaz", "call", "shout", "gaz", "jump", "div", "star", "sunset", "sunrise"]
                .iter()
                .any(|stem| word.low.starts_with(stem))
        })
    }

    /// What the phrase after a word of place is.
    fn judge(&self, preposition: &str, from: usize, to: usize) -> Verdict {
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
                if rest.iter().any(|word| holds(&self.lexicon.things, word.base())) {
                    continue;
                }
                if rest.last().is_some_and(|word| is_span_of_life(word)) {
                    continue;
                }
                if self.words[at + length - 1].owner().is_some() && !rest.is_empty() {
                    continue;
                }
                return verdict;
            }
        }
        self.judge_unknown(preposition, first, to, determined, head)
    }

    /// The longest list entry that begins at `at`, if it is a place after this word.
    fn match_at(&self, preposition: &str, at: usize, to: usize, determined: bool) -> Option<(Verdict, usize)> {
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
            let fits = matches!(preposition, "in" | "at" | "to" | "around" | "across" | "through" | "near" | "over" | "into" | "outside" | "within" | "throughout" | "on" | "under" | "up" | "down" | "beneath" | "off" | "from" | "towards" | "inside" | "above" | "along" | "atop" | "by" | "beside" | "behind" | "past" | "overlooking" | "below");
            if fits && !(unsure && !(self.names && word.capital)) {
                return Some((Verdict::Name, length));
            }
        }
        if let Some(length) = longest(&self.lexicon.name_or_place, phrase, at)
            && self.names
            && self.words[at].capital
            && matches!(preposition, "in" | "to" | "around" | "near" | "across" | "through" | "at")
            && !(preposition == "to" && !self.is_going(at))
        {
            return Some((Verdict::Name, length));
        }
        let surfaces = known(longest(&self.lexicon.surfaces, phrase, at));
        if let Some(length) = surfaces
            && !matches!(preposition, "to" | "during" | "off")
            && (determined || matches!(preposition, "at" | "in" | "on" | "among" | "between" | "under"))
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

    /// 'to Florence' is a journey after 'going', 'flew', 'trip'; else it is a person.
    fn is_going(&self, at: usize) -> bool {
        self.words[at.saturating_sub(6)..at].iter().any(|word| {
            ["go", "went", "fly", "flew", "trip", "travel", "driv", "drove", "tak", "took", "head", "sail", "journey", "mov", "return", "back"]
                .iter()
                .any(|stem| word.low.starts_with(stem))
        })
    }

    /// A phrase of words that no list holds.
    fn judge_unknown(&self, preposition: &str, first: usize, to: usize, determined: bool, head: &Token) -> Verdict {
        let owner = (first..to).rev().find(|at| self.words[*at].owner().is_some());
        let superlative = self.words[first..to].iter().any(|word| word.is(&["most", "very"]));
        if superlative || is_never_place(&head.low) || (is_number(head) && to - first == 1) || is_span_of_life(head) || is_superlative(head) {
            // 'at Grandma's place', unlike 'at our favourite place'.
            let owned = owner.is_some_and(|at| at + 2 == to) || (determined && self.words[first - 1].is(&["his", "her", "their", "my"]) && first + 1 == to);
            let own_place = head.is(&["place"]) && owned && matches!(preposition, "at" | "to" | "in" | "outside");
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
        if looks_like_place(head.base()) && !matches!(preposition, "during" | "over" | "off" | "to") {
            return Verdict::Position;
        }
        let first_word = &self.words[first];
        let name = self.names && first_word.capital && owner.is_none() && !is_never_place(&first_word.low);
        if name && matches!(preposition, "in" | "at") && !is_person(first_word) {
            return Verdict::Name;
        }
        match preposition {
            "at" if determined || owner.is_some() => Verdict::Guess,
            "inside" | "outside" | "near" | "behind" | "opposite" | "along" | "across" | "aboard" | "atop"
                if determined && !is_never_place(&first_word.low) =>
            {
                Verdict::Guess
            }
            _ => Verdict::Nothing,
        }
    }

    /// A place noun or a name that stands without a word of place.
    fn bare(&self, at: usize) -> Option<(usize, usize)> {
        // Adverbs that need nothing around them.
        if self.words[at].is(&["backstage", "underwater", "downtown", "uptown", "poolside", "seaside", "ashore"]) {
            return Some((at, at + 1));
        }
        let (length, name) = self.bare_match(at)?;
        let end = at + length;
        if self.words[at..end].iter().any(|word| word.owner().is_some() && !holds(&self.lexicon.gazetteer, &word.low)) {
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
        let verb = |stems: &[&str]| stems.iter().any(|stem| governor.low.starts_with(stem));
        let accepted = governor.is(&["and", "or", "with", "then", "where", "we", "around", "this", "that's", "back"])
            || is_activity(governor) && !verb(&["loving", "liking", "buying", "selling", "naming", "owning"])
            || verb(&[
                "visit", "explor", "remember", "pictur", "imagin", "miss", "walk", "cross", "climb",
                "hik", "wander", "leav", "enter", "reach", "tour", "see", "clean", "paint", "water",
                "sail", "swim", "swam", "swum", "roam", "tak", "want", "need", "choos", "swept", "recreat", "drive", "drove",
            ]);
        accepted.then_some((begin, end))
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
            if is_stop(before) || is_locative(before) || is_activity(before) || self.is_verb(before)
                || self.covered[begin - 1] || before.low == "of"
            {
                break;
            }
            begin -= 1;
        }
        begin
    }

    fn is_verb(&self, word: &Token) -> bool {
        word.is(&[
            "love", "loved", "loves", "miss", "visit", "see", "want", "remember", "picture", "imagine",
            "climb", "explore", "cross", "like", "liked", "hated", "bought", "built", "owned", "sold",
            "hike", "walk", "need", "take", "enjoyed", "adored", "called", "wanted", "preferred", "left",
            "friend", "named", "reach", "leave", "enter", "tour", "recreate", "choose", "visited",
        ]) || (is_person(word) && word.owner().is_none() && self.lexicon.people.contains_key(word.low.as_str()))
    }

    /// The words of the place, with a second phrase that narrows it: 'in our old kitchen
    /// in Durban'.
    fn place(&self, from: usize, to: usize, has_preposition: bool) -> Place {
        let mut end = to;
        if let Some(next) = self.words.get(to)
            && is_locative(next)
            && !next.after_break
            && !self.covered[to]
        {
            let (begin, until) = self.phrase(to + 1);
            if until > begin && self.judge(&next.low, begin, until) != Verdict::Nothing && until - from <= 10 {
                end = until;
            }
        }
        Place { start: self.words[from].start, end: self.words[end - 1].end, has_preposition }
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
