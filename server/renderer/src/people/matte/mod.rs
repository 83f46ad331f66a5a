//! Cutting a person out of a photo: a small network says where somebody is, a guided filter draws
//! that to the photo's own edges, and [`checks`] decides whether anybody should see the result.
//!
//! What always holds: whatever is not certain is a [`RejectReason`], and a person in doubt is shown as a
//! print: a ragged edge on a face is worse than a photograph of it.
//!
//! The network is the selfie segmentation of `MediaPipe` (250 kB, a `MobileNetV3`, under the Apache
//! licence 2.0; see `assets/`). It looks twice, the second time at the mirrored picture: where both
//! looks differ, neither is believed.

mod checks;
mod model;
mod network;
mod refine;

pub use checks::RejectReason;
pub use refine::Raster;

use super::faces::Face;
use crate::paint::color::{Rgb, smooth};
use crate::photo::CropBox;
use crate::stop::stopped;
use image::{RgbImage, imageops, imageops::FilterType};
use network::{Grid, Network};
use std::sync::OnceLock;

static NETWORK: &[u8] = include_bytes!("../../../assets/selfie_segmentation.tflite");
/// Width and height of what the network sees.
const SIDE: usize = 256;
/// What is cut, in widths of the face: to each side of its middle, above and below it.
const ASIDE: f32 = 1.9;
const ABOVE: f32 = 1.6;
const BELOW: f32 = 4.0;
/// Shoulders that the photo's sides cut fade within so many widths of the face.
const FADE: f32 = 0.4;

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
    /// Whether the photo's left and right side cut the person.
    pub open: [bool; 2],
}

/// The part of a photo that is cut out, and the face in it, in pixels of the photo.
pub struct Bust {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    face: f32,
    middle: (f32, f32),
}

impl Bust {
    /// Head and shoulders around `face` in a photo of this size, of which only the part `own` is
    /// to be seen.
    pub fn around(face: &Face, (width, height): (f32, f32), own: Option<CropBox>) -> Self {
        let own = own.unwrap_or(CropBox { x: 0.0, y: 0.0, width: 1.0, height: 1.0 });
        let side = face.w * width;
        let middle = ((face.x + face.w / 2.0) * width, (face.y + face.h / 2.0) * height);
        let left = (middle.0 - ASIDE * side).max(own.x.max(0.0) * width).ceil();
        let top = (middle.1 - ABOVE * side).max(own.y.max(0.0) * height).ceil();
        let right = (middle.0 + ASIDE * side).min((own.x + own.width).min(1.0) * width).floor();
        let bottom = (middle.1 + BELOW * side).min((own.y + own.height).min(1.0) * height).floor();
        let (w, h) = ((right - left).max(1.0), (bottom - top).max(1.0));
        Self { x: left, y: top, w, h, face: side, middle }
    }

    /// The width of the face in pixels of the photo.
    pub fn face(&self) -> f32 {
        self.face
    }

    /// How far it reaches below the middle of the face, in widths of the face.
    pub fn below(&self) -> f32 {
        (self.y + self.h - self.middle.1) / self.face
    }

    /// The middle of the face in a picture of the bust at this scale.
    fn middle_at(&self, scale: f32) -> (f32, f32) {
        ((self.middle.0 - self.x) * scale, (self.middle.1 - self.y) * scale)
    }

    /// A box of the face in the network's picture: left, top, right, bottom.
    fn seen(&self) -> [f32; 4] {
        let (across, down) = (SIDE as f32 / self.w, SIDE as f32 / self.h);
        let (x, y, half) = (self.middle.0 - self.x, self.middle.1 - self.y, self.face / 2.0);
        [(x - half) * across, (y - half) * down, (x + half) * across, (y + half) * down]
    }

    /// How much of the person is left at a place of the bust (fractions of its sides): shoulders
    /// fade where the photo ends.
    fn fade(&self, x: f32, y: f32) -> f32 {
        let (px, py) = (x * self.w / self.face, y * self.h / self.face);
        let chin = (self.middle.1 - self.y) / self.face + 0.5;
        let aside = smooth(0.0, FADE, px.min(self.w / self.face - px));
        // The sides only fade below the chin; nobody's hair does.
        let low = smooth(chin, chin + 0.4, py);
        1.0 - low * (1.0 - aside)
    }
}

fn network() -> Option<&'static Network> {
    static READ: OnceLock<Option<Network>> = OnceLock::new();
    READ.get_or_init(|| model::read(NETWORK)).as_ref()
}

/// Where the network sees somebody, 0 to 1 for each place; `None` when it was stopped.
fn look(picture: &RgbImage) -> Option<Vec<f32>> {
    let values = picture.as_raw().iter().map(|v| f32::from(*v) / 255.0).collect();
    let made = network()?.run(Grid { height: SIDE, width: SIDE, channels: 3, values })?;
    (made.values.len() == SIDE * SIDE).then_some(made.values)
}

/// The part of a photo that is cut, as the frame and as the network sees it.
pub struct Part {
    picture: RgbImage,
    small: RgbImage,
}

/// The part of the photo around the bust, its face `width` pixels wide.
///
/// # Errors
/// When the photo is not fit to be cut at all.
pub fn part(photo: &RgbImage, bust: &Bust, width: f32) -> Result<Part, RejectReason> {
    let (x, y, w, h) = (bust.x as u32, bust.y as u32, bust.w as u32, bust.h as u32);
    let part = imageops::crop_imm(photo, x, y, w, h).to_image();
    let scale = width / bust.face;
    let (w, h) = ((bust.w * scale).round() as u32, (bust.h * scale).round() as u32);
    let picture = imageops::resize(&part, w.max(1), h.max(1), FilterType::CatmullRom);
    checks::clear(&picture, bust.middle_at(scale), width)?;
    let small = imageops::resize(&part, SIDE as u32, SIDE as u32, FilterType::Triangle);
    Ok(Part { picture, small })
}

/// Cuts the person out of such a part; `grade` changes its colours first.
///
/// # Errors
/// Why the person is better shown as a print.
pub fn cut(
    part: Part,
    bust: &Bust,
    width: f32,
    grade: impl Fn(&mut RgbImage),
) -> Result<Matte, RejectReason> {
    let Part { mut picture, mut small } = part;
    let plain = look(&small).ok_or(RejectReason::Unseen)?;
    imageops::flip_horizontal_in_place(&mut small);
    let mut mirrored = look(&small).ok_or(RejectReason::Unseen)?;
    mirrored.chunks_exact_mut(SIDE).for_each(<[f32]>::reverse);
    let fade = |i: usize| {
        let place = |v: usize| (v as f32 + 0.5) / SIDE as f32;
        bust.fade(place(i % SIDE), place(i / SIDE))
    };
    let shown: Vec<f32> = (0..SIDE * SIDE).map(fade).collect();
    let mask = checks::agreed(&plain, &mirrored, &shown)?;
    checks::shape(&mask, &shown, bust.seen())?;

    grade(&mut picture);
    let picture = Raster::of(&picture);
    let touched = |column: usize| mask.iter().skip(column).step_by(SIDE).any(|m| *m > 0.5);
    let open = [touched(0), touched(SIDE - 1)];
    let mask = Raster { width: SIDE, height: SIDE, planes: [mask] };
    let radius = (width * 0.06).round().max(2.0) as usize;
    let mut alpha = refine::guided(&picture, &mask, radius, 4e-4);
    for a in &mut alpha {
        *a = smooth(0.1, 0.92, *a);
    }
    if stopped() {
        return Err(RejectReason::Unseen);
    }
    let sides = refine::parted(&picture, &alpha, radius * 5 / 2);
    let shown = Raster { width: SIDE, height: SIDE, planes: [shown] };
    let [shown] = shown.resized(picture.width, picture.height).planes;
    checks::edges(&mask, &alpha, &sides, &shown, picture.width)?;
    alpha.iter_mut().zip(shown).for_each(|(a, shown)| *a *= shown);
    let (x, y) = bust.middle_at(width / bust.face);
    Ok(Matte {
        width: picture.width,
        height: picture.height,
        front: sides.front,
        alpha,
        x,
        y,
        open,
    })
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
