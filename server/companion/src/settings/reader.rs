//! Reading a text for mentions of settings, and weighing each by the words around it.

use evernear_settings::{Kind, Scope, Setting};

use super::{
    ANYWHERE, BOUND, HINTED, IN_THE_LAND, NAMED, NEAR, ON_THE_MAP, WITHIN,
    around::{
        contradicts, fails, instead, is_fixture, is_out_of_use, is_weather, is_where_they_work,
        stands_in,
    },
    background::{
        is_aside, is_away, is_background, is_for_an_occasion, is_purpose, is_seen_from_there,
        is_somebody, likens,
    },
    cues::{
        BESIDE, BEYOND, CORRECTING, ELSEWHEN, HEAPS, LOOK, PARTS, PICTURED, TURNING, has_stayed,
        is_bound, is_denied, is_inside, is_left, is_likeness,
    },
    forms::{PHRASES, Sort, longest_phrase},
    mention::{BEFORE, Mention},
};
use crate::{
    grammar::is_determiner,
    language::Language,
    lexicon::{LEXICON, longest},
    recognition::{code, recognise},
    tokens::Token,
};

/// Whether a letter is of a writing without spaces between words, or in which endings are written with the
/// word that they belong to: Japanese, Chinese, Korean, Thai, and those of India but Devanagari.
fn is_joined(letter: char) -> bool {
    matches!(letter, '\u{980}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}')
}

/// Mentions in writing whose words cannot be set apart.
pub(super) fn unspaced(text: &str, after: usize) -> Vec<Mention> {
    if !text.contains(is_joined) {
        return Vec::new();
    }
    let phrases = PHRASES.iter().filter(|(phrase, _)| phrase.contains(is_joined));
    let mut found: Vec<Mention> = phrases
        .filter_map(|(phrase, &(setting, sort))| {
            let at = after + text.find(phrase)?;
            let base = if sort == Sort::Hint { HINTED } else { NAMED };
            let weight = base + setting.scope as u32;
            Some(Mention { setting, at, end: at + phrase.len(), sort, weight })
        })
        .collect();
    // The order of the phrases is another in each run.
    found.sort_by_key(|mention| (mention.at, mention.end, mention.setting.name));
    found
}

/// What the words before a mention say of it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is true or not by itself")]
struct Before {
    inside: bool,
    near: bool,
    looked: bool,
    denied: bool,
    /// Another time, a picture, a likeness, or where somebody came from.
    elsewhere: bool,
    /// Where they are only going.
    bound: bool,
    /// A vehicle stands there: 'a land rover in the Namib'.
    vehicle: bool,
}

pub(super) struct Reader<'a> {
    words: &'a [Token],
    /// Nothing for English.
    language: Option<&'static Language>,
    /// Of the language, also of those that have no answers of their own.
    code: &'static str,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &str, words: &'a [Token]) -> Self {
        Self { words, language: recognise(text, words), code: code(text, words) }
    }

    pub(super) fn mentions(&self) -> Vec<Mention> {
        let mut found: Vec<Mention> = Vec::new();
        let mut denied: Vec<&str> = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let idiom = longest(&LEXICON.idioms, self.words, at)
                .filter(|length| !self.names_more(at, at + length));
            let phrase = longest_phrase(self.words, at, self.language, self.code);
            let length = phrase.map_or(1, |(length, _)| length);
            if self.begins_after_article(at, length) || self.names_more(at, at + length) {
                at += 1;
                continue;
            }
            let named = phrase.filter(|(length, _)| Some(*length) > idiom);
            let Some((length, (setting, sort))) = named else {
                at += idiom.unwrap_or(1);
                continue;
            };
            let end = at + length;
            let last = found.last().filter(|last| last.sort.is_place() && last.weight > BOUND);
            let mut before = self.before(at, last);
            // 'In bed', 'am Meer'.
            before.inside |=
                length > 1 && !before.near && setting.scope != Scope::Region && self.is_led(at);
            if before.denied {
                denied.extend(sort.is_place().then_some(setting.name));
            } else if let Some(weight) = self.weight(at, end, setting, sort, &before) {
                // 'The church garden': a compound is what its last part says.
                let compound = self.joins_nouns()
                    && last.is_some_and(|last| last.end == at && sort == Sort::Place);
                // 'Her chair on the veranda'.
                let holds =
                    |last: &Mention| self.is_led(last.end) && stands_in(self.words, last, last.end);
                let stood_in = sort == Sort::Place && before.inside && last.is_some_and(holds);
                let first = &self.words[at];
                let leads = is_inside(first, self.language, self.code)
                    || first.is(BESIDE)
                    || is_determiner(first);
                if stood_in || (compound && !leads && !first.after_break) {
                    found.pop();
                }
                let mention = Mention { setting, at, end, sort, weight };
                found.push(self.in_its_stead(mention).unwrap_or(mention));
            }
            at = end;
        }
        // 'We did not go to the church hall': then what is usual there does not count either.
        let told = found.iter().find(|mention| mention.sort == Sort::Wide).copied();
        found.retain(|mention| {
            let contradicted = told.is_some_and(|told| contradicts(mention.setting, told.setting));
            let counts = !contradicted && !denied.contains(&mention.setting.name);
            mention.sort != Sort::Hint || counts
        });
        self.corrected(found)
    }

    /// The place in which people are instead of the one that is mentioned.
    fn in_its_stead(&self, mention: Mention) -> Option<Mention> {
        let named = mention.sort.is_place();
        let setting = named.then(|| instead(self.words, &mention)).flatten()?;
        Some(match setting.scope {
            Scope::Region => Mention { setting, sort: Sort::Wide, weight: ANYWHERE, ..mention },
            _ => Mention { setting, ..mention },
        })
    }

    /// Whether a place begins in a saying and ends behind it: 'in his corner shop' is no 'in his corner'.
    fn names_more(&self, at: usize, end: usize) -> bool {
        (at + 1..end).any(|inner| {
            longest_phrase(self.words, inner, self.language, self.code)
                .is_some_and(|(length, (_, sort))| sort == Sort::Place && inner + length > end)
        })
    }

    /// Whether the word at `at` says that people are in what follows.
    fn is_led(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| is_inside(word, self.language, self.code))
    }

    /// 'The hay wagon' is no 'the hay'.
    fn begins_after_article(&self, at: usize, length: usize) -> bool {
        let next = at + 1;
        self.words[at].is(&["the", "a", "his", "her", "my", "our", "at", "in", "on", "by"])
            && self.words.get(next).is_some_and(|word| !word.after_break)
            && longest_phrase(self.words, next, self.language, self.code)
                .is_some_and(|(further, _)| further >= length && length > 1)
    }

    /// 'The forge was his world, but this was at home': what is corrected counts no more.
    fn corrected(&self, mut found: Vec<Mention>) -> Vec<Mention> {
        let correction = |at: &usize| {
            self.words[*at].low == "but"
                && self.words[at + 1..]
                    .iter()
                    .take(2)
                    .any(|word| word.is(&["was", "is", "stayed", "ended"]))
        };
        for at in (0..self.words.len()).filter(correction) {
            let says_where =
                |mention: &Mention| mention.sort.is_place() && (at..at + 6).contains(&mention.at);
            if found.iter().any(says_where) {
                found.retain(|mention| mention.at > at);
            }
        }
        found
    }

    /// Reads the words before a mention at `at`; `last` is the place named before it.
    fn before(&self, at: usize, last: Option<&Mention>) -> Before {
        let mut before = Before::default();
        for back in 1..=BEFORE.min(at) {
            let here = at - back;
            if self.words[here + 1].after_break {
                break;
            }
            let word = &self.words[here];
            // 'We left flowers on the grave.'
            let put = before.inside && word.is(&["left", "leaving"]);
            if !put && is_denied(self.words, here, self.language.is_some()) {
                before.denied = true;
                break;
            }
            if word.is(CORRECTING) || (word.is(TURNING) && !before.inside) {
                break;
            }
            let elsewhen = word.is(ELSEWHEN)
                || is_left(self.words, here)
                || (word.low == "na" && self.is_germanic());
            if !before.inside && back <= 4 {
                let looked_from = elsewhen && self.looks(at);
                before.elsewhere |= word.is(PICTURED) || (elsewhen && !looked_from);
            }
            before.elsewhere |= back <= 5 && is_likeness(self.words, here);
            before.bound |= !before.inside && back <= 4 && is_bound(self.words, here);
            // 'the swing in the garden', 'the veranda by the sea': the first is where they are.
            // 'The van at the side of the road': in the van only if they are said to be.
            let of_another = last.is_some_and(|last| {
                let vehicle = last.setting.kind == Kind::Way && last.weight < WITHIN;
                before.vehicle |= vehicle && last.end == here && word.is(&["in", "on", "at"]);
                last.end == here && !vehicle && !stands_in(self.words, last, here)
            });
            let next_to = word.low == "to" && here > 0 && self.words[here - 1].low == "next";
            let beside = word.is(BESIDE)
                || (word.low == "next" && self.words[here + 1].low == "to")
                || word.low == "from";
            let inside = is_inside(word, self.language, self.code) && !next_to;
            if (inside || beside) && !before.near {
                before.inside |= !of_another;
                before.near |= of_another;
            }
            before.inside |= has_stayed(self.words, here);
            before.near |= word.is(BEYOND) && !before.inside;
            let sees = word.is(&["see"]) && here > 0 && self.words[here - 1].is(&["could", "can"]);
            before.looked |= word.is(LOOK) || sees;
        }
        before
    }

    /// What a mention from `at` to before `end` counts for; nothing when it does not.
    fn weight(
        &self,
        at: usize,
        end: usize,
        setting: &Setting,
        sort: Sort,
        before: &Before,
    ) -> Option<u32> {
        let scope = setting.scope as u32;
        let fixed = before.inside && is_fixture(self.words, at, end, setting);
        if before.elsewhere || (!fixed && self.is_only_part(end, setting, sort)) {
            return None;
        }
        if fails(self.words, end, setting)
            || is_weather(self.words, at, setting)
            || is_out_of_use(self.words, end)
        {
            return None;
        }
        if likens(self.words, at)
            || is_background(self.words, at)
            || (!before.inside && is_somebody(self.words, at))
            || (sort == Sort::Hint && is_for_an_occasion(self.words, at))
            || (sort == Sort::Name && is_away(self.words, at))
        {
            return None;
        }
        match sort {
            _ if before.bound => return Some(BOUND),
            Sort::Hint => return Some(HINTED + scope),
            // 'A land rover in the Namib'.
            Sort::Name if before.vehicle && setting.name != "city-street" => {
                return Some(WITHIN + scope);
            }
            Sort::Name if before.inside && setting.name != "city-street" => {
                return Some(IN_THE_LAND);
            }
            Sort::Name => return Some(ON_THE_MAP),
            Sort::Wide => return Some(ANYWHERE),
            Sort::Place if is_where_they_work(self.words, at, setting) => return Some(ON_THE_MAP),
            Sort::Place => {}
        }
        // 'from the cliff top': where one looks from.
        let from = self.words[at.saturating_sub(3)..at].iter().any(|word| word.low == "from");
        Some(match () {
            () if from && self.looks(at) => WITHIN + scope,
            () if is_purpose(self.words, at, setting) => ANYWHERE,
            () if before.looked || is_seen_from_there(self.words, end) => NEAR,
            () if is_aside(self.words, at, setting.kind == Kind::Way) => NEAR + scope,
            () if before.inside => WITHIN + scope,
            () if before.near => NEAR + scope,
            () => NAMED + scope,
        })
    }

    /// 'A wedding dress', 'an army jacket', 'that beach chair', 'a desert of paperwork', 'the step of the shop', 'the whole
    /// street could smell it'.
    fn is_only_part(&self, end: usize, setting: &Setting, sort: Sort) -> bool {
        let Some(next) = self.words.get(end).filter(|next| !next.after_break) else {
            return false;
        };
        let of = next.low == "of";
        // 'A mountain of laundry'; 'the island of Crete' and 'the sea of my childhood' are places.
        let whole = self.words.get(end + 1);
        let named = whole.is_some_and(|word| word.capital || is_determiner(word));
        let heap = of && !named && self.words[end - 1].is(HEAPS);
        let figure = heap || (of && setting.scope == Scope::Region);
        let part = of && setting.kind != Kind::Way && self.words[end - 1].is(PARTS);
        let senses = next.is(&["could"])
            && self.words.get(end + 1).is_some_and(|word| word.is(&["smell", "hear", "see"]));
        let thing = self.language.is_none() && next.among(&LEXICON.things) && sort != Sort::Name;
        figure || part || senses || thing
    }

    /// Whether the last of two nouns that stand together is the place, as in English.
    fn joins_nouns(&self) -> bool {
        match self.language {
            Some(language) => language.joins_compounds(),
            None => self.code == "en",
        }
    }

    fn is_germanic(&self) -> bool {
        self.language.is_some_and(|language| matches!(language.name, "Afrikaans" | "Dutch"))
    }

    /// Whether somebody looks at something in the sentence of this word.
    fn looks(&self, at: usize) -> bool {
        let start = (0..=at).rev().find(|before| self.words[*before].opens).unwrap_or(0);
        self.words[start..at].iter().any(|word| word.is(LOOK))
    }
}
