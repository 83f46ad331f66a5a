//! How the people of a memory are shown: the shape of its picture and film, whether they stand in the
//! scene or lie there as prints, and who of each photo is cut out of it.

use serde::{Deserialize, Serialize};

/// The shape of a picture and film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Shape {
    /// 9:16, as a phone is held.
    #[default]
    Portrait,
    /// 1:1.
    Square,
    /// 16:9.
    Landscape,
}

/// How all the people of a memory are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Presence {
    /// Cut out of their photos, they stand in the scene.
    Scene,
    /// Each photo is a print.
    Prints,
}

/// What the person chose of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Presentation {
    pub shape: Shape,
    /// Nothing leaves it to how certain the cut-outs are.
    pub people: Option<Presence>,
}

/// A whole side of a photo.
pub const WHOLE: u32 = 10_000;
/// The most strokes of a touch-up, the most points of all of them together, how long all lines may be
/// together, and how wide each. Whatever is sent is painted in milliseconds.
const MAX_STROKES: usize = 120;
const MAX_POINTS: usize = 3_000;
const MAX_LENGTH: u32 = 60 * WHOLE;
const MAX_WIDTH: u32 = 2_000;

/// What was painted in one go: a line, round at its ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stroke {
    /// Whether what it covers belongs to the person.
    pub keep: bool,
    /// In ten-thousandths of the photo's width.
    pub width: u32,
    /// x and y in ten-thousandths of the photo's sides.
    pub points: Vec<(u32, u32)>,
}

/// What the person says of who is cut out of a photo.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct TouchUp {
    /// Where the face of the one who is meant is, in ten-thousandths of the photo's sides; nothing where
    /// the photo shows one alone.
    pub person: Option<(u32, u32)>,
    /// A later one counts over an earlier one.
    pub strokes: Vec<Stroke>,
}

impl TouchUp {
    /// Whether it lies inside the photo and is no longer than a person paints.
    pub fn is_sound(&self) -> bool {
        let inside = |(x, y): &(u32, u32)| *x <= WHOLE && *y <= WHOLE;
        let points: usize = self.strokes.iter().map(|stroke| stroke.points.len()).sum();
        let long = |[from, to]: [(u32, u32); 2]| from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        let lines = self.strokes.iter().flat_map(|stroke| stroke.points.windows(2));
        let length = lines.fold(0u32, |sum, line| sum.saturating_add(long([line[0], line[1]])));
        self.strokes.len() <= MAX_STROKES
            && points <= MAX_POINTS
            && length <= MAX_LENGTH
            && self.person.iter().all(inside)
            && self.strokes.iter().all(|stroke| {
                (1..=MAX_WIDTH).contains(&stroke.width)
                    && !stroke.points.is_empty()
                    && stroke.points.iter().all(inside)
            })
    }
}

/// The shapes of this module as TypeScript declarations.
#[cfg(feature = "typescript")]
pub(crate) fn shapes() -> String {
    use ts_rs::TS;
    let config = ts_rs::Config::default();
    let shapes = [
        Shape::decl(&config),
        Presence::decl(&config),
        Presentation::decl(&config),
        Stroke::decl(&config),
        TouchUp::decl(&config),
    ];
    shapes.map(|shape| format!("export {shape}\n\n")).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_in_the_photo_and_is_not_endless_is_sound() {
        let stroke = |width, points: Vec<(u32, u32)>| Stroke { keep: true, width, points };
        let of = |strokes| TouchUp { person: None, strokes };
        for (touch_up, sound) in [
            (TouchUp::default(), true),
            (TouchUp { person: Some((WHOLE, 0)), strokes: Vec::new() }, true),
            (TouchUp { person: Some((WHOLE + 1, 0)), strokes: Vec::new() }, false),
            (of(vec![stroke(300, vec![(0, 0), (WHOLE, WHOLE)])]), true),
            (of(vec![stroke(300, vec![(0, WHOLE + 1)])]), false),
            (of(vec![stroke(300, Vec::new())]), false),
            (of(vec![stroke(0, vec![(0, 0)])]), false),
            (of(vec![stroke(MAX_WIDTH + 1, vec![(0, 0)])]), false),
            (of(vec![stroke(300, vec![(5, 5); MAX_POINTS])]), true),
            (of(vec![stroke(300, vec![(5, 5); MAX_POINTS]), stroke(300, vec![(5, 5)])]), false),
            (of(vec![stroke(300, vec![(5, 5)]); MAX_STROKES + 1]), false),
            (of(vec![stroke(300, vec![(0, 0), (WHOLE, WHOLE)]); 60]), true),
            (of(vec![stroke(300, vec![(0, 0), (WHOLE, WHOLE)]); 61]), false),
        ] {
            assert_eq!(touch_up.is_sound(), sound, "{touch_up:?}");
        }
    }
}
