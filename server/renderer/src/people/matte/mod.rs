//! Cutting a person out of a photo: a small network says where somebody is ([`looks`]), a trimap parts
//! what is sure from what is not ([`trimap`]), closed-form matting finds alpha in between
//! ([`closed_form`]), and [`checks`] says how certain the result is.
//!
//! What always holds: a ragged edge on a face is worse than a photograph of it, so only who is
//! [`Certainty::Certain`] stands in a film that nobody looked at before. Alpha is found at one scale, whatever
//! the frame, so that the same photo is as certain everywhere.
//!
//! The network is the selfie segmentation of `MediaPipe` (250 kB, a `MobileNetV3`, under the Apache
//! licence 2.0; see `assets/`).

mod checks;
mod closed_form;
mod looks;
mod marks;
mod model;
mod network;
mod refine;
mod trimap;

pub use checks::{Certainty, RejectReason};
pub use marks::Marks;
pub use refine::Raster;

use super::{
    faces::Face,
    resample::{self, Kernel},
};
use crate::paint::color::{Rgb, smooth};
use crate::photo::CropBox;
use crate::stop::stopped;
use image::RgbImage;
use looks::Fused;
use network::Network;
use std::sync::OnceLock;

static NETWORK: &[u8] = include_bytes!("../../../assets/selfie_segmentation.tflite");
/// Width and height of what the network sees.
const SIDE: usize = 256;
/// What is cut, in widths of the face: to each side of its middle, above and below it.
const CUT: [f32; 3] = [1.9, 1.6, 4.0];
/// How many pixels wide the face is where alpha is found.
const FACE: f32 = 96.0;
/// How many samples of a photo are as wide as the face.
const SAMPLES: f32 = 48.0;
/// Shoulders that the photo's sides cut fade within so many widths of the face.
const FADE: f32 = 0.12;

/// A person without what was behind, at the size of the frame.
pub struct Matte {
    pub width: usize,
    pub height: usize,
    /// Colours of the person alone, also where hair lets through what is behind.
    pub front: [Vec<f32>; 3],
    /// 0 to 1.
    pub alpha: Vec<f32>,
    /// Middle of the face.
    pub x: f32,
    pub y: f32,
    /// From which row on the photo's left and right side cut the person, if they do.
    pub open: [Option<f32>; 2],
}

/// The part of a photo that is cut out, and the face in it, in pixels of the photo.
#[derive(Clone, Copy, PartialEq)]
pub struct Bust {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    face: f32,
    middle: (f32, f32),
    /// Left, top, right and bottom of what may be seen of the photo.
    limit: [f32; 4],
}

impl Bust {
    /// Head and shoulders around `face` in a photo of this size, of which only the part `own` is
    /// to be seen.
    pub fn around(face: &Face, (width, height): (f32, f32), own: Option<CropBox>) -> Self {
        let own = own.unwrap_or(CropBox { x: 0.0, y: 0.0, width: 1.0, height: 1.0 });
        let side = face.w * width;
        let middle = ((face.x + face.w / 2.0) * width, (face.y + face.h / 2.0) * height);
        let limit = [
            (own.x.max(0.0) * width).ceil(),
            (own.y.max(0.0) * height).ceil(),
            ((own.x + own.width).min(1.0) * width).floor(),
            ((own.y + own.height).min(1.0) * height).floor(),
        ];
        let bare = Self { x: 0.0, y: 0.0, w: 1.0, h: 1.0, face: side, middle, limit };
        let [x, y, w, h] = bare.reach(CUT);
        Self { x, y, w, h, ..bare }
    }

    /// The part of the photo so many widths of the face to both sides of its middle, above and below:
    /// left, top, width, height.
    fn reach(&self, [aside, above, below]: [f32; 3]) -> [f32; 4] {
        let [left, top, right, bottom] = self.limit;
        let (x, y) = self.middle;
        let left = (x - aside * self.face).max(left).ceil();
        let top = (y - above * self.face).max(top).ceil();
        let right = (x + aside * self.face).min(right).floor();
        let bottom = (y + below * self.face).min(bottom).floor();
        [left, top, (right - left).max(1.0), (bottom - top).max(1.0)]
    }

    /// Whether enough of the face is in it: what the person chose may end beside it.
    pub fn holds_face(&self) -> bool {
        let inside = |middle: f32, from: f32, long: f32| {
            let half = self.face * 0.3;
            middle - half >= from && middle + half <= from + long
        };
        inside(self.middle.0, self.x, self.w) && inside(self.middle.1, self.y, self.h)
    }

    /// Whether this is the face in the middle of it, in a photo of this size.
    pub fn is_of(&self, face: &Face, (width, height): (f32, f32)) -> bool {
        let x = (face.x + face.w / 2.0) * width - self.middle.0;
        let y = (face.y + face.h / 2.0) * height - self.middle.1;
        x.hypot(y) < self.face * 0.5
    }

    /// The part of a photo of this size that it is.
    pub fn part(&self, (width, height): (f32, f32)) -> CropBox {
        CropBox {
            x: self.x / width,
            y: self.y / height,
            width: self.w / width,
            height: self.h / height,
        }
    }

    /// The width of the face in pixels of the photo.
    pub fn face(&self) -> f32 {
        self.face
    }

    /// How far it reaches below the middle of the face, in widths of the face.
    pub fn below(&self) -> f32 {
        (self.y + self.h - self.middle.1) / self.face
    }

    /// The part of the photo, its face `width` pixels wide.
    pub fn picture(&self, photo: &RgbImage, width: f32) -> RgbImage {
        let part = [self.x, self.y, self.w, self.h].map(|v| v as usize);
        let scale = width / self.face;
        let side = |length: f32| ((length * scale).round() as usize).max(1);
        resample::resized(photo, part, (side(self.w), side(self.h)), Kernel::CatmullRom)
    }

    /// The middle of the face in a picture of the bust at this scale.
    fn middle_at(&self, scale: f32) -> (f32, f32) {
        ((self.middle.0 - self.x) * scale, (self.middle.1 - self.y) * scale)
    }
}

fn network() -> Option<&'static Network> {
    static READ: OnceLock<Option<Network>> = OnceLock::new();
    READ.get_or_init(|| model::read(NETWORK)).as_ref()
}

/// Alpha of a person at the scale of [`FACE`], and how certain it is.
pub struct Outline {
    /// Reaches down to where the person is certain, no further.
    pub bust: Bust,
    pub certainty: Certainty,
    alpha: Raster<1>,
    /// From which row on the photo's left and right side cut the person, if they do.
    open: [Option<usize>; 2],
}

/// What the network saw of a person, whatever is painted: it costs more than all that follows from it.
pub struct Looked {
    bust: Bust,
    fused: Fused,
}

/// Finds a person's outline. With something painted it is as certain as the one who painted it: they
/// saw what came of it. `looked` is what the network saw of the same photo before; where that was of
/// another part, or nothing, it looks, and leaves there what it saw.
///
/// # Errors
/// What makes it hopeless.
pub fn outline(
    photo: &RgbImage,
    bust: &Bust,
    marks: &Marks<'_>,
    looked: &mut Option<Looked>,
) -> Result<Outline, RejectReason> {
    let doubt = checks::clear(photo, bust)?;
    let picture = Raster::of(&bust.picture(photo, FACE));
    let (width, height) = (picture.width, picture.height);
    let (x, y) = bust.middle_at(FACE / bust.face);
    let kept = looked.take().filter(|looked| looked.bust == *bust).map(|looked| looked.fused);
    let fused = kept.or_else(|| looks::fused(photo, bust, width, height));
    let fused = fused.ok_or(RejectReason::Unseen)?;
    let mut fused = looked.insert(Looked { bust: *bust, fused }).fused.clone();
    let chin = y + FACE * 0.62;
    let mut known = trimap::trimap(&fused, width, FACE, chin);
    let marked = marks.raster(bust, width, height);
    marks::apply(&marked, &mut fused, &mut known, width, FACE);
    let near = (FACE * 0.16) as usize;
    let alpha = closed_form::solve(&picture, &known, &fused.mask, near);
    let mut alpha = alpha.ok_or(RejectReason::Unseen)?;
    checks::tidy(&mut alpha, &fused, width, (x, y), &marked);
    let seen = checks::Seen { picture: &picture, fused: &fused, alpha: &alpha, middle: (x, y) };
    let (rows, certainty) = if marks.painted() {
        (seen.painted_depth(&marked), Certainty::Certain)
    } else {
        let rows = seen.depth()?;
        (rows, seen.certainty(rows, doubt)?)
    };
    let touched = |column: usize| (0..rows).find(|row| alpha[row * width + column] > 0.5);
    let open = [touched(1), touched(width - 2)];
    alpha.truncate(rows * width);
    let bust = Bust { h: (bust.h * rows as f32 / height as f32).round().max(1.0), ..*bust };
    let alpha = Raster { width, height: rows, planes: [alpha] };
    Ok(Outline { bust, certainty, alpha, open })
}

/// One place of a photo or of a person.
pub struct Sample {
    pub color: Rgb,
    /// How much of it is the person, 0 to 1.
    pub alpha: f32,
    /// From the middle of the face, in widths of the face.
    pub across: f32,
    pub down: f32,
}

impl Outline {
    /// The part of the photo on a lattice, row by row.
    pub fn samples(&self, photo: &RgbImage) -> Vec<Sample> {
        let bust = &self.bust;
        let step = (bust.face / SAMPLES).max(1.0);
        let count = |side: f32| (side / step) as usize;
        let (across, down) = (count(bust.w), count(bust.h));
        let place = |i: usize| {
            let at = |i: usize| (i as f32 + 0.5) * step;
            let (x, y) = (at(i % across), at(i / across));
            let (column, row) = ((bust.x + x) as u32, (bust.y + y) as u32);
            let pixel = photo.get_pixel_checked(column, row)?;
            Some(Sample {
                color: pixel.0.map(|v| f32::from(v) / 255.0),
                alpha: self.alpha.between(x / bust.w, y / bust.h),
                across: (bust.x + x - bust.middle.0) / bust.face,
                down: (bust.y + y - bust.middle.1) / bust.face,
            })
        };
        (0..across * down).filter_map(place).collect()
    }

    /// The person with a face `width` pixels wide. `None` when it was stopped.
    pub fn matte(&self, photo: &RgbImage, width: f32) -> Option<Matte> {
        let bust = &self.bust;
        let picture = Raster::of(&bust.picture(photo, width));
        let [coarse] = self.alpha.resized(picture.width, picture.height).planes;
        // Alpha keeps the fine edges of the picture that its own scale is too coarse for.
        let radius = ((2.0 * width / FACE).round() as usize).max(2);
        let mut alpha = refine::guided(&picture, &self.alpha, radius, 1e-4);
        for (a, coarse) in alpha.iter_mut().zip(&coarse) {
            let sure = smooth(0.93, 0.995, (coarse - 0.5).abs() * 2.0);
            *a = smooth(0.08, 0.93, *a + (coarse - *a) * sure);
        }
        if stopped() {
            return None;
        }
        let front = refine::parted(&picture, &alpha, (width * 0.15) as usize).front;
        let (x, y) = bust.middle_at(width / bust.face);
        let scale = width / FACE;
        let (wide, below) = (picture.width as f32, y + width * 0.5);
        for (i, a) in alpha.iter_mut().enumerate() {
            let (column, row) = ((i % picture.width) as f32 + 0.5, (i / picture.width) as f32);
            let aside = smooth(0.0, FADE * width, column.min(wide - column));
            *a *= 1.0 - smooth(below, below + width * 0.3, row) * (1.0 - aside);
        }
        Some(Matte {
            width: picture.width,
            height: picture.height,
            front,
            alpha,
            x,
            y,
            open: self.open.map(|row| row.map(|row| row as f32 * scale)),
        })
    }
}

impl Matte {
    /// The matte at a place; nothing outside.
    pub fn alpha_at(&self, x: f32, y: f32) -> f32 {
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        if inside { self.alpha[y as usize * self.width + x as usize] } else { 0.0 }
    }

    pub fn color(&self, i: usize) -> Rgb {
        refine::at(&self.front, i)
    }

    /// Its pixels on a lattice, every `step` across and down; the face is `width` pixels wide.
    pub fn samples(&self, width: f32, step: usize) -> Vec<Sample> {
        let rows = (0..self.height).step_by(step);
        let places = rows.flat_map(|row| {
            let columns = (0..self.width).step_by(step);
            columns.map(move |column| (column, row))
        });
        let one = |(column, row): (usize, usize)| {
            let i = row * self.width + column;
            let across = (column as f32 - self.x) / width;
            let down = (row as f32 - self.y) / width;
            Sample { color: self.color(i), alpha: self.alpha[i], across, down }
        };
        places.map(one).collect()
    }

    /// The matte blurred over so many pixels: where its edge is near.
    pub fn soft(&self, radius: usize) -> Vec<f32> {
        blurred(&self.alpha, self.width, self.height, radius)
    }

    /// The shadow that it casts on a wall close behind, so many pixels soft.
    pub fn shadow(&self, radius: usize) -> Shadow {
        let beyond = 2 * radius;
        let (width, height) = (self.width + 2 * beyond, self.height + beyond);
        let mut wide = vec![0.0; width * height];
        let rows = wide.chunks_exact_mut(width).skip(beyond);
        for (row, own) in rows.zip(self.alpha.chunks_exact(self.width)) {
            row[beyond..beyond + self.width].copy_from_slice(own);
        }
        Shadow { alpha: blurred(&wide, width, height, radius), width, height, beyond }
    }
}

/// How dark a shadow is, 0 to 1, `beyond` pixels further left, up and right than what casts it.
pub struct Shadow {
    pub alpha: Vec<f32>,
    pub width: usize,
    pub height: usize,
    pub beyond: usize,
}

fn blurred(plane: &[f32], width: usize, height: usize, radius: usize) -> Vec<f32> {
    let once = refine::mean(plane, width, height, radius);
    refine::mean(&once, width, height, radius)
}
