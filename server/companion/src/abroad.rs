//! Whether a text in another language says where it happens.
//!
//! Always: the lists of [`super::language`] decide; nothing here knows a language by
//! name but Arabic, whose articles and owners are written as part of the word.

use super::language::{Language, Style, fold};
use super::lexicon::{LEXICON, longest};
use super::places::Place;
use super::tokens::{Token, tokens};

/// Words between a word of place and its noun: 'dans notre vieille petite cuisine'.
const REACH: usize = 4;

/// The place a text in this language names, if any.
pub(super) fn find(text: &str, language: &Language) -> Option<Place> {
    if language.style == Style::Substrings {
        return inside(text, language);
    }
    let words = tokens(text);
    let forms: Vec<String> = words.iter().map(|word| fold(&word.low)).collect();
    let covered = cover(&forms, language);
    (0..words.len()).filter(|at| !covered[*at]).find_map(|at| {
        let length = place_at(text, &words, &forms, at, language)?;
        let begin = match language.style {
            Style::Phrases => led_in(&words, &forms, at, &covered, language)?,
            _ => at,
        };
        Some(Place {
            start: words[begin].start,
            end: words[at + length - 1].end,
            has_preposition: begin < at,
        })
    })
}

/// How many words form a place here.
fn place_at(
    text: &str,
    words: &[Token],
    forms: &[String],
    at: usize,
    language: &Language,
) -> Option<usize> {
    let listed = (1..=4.min(words.len() - at))
        .rev()
        .find(|length| language.places.contains(&forms[at..at + length].join(" ")));
    if listed.is_some() {
        return listed;
    }
    let form = &forms[at];
    let parts = [form.rsplit('\'').next(), form.rsplit('-').next()];
    let known =
        parts.into_iter().flatten().any(|part| part.len() > 2 && language.places.contains(part))
            || stems(form, language).iter().any(|stem| language.places.contains(stem))
            || language.forms.iter().any(|(from, to)| {
                form.len() > from.len() + to.len() + 2
                    && form.starts_with(from.as_str())
                    && form.ends_with(to.as_str())
            });
    let raw = &text[words[at].start..words[at].end];
    let named = language.name_beginnings.iter().any(|begin| {
        raw.strip_prefix(begin.as_str()).is_some_and(|rest| rest.starts_with(char::is_uppercase))
    });
    if known || named {
        return Some(1);
    }
    let on_the_map = longest(&LEXICON.gazetteer, words, at).filter(|length| {
        words[at].capital && words[at..at + length].iter().any(|word| word.low.len() > 3)
    });
    on_the_map.or_else(|| {
        let before = forms.get(at.wrapping_sub(1))?;
        let name =
            words[at].capital && !words[at].after_break && language.before_names.contains(before);
        name.then_some(1)
    })
}

/// A plural or an owned form without its ending, an Arabic word without its article.
pub(super) fn stems(form: &str, language: &Language) -> Vec<String> {
    let mut stems = Vec::new();
    if language.name == "Arabic" {
        const FRONT: [&str; 14] =
            ["وبال", "وال", "بال", "فال", "كال", "ولل", "لل", "ال", "وب", "و", "ب", "ل", "ف", "ك"];
        const BACK: [&str; 8] = ["", "نا", "ها", "هم", "كم", "ي", "ه", "ك"];
        let fronts = FRONT.iter().filter_map(|front| form.strip_prefix(front)).chain([form]);
        for stem in
            fronts.flat_map(|stem| BACK.iter().filter_map(move |back| stem.strip_suffix(back)))
        {
            if stem.chars().count() > 1 {
                stems.push(stem.to_owned());
                if let Some(root) = stem.strip_suffix('ت') {
                    stems.push(format!("{root}ه"));
                }
            }
        }
    } else if language.style == Style::Phrases {
        stems.extend(["s", "es", "e", "n", "en", "er", "tjie", "jie"].iter().filter_map(
            |ending| form.strip_suffix(ending).filter(|stem| stem.len() > 3).map(str::to_owned),
        ));
        // German, Dutch and Afrikaans write compounds as one word: 'Schrebergarten'.
        if matches!(language.name, "German" | "Dutch" | "Afrikaans") {
            let cuts =
                form.char_indices().map(|(at, _)| at).filter(|at| *at > 2 && form.len() - at > 3);
            stems.extend(cuts.map(|at| form[at..].to_owned()));
        }
    }
    stems
}

/// Where the phrase begins: at a word of place close before, or at the start of a phrase.
fn led_in(
    words: &[Token],
    forms: &[String],
    at: usize,
    covered: &[bool],
    language: &Language,
) -> Option<usize> {
    let mut begin = at;
    loop {
        if words[begin].after_break || begin == 0 {
            return (at - begin < 3).then_some(begin);
        }
        begin -= 1;
        if covered[begin] || at - begin > REACH {
            return None;
        }
        let form = forms[begin].as_str();
        let joined = form.split_once('\'').map_or(form, |(front, _)| front);
        if language.prepositions.contains(form) || language.prepositions.contains(joined) {
            // 'au bord de la mer': a linking word may hang on another word of place.
            const LINKS: [&str; 8] = ["de", "del", "do", "da", "di", "von", "van", "d"];
            let linked = LINKS.contains(&joined) && begin > 1 && !words[begin].after_break;
            let further =
                linked && language.prepositions.contains(&forms[begin - 2]) && !covered[begin - 2];
            return Some(if further { begin - 2 } else { begin });
        }
    }
}

/// Marks the phrases that are never a place.
fn cover(forms: &[String], language: &Language) -> Vec<bool> {
    let mut covered = vec![false; forms.len()];
    for at in 0..forms.len() {
        for length in 1..=5.min(forms.len() - at) {
            if language.not.contains(&forms[at..at + length].join(" ")) {
                covered[at..at + length].fill(true);
            }
        }
    }
    covered
}

/// The first place word inside a text whose words are not set apart.
fn inside(text: &str, language: &Language) -> Option<Place> {
    // Same length in bytes, so that offsets stay true.
    let mut open = text.to_owned();
    for word in &language.not {
        open = open.replace(word.as_str(), &"\u{20}".repeat(word.len()));
    }
    let found = language
        .places
        .iter()
        .filter_map(|place| open.find(place.as_str()).map(|at| (at, place.len())));
    let (start, length) = found.min_by_key(|(at, length)| (*at, usize::MAX - length))?;
    Some(Place { start, end: start + length, has_preposition: false })
}
