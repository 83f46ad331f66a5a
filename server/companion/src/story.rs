//! What a text tells, taken apart once for every reply: its language, who is in it, where
//! it is, what they do, what is seen, and its own words.
//!
//! Always: every piece is the person's own, at most turned towards them; a piece that was
//! not told is absent, never guessed. Pieces are short enough that no sentence built from
//! them outgrows its bound.
//!
//! To read one more kind of piece: a field, a small module that finds it, and a sentence
//! that uses it in [`super::plan`] or its neighbours.

use evernear_app::domain::creation::Prompt;
use evernear_rules::{text::DEFAULT_PROMPT, wire::Mode};

use super::activity;
use super::language::Language;
use super::lexicon::{LEXICON, holds, longest};
use super::loss::tells_of_a_death;
use super::people::{self, People};
use super::places::{self, Place};
use super::recognition::{is_partly_english, recognise};
use super::second_person::turn;
use super::small_talk::{is_small_talk, without_greeting};
use super::text::{clean, has_words, quotable};
use super::tokens::{Token, tokens};
use super::{abroad, grammar};

/// Longest place that is repeated, in characters.
const PLACE_CHARS: usize = 60;

/// Where it is, in the forms that sentences need.
#[derive(Debug)]
pub(super) struct Setting {
    /// With its word of place: 'in your old kitchen in Durban'.
    pub phrase: String,
    /// As a thing: 'your old kitchen in Durban', 'the setting under the oak'.
    pub thing: String,
    /// As the person wrote it, in lower case.
    said: String,
}

/// A text, taken apart.
pub(super) struct Story {
    /// The language it is written in; nothing for English.
    pub language: Option<&'static Language>,
    /// Who is in it beside the writer: as told; empty where that is another number than the
    /// photos show.
    pub people: People,
    /// How many people the photos show, once that is known.
    shown: Option<Mode>,
    /// Where it is.
    pub place: Option<Setting>,
    /// The question for the place was answered, whatever with.
    pub place_answered: bool,
    /// What they do: 'dancing with your mom', 'your dad teaching you to swim'.
    pub doing: Option<String>,
    /// Things that are named: at most three.
    pub details: Vec<String>,
    /// The beginning of the person's own words; empty when there are none.
    pub words: String,
    /// Somebody has died, as the first words say.
    pub tells_of_a_death: bool,
    /// Somebody has died, as the answer to the question for the place says.
    pub answer_tells_of_a_death: bool,
}

impl Story {
    /// Takes a text apart of which a picture of two or three people is made. Whoever is named
    /// is named again only when they are as many as the photos show.
    pub fn of(prompt: &Prompt, mode: Mode) -> Self {
        let mut story = Self::read(prompt);
        if story.people.count + 1 != mode.photo_count() {
            story.people = People::default();
        }
        story.shown = Some(mode);
        story
    }

    /// Takes a text apart.
    pub fn read(prompt: &Prompt) -> Self {
        let said = prompt.words().map(clean).filter(|said| said != DEFAULT_PROMPT);
        let said = said.filter(|said| !is_small_talk(said)).unwrap_or_default();
        let location = prompt.place().map(clean).unwrap_or_default();
        let words = tokens(&said);
        let language = recognise(&said, &words);
        let answer = Answer::read(&location, language);
        let found = find_place(&said, &words, language);
        let place = match (location.is_empty(), &found) {
            (false, _) => answer.setting(),
            (true, Some(place)) => Some(told(&said, place, language)),
            (true, None) => None,
        };
        let english = language.is_none();
        let further = answer.story().unwrap_or_default();
        let own = without_greeting(first_sentence(&said));
        let doing = || activity::find(&said).or_else(|| activity::find(further));
        let all = [said.as_str(), further].join(". ");
        Self {
            language,
            people: if english { people::find(&all) } else { People::default() },
            shown: None,
            place,
            place_answered: !location.is_empty(),
            doing: if english { doing() } else { None },
            details: if english { details(&said, &words, found.as_ref()) } else { Vec::new() },
            tells_of_a_death: english && tells_of_a_death(&words),
            answer_tells_of_a_death: english && tells_of_a_death(&answer.words),
            words: if has_words(own) { quotable(own, 90) } else { String::new() },
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

    /// The place with its word of place, unless what they do names it already.
    pub fn further_place(&self) -> Option<&str> {
        let place = self.place.as_ref()?;
        let doing = self.doing.as_deref().unwrap_or_default().to_lowercase();
        let named = [&place.said, &place.thing, &place.phrase]
            .into_iter()
            .any(|form| doing.contains(form.trim_end_matches('…').to_lowercase().as_str()));
        (!named).then_some(place.phrase.as_str())
    }

    /// Everyone in it: 'you and your dad'; 'the two of you' or 'the three of you' when nobody
    /// is named.
    pub fn everyone(&self) -> String {
        match self.people.phrases.as_slice() {
            [] if self.shown == Some(Mode::Friend) => "the three of you".to_owned(),
            [] => "the two of you".to_owned(),
            [one] => format!("you and {one}"),
            [others @ .., last] => format!("you, {} and {last}", others.join(", ")),
        }
    }
}

/// The place a text names, read in its language.
fn find_place(text: &str, words: &[Token], language: Option<&'static Language>) -> Option<Place> {
    match language {
        None => places::find(text),
        Some(language) => abroad::find(text, language)
            .or_else(|| if is_partly_english(words) { places::find(text) } else { None }),
    }
}

/// A place found inside a text.
fn told(text: &str, place: &Place, language: Option<&'static Language>) -> Setting {
    let words = &text[place.start..place.end];
    if language.is_some() {
        return quoted(words);
    }
    setting(words, place.has_preposition)
}

/// What was answered to the question for the place.
struct Answer<'a> {
    text: &'a str,
    words: Vec<Token>,
    /// It is in English, as the words before it.
    plain: bool,
    place: Option<Place>,
}

impl<'a> Answer<'a> {
    fn read(text: &'a str, language: Option<&'static Language>) -> Self {
        let words = tokens(text);
        let plain = language.is_none() && recognise(text, &words).is_none();
        let place = if plain { places::find(text) } else { None };
        Self { text, words, plain, place }
    }

    /// The whole of it where it tells more than the place: 'drinking tea with Nan on her porch'.
    fn story(&self) -> Option<&'a str> {
        let outside = |word: &&Token| {
            let place = self.place.as_ref();
            place.is_none_or(|place| word.end <= place.start || word.start >= place.end)
        };
        let tells = |word: &Token| {
            grammar::is_activity(word)
                || grammar::is_person(word) && word.owner().is_none()
                || word.among(&grammar::GRAMMAR.clause)
                || word.is(&["to", "with", "me", "us", "i'm", "we're"])
        };
        let more = self.words.iter().filter(outside).any(tells);
        (self.plain && more).then_some(self.text)
    }

    /// Whether it says that they do not know, asks back, or names nobody but people: no place, so none is said
    /// back.
    fn names_no_place(&self) -> bool {
        const UNKNOWN: &[&[&str]] = &[
            &["don't", "know"],
            &["dont", "know"],
            &["not", "know"],
            &["no", "idea"],
            &["not", "sure"],
            &["unsure"],
            &["idk"],
            &["dunno"],
            &["what", "do", "you", "mean"],
            &["anywhere"],
            &["wherever"],
            &["whatever"],
            &["any", "place"],
            &["doesn't", "matter"],
            &["don't", "mind"],
            &["don't", "care"],
            &["can't", "say"],
            &["you", "choose"],
            &["you", "decide"],
            &["your", "choice"],
            &["i", "want"],
            &["just", "want"],
        ];
        let low: Vec<&str> = self.words.iter().map(|word| word.low.as_str()).collect();
        let unknown = UNKNOWN.iter().any(|said| low.windows(said.len()).any(|part| part == *said));
        let nobody_else = |word: &Token| {
            word.owner().is_none() && grammar::is_person(word)
                || word.is(&["my", "our", "and", "the", "with"])
        };
        let people = !self.words.is_empty() && self.words.iter().all(nobody_else);
        self.place.is_none() && (self.plain && (unknown || people) || is_small_talk(self.text))
    }

    /// Where it is: of a story its place alone.
    fn setting(&self) -> Option<Setting> {
        if let (Some(story), Some(place)) = (self.story(), &self.place) {
            return Some(setting(&story[place.start..place.end], place.has_preposition));
        }
        if self.story().is_some_and(|story| activity::find(story).is_some()) {
            return None;
        }
        if self.names_no_place() {
            return None;
        }
        let sentences = self.words.iter().skip(1).any(|word| word.opens);
        Some(match self.words.first() {
            Some(first) if self.plain && self.words.len() <= 10 && !sentences => {
                setting(self.text, grammar::is_locative(first))
            }
            _ => quoted(self.text),
        })
    }
}

/// A place in words that we do not turn.
fn quoted(words: &str) -> Setting {
    let short = quotable(words, PLACE_CHARS);
    if short.is_empty() {
        return Setting {
            phrase: "where you said".to_owned(),
            thing: "the place you named".to_owned(),
            said: words.to_owned(),
        };
    }
    Setting {
        phrase: format!("with “{short}” as the setting"),
        thing: format!("the setting “{short}”"),
        said: short.to_lowercase(),
    }
}

/// A place in English words.
fn setting(words: &str, has_preposition: bool) -> Setting {
    /// Words of place that can be left out of a list.
    const LIGHT: &[&str] = &[
        "in", "at", "on", "through", "off", "down", "up", "from", "to", "along", "across", "into",
        "past", "over", "around",
    ];
    let Some(turned) = turn(words) else {
        return quoted(words);
    };
    let short = quotable(&turned, PLACE_CHARS);
    let said = short.to_lowercase();
    // 'to the cinema' is where it is once they are there.
    if let Some(there) = ["to ", "into ", "onto ", "towards "]
        .into_iter()
        .find_map(|toward| said.strip_prefix(toward).map(|_| &short[toward.len()..]))
        && let Some(preposition) = preposition(there)
    {
        return Setting {
            phrase: format!("{preposition} {there}"),
            thing: there.to_owned(),
            said: there.to_lowercase(),
        };
    }
    if !has_preposition {
        return match preposition(&short) {
            Some(preposition) => {
                let thing = with_low_article(&short);
                Setting { phrase: format!("{preposition} {thing}"), thing, said }
            }
            None => quoted(words),
        };
    }
    let phrase = lowered(&short);
    let listed = tokens(&phrase);
    let stands_alone = listed.len() > 1
        && listed[0].is(LIGHT)
        && !listed[1].is(&["front", "top", "between", "home", "the"])
        && listed.last().is_some_and(|last| last.owner().is_none());
    let article = listed.len() > 2
        && listed[0].is(LIGHT)
        && listed[1].is(&["the"])
        && !listed[2].is(&["middle", "back", "edge", "top"]);
    let thing =
        if stands_alone || (article && listed.last().is_some_and(|last| last.owner().is_none())) {
            phrase[listed[1].start..].to_owned()
        } else {
            format!("the setting {phrase}")
        };
    Setting { phrase, thing, said }
}

/// The word of place for 'the old pier' or 'Durban'; nothing where we cannot be sure.
fn preposition(place: &str) -> Option<&'static str> {
    const ON: &[&str] = &[
        "beach",
        "pier",
        "bridge",
        "boat",
        "ship",
        "train",
        "bus",
        "balcony",
        "porch",
        "stoep",
        "veranda",
        "verandah",
        "deck",
        "rooftop",
        "roof",
        "island",
        "hill",
        "mountain",
        "farm",
        "dunes",
        "dune",
        "beachfront",
        "promenade",
        "boardwalk",
        "terrace",
        "patio",
        "jetty",
        "dock",
        "shore",
        "coast",
        "cliff",
    ];
    const AT: &[&str] = &[
        "lake",
        "sea",
        "seaside",
        "lighthouse",
        "tower",
        "falls",
        "stadium",
        "airport",
        "station",
        "wedding",
        "concert",
        "party",
        "dam",
        "restaurant",
        "house",
        "school",
        "home",
        "table",
        "waterfall",
        "river",
    ];
    let words = tokens(place);
    let first = words.first()?;
    let on_the_map = longest(&LEXICON.gazetteer, &words, 0).is_some();
    let determined = grammar::is_determiner(first) || first.owner().is_some();
    let noun = (0..words.len())
        .find_map(|at| longest(&LEXICON.places, &words, at).map(|length| &words[at + length - 1]));
    if on_the_map && !determined {
        return words.last().map(|last| match last {
            last if last.is(ON) => "on",
            last if last.is(AT) || last.is(&["park", "tower", "wall", "square"]) => "at",
            _ => "in",
        });
    }
    match noun {
        Some(noun) if determined && noun.is(ON) => Some("on"),
        Some(noun) if determined && noun.is(AT) => Some("at"),
        Some(_) if determined => Some("in"),
        _ if determined => Some("at"),
        _ => None,
    }
}

/// 'The old pier' as it stands inside a sentence; a name keeps its capital.
fn with_low_article(place: &str) -> String {
    match tokens(place).first() {
        Some(first) if grammar::is_determiner(first) => lowered(place),
        _ => place.to_owned(),
    }
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// The first sentence that tells something, so that a quotation stays one sentence.
fn first_sentence(text: &str) -> &str {
    let mut begin = 0;
    let ends = text.char_indices().filter(|(at, sign)| ends_sentence(text, *at, *sign));
    for (at, sign) in ends.chain([(text.len(), ' ')]) {
        let sentence = text[begin..at].trim();
        if has_words(sentence) && !is_small_talk(sentence) {
            return sentence;
        }
        begin = (at + sign.len_utf8()).min(text.len());
    }
    ""
}

/// Whether the sign at `at` ends a sentence: not in 'Dr. Dlamini' or '3.30'.
fn ends_sentence(text: &str, at: usize, sign: char) -> bool {
    const SHORT: [&str; 12] =
        ["mr", "mrs", "ms", "dr", "st", "mt", "prof", "rev", "sr", "jr", "fr", "vs"];
    if sign != '.' {
        return matches!(sign, '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।');
    }
    let before = text[..at].rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    let inside = text[at + 1..].starts_with(char::is_alphanumeric);
    let initial = before.chars().all(char::is_uppercase) && before.chars().count() == 1;
    !(inside || initial && before != "I" || SHORT.contains(&before.to_lowercase().as_str()))
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
        let within = place
            .is_some_and(|place| words[at].start >= place.start && words[end - 1].end <= place.end);
        let describes = words.get(end).is_some_and(|next| {
            !next.after_break
                && !grammar::is_stop(next)
                && !grammar::is_locative(next)
                && holds(&LEXICON.places, &next.low)
        });
        let from = (1..=3.min(at))
            .map(|back| at - back)
            .take_while(|from| !words[from + 1].after_break)
            .find(|from| grammar::is_determiner(&words[*from]))
            .filter(|from| {
                words[from + 1..at].iter().all(|word| {
                    !(grammar::is_stop(word)
                        || grammar::is_locative(word)
                        || grammar::is_person(word)
                        || grammar::is_activity(word))
                })
            })
            .unwrap_or(at);
        let turned = turn(&text[words[from].start..words[end - 1].end])
            .filter(|_| !words[at..end].iter().any(grammar::is_person));
        if let Some(turned) = turned
            && !within
            && !describes
        {
            let short = quotable(&lowered(&turned), 32);
            if !found.contains(&short) && !short.is_empty() {
                found.push(short);
            }
        }
        at = end;
    }
    found
}
