//! Whose face is meant in a photo: the only one, or the one that the person pointed at.

use super::{faces::Face, matte::RejectReason};
use crate::photo::CropBox;
use evernear_rules::presentation::TouchUp;

/// How many widths of a face around its middle still mean it.
const NEAR: f32 = 0.9;
/// How much of what a print shows is a face, where nobody found one.
const SHARE: f32 = 0.42;
/// A whole side of a photo, in the units of a touch-up.
const WHOLE: f32 = 10_000.0;

/// The face that is meant among those that were found in a photo of `size` pixels, of which the part
/// `shown` is to be seen. Where the person points at none of them, there is one all the same.
///
/// # Errors
/// When nobody pointed, and there is none or more than one.
pub fn meant(
    found: &[Face],
    size: (f32, f32),
    shown: Option<CropBox>,
    touch_up: &TouchUp,
) -> Result<Face, RejectReason> {
    let Some((x, y)) = touch_up.person else {
        return match found {
            [face] => Ok(*face),
            [] => Err(RejectReason::Unseen),
            _ => Err(RejectReason::Several),
        };
    };
    let (x, y) = (x as f32 / WHOLE, y as f32 / WHOLE);
    let away = |face: &Face| {
        let across = (face.x + face.w / 2.0 - x) / face.w;
        let down = (face.y + face.h / 2.0 - y) / face.h;
        across.hypot(down)
    };
    let nearest = found.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
    if let Some(face) = nearest.filter(|face| away(face) < NEAR) {
        return Ok(*face);
    }
    let largest = found.iter().map(|face| face.w).fold(0.0, f32::max);
    let w = if largest > 0.0 { largest } else { shown.map_or(0.6, |shown| shown.width) * SHARE };
    let h = w * size.0 / size.1;
    Ok(Face { x: x - w / 2.0, y: y - h / 2.0, w, h })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Face = Face { x: 0.1, y: 0.2, w: 0.2, h: 0.1 };
    const RIGHT: Face = Face { x: 0.6, y: 0.2, w: 0.2, h: 0.1 };

    fn pointing(found: &[Face], person: Option<(u32, u32)>) -> Result<Face, RejectReason> {
        meant(found, (1000.0, 2000.0), None, &TouchUp { person, strokes: Vec::new() })
    }

    #[test]
    fn one_face_is_meant_and_of_several_the_one_that_was_pointed_at() {
        assert_eq!(pointing(&[LEFT], None), Ok(LEFT));
        assert_eq!(pointing(&[], None), Err(RejectReason::Unseen));
        assert_eq!(pointing(&[LEFT, RIGHT], None), Err(RejectReason::Several));
        assert_eq!(pointing(&[LEFT, RIGHT], Some((6_500, 2_700))), Ok(RIGHT));
        assert_eq!(pointing(&[LEFT, RIGHT], Some((1_500, 2_300))), Ok(LEFT));
    }

    #[test]
    fn a_face_that_nobody_found_is_where_the_person_points() {
        for found in [&[][..], &[LEFT]] {
            let face = pointing(found, Some((7_000, 6_000))).expect("one");
            let (x, y) = (face.x + face.w / 2.0, face.y + face.h / 2.0);
            assert!((x - 0.7).abs() < 1e-4 && (y - 0.6).abs() < 1e-4, "{face:?}");
            assert!((face.w * 1000.0 - face.h * 2000.0).abs() < 1e-2, "as wide as tall");
        }
    }
}
