//! Which setting a text means, and what is seen from there.
//!
//! How it reads: every word or phrase of a setting is a mention, weighed by the words before it. A
//! place that people are in counts for more than one that is only named, that for more than one that
//! is near or seen, and that for more than things and occasions ([`Setting::hints`]); what is denied,
//! left, painted or over does not count. Of equal mentions the narrower place wins ([`Setting::scope`]),
//! then the one said first.
//!
//! Always: linear in the number of words; a text without any mention has no setting. To teach it a
//! word: the file of the setting. A turn of phrase: a list below, or a rule in [`Reader::weight`].

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use evernear_app::domain::creation::Prompt;
use evernear_rules::story::Story;
use evernear_settings::{SETTINGS, Scope, Setting};

use super::language::recognise;
use super::lexicon::{LEXICON, longest, singulars};
use super::moment;
use super::tokens::{Token, tokens};

/// Longest phrase of a setting, in words.
const LONGEST: usize = 6;
/// How many words before a mention are looked at.
const BEFORE: usize = 6;

/// What a mention counts for, to which its scope is added.
const WITHIN: u32 = 20;
const NAMED: u32 = 12;
const NEAR: u32 = 8;
const HINTED: u32 = 4;
/// The same, without its scope.
const ON_THE_MAP: u32 = 3;
const ANYWHERE: u32 = 1;

/// They are in it: what follows is where people are.
const INSIDE: &[&str] = &[
    "in", "on", "at", "inside", "under", "through", "along", "aboard", "into", "onto", "beneath",
    "within", "between", "among", "upon", "round", "around", "down", "up", "across", "to", "for",
    // Afrikaans and Dutch
    "op", "onder", "by", "bij", "aan", // German
    "im", "am", "auf", "unter", "vor", // French
    "en", "dans", "sur", "sous", "chez", // Portuguese, Italian
    "no", "na", "em", "nel", "nella", "sul", "sulla", "al", "alla",
    "intorno", // Hindi, Russian
    "ke", "на", "в",
];
/// Beside it where another place is named just before, else in it: 'by the lake'.
const BESIDE: &[&str] = &["by", "behind", "outside", "over", "near", "beside"];
/// They are not in it, but it is there to be seen.
const BEYOND: &[&str] = &["overlooking", "facing", "above", "beyond", "opposite", "against"];
/// What follows is looked at.
const LOOK: &[&str] =
    &["watching", "watched", "watch", "wacth", "counting", "looking", "looked", "view"];
/// What follows did not happen, or is over.
const DENIED: &[&str] = &[
    "not", "never", "no", "wasn't", "wasnt", "isn't", "isnt", "don't", "dont", "didn't", "didnt",
    "without", "instead", "left", "leaving", "died", "fell", "hated", "skipped", // others
    "nicht", "niet", "nie", "nooit", "kein", "keine", "pas", "sans", "jamais", "nunca", "sin",
];
/// What follows is another time.
const ELSEWHEN: &[&str] = &["after", "before", "befor", "since", "until", "from"];
/// What follows is a picture or a likeness.
const PICTURED: &[&str] = &[
    "photo", "picture", "painting", "painted", "poster", "drew", "drawing", "story", "about",
    "like",
];
/// Words that end the reach of what stands before them.
const TURNING: &[&str] = &[
    "but", "sondern", "maar", "mais", "sino", "was", "it", "rather", "just", "and", "because",
    "so", "with", "met", "mit", "avec", "con", "com", "when", "where", "while",
];

/// How a phrase belongs to its setting.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Place,
    Name,
    Hint,
}

/// A place that a text names, from one word to before another.
#[derive(Clone, Copy, Debug)]
struct Mention {
    setting: &'static Setting,
    at: usize,
    end: usize,
    sort: Sort,
    weight: u32,
}

/// What a text means.
#[derive(Clone, Copy, Debug, Default)]
struct Meant {
    setting: Option<&'static Setting>,
    view: Option<&'static Setting>,
    weight: u32,
}

/// Phrases of all settings.
static PHRASES: LazyLock<HashMap<&'static str, (&'static Setting, Sort)>> = LazyLock::new(|| {
    let mut phrases = HashMap::new();
    for setting in SETTINGS.iter() {
        for (list, sort) in [
            (&setting.places, Sort::Place),
            (&setting.names, Sort::Name),
            (&setting.hints, Sort::Hint),
        ] {
            phrases.extend(list.iter().map(|word| (word.as_str(), (setting, sort))));
        }
    }
    phrases
});

/// Where and when a memory is. A place that was given in answer to our question outdoes the one in
/// the words before.
pub(super) fn story(prompt: &Prompt) -> Story {
    let words = prompt.words().unwrap_or_default();
    let answered = prompt.place().map(find).unwrap_or_default();
    let told = find(words);
    // A town alone says less than the kitchen they spoke of, 'at home' less than a birthday.
    let says_less = match answered.weight {
        ..ON_THE_MAP => told.weight > 0,
        ON_THE_MAP => told.weight >= NEAR,
        _ => false,
    };
    let meant = if says_less { told } else { answered };
    let name = |setting: Option<&Setting>| setting.map(|setting| setting.name.to_owned());
    Story {
        setting: name(meant.setting),
        view: name(meant.view),
        hour: moment::hour(words),
        weather: moment::weather(words),
        season: moment::season(words),
        era: moment::era(words),
        mood: moment::mood(words),
    }
}

/// The setting that these words mean.
fn find(text: &str) -> Meant {
    let words = tokens(text);
    let mut mentions = Reader::new(text, &words).mentions();
    mentions.extend(unspaced(text, words.len()));
    let best = mentions.iter().max_by_key(|mention| (mention.weight, Reverse(mention.at)));
    let Some(&Mention { setting: first, weight, .. }) = best else { return Meant::default() };
    let turned = mentions
        .iter()
        .map(|mention| mention.setting)
        .find(|other| other.turns.iter().any(|name| name == first.name));
    let setting = turned.unwrap_or(first);
    let view = mentions.iter().find(|mention| {
        let landscape = mention.sort == Sort::Place && mention.setting.scope == Scope::Area;
        landscape && mention.setting.name != setting.name && mention.weight >= NEAR
    });
    Meant { setting: Some(setting), view: view.map(|mention| mention.setting), weight }
}

/// Mentions in writing without spaces between words.
fn unspaced(text: &str, after: usize) -> Vec<Mention> {
    let cjk = |sign: char| matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    if !text.contains(cjk) {
        return Vec::new();
    }
    let phrases = PHRASES.iter().filter(|(phrase, _)| phrase.contains(cjk));
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

struct Reader<'a> {
    words: &'a [Token],
    /// Nothing for English.
    language: Option<&'static str>,
}

impl<'a> Reader<'a> {
    fn new(text: &str, words: &'a [Token]) -> Self {
        Self { words, language: recognise(text, words).map(|language| language.name) }
    }

    fn mentions(&self) -> Vec<Mention> {
        let mut found: Vec<Mention> = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let idiom = longest(&LEXICON.idioms, self.words, at);
            let named = self.phrase(at).filter(|(length, ..)| Some(*length) > idiom);
            let Some((length, setting, sort)) = named else {
                at += idiom.unwrap_or(1);
                continue;
            };
            let end = at + length;
            let before = found.last().filter(|last| last.sort == Sort::Place);
            if let Some(weight) = self.weight(at, end, setting, sort, before) {
                found.push(Mention { setting, at, end, sort, weight });
            }
            at = end;
        }
        found
    }

    /// The longest phrase of a setting that begins here.
    fn phrase(&self, at: usize) -> Option<(usize, &'static Setting, Sort)> {
        let reach = (1..LONGEST.min(self.words.len() - at))
            .take_while(|step| !self.words[at + step].after_break)
            .count()
            + 1;
        (1..=reach).rev().find_map(|length| {
            let run = &self.words[at..at + length];
            let phrase = run.iter().map(|word| word.low.as_str()).collect::<Vec<_>>().join(" ");
            let spaced = phrase.replace('-', " ");
            let forms = [phrase.clone(), spaced].into_iter().chain(singulars(&phrase));
            let (setting, sort) = forms.into_iter().find_map(|form| PHRASES.get(form.as_str()))?;
            Some((length, *setting, *sort))
        })
    }

    /// What a mention from `at` to before `end` counts for; nothing when it does not. `before` is the
    /// place named before it.
    fn weight(
        &self,
        at: usize,
        end: usize,
        setting: &Setting,
        sort: Sort,
        before: Option<&Mention>,
    ) -> Option<u32> {
        let scope = setting.scope as u32;
        if let Some(next) = self.words.get(end).filter(|next| !next.after_break) {
            // 'a wedding dress', 'that beach chair', 'a desert of paperwork'.
            let figure = next.low == "of" && setting.scope == Scope::Region;
            if figure || (next.among(&LEXICON.things) && sort == Sort::Place) {
                return None;
            }
        }
        let (mut inside, mut near, mut looked) = (false, false, false);
        for back in 1..=BEFORE.min(at) {
            let here = at - back;
            if self.words[here + 1].after_break {
                break;
            }
            let word = &self.words[here];
            if self.denies(here) {
                return None;
            }
            if word.is(TURNING) && !inside {
                break;
            }
            let elsewhen = word.is(ELSEWHEN) || (word.low == "na" && self.is_germanic());
            if !inside && back <= 4 && (word.is(PICTURED) || (elsewhen && !self.looks(at))) {
                return None;
            }
            // 'the swing in the garden', 'the veranda by the sea': the first is where they are.
            let of_another = before.is_some_and(|before| before.end == here);
            if (word.is(INSIDE) || word.is(BESIDE)) && !near {
                inside |= !of_another;
                near |= of_another;
            }
            near |= word.is(BEYOND) && !inside;
            looked |= word.is(LOOK);
        }
        if self.likens(at) || self.is_background(at) {
            return None;
        }
        // 'You were my rock and my harbour.'
        let mut sentence = self.words[..at].iter().rev().take(BEFORE);
        let owned = at > 0 && self.words[at - 1].low == "my";
        if owned && !inside && sentence.any(|word| word.is(&["were", "are", "is", "she's", "he's"]))
        {
            return None;
        }
        match sort {
            Sort::Hint => return Some(HINTED + scope),
            Sort::Name => return Some(ON_THE_MAP),
            Sort::Place if setting.name.ends_with("-any") => return Some(ANYWHERE),
            Sort::Place => {}
        }
        // 'from the cliff top': where one looks from.
        let from = self.words[at.saturating_sub(3)..at].iter().any(|word| word.low == "from");
        Some(match () {
            () if from && self.looks(at) => WITHIN + scope,
            () if looked => NEAR,
            () if inside => WITHIN + scope,
            () if near => NEAR + scope,
            () => NAMED + scope,
        })
    }

    /// Whether the word denies what follows. 'No' is a word of place in Portuguese.
    fn denies(&self, at: usize) -> bool {
        let word = &self.words[at];
        let asleep =
            word.low == "fell" && self.words.get(at + 1).is_some_and(|next| next.low == "asleep");
        word.is(DENIED) && !asleep && !(word.low == "no" && self.language.is_some())
    }

    /// 'Grief is an ocean', 'life is a bus'; not 'it was a farm'.
    fn likens(&self, at: usize) -> bool {
        let Some([subject, copula, article]) = self.words[..at].last_chunk::<3>() else {
            return false;
        };
        article.is(&["a", "an"])
            && copula.is(&["is", "was"])
            && subject.is(&["life", "love", "grief", "he", "she"])
    }

    /// 'Mom grew up over a bakery': where somebody comes from. Where 'I' or 'we' grew up is told.
    /// 'I wish I had gone to the hospital': where they were not.
    fn is_background(&self, at: usize) -> bool {
        let furthest = at.saturating_sub(BEFORE);
        let start = (furthest..=at).rev().find(|from| self.words[*from].after_break);
        let before = &self.words[start.unwrap_or(furthest)..at];
        let wish = before.iter().position(|word| word.low == "wish");
        if wish.is_some_and(|wish| before[wish..].iter().any(|word| word.low == "gone")) {
            return true;
        }
        before.windows(3).any(|run| {
            let grew = run[1].low == "grew" && run[2].low == "up";
            let moved = run[1].low == "moved" && run[2].is(&["out", "away", "from"]);
            (grew || moved) && !run[0].is(&["i", "we"])
        })
    }

    fn is_germanic(&self) -> bool {
        self.language.is_some_and(|name| matches!(name, "Afrikaans" | "Dutch"))
    }

    /// Whether somebody looks at something in the sentence of this word.
    fn looks(&self, at: usize) -> bool {
        let start = (0..=at).rev().find(|before| self.words[*before].opens).unwrap_or(0);
        self.words[start..at].iter().any(|word| word.is(LOOK))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(words: &str, place: Option<&str>) -> Option<String> {
        story(&Prompt::new(words.to_owned(), place)).setting
    }

    #[test]
    fn what_is_answered_outdoes_what_was_told_unless_it_says_less() {
        for (words, place, expected) in [
            ("Sitting with Grandpa", Some("Lake Malawi"), Some("lake")),
            ("I miss the kitchen", Some("at the beach"), Some("beach")),
            ("Dancing in our kitchen", Some("Durban"), Some("kitchen")),
            ("Dancing in our kitchen", Some("at home"), Some("kitchen")),
            ("Dancing with her", Some("Paris"), Some("city-street")),
            ("Her 80th birthday", Some("at home"), Some("birthday-table")),
            ("I miss her", None, None),
        ] {
            assert_eq!(setting(words, place).as_deref(), expected, "{words} {place:?}");
        }
    }

    #[test]
    fn the_place_rules_over_things_and_occasions() {
        for (words, expected) in [
            ("tea in the garden", "garden"),
            ("Her 80th birthday in the garden", "garden"),
            ("Her 80th birthday", "birthday-table"),
            ("A birthday in a hot-air balloon", "balloon-basket"),
            ("the veranda by the sea", "veranda"),
            ("A desert of paperwork at the office", "office"),
            ("Christmas in the lounge", "christmas-lounge"),
            ("not at the hospital but in her garden", "garden"),
            ("sitting in the car at the drive-in", "drive-in-cinema"),
        ] {
            assert_eq!(setting(words, None).as_deref(), Some(expected), "{words}");
        }
    }

    #[test]
    fn a_likeness_a_wish_and_where_somebody_comes_from_are_no_place() {
        for (words, expected) in [
            ("He used to say life is a bus", None),
            ("Mom grew up over a bakery", None),
            ("I wish I had gone to the hospital", None),
            ("I grew up on a farm with him", Some("farm")),
            ("When she moved away, we sat on the beach", Some("beach")),
            ("Grandpa moved to the couch", Some("couch-lounge")),
        ] {
            assert_eq!(setting(words, None).as_deref(), expected, "{words}");
        }
    }

    #[test]
    fn what_is_seen_from_there_is_kept() {
        let story = story(&Prompt::new("On the veranda by the sea at dusk".to_owned(), None));
        assert_eq!(story.view.as_deref(), Some("beach"));
        assert_eq!(story.hour, Some(evernear_rules::story::Hour::Sunset));
    }
}
