//! The six steps shown while a memory is made (spec §3, §4).
//!
//! Always: exactly six, in the order reading, photos, location, composing, animating,
//! final touches; titles of two to four words; each description holds something of the
//! prompt.

use evernear_rules::wire::ProgressStep;

use super::choose::Chooser;
use super::story::Story;
use super::text::cut;

/// Longest description, in characters.
const DESCRIPTION_CHARS: usize = 200;

/// The six steps for a story.
pub(super) fn write(story: &Story, chooser: &mut Chooser) -> Vec<ProgressStep> {
    let subject = story.subject();
    let everyone = story.everyone();
    let details = story.details.join(", ");
    let setting = story.place.clone();
    let place = match &setting {
        Some(place) => chooser.of(&["Laying out the setting {}.", "Preparing the setting {}."]).replace("{}", place).replace("the setting in the setting", "the setting"),
        None => chooser.of(&["Choosing a setting that suits {}.", "Looking for a setting true to {}."]).replace("{}", &subject),
    };
    let scene = if details.is_empty() {
        chooser.of(&["Placing {who} close together, true to {what}.", "Bringing {who} into one frame, true to {what}."])
    } else {
        chooser.of(&["Bringing {who} into one frame, with {details}.", "Placing {who} close together, with {details}."])
    };
    [
        ("📖", chooser.of(&["Reading your story", "Taking in your story"]), chooser.of(&["Taking in what you told about {what}.", "Listening closely to your words about {what}."])),
        ("🔍", chooser.of(&["Analyzing your photos", "Studying your photos"]), chooser.of(&["Looking carefully at {who} in your photos.", "Getting the faces of {who} just as your photos show them."])),
        ("📍", chooser.of(&["Finding the location", "Preparing the place"]), place.as_str()),
        ("🎨", chooser.of(&["Composing the scene", "Putting it together"]), scene),
        ("🎬", chooser.of(&["Animating your memory", "Adding gentle movement"]), chooser.of(&["Letting {what} move softly.", "Giving {what} a slow, gentle movement."])),
        ("✨", chooser.of(&["Final touches", "Final touch of magic"]), chooser.of(&["Warming the light around {who}, and one last look at it all.", "A last look at light and colour for {what}."])),
    ]
    .into_iter()
    .map(|(emoji, title, description)| {
        let told = description.replace("{what}", &subject).replace("{who}", &everyone).replace("{details}", &details);
        ProgressStep { emoji: emoji.to_owned(), title: title.to_owned(), description: cut(&told, DESCRIPTION_CHARS) }
    })
    .collect()
}
