//! What a text tells, taken apart once for every reply: its language, who is in it, where
//! it is, what they do, what is seen, and its own words.
//!
//! Always: every piece is the person's own, at most turned towards them; a piece that was
//! not told is absent, never guessed. Pieces are short enough that no sentence built from
//! them outgrows its bound.
//!
//! To read one more kind of piece: a field, a small module that finds it, and a sentence
//! that uses it in [`super::plan`] or its neighbours.

use super::activity;
use super::language::{Language, is_partly_english, recognise};
use super::lexicon::{LEXICON, holds, longest};
use super::people::{self, People};
use super::places::{self, Place};
use super::second_person::turn;
use super::text::{clean, has_words, quotable};
use super::tokens::{Token, tokens};
use super::{abroad, grammar};

/// What stands between the prompt and the place when both are sent (spec §4).
const LOCATION_MARK: &str = " Location: ";
/// Longest place that is repeated, in characters.
const PLACE_CHARS: usize = 60;

/// A text, taken apart.
pub(super) struct Story {
    /// The language it is written in; nothing for English.
    pub language: Option<&'static Language>,
    /// Who is in it beside the writer.
    pub people: People,
    /// Where it is, with its word of place: 'in your old kitchen in Durban'.
    pub place: Option<String>,
    /// What they do: 'dancing with your mom', 'your dad teaching you to swim'.
    pub doing: Option<String>,
    /// Things that are named: at most three.
    pub details: Vec<String>,
    /// The beginning of the person's own words; empty when there are none.
    pub words: String,
}

impl Story {
    /// Takes a text apart.
    pub fn read(text: &str) -> Self {
        let (said, location) = match text.rsplit_once(LOCATION_MARK) {
            Some((said, location)) => (clean(said), Some(clean(location)).filter(|place| !place.is_empty())),
            None => (clean(text), None),
        };
        let words = tokens(&said);
        let language = recognise(&said, &words);
        let found = find_place(&said, &words, language);
        let place = match (&location, &found) {
            (Some(location), _) => Some(answered(location, language)),
            (None, Some(place)) => Some(told(&said, place, language)),
            (None, None) => None,
        };
        let english = language.is_none();
        let own = first_sentence(&said);
        Self {
            language,
            people: if english { people::find(&said) } else { People::default() },
            place,
            doing: if english { activity::find(&said) } else { None },
            details: if english { details(&said, &words, found.as_ref()) } else { Vec::new() },
            words: if has_words(&own) { quotable(&own, 90) } else { String::new() },
        }
    }

    /// What it is about, as a thing one can have the feeling of.
    pub fn subject(&self) -> String {
        match (&self.doing, self.words.is_empty()) {
            (Some(doing), _) => doing.clone(),
            (None, true) => "a beautiful memory".to_owned(),
            (None, false) => format!("“{}”", self.words),
        }
    }

    /// The place, unless what they do names it already.
    pub fn further_place(&self) -> Option<&str> {
        let place = self.place.as_deref()?;
        let said = self.doing.as_deref().unwrap_or_default().to_lowercase();
        let named = said.contains(place.trim_end_matches('…').to_lowercase().as_str());
        (!named).then_some(place)
    }

    /// Everyone in it: 'you and your dad', 'the two of you' when nobody is named.
    pub fn everyone(&self) -> String {
        self.people
            .together()
            .map_or_else(|| "the two of you".to_owned(), |who| format!("you and {who}"))
    }
}

/// The place a text names, read in its language.
fn find_place(text: &str, words: &[Token], language: Option<&'static Language>) -> Option<Place> {
    match language {
        None => places::find(text),
        Some(language) => abroad::find(text, language).or_else(|| {
            if is_partly_english(words) { places::find(text) } else { None }
        }),
    }
}

/// A place found inside a text.
fn told(text: &str, place: &Place, language: Option<&'static Language>) -> String {
    let words = &text[place.start..place.end];
    if language.is_some() {
        return format!("“{}”", quotable(words, PLACE_CHARS));
    }
    let turned = turn(words).unwrap_or_else(|| words.to_owned());
    let short = quotable(&turned, PLACE_CHARS);
    if place.has_preposition { lowered(&short) } else { with_preposition(&short) }
}

/// A place given in answer to our question.
fn answered(location: &str, language: Option<&'static Language>) -> String {
    let words = tokens(location);
    let short = quotable(location, PLACE_CHARS);
    let plain = language.is_none() && recognise(location, &words).is_none();
    let turned = if plain { turn(location) } else { None };
    match (turned, words.first()) {
        (Some(turned), Some(first)) if words.len() <= 10 => {
            let turned = quotable(&turned, PLACE_CHARS);
            if grammar::is_locative(first) { lowered(&turned) } else { with_preposition(&turned) }
        }
        _ if short.is_empty() => "where you said".to_owned(),
        _ => format!("in the setting you named, “{short}”"),
    }
}

/// 'the old pier' with a word of place before it; words of our own only where we can be
/// sure of them.
fn with_preposition(place: &str) -> String {
    const ON: &[&str] = &[
        "beach", "pier", "bridge", "boat", "ship", "train", "bus", "balcony", "porch", "stoep", "veranda",
        "verandah", "deck", "rooftop", "roof", "island", "hill", "mountain", "farm", "dunes", "dune",
        "beachfront", "promenade", "boardwalk", "terrace", "patio", "jetty", "dock", "shore", "coast", "cliff",
    ];
    const AT: &[&str] = &[
        "lake", "sea", "seaside", "lighthouse", "tower", "falls", "stadium", "airport", "station", "wedding",
        "concert", "party", "dam", "restaurant", "house", "school", "home", "table", "waterfall", "river",
    ];
    let words = tokens(place);
    let Some(first) = words.first() else {
        return "where you said".to_owned();
    };
    let map = longest(&LEXICON.gazetteer, &words, 0);
    let determined = grammar::is_determiner(first) || first.owner().is_some();
    let noun = (0..words.len()).rev().find_map(|at| longest(&LEXICON.places, &words, at).map(|length| &words[at + length - 1]));
    let low = if determined && first.owner().is_none() { lowered(place) } else { place.to_owned() };
    match noun {
        Some(noun) if determined && noun.is(ON) => format!("on {low}"),
        Some(noun) if determined && noun.is(AT) => format!("at {low}"),
        Some(_) if determined => format!("in {low}"),
        None if map.is_some() => format!("in {place}"),
        _ if determined => format!("at {low}"),
        _ => format!("in the setting you named, “{place}”"),
    }
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// The first sentence that has words, so that a quotation stays one sentence.
fn first_sentence(text: &str) -> String {
    let ends = |sign: char| matches!(sign, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।');
    text.split(ends).find(|part| has_words(part)).unwrap_or_default().trim().to_owned()
}

/// Things that are named and worth showing, each with its article if that stands close.
fn details(text: &str, words: &[Token], place: Option<&Place>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() && found.len() < 3 {
        let Some(length) = longest(&LEXICON.details, words, at) else {
            at += 1;
            continue;
        };
        let end = at + length;
        let within = place.is_some_and(|place| words[at].start >= place.start && words[end - 1].end <= place.end);
        let describes = words.get(end).is_some_and(|next| {
            !next.after_break && !grammar::is_stop(next) && !grammar::is_locative(next) && holds(&LEXICON.places, &next.low)
        });
        let from = (1..=3.min(at))
            .map(|back| at - back)
            .take_while(|from| !words[from + 1].after_break)
            .find(|from| grammar::is_determiner(&words[*from]))
            .filter(|from| words[from + 1..at].iter().all(|word| !grammar::is_stop(word) && !grammar::is_locative(word)))
            .unwrap_or(at);
        let turned = turn(&text[words[from].start..words[end - 1].end]);
        if let Some(turned) = turned
            && !within
            && !describes
        {
            let short = quotable(&lowered(&turned), 32);
            if !found.contains(&short) {
                found.push(short);
            }
        }
        at = end;
    }
    found
}
