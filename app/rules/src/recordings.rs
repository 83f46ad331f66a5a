//! Which recordings may be uploaded, and how much of one is heard in a film.

use crate::wire::Trim;

/// Largest recording, in bytes: 10 MB.
pub const MAX_RECORDING_BYTES: u32 = 10 * 1024 * 1024;
/// Longest recording, in seconds, of which a part is chosen.
pub const MAX_RECORDING_SECONDS: u32 = 180;
/// Shortest and longest part that a film carries, in milliseconds. Loudness is measured over blocks of
/// 400 ms, and a film lasts ten seconds.
pub const MIN_HEARD_MS: u32 = 500;
pub const MAX_HEARD_MS: u32 = 10_000;

/// Shown where a file is not a recording that is read, or is larger than 10 MB.
pub const RECORDING_REJECTED: &str =
    "Only recordings (M4A, MP3, OGG, OPUS or WAV) under 10MB are allowed.";

impl Trim {
    /// The first part of a recording of this length that a film can carry.
    pub fn first(recording_ms: u32) -> Self {
        Self { start: 0, length: recording_ms.min(MAX_HEARD_MS) }
    }

    /// Whether a recording of this length has this part, and a film can carry it.
    pub fn is_sound(self, recording_ms: u32) -> bool {
        (MIN_HEARD_MS..=MAX_HEARD_MS).contains(&self.length)
            && self.start.checked_add(self.length).is_some_and(|end| end <= recording_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_lies_within_its_recording_and_is_half_a_second_to_ten_long() {
        assert_eq!(Trim::first(4_000), Trim { start: 0, length: 4_000 });
        assert_eq!(Trim::first(60_000), Trim { start: 0, length: 10_000 });
        let sound = |start, length| Trim { start, length }.is_sound(12_000);
        assert!(sound(0, 10_000) && sound(2_000, 10_000) && sound(11_500, 500));
        assert!(!sound(0, 499) && !sound(0, 10_001) && !sound(11_501, 500));
        assert!(!sound(u32::MAX, 500));
    }
}
