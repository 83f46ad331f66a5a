//! The plan: exactly three numbered lines.
//!
//! Always: the lines begin '1.', '2.' and '3.'; the first goes on 'To capture the feeling
//! of'; none is longer than [`LINE_CHARS`].

use evernear_rules::wire::CreationKind;

use super::choose::Chooser;
use super::story::Story;
use super::text::sentence;

/// Longest line, in characters.
const LINE_CHARS: usize = 220;

/// The plan for a story.
pub(super) fn write(story: &Story, kind: CreationKind, chooser: &mut Chooser) -> String {
    let lines = [vision(story, chooser), elements(story, chooser), action(story, kind, chooser)];
    let numbered = lines
        .iter()
        .zip(1..)
        .map(|(line, number)| sentence(&format!("{number}. {line}"), LINE_CHARS));
    numbered.collect::<Vec<_>>().join("\n")
}

/// The vision.
fn vision(story: &Story, chooser: &mut Chooser) -> String {
    let who = story.people.together();
    let place = story.further_place().map(|place| format!(", {place}")).unwrap_or_default();
    let moment = chooser.of(&[
        "one calm, unhurried moment",
        "one warm, quiet moment",
        "one gentle moment that feels lived in",
    ]);
    match (&story.doing, who) {
        (Some(doing), _) => format!("To capture the feeling of {doing}, show {moment}{place}."),
        (None, Some(who)) if !story.words.is_empty() => {
            format!(
                "To capture the feeling of being close to {who}, show {moment}{place}, true to “{}”.",
                story.words
            )
        }
        _ => format!("To capture the feeling of {}, show {moment}{place}.", story.subject()),
    }
}

/// Key visual and symbolic elements.
fn elements(story: &Story, chooser: &mut Chooser) -> String {
    let symbol = chooser.of(&[
        "soft light as a sign of closeness",
        "a warm glow as a sign of love",
        "nearness of hands as a sign of trust",
        "open, gentle light as a sign of peace",
    ]);
    let lead = chooser.of(&["Key elements", "What it shows", "Look and symbols"]);
    let mut seen = vec![format!("{} side by side", story.everyone())];
    seen.extend(story.place.as_ref().map(|place| place.thing.clone()));
    seen.extend(story.details.iter().cloned());
    if story.place.is_none() && story.details.is_empty() && !story.words.is_empty() {
        seen.push(format!("the mood of “{}”", story.words));
    }
    format!("{lead}: {}, and {symbol}.", seen.join(", "))
}

/// The final creation action.
fn action(story: &Story, kind: CreationKind, chooser: &mut Chooser) -> String {
    let everyone = story.everyone();
    let wording = chooser.of(match kind {
        CreationKind::Image => &[
            "Create one picture of {} from your photos, in warm and quiet light.",
            "Create the finished memory: your photos of {} in one picture, to keep and to look at.",
            "Bring your photos of {} together in one gentle picture.",
        ],
        CreationKind::Video => &[
        "Create the picture of {} from your photos, then let it move softly as a short video.",
        "Create one picture of {} out of your photos and turn it into a short, gentle video.",
        "Create the finished memory: your photos of {} in one picture, then in slow, soft movement.",
        ],
    });
    wording.replace("{}", &everyone)
}
