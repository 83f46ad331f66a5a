//! How far a matte is to be trusted.
//!
//! What always holds: every check can only lower the certainty, and what nobody would want to see of
//! their own family is not [`Certainty::Certain`]. The limits were set by looking at the free portraits of the
//! tests, changed in many ways, and by cutting people whose true outline was known out of busy
//! backgrounds. To add a check: a reason and a function that gives it.

use super::{
    Bust, FACE,
    looks::Fused,
    refine::{self, Raster, mean},
};
use crate::paint::color::luma;
use crate::people::resample::{self, Kernel};
use image::RgbImage;

/// How certain a cut-out is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Stands without anybody having been asked.
    Certain,
    /// Probably good, and worth showing to the person who decides; what is in doubt.
    Plausible(RejectReason),
    /// Not worth showing; why.
    Hopeless(RejectReason),
}

/// Why a person is better shown as a print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// Nobody was found; or the work was stopped.
    Unseen,
    /// More than one was found.
    Several,
    /// Too few pixels, too dark or too soft to stand in a sharp scene.
    Unclear,
    /// The looks differ, or many places are neither person nor background.
    Unsteady,
    /// Not one outline of a head on shoulders that the photo's lower edge cuts.
    Shape,
    /// Person and background look alike along the outline, or the fine edge strays from the mask.
    Alike,
    /// Too little of the body to stand on.
    Short,
    /// Somebody's hat or hair is before somebody else's face.
    Covered,
    /// Prints were asked for.
    Chosen,
}

impl RejectReason {
    /// In words for whoever asks why somebody becomes a print.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unseen => "no face was found",
            Self::Several => "more than one face",
            Self::Unclear => "too small, too dark or too soft",
            Self::Unsteady => "the outline is not certain",
            Self::Shape => "not a head on shoulders that the lower edge cuts",
            Self::Alike => "person and background look alike",
            Self::Short => "too little of the body",
            Self::Covered => "before somebody else's face",
            Self::Chosen => "prints were chosen",
        }
    }
}

/// The face is light and sharp enough; what is in doubt.
pub fn clear(photo: &RgbImage, bust: &Bust) -> Result<Option<RejectReason>, RejectReason> {
    let half = bust.face * 0.45;
    let (x, y) = ((bust.middle.0 - half).max(0.0), (bust.middle.1 - half).max(0.0));
    let (left, top) = (x as usize, y as usize);
    let side = ((2.0 * half) as usize).max(1);
    let across = side.min((photo.width() as usize).saturating_sub(left)).max(1);
    let down = side.min((photo.height() as usize).saturating_sub(top)).max(1);
    let face = resample::resized(photo, [left, top, across, down], (174, 174), Kernel::CatmullRom);
    let luma = |x: u32, y: u32| luma(face.get_pixel(x, y).0.map(f32::from));
    let (mut sum, mut edges) = (0.0, 0.0);
    for y in 0..172 {
        for x in 0..172 {
            let here = luma(x, y);
            sum += here;
            edges += (here - luma(x + 2, y)).abs() + (here - luma(x, y + 2)).abs();
        }
    }
    let (light, sharp) = (sum / (172.0 * 172.0), edges / f32::max(sum, 1.0));
    if light < 16.0 || bust.face < 40.0 {
        Err(RejectReason::Unclear)
    } else {
        Ok((light < 50.0 || sharp < 0.09).then_some(RejectReason::Unclear))
    }
}

/// Removes pieces that do not belong to the person around the face, and fills holes that the network
/// does not see.
/// What was painted stays as it was painted.
pub fn tidy(
    alpha: &mut [f32],
    fused: &Fused,
    width: usize,
    (x, y): (f32, f32),
    marked: &[Option<bool>],
) {
    let inside: Vec<bool> = alpha.iter().map(|a| *a > 0.05).collect();
    let pieces = pieces(&inside, width);
    let own =
        pieces.of[(y as usize).min(alpha.len() / width - 1) * width + (x as usize).min(width - 1)];
    let mut stays = vec![false; pieces.sizes.len()];
    stays[own as usize] = true;
    for (i, mark) in marked.iter().enumerate() {
        stays[pieces.of[i] as usize] |= *mark == Some(true);
    }
    for (i, a) in alpha.iter_mut().enumerate() {
        if inside[i] && !stays[pieces.of[i] as usize] {
            *a = 0.0;
        }
    }
    let outside: Vec<bool> = alpha.iter().map(|a| *a < 0.95).collect();
    let holes = self::pieces(&outside, width);
    let mut seen = vec![0f32; holes.sizes.len()];
    for (i, piece) in holes.of.iter().enumerate() {
        if outside[i] {
            seen[*piece as usize] = seen[*piece as usize].max(1.0 - fused.mask[i]);
        }
    }
    for (i, a) in alpha.iter_mut().enumerate() {
        if outside[i] && seen[holes.of[i] as usize] < 0.5 {
            *a = 1.0;
        }
    }
}

/// Pieces that touch, each with its size.
struct Pieces {
    of: Vec<u32>,
    sizes: Vec<usize>,
}

fn pieces(set: &[bool], width: usize) -> Pieces {
    let mut found = Pieces { of: vec![0; set.len()], sizes: vec![0] };
    let mut open = Vec::new();
    for start in 0..set.len() {
        if found.of[start] != 0 || !set[start] {
            continue;
        }
        let number = found.sizes.len() as u32;
        found.sizes.push(0);
        found.of[start] = number;
        open.push(start);
        while let Some(i) = open.pop() {
            found.sizes[number as usize] += 1;
            let x = i % width;
            let near = [
                (x > 0).then(|| i - 1),
                (x + 1 < width).then_some(i + 1),
                i.checked_sub(width),
                (i + width < set.len()).then_some(i + width),
            ];
            for next in near.into_iter().flatten() {
                if set[next] && found.of[next] == 0 {
                    found.of[next] = number;
                    open.push(next);
                }
            }
        }
    }
    found
}

/// Everything that a matte is judged by.
pub struct Seen<'a> {
    pub picture: &'a Raster<3>,
    pub fused: &'a Fused,
    pub alpha: &'a [f32],
    /// Middle of the face.
    pub middle: (f32, f32),
}

/// How many widths of the face in a row may be in doubt, and how far below the middle of the face that
/// counts from.
const DOUBT: f32 = 0.075;
const CHEST: f32 = 0.85;
/// How much each pixel of the outline may be in doubt: how far the looks lie apart there, more where
/// colours do not part either. Up to the first somebody is certain, up to the second plausible.
const RISK: (f32, f32) = (1.75, 3.2);
const ALIKE: f32 = 2.0;
/// How much of the outline may look like what is behind it in a photo with colours where the band between
/// the two is wider than so many pixels, or some small square more in doubt than this. Where neither is so the
/// outline is right all the same: dark hair before a dark wall is no worse a cut-out.
const MERGED: (f32, f32, f32) = (0.05, 2.6, 0.2);
/// How many pixels wide the band between person and background is on average.
const SOFT: (f32, f32) = (7.0, 9.0);
/// The most of any small square that is in doubt.
const SPOT: (f32, f32) = (0.33, 0.45);
/// Where looks lie apart by more than the first in a piece of a head that is larger than the second, in
/// thousandths of the person, something behind may have been taken for the person.
const CLAIMED: (f32, f32) = (0.2, 2.0);
/// Above so far below the middle of the face, in widths of the face, is the head.
const CHIN: f32 = 0.62;
/// The least of a body that is worth standing.
const LEAST: f32 = 0.8;

impl Seen<'_> {
    fn row(&self, faces: f32) -> usize {
        (self.middle.1 + faces * FACE).max(0.0) as usize
    }

    /// How much in doubt each place is, 0 to 1.
    fn doubt(&self) -> Vec<f32> {
        let values = self.alpha.iter().zip(&self.fused.mask).zip(&self.fused.apart);
        values.map(|((a, m), apart)| apart.max(((a - m).abs() - 0.45).max(0.0)).min(1.0)).collect()
    }

    /// How many rows of the person are to be trusted, from the top.
    pub fn depth(&self) -> Result<usize, RejectReason> {
        let width = self.picture.width;
        let rows: Vec<f32> = self
            .doubt()
            .chunks_exact(width)
            .map(|row| row.iter().map(|d| if *d > 0.15 { *d } else { 0.0 }).sum::<f32>() / FACE)
            .collect();
        let rows = mean(&rows, 1, rows.len(), (FACE * 0.08) as usize);
        let from = self.row(CHEST).min(rows.len());
        let depth = rows[from..].iter().position(|d| *d > DOUBT).map_or(rows.len(), |at| from + at);
        if depth < self.row(LEAST) { Err(RejectReason::Short) } else { Ok(depth) }
    }

    /// The same where something was painted: at least down to where that was.
    pub fn painted_depth(&self, marked: &[Option<bool>]) -> usize {
        let width = self.picture.width;
        let all = self.alpha.len() / width;
        let lowest =
            marked.iter().rposition(|mark| *mark == Some(true)).map_or(0, |at| at / width + 1);
        let depth = self.depth().unwrap_or_else(|_| self.row(LEAST));
        depth.max(lowest).min(all)
    }

    /// How certain the first `rows` rows are; `doubt` is what the photo itself leaves in doubt.
    pub fn certainty(
        &self,
        rows: usize,
        doubt: Option<RejectReason>,
    ) -> Result<Certainty, RejectReason> {
        let width = self.picture.width;
        let end = rows * width;
        let alpha = &self.alpha[..end];
        let inside = |i: usize| alpha[i] > 0.5;
        let outline = (width..end)
            .filter(|&i| {
                i % width != 0 && (inside(i) != inside(i - 1) || inside(i) != inside(i - width))
            })
            .count()
            .max(1) as f32;
        let doubts = self.doubt();
        let apart = self.fused.apart[..end].iter().sum::<f32>() / outline;
        let soft = alpha.iter().filter(|a| (0.1..0.9).contains(*a)).count() as f32 / outline;
        let spot = mean(&doubts[..end], width, rows, (FACE * 0.08) as usize);
        let spot = spot.into_iter().fold(0.0, f32::max);
        let alike = self.alike(rows);
        let shape = self.shape(rows);
        shape?;
        let risk = apart + ALIKE * alike;
        let reason =
            if apart > ALIKE * alike { RejectReason::Unsteady } else { RejectReason::Alike };
        if risk > RISK.1 || soft > SOFT.1 || spot > SPOT.1 {
            return Err(reason);
        }
        let unsure = risk > RISK.0 || soft > SOFT.0 || spot > SPOT.0;
        let doubt = doubt.or(unsure.then_some(reason));
        // Greys are alike more often than colours are, and mean less by it.
        let [red, _, blue] = &self.picture.planes;
        let hue = red.iter().zip(blue).map(|(r, b)| (r - b).abs()).sum::<f32>() / red.len() as f32;
        let merged = hue > 0.02 && alike > MERGED.0 && (soft > MERGED.1 || spot > MERGED.2);
        let doubt = doubt.or(merged.then_some(RejectReason::Alike));
        let doubt = doubt.or((self.claimed(rows) > CLAIMED.1).then_some(RejectReason::Unsteady));
        Ok(doubt.map_or(Certainty::Certain, Certainty::Plausible))
    }

    /// The largest piece of the head that counts as the person though looks lie apart there, in
    /// thousandths of the person.
    fn claimed(&self, rows: usize) -> f32 {
        let width = self.picture.width;
        let all: f32 = self.alpha[..rows * width].iter().sum();
        let head = &self.alpha[..rows.min(self.row(CHIN)) * width];
        let places = head.iter().zip(&self.fused.apart);
        let set: Vec<bool> = places.map(|(a, apart)| *a > 0.5 && *apart > CLAIMED.0).collect();
        let largest = pieces(&set, width).sizes.into_iter().max().unwrap_or(0);
        largest as f32 / all.max(1.0) * 1000.0
    }

    /// The share of the outline where what is in front looks like what is behind.
    fn alike(&self, rows: usize) -> f32 {
        let width = self.picture.width;
        let planes = self.picture.planes.each_ref().map(|p| p[..rows * width].to_vec());
        let picture = Raster { width, height: rows, planes };
        let alpha = &self.alpha[..rows * width];
        let sides = refine::parted(&picture, alpha, (FACE * 0.15) as usize);
        let (mut alike, mut all) = (0.0, 1.0);
        for i in (0..alpha.len()).filter(|&i| (0.15..0.85).contains(&alpha[i])) {
            all += 1.0;
            if (0..3).all(|c| (sides.front[c][i] - sides.behind[c][i]).abs() < 0.07) {
                alike += 1.0;
            }
        }
        alike / all
    }

    /// One head on wider shoulders with the face within, and nothing but the photo's lower half cuts it.
    fn shape(&self, rows: usize) -> Result<(), RejectReason> {
        let (width, (x, y)) = (self.picture.width, self.middle);
        let inside = |x: usize, y: usize| self.alpha[y.min(rows - 1) * width + x] > 0.5;
        let x = (x as usize).min(width - 1);
        let span = |y: usize| {
            let first = (0..x).rev().find(|x| !inside(*x, y)).map_or(0, |at| at + 1);
            let last = (x..width).find(|x| !inside(*x, y)).unwrap_or(width);
            (first, last)
        };
        let wide = |faces: f32| {
            let (first, last) = span(self.row(faces));
            (last - first) as f32 / FACE
        };
        let (mut open, mut all) = (0.0, 1.0);
        for row in self.row(-0.42)..self.row(0.42) {
            let down = (row as f32 - y) / (0.44 * FACE);
            let reach = (FACE * 0.29 * (1.0 - down * down).max(0.0).sqrt()) as usize;
            for column in x.saturating_sub(reach)..(x + reach).min(width) {
                all += 1.0;
                open += f32::from(u8::from(self.alpha[row * width + column] < 0.9));
            }
        }
        let face_is_in = open / all < 0.01;
        let head_is_whole = (0..2 * width).all(|i| self.alpha[i] < 0.5)
            && (2..self.row(0.5)).all(|y| span(y).0 > 0 && span(y).1 < width);
        let head = wide(-0.1);
        let shoulders =
            (10..16).map(|tenths| wide(f32::from(tenths as u8) / 10.0)).fold(wide(0.85), f32::max);
        let is_bust = (0.8..2.6).contains(&head) && shoulders > head * 1.05;
        if face_is_in && head_is_whole && is_bust { Ok(()) } else { Err(RejectReason::Shape) }
    }
}
