//! What is shown when the companion cannot answer (spec §8). A memory never fails
//! because of words: each of the four calls has something to fall back on.

use evernear_rules::wire::ProgressStep;

/// In place of a closing message.
pub const CLOSING: &str = "Hope you love what you've created. ✨";

/// In answer to words that we make no pictures of (decision 29).
pub const REFUSED: &str =
    "This is not something I can make a memory of. If you like, tell me about another moment.";

/// Most characters of a provider's own message that a person sees (decision 22).
const MAX_DETAIL_CHARS: usize = 300;

/// In place of a plan.
pub fn planning_failed(detail: &str) -> String {
    format!("⚠️ Planning failed: {}", cleaned(detail))
}

/// In place of a conversation step's answer.
pub fn conversation_failed(detail: &str) -> String {
    format!("⚠️ Emotional agent failed: {}", cleaned(detail))
}

/// The fixed six steps (spec §8).
pub fn steps() -> Vec<ProgressStep> {
    [
        ("📖", "Reading your story", "Taking in every word of the memory you shared."),
        ("🔍", "Analyzing your photos", "Getting to know the faces of the people you love."),
        ("📍", "Finding the location", "Looking for the place where this moment belongs."),
        ("🎨", "Composing the scene", "Bringing the people and the place together."),
        ("🎬", "Animating your memory", "Letting the picture move, gently."),
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

/// The steps as given when there are exactly six complete ones, else the fixed six
/// (spec §5).
pub fn steps_or_default(steps: Vec<ProgressStep>) -> Vec<ProgressStep> {
    let complete = |step: &ProgressStep| {
        [&step.emoji, &step.title, &step.description].iter().all(|text| !text.trim().is_empty())
    };
    if steps.len() == 6 && steps.iter().all(complete) { steps } else { self::steps() }
}

/// A provider's message without anything that looks like a key, an address or a URL, and
/// at most 300 characters long (decision 22).
pub fn cleaned(detail: &str) -> String {
    let words = detail.split_whitespace().map(|word| {
        let secretive = word.len() >= 20 && word.bytes().any(|byte| byte.is_ascii_digit());
        if word.contains("://") || word.contains("www.") || word.contains('@') || secretive {
            "…"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_DETAIL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_addresses_and_urls_are_taken_out_of_a_message() {
        let text = cleaned(
            "bad key sk-abc123def456ghi789jkl at https://api.example/v1 for me@example.com sorry",
        );
        assert_eq!(text, "bad key … at … for … sorry");
        assert_eq!(cleaned(&"é ".repeat(900)).chars().count(), 300);
    }

    #[test]
    fn only_six_complete_steps_are_accepted() {
        let mut five = steps();
        five.pop();
        assert_eq!(steps_or_default(five), steps());
        let mut hollow = steps();
        hollow[2].title = " ".to_owned();
        assert_eq!(steps_or_default(hollow), steps());
        let mut own = steps();
        own[0].title = "Hearing about Nana".to_owned();
        assert_eq!(steps_or_default(own.clone()), own);
    }
}
