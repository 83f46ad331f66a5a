//! What people type: messages, places and user names. Pure and total: every input has an answer,
//! and the same one in the browser and on the server.

/// Longest chat or location text, in characters.
pub const MAX_TEXT_CHARS: u32 = 4_000;
/// Longest user name, in characters.
pub const MAX_USERNAME_CHARS: u32 = 40;

/// The prompt of a creation that was started without one.
pub const DEFAULT_PROMPT: &str = "A beautiful memory.";
/// Why an empty user name is refused.
pub const USERNAME_EMPTY: &str = "Username cannot be empty";

/// What stands between a prompt and its place where both are one text.
pub const LOCATION_MARK: &str = " Location: ";

/// The text sent at `AWAITING_LOCATION`: the prompt, [`LOCATION_MARK`], the place.
pub fn prompt_with_location(prompt: &str, location: &str) -> String {
    format!("{}{LOCATION_MARK}{}", prompt.trim(), location.trim())
}

/// Whether a chat or location text may be sent: not blank, and not longer than
/// [`MAX_TEXT_CHARS`].
pub fn text_sendable(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= MAX_TEXT_CHARS as usize
}

/// How many characters may still be typed, once four fifths of [`MAX_TEXT_CHARS`] are used up; less
/// than 0 when the text is too long to be sent.
pub fn characters_left(text: &str) -> Option<i32> {
    let most = MAX_TEXT_CHARS.cast_signed();
    let used = i32::try_from(text.trim().chars().count()).unwrap_or(i32::MAX);
    (used >= most / 5 * 4).then_some(most - used)
}

/// A message as it is kept: trimmed, without control characters other than line breaks and
/// tabs.
pub fn cleaned_text(text: &str) -> String {
    let kept = |sign: &char| !sign.is_control() || matches!(sign, '\n' | '\t');
    text.chars().filter(kept).collect::<String>().trim().to_owned()
}

/// Signs that show nothing or turn the line around: a name made of them reads like another.
pub fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{115f}' | '\u{3164}')
}

/// What is wrong with a new user name, or nothing.
pub fn username_problem(username: &str) -> Option<&'static str> {
    let name = username.trim();
    if name.is_empty() {
        Some(USERNAME_EMPTY)
    } else if name.chars().count() > MAX_USERNAME_CHARS as usize {
        Some("Username can have at most 40 characters")
    } else if name.chars().any(|sign| sign.is_control() || is_unseen(sign)) {
        Some("Username can only have letters, numbers, spaces and signs")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_follows_the_prompt_in_the_specified_words() {
        assert_eq!(
            prompt_with_location(" Walking with Dad ", " the lake\n"),
            "Walking with Dad Location: the lake"
        );
    }

    #[test]
    fn blank_and_endless_texts_are_not_sent() {
        assert!(!text_sendable(" \n\t "));
        assert!(text_sendable("Hi"));
        assert!(!text_sendable(&"a".repeat(MAX_TEXT_CHARS as usize + 1)));
    }

    #[test]
    fn what_is_left_is_told_from_four_fifths_on() {
        assert_eq!(characters_left(&"a".repeat(3_199)), None);
        assert_eq!(characters_left(&format!(" {}\n", "ü".repeat(3_200))), Some(800));
        assert_eq!(characters_left(&"a".repeat(4_000)), Some(0));
        assert_eq!(characters_left(&"a".repeat(4_012)), Some(-12));
    }

    #[test]
    fn a_user_name_is_checked_after_trimming() {
        assert_eq!(username_problem("   "), Some(USERNAME_EMPTY));
        assert_eq!(username_problem(" Thandi "), None);
        assert!(username_problem(&"x".repeat(41)).is_some());
        assert!(username_problem("a\u{7}b").is_some());
        assert!(username_problem("\u{200b}").is_some());
        assert!(username_problem("Nana\u{200b}").is_some());
        assert_eq!(username_problem("👩‍👩‍👧 & Co"), None);
    }

    #[test]
    fn control_characters_do_not_get_into_a_message() {
        assert_eq!(cleaned_text(" the\u{0}lake\nat\tdusk\u{7} "), "thelake\nat\tdusk");
    }
}
