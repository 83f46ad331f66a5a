//! When a matte is not to be trusted.
//!
//! What always holds: each check only refuses; a person is cut out when none of them does. The
//! limits were set by looking at the free portraits of the tests, changed in many ways, and by
//! cutting people whose true outline was known out of busy backgrounds. To add a check: a reason and
//! a function that gives it.

use super::{
    SIDE,
    refine::{Raster, Sides, mean},
};
use crate::paint::color::luma;
use image::RgbImage;

/// Why a person is better shown as a print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// Nobody, or more than one, was found; or the work was stopped.
    Unseen,
    /// Too few pixels, too dark or too soft to stand in a sharp scene.
    Unclear,
    /// A black-and-white photo: nobody stands in colour in a world without.
    Grey,
    /// The two looks differ, or many places are neither person nor background.
    Unsteady,
    /// Not one outline of a head on shoulders that the photo's lower edge cuts.
    Shape,
    /// Person and background look alike along the outline, or the fine edge strays from the mask.
    Alike,
    /// Too little of the body to stand on.
    Short,
    /// Somebody's hat or hair is before somebody else's face.
    Covered,
}

impl RejectReason {
    /// In words for whoever asks why somebody becomes a print.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unseen => "not one face alone",
            Self::Unclear => "too small, too dark or too soft",
            Self::Grey => "black and white",
            Self::Unsteady => "the outline is not certain",
            Self::Shape => "not a head on shoulders that the lower edge cuts",
            Self::Alike => "person and background look alike",
            Self::Short => "too little of the body",
            Self::Covered => "before somebody else's face",
        }
    }
}

/// How unsure places may be, counted for each pixel of the outline.
const UNSTEADY: f32 = 0.5;
const UNSURE: f32 = 2.1;
/// The most of any small square that may be unsure.
const SPOT: f32 = 0.52;

/// The most of any small square where the fine edge strays from the mask.
const STRAY: f32 = 0.1;
/// The share of the outline that may look like what is behind it.
const ALIKE: f32 = 0.012;

/// What both looks agree on, in the middle between them.
pub fn agreed(a: &[f32], b: &[f32], shown: &[f32]) -> Result<Vec<f32>, RejectReason> {
    let mask: Vec<f32> = a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect();
    let outline = outline(&mask, shown);
    let apart: f32 = a.iter().zip(b).zip(shown).map(|((a, b), s)| (a - b).abs() * s).sum();
    let unsure: Vec<f32> = mask
        .iter()
        .zip(shown)
        .map(|(m, s)| if (0.12..0.88).contains(m) { *s } else { 0.0 })
        .collect();
    let all: f32 = unsure.iter().sum();
    let spot = mean(&unsure, SIDE, SIDE, 5).into_iter().fold(0.0, f32::max);
    let steady = apart <= UNSTEADY * outline && all <= UNSURE * outline && spot <= SPOT;
    if outline > 0.0 && steady { Ok(mask) } else { Err(RejectReason::Unsteady) }
}

/// How many places lie at the outline.
fn outline(mask: &[f32], shown: &[f32]) -> f32 {
    let inside = |i: usize| mask[i] > 0.5;
    let at_edge = |i: usize| {
        inside(i) && (inside(i - 1) != inside(i + 1) || inside(i - SIDE) != inside(i + SIDE))
    };
    (SIDE..SIDE * (SIDE - 1))
        .filter(|&i| i % SIDE != 0 && i % SIDE != SIDE - 1 && at_edge(i))
        .map(|i| shown[i])
        .sum()
}

/// The mask is one head on wider shoulders, `face` (left, top, right, bottom) within, and nothing
/// but the photo's lower half cuts it.
pub fn shape(mask: &[f32], shown: &[f32], face: [f32; 4]) -> Result<(), RejectReason> {
    let inside: Vec<bool> = mask.iter().map(|m| *m > 0.5).collect();
    let [left, top, right, bottom] = face;
    let wide = right - left;
    let row = |y: f32| (y.clamp(0.0, SIDE as f32 - 1.0)) as usize;
    let (x, chin) = (f32::midpoint(left, right) as usize, row(bottom));
    // How far the person reaches to both sides of the face's middle in a row.
    let span = |y: usize| {
        let row = &inside[y * SIDE..(y + 1) * SIDE];
        let first = row[..x].iter().rposition(|v| !v).map_or(0, |at| at + 1);
        let last = row[x..].iter().position(|v| !v).map_or(SIDE, |at| x + at);
        (first, last)
    };
    let width = |y: usize| (span(y).1 - span(y).0) as f32 / wide;
    let face_is_in = (row(top + wide * 0.15)..chin).all(|y| {
        let (from, to) = (row(left + wide * 0.18), row(right - wide * 0.18));
        (from..to).all(|x| mask[y * SIDE + x] > 0.85)
    });
    let head_is_whole = inside[..3 * SIDE].iter().all(|inside| !inside)
        && (3..chin).all(|y| span(y).0 > 0 && span(y).1 < SIDE);
    let head = width(row(f32::midpoint(top, bottom)));
    let shoulders = width(row(bottom + (bottom - top) * 0.8));
    let foot = width(SIDE - 2);
    let is_bust = (0.85..2.2).contains(&head) && shoulders > head * 1.3 && foot > head;
    let is_one = parts(&inside, true, shown) <= 0.004 && parts(&inside, false, shown) <= 0.002;
    if face_is_in && head_is_whole && is_bust && is_one { Ok(()) } else { Err(RejectReason::Shape) }
}

/// The share of the person that is not the largest piece of this `kind`: stray spots among what is
/// inside, holes among what is outside.
fn parts(inside: &[bool], kind: bool, shown: &[f32]) -> f32 {
    let mut seen = vec![false; inside.len()];
    let mut pieces: Vec<f32> = Vec::new();
    let mut open = Vec::new();
    for start in 0..inside.len() {
        if seen[start] || inside[start] != kind {
            continue;
        }
        let mut size = 0.0;
        seen[start] = true;
        open.push(start);
        while let Some(i) = open.pop() {
            size += shown[i];
            let (x, y) = (i % SIDE, i / SIDE);
            let near = [
                (x > 0).then(|| i - 1),
                (x + 1 < SIDE).then(|| i + 1),
                (y > 0).then(|| i - SIDE),
                (y + 1 < SIDE).then(|| i + SIDE),
            ];
            for next in near.into_iter().flatten() {
                if !seen[next] && inside[next] == kind {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        pieces.push(size);
    }
    let all: f32 = inside.iter().zip(shown).filter(|(i, _)| **i).map(|(_, s)| s).sum();
    // What is outside lies to both sides of the body, cut in two where the shoulders reach the edges.
    pieces.sort_by(|a, b| b.total_cmp(a));
    pieces.iter().skip(if kind { 1 } else { 3 }).sum::<f32>() / all.max(1.0)
}

/// The face, `width` pixels wide around (x, y), is in colour, light and sharp.
pub fn clear(picture: &RgbImage, (x, y): (f32, f32), width: f32) -> Result<(), RejectReason> {
    let half = width * 0.45;
    let (from, to) = ((x - half).max(0.0) as u32, (x + half) as u32);
    let (top, foot) = ((y - half).max(0.0) as u32, (y + half) as u32);
    let (mut sum, mut spread, mut edges, mut count) = (0.0, 0.0, 0.0, 0.0f32);
    let luma = |x: u32, y: u32| luma(picture.get_pixel(x, y).0.map(f32::from));
    for y in top..foot.min(picture.height().saturating_sub(3)) {
        for x in from..to.min(picture.width().saturating_sub(3)) {
            let [r, g, b] = picture.get_pixel(x, y).0.map(f32::from);
            let here = luma(x, y);
            sum += here;
            spread += (r - g).abs() + (g - b).abs();
            edges += (here - luma(x + 2, y)).abs() + (here - luma(x, y + 2)).abs();
            count += 1.0;
        }
    }
    let count = count.max(1.0);
    let light = sum / count;
    if light < 50.0 || edges / sum < 0.09 {
        Err(RejectReason::Unclear)
    } else if spread / count < 7.0 {
        Err(RejectReason::Grey)
    } else {
        Ok(())
    }
}

/// Whether the fine edge follows the mask, and person and background differ along it.
pub fn edges(
    mask: &Raster<1>,
    alpha: &[f32],
    sides: &Sides,
    shown: &[f32],
    width: usize,
) -> Result<(), RejectReason> {
    let height = alpha.len() / width;
    let [mask] = mask.resized(width, height).planes;
    let reach = width / 50;
    let stray: Vec<f32> = (0..alpha.len())
        .map(|i| if (alpha[i] - mask[i]).abs() > 0.4 { shown[i] } else { 0.0 })
        .collect();
    let stray = mean(&stray, width, height, reach).into_iter().fold(0.0, f32::max);
    let (mut alike, mut all) = (0.0, 1.0);
    for i in (0..alpha.len()).filter(|&i| (0.15..0.85).contains(&alpha[i])) {
        let apart = |c: usize| (sides.front[c][i] - sides.behind[c][i]).abs();
        all += shown[i];
        if (0..3).all(|c| apart(c) < 0.07) {
            alike += shown[i];
        }
    }
    if stray > STRAY || alike > ALIKE * all { Err(RejectReason::Alike) } else { Ok(()) }
}
