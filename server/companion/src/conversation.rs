//! One step of the conversation: no place yet, so ask where and what they would be doing; a
//! place known, so ask for the photos.
//!
//! Always: a reply that asks for the place waits for it and no other does; at most one
//! emoji; at most [`REPLY_CHARS`] characters; the person's language where we know it,
//! else English.

use evernear_rules::wire::{ChatReply, NextAction};

use super::choose::Chooser;
use super::people::People;
use super::story::Story;
use super::text::sentence;

/// Longest reply, in characters.
const REPLY_CHARS: usize = 600;

/// The answer to a story.
pub(super) fn answer(story: &Story, chooser: &mut Chooser) -> ChatReply {
    let (response, next_action) = if story.place.is_some() || story.place_answered {
        (ask_photos(story, chooser), NextAction::AwaitingImages)
    } else {
        (ask_place(story, chooser), NextAction::AwaitingLocation)
    };
    ChatReply { response: sentence(&response, REPLY_CHARS), next_action }
}

fn ask_place(story: &Story, chooser: &mut Chooser) -> String {
    if let Some(language) = story.language {
        return chooser.of(&language.ask).to_owned();
    }
    let thanks = match (&story.doing, story.people.together()) {
        (Some(doing), _) => format!(
            "{} {doing}.",
            chooser.of(&[
                "Thank you for telling me about",
                "Thank you for trusting me with",
                "I am picturing it with you:"
            ])
        ),
        (None, Some(who)) => format!(
            "{} {who}.",
            chooser.of(&[
                "Thank you for telling me about",
                "Thank you for bringing me the thought of",
                "I'm listening, and I'd gladly hear more about"
            ])
        ),
        (None, None) if story.words.is_empty() => "I'd love to hear about your moment.".to_owned(),
        (None, None) => chooser
            .of(&["Thank you for sharing that with me.", "I'm really glad you told me."])
            .to_owned(),
    };
    let question = chooser.of(&[
        "Where would you like this moment to be, and what would you be doing there together?",
        "Which place do you picture, and what would you be doing there? Even something small is lovely.",
        "Tell me where it should happen and what you would be doing there, in your own words.",
    ]);
    if story.tells_of_a_death {
        return format!("{} {thanks} {question}", sorry(chooser));
    }
    format!("{thanks} {question}{}", chooser.of(&[" 💛", " 🌿", " 💛"]))
}

/// Said where the death is told, and without an emoji beside it.
fn sorry(chooser: &mut Chooser) -> &'static str {
    chooser.of(&["I am so sorry.", "I am so sorry for your loss.", "I am very sorry."])
}

fn ask_photos(story: &Story, chooser: &mut Chooser) -> String {
    if let Some(language) = story.language {
        let wordings = if story.people.count > 1 { &language.photos3 } else { &language.photos };
        return chooser.of(wordings).to_owned();
    }
    let place = story.further_place().map(|place| format!(", {place}")).unwrap_or_default();
    let picture = match &story.doing {
        Some(doing) => format!(
            "{} {doing}{place}.",
            chooser.of(&[
                "I can already picture it:",
                "Thank you, I can see it now:",
                "Let's hold on to that moment:"
            ])
        ),
        None => format!(
            "{}{place}.",
            chooser.of(&[
                "I can already picture it",
                "I am picturing it with you",
                "Thank you, I can see it now"
            ])
        ),
    };
    let photos = photos(&story.people);
    let is_new = story.tells_of_a_death && !story.place_answered;
    if is_new || story.answer_tells_of_a_death {
        format!("{} {picture} {photos}", sorry(chooser))
    } else if story.tells_of_a_death {
        format!("{picture} {photos}")
    } else {
        format!("{picture} {photos}{}", chooser.of(&[" 💛", " 📷", ""]))
    }
}

/// Which photos to share.
fn photos(people: &People) -> String {
    match people.phrases.as_slice() {
        [] => "Please share two photos now: one of you, and one of the person you want beside you.".to_owned(),
        [one] if people.count == 1 => format!("Please share two photos now: one of you, and one of {one}."),
        [_] => "Please share three photos now: one of you, and one each of the two people beside you.".to_owned(),
        [one, two] if people.count == 2 => {
            format!("Please share three photos now: one of you, one of {one} and one of {two}.")
        }
        _ => "There is room for three of you, so please share three photos now: one of you, and one each of two of them.".to_owned(),
    }
}
