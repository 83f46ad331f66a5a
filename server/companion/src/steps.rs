//! The six steps shown while a memory is made.
//!
//! Always: exactly six, in the order reading, photos, location, composing, animating (a
//! picture is finished instead), final touches; titles of two to four words; each description holds something of the
//! prompt.

use evernear_rules::wire::{CreationKind, ProgressStep};

use super::choose::Chooser;
use super::story::Story;
use super::text::sentence;

/// Longest description, in characters.
const DESCRIPTION_CHARS: usize = 200;

/// The six steps for a story.
pub(super) fn write(story: &Story, kind: CreationKind, chooser: &mut Chooser) -> Vec<ProgressStep> {
    let fifth = match kind {
        CreationKind::Video => {
            ("🎬", &["Animating your memory", "Adding gentle movement"], movement(story, chooser))
        }
        CreationKind::Image => {
            ("🖼️", &["Finishing your picture", "Settling the colours"], finish(story, chooser))
        }
    };
    [
        ("📖", &["Reading your story", "Taking in your story"], reading(story, chooser)),
        ("🔍", &["Analyzing your photos", "Studying your photos"], photos(story, chooser)),
        ("📍", &["Finding the location", "Preparing the place"], location(story, chooser)),
        ("🎨", &["Composing the scene", "Putting it together"], scene(story, chooser)),
        fifth,
        ("✨", &["Final touches", "Final touch of magic"], touches(story, chooser)),
    ]
    .into_iter()
    .map(|(emoji, titles, description)| ProgressStep {
        emoji: emoji.to_owned(),
        title: chooser.of(titles).to_owned(),
        description: sentence(&description, DESCRIPTION_CHARS),
    })
    .collect()
}

fn reading(story: &Story, chooser: &mut Chooser) -> String {
    match &story.doing {
        Some(doing) => {
            let wording =
                chooser.of(&["Taking in what you told about", "Listening to your words about"]);
            format!("{wording} {doing}.")
        }
        None => {
            format!("{} {}.", chooser.of(&["Taking in", "Listening closely to"]), story.subject())
        }
    }
}

fn photos(story: &Story, chooser: &mut Chooser) -> String {
    let wording = chooser.of(&["Looking carefully at", "Getting to know the faces of"]);
    format!("{wording} {} in your photos.", story.everyone())
}

fn location(story: &Story, chooser: &mut Chooser) -> String {
    if let Some(place) = &story.place {
        let wording = chooser.of(&["Setting this moment {}.", "Giving this moment its place, {}."]);
        return wording.replace("{}", &place.phrase);
    }
    let wording = chooser.of(&["Choosing a setting that suits", "Looking for a setting true to"]);
    format!("{wording} {}.", story.subject())
}

fn scene(story: &Story, chooser: &mut Chooser) -> String {
    let together = chooser
        .of(&["Bringing {} into one frame", "Placing {} close together"])
        .replace("{}", &story.everyone());
    if story.details.is_empty() {
        format!("{together}, true to {}.", story.subject())
    } else {
        format!("{together}, with {}.", story.details.join(" and "))
    }
}

fn movement(story: &Story, chooser: &mut Chooser) -> String {
    let softly = chooser
        .of(&[
            "Letting the picture of {} move softly",
            "Giving the picture of {} a slow, gentle movement",
        ])
        .replace("{}", &story.everyone());
    match &story.place {
        Some(place) => format!("{softly}, {}.", place.phrase),
        None => format!("{softly}, true to {}.", story.subject()),
    }
}

fn finish(story: &Story, chooser: &mut Chooser) -> String {
    let wording = chooser.of(&[
        "Giving the picture of {} its calm light and colours",
        "Letting light and colours of the picture of {} come to rest",
    ]);
    let settled = wording.replace("{}", &story.everyone());
    match &story.place {
        Some(place) => format!("{settled}, {}.", place.phrase),
        None => format!("{settled}, true to {}.", story.subject()),
    }
}

fn touches(story: &Story, chooser: &mut Chooser) -> String {
    let wording = chooser.of(&[
        "Warming the light around {}, and one last look at it all.",
        "A last look at light and colour around {}.",
    ]);
    wording.replace("{}", &story.everyone())
}
