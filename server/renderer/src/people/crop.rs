//! Which part of a photo the print shows.
//!
//! What always holds: the part lies inside the photo and has the print's ratio, so nothing is
//! stretched. A given crop comes first, then the faces, then a calm upper middle.

use super::faces::{self, Face};
use crate::photo::{CropBox, Photo};

/// Width / height of the picture inside a print.
pub const PICTURE: f32 = 0.8;

/// A part of the photo in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Photo {
    /// The part a print shows unless the person chooses another: around the faces, or a calm
    /// upper middle. Takes as long as looking for faces does.
    pub fn suggested_crop(&self) -> CropBox {
        let (w, h) = (self.width() as f32, self.height() as f32);
        let part = choose(w, h, PICTURE, &faces::find(&self.pixels), None);
        CropBox { x: part.x / w, y: part.y / h, width: part.w / w, height: part.h / h }
    }
}

/// The part of a `width` x `height` photo to show in a window of `ratio` (width / height).
pub fn choose(width: f32, height: f32, ratio: f32, faces: &[Face], given: Option<CropBox>) -> Part {
    if let Some(own) = given {
        // A photo may be smaller than the least part.
        let w = (own.width * width).max(8.0).min(width);
        let h = (own.height * height).max(8.0).min(height);
        let (cx, cy) = (own.x * width + w / 2.0, own.y * height + h / 2.0);
        return fit(width, height, ratio, cx, cy, w.min(h * ratio));
    }
    if faces.is_empty() {
        let w = width.min(height * ratio);
        let rest = height - w / ratio;
        return fit(width, height, ratio, width / 2.0, w / ratio / 2.0 + rest * 0.38, w);
    }
    let edge = |f: fn(&Face) -> f32, pick: fn(f32, f32) -> f32, start: f32| {
        faces.iter().map(f).fold(start, pick)
    };
    let (left, right) =
        (edge(|f| f.x, f32::min, 1.0) * width, edge(|f| f.x + f.w, f32::max, 0.0) * width);
    let (top, bottom) =
        (edge(|f| f.y, f32::min, 1.0) * height, edge(|f| f.y + f.h, f32::max, 0.0) * height);
    let (w, h) = (right - left, bottom - top);
    // Head and shoulders: a lone face fills about two fifths of the width, a group a bit more.
    let room = if faces.len() == 1 { 2.35 } else { 1.7 };
    let wanted = (w * room).max(h * room * ratio);
    // The middle of the face a little above the middle of the window.
    fit(
        width,
        height,
        ratio,
        left.midpoint(right),
        top.midpoint(bottom) + wanted / ratio * 0.05,
        wanted,
    )
}

fn fit(width: f32, height: f32, ratio: f32, cx: f32, cy: f32, wanted: f32) -> Part {
    let w = wanted.min(width).min(height * ratio);
    let h = w / ratio;
    Part {
        x: (cx - w / 2.0).clamp(0.0, (width - w).max(0.0)),
        y: (cy - h / 2.0).clamp(0.0, (height - h).max(0.0)),
        w,
        h,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_never_leaves_the_photo_and_keeps_its_ratio() {
        let face = Face { x: 0.8, y: 0.0, w: 0.2, h: 0.2 };
        let own = CropBox { x: 0.9, y: 0.9, width: 0.5, height: 0.5 };
        for (faces, own) in [
            (vec![face], None),
            (vec![], None),
            (vec![face, Face { x: 0.1, ..face }], None),
            (vec![], Some(own)),
        ] {
            let p = choose(1000.0, 700.0, 0.8, &faces, own);
            assert!(p.x >= 0.0 && p.y >= 0.0 && p.x + p.w <= 1000.5 && p.y + p.h <= 700.5, "{p:?}");
            assert!((p.w / p.h - 0.8).abs() < 1e-3);
        }
    }
}
