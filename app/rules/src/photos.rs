//! How many photos a creation takes and which files may be uploaded.

use crate::{
    presentation::WHOLE,
    pricing::CREATION_COST,
    wire::{Crop, Mode},
};

/// Fewest photos of a creation.
pub const MIN_PHOTOS: u32 = 2;
/// Most photos of people of a creation.
pub const MAX_PHOTOS: u32 = 3;
/// Most keepsakes beside them.
pub const MAX_KEEPSAKES: u32 = 1;
/// Width by height of a keepsake's print at its tallest and at its widest.
pub const KEEPSAKE_RATIOS: ((u32, u32), (u32, u32)) = ((3, 5), (9, 5));
/// The least of a side of a photo that can be shown, in ten-thousandths.
pub const LEAST_PART: u32 = 100;
/// Largest photo, in bytes: 6 MB.
pub const MAX_PHOTO_BYTES: u32 = 6 * 1024 * 1024;

/// Shown when a batch holds anything but images under 6 MB.
pub const PHOTO_REJECTED: &str = "Only image files under 6MB are allowed.";
/// Shown when a creation is asked for with the wrong number of photos.
pub const WRONG_PHOTO_COUNT: &str = "Upload 2 photos for couple mode or 3 photos for friend mode.";

impl Mode {
    const ALL: [Self; 2] = [Self::Couple, Self::Friend];

    /// How many photos it needs: one of each person.
    pub fn photo_count(self) -> usize {
        match self {
            Self::Couple => 2,
            Self::Friend => 3,
        }
    }

    /// The mode of so many photos of people.
    pub fn for_photos(photos: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.photo_count() == photos)
    }
}

/// How many pixels of a keepsake's photo are shown across and down unless another part is chosen: all of them, or
/// the middle where it is wider or taller than a print may be.
pub fn keepsake_shown(width: u32, height: u32) -> (u32, u32) {
    let (width, height) = (width.max(1), height.max(1));
    let part = |side: u32, (of, by): (u32, u32)| {
        let part = u64::from(side) * u64::from(of) / u64::from(by);
        u32::try_from(part).unwrap_or(u32::MAX).max(1)
    };
    let (tallest, widest) = KEEPSAKE_RATIOS;
    (width.min(part(height, widest)), height.min(part(width, (tallest.1, tallest.0))))
}

/// The same part in ten-thousandths of the photo's sides, of which each is at least [`LEAST_PART`].
pub fn keepsake_part(width: u32, height: u32) -> Crop {
    let shown = keepsake_shown(width, height);
    let share = |shown: u32, side: u32| {
        let share = u64::from(shown) * u64::from(WHOLE) / u64::from(side.max(1));
        u32::try_from(share).unwrap_or(WHOLE).clamp(LEAST_PART, WHOLE)
    };
    let (across, down) = (share(shown.0, width), share(shown.1, height));
    Crop { x: (WHOLE - across) / 2, y: (WHOLE - down) / 2, width: across, height: down }
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

/// Whether 'Create My Memory' is enabled: two or three photos of people, nothing running, and credits
/// unknown (`None`) or enough.
pub fn can_create(photos: u32, running: bool, credits: Option<u32>) -> bool {
    Mode::for_photos(photos as usize).is_some()
        && !running
        && credits.is_none_or(|credits| credits >= CREATION_COST)
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
    fn a_keepsake_is_shown_whole_unless_it_is_very_long() {
        let whole = Crop { x: 0, y: 0, width: 10_000, height: 10_000 };
        for (width, height) in [(2100, 2970), (2970, 2100), (1, 1), (600, 1000)] {
            assert_eq!(keepsake_part(width, height), whole, "{width} x {height}");
        }
        let strip = keepsake_part(3600, 1000);
        assert_eq!(strip, Crop { x: 2_500, width: 5_000, ..whole });
        let receipt = keepsake_part(300, 1000);
        assert_eq!(receipt, Crop { y: 2_500, height: 5_000, ..whole });
        for (width, height) in [(0, 0), (u32::MAX, 1), (1, u32::MAX)] {
            let part = keepsake_part(width, height);
            assert!(part.x + part.width <= 10_000 && part.y + part.height <= 10_000, "{part:?}");
            assert!(part.width >= 100 && part.height >= 100, "{part:?}");
        }
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
}
