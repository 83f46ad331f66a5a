//! What is known of a photo beside the network's looks: what the person painted, and the faces of
//! others.
//!
//! What always holds: what was painted counts as it was painted. Around it, where the network was of
//! another mind, matting decides by colours, so that a line through a hat brings the hat.

use super::{Bust, looks::Fused, refine::mean, trimap::Known};
use crate::people::faces::Face;
use evernear_rules::presentation::{Stroke, TouchUp};

/// How far around a stroke the network is not believed, in widths of the face.
const AROUND: f32 = 0.16;
/// How far somebody else's head reaches from the middle of the face, in widths of the face.
const HEAD: (f32, f32) = (0.6, 0.85);
/// A whole side of a photo, in the units of a touch-up.
const WHOLE: f32 = 10_000.0;

/// See the module.
#[derive(Clone, Copy)]
pub struct Marks<'a> {
    pub strokes: &'a [Stroke],
    /// Faces of whoever else is in the photo.
    pub others: &'a [Face],
    /// The photo's sides in pixels.
    pub size: (f32, f32),
}

impl<'a> Marks<'a> {
    /// What is known beside the face that is meant.
    pub fn new(touch_up: &'a TouchUp, others: &'a [Face], size: (f32, f32)) -> Self {
        Self { strokes: &touch_up.strokes, others, size }
    }

    /// Whether the person painted anything.
    pub fn painted(&self) -> bool {
        !self.strokes.is_empty()
    }

    /// Where somebody is and where nobody, for each place of a raster of the bust that is `width` wide.
    pub fn raster(&self, bust: &Bust, width: usize, height: usize) -> Vec<Option<bool>> {
        let mut out = vec![None; width * height];
        let scale = width as f32 / bust.w;
        let place = |(x, y): (f32, f32)| ((x - bust.x) * scale, (y - bust.y) * scale);
        for face in self.others {
            let middle =
                ((face.x + face.w / 2.0) * self.size.0, (face.y + face.h / 2.0) * self.size.1);
            let (x, y) = place(middle);
            let side = face.w * self.size.0 * scale;
            let (wide, tall) = (side * HEAD.0, side * HEAD.1);
            fill(&mut out, width, [x - wide, y - tall, x + wide, y + tall], false, |px, py| {
                ((px - x) / wide).powi(2) + ((py - y) / tall).powi(2) < 1.0
            });
        }
        for stroke in self.strokes {
            let radius = (stroke.width as f32 / WHOLE * self.size.0 * scale / 2.0).max(0.6);
            let points: Vec<(f32, f32)> = stroke
                .points
                .iter()
                .map(|(x, y)| {
                    let (x, y) = (*x as f32 / WHOLE, *y as f32 / WHOLE);
                    place((x * self.size.0, y * self.size.1))
                })
                .collect();
            for (i, &to) in points.iter().enumerate() {
                let from = points[i.saturating_sub(1)];
                let area = [
                    from.0.min(to.0) - radius,
                    from.1.min(to.1) - radius,
                    from.0.max(to.0) + radius,
                    from.1.max(to.1) + radius,
                ];
                fill(&mut out, width, area, stroke.keep, |px, py| {
                    away((px, py), from, to) < radius
                });
            }
        }
        out
    }
}

/// Sets what of an area (left, top, right, bottom) is inside.
fn fill(
    out: &mut [Option<bool>],
    width: usize,
    [left, top, right, bottom]: [f32; 4],
    value: bool,
    inside: impl Fn(f32, f32) -> bool,
) {
    let height = out.len() / width.max(1);
    let side = |from: f32, to: f32, most: usize| {
        let within = |v: f32| v.clamp(0.0, most as f32) as usize;
        within(from.floor())..within(to.ceil())
    };
    for y in side(top, bottom, height) {
        for x in side(left, right, width) {
            if inside(x as f32 + 0.5, y as f32 + 0.5) {
                out[y * width + x] = Some(value);
            }
        }
    }
}

/// How far a point lies from a line between two others.
fn away((x, y): (f32, f32), (ax, ay): (f32, f32), (bx, by): (f32, f32)) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (x - ax - dx * share).hypot(y - ay - dy * share)
}

/// Lets marks count over what the looks and the trimap say of a raster whose face is `face` pixels wide.
pub fn apply(
    marks: &[Option<bool>],
    fused: &mut Fused,
    known: &mut [Known],
    width: usize,
    face: f32,
) {
    let height = marks.len() / width.max(1);
    let near = |value: bool| {
        let set: Vec<f32> =
            marks.iter().map(|mark| f32::from(u8::from(*mark == Some(value)))).collect();
        mean(&set, width, height, (AROUND * face) as usize)
    };
    let (near_person, near_behind) = (near(true), near(false));
    for i in 0..marks.len() {
        if let Some(person) = marks[i] {
            known[i] = if person { Known::Person } else { Known::Behind };
            (fused.mask[i], fused.apart[i]) = (f32::from(u8::from(person)), 0.0);
            continue;
        }
        let doubted = (near_person[i] > 0.0 && fused.mask[i] < 0.5)
            || (near_behind[i] > 0.0 && fused.mask[i] > 0.5);
        if doubted {
            known[i] = Known::Unsure;
            fused.mask[i] = 0.5;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bust() -> Bust {
        Bust::around(&Face { x: 0.4, y: 0.3, w: 0.2, h: 0.2 }, (400.0, 400.0), None)
    }

    #[test]
    fn a_stroke_covers_its_line_and_a_later_one_counts() {
        let bust = bust();
        let (width, height) = (bust.w as usize, bust.h as usize);
        let line =
            |keep, points: &[(u32, u32)]| Stroke { keep, width: 500, points: points.to_vec() };
        let strokes =
            [line(true, &[(2_000, 5_000), (8_000, 5_000)]), line(false, &[(5_000, 5_000)])];
        let marks = Marks { strokes: &strokes, others: &[], size: (400.0, 400.0) };
        let raster = marks.raster(&bust, width, height);
        let at = |x: f32, y: f32| raster[(y - bust.y) as usize * width + (x - bust.x) as usize];
        assert_eq!(at(100.0, 200.0), Some(true));
        assert_eq!(at(300.0, 208.0), Some(true));
        assert_eq!(at(200.0, 200.0), Some(false), "the later one");
        assert_eq!(at(100.0, 215.0), None);
    }

    #[test]
    fn somebody_elses_face_is_not_the_persons() {
        let bust = bust();
        let (width, height) = (bust.w as usize, bust.h as usize);
        let others = [Face { x: 0.62, y: 0.3, w: 0.2, h: 0.2 }];
        let marks = Marks { strokes: &[], others: &others, size: (400.0, 400.0) };
        let raster = marks.raster(&bust, width, height);
        let at = |x: f32, y: f32| raster[(y - bust.y) as usize * width + (x - bust.x) as usize];
        assert_eq!(at(288.0, 160.0), Some(false));
        assert_eq!(at(200.0, 160.0), None);
        assert!(!marks.painted());
    }
}
