//! How far a cut-out is from the truth.
//!
//! What always holds: both are compared where the face is [`FACE`] pixels wide, which is where the cutter
//! finds alpha, so that small and large photos count alike. Columns where the cutter lets shoulders fade
//! towards the photo's sides on purpose are left out.

use crate::CutOut;
use image::{GrayImage, Luma, imageops, imageops::FilterType};

/// Width of the face, in pixels, where errors are measured.
const FACE: f32 = 96.0;
/// How many pixels from the true outline its errors are taken.
const BAND: f32 = 6.0;
/// Where the outline is displaced, what is wrong further from it than that.
const BESIDE: f32 = 2.0;
/// Columns at the photo's sides that are left out.
const SIDES: usize = 13;

/// See the module.
#[derive(Clone, Copy)]
pub struct Errors {
    /// The mean difference of alpha near the outline, 0 to 1.
    pub edge: f32,
    /// The largest hole or stray piece, in percent of the person: it touches the outline nowhere.
    pub piece: f32,
    /// The largest piece that the outline is displaced by, hole or not, in percent of the person.
    pub displaced: f32,
}

impl Errors {
    /// `None` where nobody was cut out. `truth` is the alpha of the whole photo, `wide` pixels across.
    pub fn of(cut: &CutOut, truth: &[f32], wide: usize) -> Option<Self> {
        let (picture, part, face) = (cut.picture.as_ref()?, cut.part?, cut.faces.first()?);
        let (w, h) = (wide as f32, (truth.len() / wide) as f32);
        let scale = picture.width() as f32 / (part.width * w);
        let to = FACE / (face.width * w);
        let (width, height) = (part.width * w, picture.height() as f32 / scale);
        let side = |v: f32| (v * to).round().max(1.0) as u32;
        let (across, down) = (side(width), side(height));
        let made = GrayImage::from_fn(picture.width(), picture.height(), |x, y| {
            Luma([picture.get_pixel(x, y)[3]])
        });
        let (left, top) = ((part.x * w).round() as u32, (part.y * h).round() as u32);
        let (own_width, own_height) = (width.round() as u32, height.round() as u32);
        let own = GrayImage::from_fn(own_width, own_height, |x, y| {
            let i = (y + top) as usize * wide + (x + left) as usize;
            Luma([(truth.get(i).copied().unwrap_or(0.0) * 255.0 + 0.5) as u8])
        });
        let small = |picture: &GrayImage| -> Vec<f32> {
            let small = imageops::resize(picture, across, down, FilterType::Triangle);
            small.into_raw().into_iter().map(|v| f32::from(v) / 255.0).collect()
        };
        let (made, own) = (small(&made), small(&own));
        Some(Self::between(&made, &own, across as usize))
    }

    fn between(made: &[f32], own: &[f32], width: usize) -> Self {
        let away = away(own, width);
        let counts = |i: usize| (SIDES..width.saturating_sub(SIDES)).contains(&(i % width));
        let (mut sum, mut all, mut person) = (0.0, 0.0, 0.0);
        let (mut wrong, mut far) = (vec![false; own.len()], vec![false; own.len()]);
        for i in (0..own.len()).filter(|i| counts(*i)) {
            let off = (made[i] - own[i]).abs();
            person += own[i];
            if away[i] <= BAND {
                sum += off;
                all += 1.0;
            }
            wrong[i] = off > 0.5;
            far[i] = wrong[i] && away[i] > BESIDE;
        }
        let part = |pixels: usize| pixels as f32 / f32::max(person, 1.0) * 100.0;
        let piece = part(largest(wrong, width, |i| away[i] <= 1.0));
        let displaced = part(largest(far, width, |_| false));
        Self { edge: sum / f32::max(all, 1.0), piece, displaced }
    }
}

/// How far each pixel is from the outline, where that is at most the band.
fn away(own: &[f32], width: usize) -> Vec<f32> {
    let inside = |i: usize| own[i] > 0.5;
    let mut away = vec![f32::INFINITY; own.len()];
    let height = own.len() / width;
    for i in 0..own.len() {
        let (x, y) = (i % width, i / width);
        let is_edge =
            (x > 0 && inside(i) != inside(i - 1)) || (y > 0 && inside(i) != inside(i - width));
        if !is_edge {
            continue;
        }
        let reach = BAND as usize + 1;
        for row in y.saturating_sub(reach)..(y + reach + 1).min(height) {
            for column in x.saturating_sub(reach)..(x + reach + 1).min(width) {
                let far = (row.abs_diff(y) as f32).hypot(column.abs_diff(x) as f32);
                let at = &mut away[row * width + column];
                *at = at.min(far);
            }
        }
    }
    away
}

/// How many pixels the largest piece of what is set has, without those in which some pixel is `left_out`.
fn largest(mut set: Vec<bool>, width: usize, left_out: impl Fn(usize) -> bool) -> usize {
    let (mut most, mut open) = (0, Vec::new());
    for start in 0..set.len() {
        if std::mem::take(&mut set[start]) {
            open.push(start);
        }
        let (mut size, mut counts) = (0, true);
        while let Some(i) = open.pop() {
            size += 1;
            counts &= !left_out(i);
            for next in [i.wrapping_sub(1), i + 1, i.wrapping_sub(width), i + width] {
                if set.get_mut(next).is_some_and(std::mem::take) {
                    open.push(next);
                }
            }
        }
        if counts {
            most = most.max(size);
        }
    }
    most
}
