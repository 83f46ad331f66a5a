//! The part of a photo that its print shows: four numbers in ten-thousandths of the upright
//! photo's sides, exact wherever they go (page, store, renderer).

pub use evernear_rules::presentation::WHOLE;
use evernear_rules::{photos::LEAST_PART as LEAST, wire::Crop};

/// Whether the part lies inside the photo and is not too small to see.
pub fn crop_is_sound(crop: Crop) -> bool {
    let side = |from: u32, long: u32| long >= LEAST && from <= WHOLE && long <= WHOLE - from;
    side(crop.x, crop.width) && side(crop.y, crop.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_parts_inside_the_photo_are_sound() {
        for (x, y, width, height, sound) in [
            (0, 0, WHOLE, WHOLE, true),
            (2_500, 100, 5_000, 9_900, true),
            (0, 0, LEAST - 1, WHOLE, false),
            (5_001, 0, 5_000, WHOLE, false),
            (0, WHOLE + 1, WHOLE, LEAST, false),
            (u32::MAX, 0, u32::MAX, WHOLE, false),
        ] {
            let crop = Crop { x, y, width, height };
            assert_eq!(crop_is_sound(crop), sound, "{crop:?}");
        }
    }
}
