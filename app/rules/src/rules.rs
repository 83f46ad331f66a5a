//! The rules themselves. Always pure and total: every input has an answer, and the same one
//! in the browser and on the server.

use crate::wire::Mode;

/// What one creation costs, in credits.
pub const CREATION_COST: u32 = 25;
/// What a new account starts with, in credits.
pub const WELCOME_CREDITS: u32 = 50;
/// Fewest photos of a creation.
pub const MIN_PHOTOS: u32 = 2;
/// Most photos of a creation.
pub const MAX_PHOTOS: u32 = 3;
/// Largest photo, in bytes: 6 MB.
pub const MAX_PHOTO_BYTES: u32 = 6 * 1024 * 1024;
/// Longest chat or location text, in characters.
pub const MAX_TEXT_CHARS: u32 = 4_000;
/// Longest user name, in characters.
pub const MAX_USERNAME_CHARS: u32 = 40;

/// Shown when a batch holds anything but images under 6 MB.
pub const PHOTO_REJECTED: &str = "Only image files under 6MB are allowed.";
/// Shown when a creation is asked for with the wrong number of photos.
pub const WRONG_PHOTO_COUNT: &str = "Upload 2 photos for couple mode or 3 photos for friend mode.";
/// The prompt of a creation that was started without one.
pub const DEFAULT_PROMPT: &str = "A beautiful memory.";
/// Why an empty user name is refused.
pub const USERNAME_EMPTY: &str = "Username cannot be empty";

impl Mode {
    const ALL: [Self; 2] = [Self::Couple, Self::Friend];

    /// How many photos it needs: one of each person.
    pub fn photo_count(self) -> usize {
        match self {
            Self::Couple => 2,
            Self::Friend => 3,
        }
    }

    /// The mode of so many photos.
    pub fn for_photos(photos: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.photo_count() == photos)
    }
}

/// Whether a chosen file may be uploaded, judged by what a browser knows of it: its type
/// and size. Phones hand over HEIC with an empty type, so then the name decides. The
/// server judges again by decoding.
pub fn photo_acceptable(media_type: &str, name: &str, bytes: f64) -> bool {
    let is_image = if media_type.is_empty() {
        let name = name.to_ascii_lowercase();
        [".heic", ".heif", ".jpg", ".jpeg", ".png", ".webp"]
            .iter()
            .any(|ending| name.ends_with(ending))
    } else {
        media_type.starts_with("image/")
    };
    is_image && bytes <= f64::from(MAX_PHOTO_BYTES)
}

/// Whether 'Create My Memory' is enabled: two or three photos, nothing running, and credits
/// unknown (`None`) or enough.
pub fn can_create(photos: u32, running: bool, credits: Option<u32>) -> bool {
    Mode::for_photos(photos as usize).is_some()
        && !running
        && credits.is_none_or(|credits| credits >= CREATION_COST)
}

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
    fn two_photos_are_a_couple_three_are_friends_and_nothing_else_is_a_mode() {
        let modes: Vec<_> = (0..5).map(Mode::for_photos).collect();
        assert_eq!(modes, [None, None, Some(Mode::Couple), Some(Mode::Friend), None]);
    }

    #[test]
    fn a_phone_photo_without_a_type_is_judged_by_its_name() {
        assert!(photo_acceptable("", "IMG_0042.HEIC", 2e6));
        assert!(!photo_acceptable("", "notes.txt", 2e3));
        assert!(!photo_acceptable("application/pdf", "photo.jpg", 2e3));
    }

    #[test]
    fn six_megabytes_is_the_last_size_that_passes() {
        assert!(photo_acceptable("image/png", "a.png", f64::from(MAX_PHOTO_BYTES)));
        assert!(!photo_acceptable("image/png", "a.png", f64::from(MAX_PHOTO_BYTES) + 1.0));
    }

    #[test]
    fn create_is_enabled_when_credits_are_unknown_or_enough() {
        assert!(can_create(2, false, None));
        assert!(can_create(3, false, Some(25)));
        assert!(!can_create(2, false, Some(24)));
        assert!(!can_create(2, true, Some(50)));
        assert!(!can_create(1, false, Some(50)));
    }

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
