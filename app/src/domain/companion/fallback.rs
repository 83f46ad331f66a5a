//! What is shown when the companion cannot answer. A memory never fails because of words:
//! each of the four calls has something to fall back on.

use evernear_rules::wire::{CreationKind, ProgressStep};

use super::cleaning::cleaned;

/// In place of a reflection.
pub const REFLECTION: &str = "Hope you love what you've created. ✨";

/// In answer to words that we make no pictures of.
pub const REFUSED: &str =
    "This is not something I can make a memory of. If you like, tell me about another moment.";

/// In place of a plan.
pub fn planning_failed(detail: &str) -> String {
    format!("⚠️ Planning failed: {}", cleaned(detail))
}

/// In place of a conversation step's answer.
pub fn conversation_failed(detail: &str) -> String {
    format!("⚠️ Emotional agent failed: {}", cleaned(detail))
}

/// The fixed six steps; a picture is not set in motion.
pub fn steps(kind: CreationKind) -> Vec<ProgressStep> {
    let fifth = match kind {
        CreationKind::Video => ("🎬", "Animating your memory", "Letting the picture move, gently."),
        CreationKind::Image => {
            ("🖼️", "Finishing your picture", "Letting light and colours come to rest.")
        }
    };
    [
        ("📖", "Reading your story", "Taking in every word of the memory you shared."),
        ("🔍", "Analyzing your photos", "Getting to know the faces of the people you love."),
        ("📍", "Finding the location", "Looking for the place where this moment belongs."),
        ("🎨", "Composing the scene", "Bringing the people and the place together."),
        fifth,
        ("✨", "Final touch of magic", "Adding the light and the last details."),
    ]
    .into_iter()
    .map(|(emoji, title, description)| ProgressStep {
        emoji: emoji.to_owned(),
        title: title.to_owned(),
        description: description.to_owned(),
    })
    .collect()
}

/// The steps as given when there are exactly six complete ones, else the fixed six.
pub fn steps_or_default(steps: Vec<ProgressStep>, kind: CreationKind) -> Vec<ProgressStep> {
    let complete = |step: &ProgressStep| {
        [&step.emoji, &step.title, &step.description].iter().all(|text| !text.trim().is_empty())
    };
    if steps.len() == 6 && steps.iter().all(complete) { steps } else { self::steps(kind) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_six_complete_steps_are_accepted() {
        let film = CreationKind::Video;
        let mut five = steps(film);
        five.pop();
        assert_eq!(steps_or_default(five, film), steps(film));
        let mut hollow = steps(film);
        hollow[2].title = " ".to_owned();
        assert_eq!(steps_or_default(hollow, film), steps(film));
        let mut own = steps(film);
        own[0].title = "Hearing about Nana".to_owned();
        assert_eq!(steps_or_default(own.clone(), film), own);
    }

    #[test]
    fn a_picture_is_not_said_to_move() {
        let words = |kind| {
            let all = steps(kind).into_iter().map(|step| step.title + &step.description);
            all.collect::<String>().to_lowercase()
        };
        assert!(words(CreationKind::Video).contains("animating your memory"));
        for moves in ["animating", "move", "film"] {
            assert!(!words(CreationKind::Image).contains(moves), "{moves}");
        }
    }
}
