//! The closing message: one heartfelt sentence in the person's own words.
//!
//! Always: one sentence, no exclamation mark, no fact that was not told, no promise that
//! anyone comes back; in the person's language where we know it.

use super::choose::Chooser;
use super::story::Story;
use super::text::{self, capitalised};

/// Longest sentence, in characters.
const SENTENCE_CHARS: usize = 320;

/// The sentence for a story.
pub(super) fn write(story: &Story, chooser: &mut Chooser) -> String {
    text::sentence(&closing(story, chooser), SENTENCE_CHARS)
}

fn closing(story: &Story, chooser: &mut Chooser) -> String {
    if let Some(language) = story.language
        && !story.words.is_empty()
    {
        return chooser.of(&language.reflection).replace("{words}", &story.words);
    }
    let place = story
        .further_place()
        .filter(|place| !place.contains('“'))
        .map(|place| format!(" {place}"))
        .unwrap_or_default();
    if let Some(doing) = &story.doing {
        let wording = chooser.of(&[
            "May the feeling of {} stay near you whenever you want to return to it.",
            "Keep close the warmth of {}, on the easy days and on the harder ones.",
            "The tenderness of {} is yours to hold on to, as softly and as long as you like.",
            "May the thought of {} be something you can come back to, quietly, any time you wish.",
        ]);
        return wording.replace("{}", &format!("{doing}{place}"));
    }
    if story.words.is_empty() {
        return "May this moment stay near you whenever you want to return to it.".to_owned();
    }
    let words = format!("“{}”", story.words);
    let wording = match story.people.together() {
        Some(_) => chooser.of(&[
            "May this moment with {who} hold your words, {words}, gently and for as long as you like.",
            "Your words, {words}, have a quiet home now, beside {who}.",
            "Let this be a soft place for you, for {who}, and for the words you gave it: {words}.",
        ]),
        None => chooser.of(&[
            "May your words, {words}, rest gently in this moment for as long as you like.",
            "Your words, {words}, have a quiet home now, and it is yours to keep.",
        ]),
    };
    let who = story.people.together().unwrap_or_default();
    capitalised(&wording.replace("{who}", &who).replace("{words}", &words))
}
