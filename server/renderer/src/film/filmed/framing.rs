//! Which part of a picture a film shows, and how the camera goes over it.
//!
//! What always holds: every view has the frame's aspect, lies in the plate's area and holds every
//! head. Views between the first and the last are mixed edge by edge, so what both hold, all hold.

use crate::{
    paint::color::smooth,
    people::faces::Face,
    stage::camera::{Camera, Way},
};

/// What may be cut off of a side's length where all people are known to be kept, and where somebody's
/// face was not found, who may be anywhere.
const CROPPED: f32 = 0.36;
const CROPPED_BLINDLY: f32 = 0.16;
/// How much larger than its heads a full view is at least.
const AROUND: f32 = 1.06;
/// How much larger than its heads a full view is at least for the camera to move.
const ROOM: f32 = 1.04;
/// How far it moves at least, as a part of a full view's width.
const LEAST: f32 = 0.03;
/// What the camera may see beyond a full view to each side where the picture goes on, as a part of it.
const BEYOND: f32 = 0.08;
/// The closest view, as a part of the full one that its sides are smaller.
pub const CLOSEST: f32 = 1.13;
/// Where in the view faces come to rest, and where a picture lies that is not as tall, as parts of the
/// height.
const EYES: f32 = 0.4;
const MIDDLE: f32 = 0.47;

/// What a head has above the face that is found and below it, as parts of its height.
const HAIR: f32 = 0.4;
const CHIN: f32 = 0.12;

/// A rectangle in pixels of the picture; it may go beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Area {
    fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.w).max(other.x + other.w);
        let bottom = (self.y + self.h).max(other.y + other.h);
        Self { x, y, w: right - x, h: bottom - y }
    }

    fn mixed(self, to: Self, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Self {
            x: mix(self.x, to.x),
            y: mix(self.y, to.y),
            w: mix(self.w, to.w),
            h: mix(self.h, to.h),
        }
    }

    /// A face with this much of its width around it to the sides, above and below.
    fn around(face: Self, [sides, above, below]: [f32; 3], (w, h): (f32, f32)) -> Self {
        let side = face.w;
        let (left, right) = (face.x - side * sides, face.x + face.w + side * sides);
        let (top, bottom) = (face.y - side * above, face.y + face.h + side * below);
        let (x, y) = (left.clamp(0.0, w - 1.0), top.clamp(0.0, h - 1.0));
        let (right, bottom) = (right.clamp(x + 1.0, w), bottom.clamp(y + 1.0, h));
        Self { x, y, w: right - x, h: bottom - y }
    }
}

/// How a picture is framed.
#[derive(Debug)]
pub struct Framing {
    /// All that the camera may see.
    pub plate: Area,
    /// The widest view.
    pub full: Area,
    /// Every face as it was found.
    pub faces: Vec<Area>,
    /// All heads; nothing where no face was found.
    heads: Option<Area>,
    first: Area,
    last: Area,
    way: Way,
}

impl Framing {
    /// Of a picture (width, height) with these faces, of `people` people, in frames of this aspect.
    pub fn new(
        (w, h): (f32, f32),
        faces: &[Face],
        people: usize,
        aspect: f32,
        camera: Camera,
    ) -> Self {
        let face = |f: &Face| Area { x: f.x * w, y: f.y * h, w: f.w * w, h: f.h * h };
        let faces: Vec<_> = faces.iter().map(face).collect();
        let all = |margins| {
            faces.iter().map(|face| Area::around(*face, margins, (w, h))).reduce(Area::union)
        };
        let shoulders = all([0.8, 0.7, 1.2]);
        let known = faces.len() >= people.max(1);
        let keep = 1.0 - if known { CROPPED } else { CROPPED_BLINDLY };
        // As large as the picture allows; larger than it, where too much of it would be cut off.
        let mut width = w.min(h * aspect).max(w * keep).max(h * keep * aspect);
        if let Some(kept) = shoulders {
            let (across, down) = ((kept.w * AROUND).min(w), (kept.h * AROUND).min(h));
            width = width.max(across).max(down * aspect);
        }
        let (fw, fh) = (width, width / aspect);
        // Where heads leave the camera no room, it keeps to the faces.
        let roomy = |heads: &Area| heads.w * ROOM < fw && heads.h * ROOM < fh;
        let heads = all([0.4, 0.6, 0.5]).filter(roomy).or_else(|| all([0.06, 0.25, 0.1]));
        let eyes = all([0.0; 3]);
        let middle = eyes.map_or((w / 2.0, h * 0.45), |e| (e.x + e.w / 2.0, e.y + e.h / 2.0));
        // Where the picture is larger than the view, its people decide; where not, it lies in the view.
        let x = if fw > w { (w - fw) / 2.0 } else { (middle.0 - fw / 2.0).clamp(0.0, w - fw) };
        let y =
            if fh > h { h * 0.5 - fh * MIDDLE } else { (middle.1 - fh * EYES).clamp(0.0, h - fh) };
        let full = Area { x, y, w: fw, h: fh };
        let full = heads.map_or(full, |heads| nudged(full, heads));
        let plate = plate(full, (w, h));
        let mut framing =
            Self { plate, full, faces, heads, first: full, last: full, way: camera.way };
        (framing.first, framing.last) = framing.ends(middle, camera);
        framing
    }

    /// The first and the last view.
    fn ends(&self, middle: (f32, f32), camera: Camera) -> (Area, Area) {
        let (Area { w, h, .. }, side) = (self.full, if camera.mirrored { -1.0 } else { 1.0 });
        let (x, y) = (middle.0, middle.1 + h * (0.5 - EYES));
        // The other direction, where this one has no room.
        let roomier = |ends: &dyn Fn(f32) -> (Area, Area), turn: f32| {
            let way = |(a, b): (Area, Area)| (a.x - b.x).hypot(a.y - b.y);
            let (one, other) = (ends(turn), ends(-turn));
            if way(other) > way(one) * 1.3 { other } else { one }
        };
        let (first, last) = match camera.way {
            Way::Drift => {
                let ends = |side: f32| {
                    let from = self.view(1.1, (x - side * w * 0.1, y + h * 0.03));
                    (from, self.view(CLOSEST, (x + side * w * 0.05, y)))
                };
                roomier(&ends, side)
            }
            Way::Rise => {
                let last = self.view(1.04, (x, y));
                let rest = last.y + last.h / 2.0;
                let ends = |up: f32| {
                    (self.view(CLOSEST, (x - side * w * 0.02, rest + up * h * 0.1)), last)
                };
                roomier(&ends, 1.0)
            }
            Way::Settle => {
                let centre = (self.full.x + w / 2.0, self.full.y + h / 2.0);
                let from = self.view(1.0, (centre.0 - side * w * 0.04, centre.1));
                (from, self.view(CLOSEST, (x, y)))
            }
        };
        // Where heads hold it in place, it comes from further away.
        let moves = (first.x - last.x).hypot(first.y - last.y) + (first.w - last.w).abs();
        (if moves < w * LEAST { self.full } else { first }, last)
    }

    /// A view this close with its middle as near to a place as heads and plate allow.
    fn view(&self, close: f32, (x, y): (f32, f32)) -> Area {
        let Area { w, h, .. } = self.full;
        let heads = self.heads.unwrap_or(Area { x, y, w: 0.0, h: 0.0 });
        let size = (1.0 / close).max(heads.w / w).max(heads.h / h).min(1.0);
        let (w, h) = (w * size, h * size);
        let along = |middle: f32, long: f32, head: (f32, f32), plate: (f32, f32)| {
            let held = (middle - long / 2.0).min(head.0).max(head.0 + head.1 - long);
            held.min(plate.0 + plate.1 - long).max(plate.0)
        };
        let plate = self.plate;
        Area {
            x: along(x, w, (heads.x, heads.w), (plate.x, plate.w)),
            y: along(y, h, (heads.y, heads.h), (plate.y, plate.h)),
            w,
            h,
        }
    }

    /// What is seen at `t` (0 to 1) of the film.
    pub fn at(&self, t: f32) -> Area {
        let eased = smooth(0.0, 1.0, t);
        let share = match self.way {
            Way::Drift => t * 0.35 + eased * 0.65,
            Way::Rise => t * 0.2 + eased * 0.8,
            Way::Settle => 1.0 - (1.0 - t).powi(3) * 0.7 - (1.0 - t) * 0.3,
        };
        self.first.mixed(self.last, share)
    }

    /// The rows, as parts of the frame's height, between which heads are from `t` on: the topmost
    /// and the lowest. Nothing where there are none.
    pub fn rows(&self, t: f32) -> Option<(f32, f32)> {
        let row = |view: Area, y: f32| (y - view.y) / view.h;
        let views = [self.at(t), self.last];
        let faces = || self.faces.iter().flat_map(|face| views.map(|view| (face, view)));
        let top = faces().map(|(face, view)| row(view, face.y - face.h * HAIR)).reduce(f32::min)?;
        let chin = |face: &Area| face.y + face.h * (1.0 + CHIN);
        let bottom = faces().map(|(face, view)| row(view, chin(face))).reduce(f32::max)?;
        Some((top, bottom))
    }
}

/// The view moved, so that what it must hold is in it.
fn nudged(view: Area, held: Area) -> Area {
    let along = |at: f32, long: f32, held: f32, end: f32| at.min(held).max(end - long);
    Area {
        x: along(view.x, view.w, held.x, held.x + held.w),
        y: along(view.y, view.h, held.y, held.y + held.h),
        ..view
    }
}

/// A full view, with what of the picture lies at its sides.
fn plate(full: Area, (w, h): (f32, f32)) -> Area {
    let along = |at: f32, long: f32, side: f32| {
        let (from, to) = (at - long * BEYOND, at + long * (1.0 + BEYOND));
        let (from, to) = (from.max(at.min(0.0)), to.min((at + long).max(side)));
        (from, to - from)
    };
    let (x, width) = along(full.x, full.w, w);
    let (y, height) = along(full.y, full.h, h);
    Area { x, y, w: width, h: height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_has_the_frames_aspect_and_holds_every_head() {
        let face = |x: f32, y: f32, w: f32| Face { x, y, w, h: w };
        let crowds = [
            vec![],
            vec![face(0.45, 0.3, 0.1)],
            vec![face(0.02, 0.02, 0.12), face(0.86, 0.05, 0.1)],
            vec![face(0.1, 0.8, 0.15), face(0.4, 0.1, 0.15), face(0.8, 0.5, 0.12)],
            vec![face(0.1, 0.05, 0.8)],
        ];
        let pictures = [(720.0, 1280.0), (1024.0, 1024.0), (1920.0, 1080.0), (1.0, 2000.0)];
        for (picture, aspect) in
            pictures.iter().flat_map(|p| [0.5625, 1.0, 16.0 / 9.0].map(|a| (*p, a)))
        {
            for (way, mirrored) in Way::ALL.iter().flat_map(|w| [(*w, false), (*w, true)]) {
                for faces in &crowds {
                    let camera = Camera { way, mirrored };
                    let framing = Framing::new(picture, faces, 2, aspect, camera);
                    holds(&framing, aspect);
                }
            }
        }
    }

    fn holds(framing: &Framing, aspect: f32) {
        let slack = framing.full.w.max(framing.full.h) * 1e-4;
        let inside = |a: Area, b: Area| {
            let (right, bottom) = (b.x + b.w + slack, b.y + b.h + slack);
            a.x >= b.x - slack && a.y >= b.y - slack && a.x + a.w <= right && a.y + a.h <= bottom
        };
        for step in 0..=20u8 {
            let view = framing.at(f32::from(step) / 20.0);
            assert!((view.w / view.h / aspect - 1.0).abs() < 1e-3, "{view:?} of {framing:?}");
            assert!(inside(view, framing.plate), "{view:?} of {framing:?}");
            assert!(framing.heads.is_none_or(|heads| inside(heads, view)), "{view:?} {framing:?}");
        }
        assert!(framing.at(0.0) != framing.at(1.0), "the camera stands still: {framing:?}");
    }

    #[test]
    fn pictures_of_nearly_the_frames_shape_fill_it_and_others_are_not_cut_to_it() {
        let camera = Camera { way: Way::Rise, mirrored: false };
        let at = |x: f32| Face { x, y: 0.3, w: 0.12, h: 0.12 };
        let full =
            |picture, faces: &[Face], aspect| Framing::new(picture, faces, 2, aspect, camera).full;
        let near = full((864.0, 1184.0), &[at(0.3), at(0.55)], 0.5625);
        assert!(near.y >= 0.0 && near.h <= 1184.0, "{near:?}");
        let unknown = full((1024.0, 1024.0), &[at(0.3)], 0.5625);
        assert!(unknown.w >= 1024.0 * 0.83, "somebody may be at its side: {unknown:?}");
        let wide = full((1920.0, 1080.0), &[at(0.1), at(0.8)], 0.5625);
        assert!(wide.w >= 1920.0 * 0.85, "{wide:?}");
    }
}
