//! How sharp and how grainy people are, and what makes them alike: whoever is much sharper than the
//! softest is softened a little; nobody is sharpened.
//!
//! What always holds: a face is softened by less than is seen. Grain is not taken away: all get one
//! together with the place (`film/tones.rs`), as strong as the strongest.

use super::matte::Matte;
use crate::paint::color::{luma, smooth};

/// How much sharper than the softest somebody may be.
const ALIKE: f32 = 1.35;
/// The most that somebody is softened, and how much of that is done to the face.
const SOFTEN: f32 = 0.6;
const FACE: f32 = 0.2;
/// Pixels between places that are looked at.
const STEP: usize = 3;
/// How far apart fine and coarse differences are measured, in pixels.
const APART: [usize; 2] = [1, 4];
/// Grain of a film, as a part of white.
const GRAIN: (f32, f32) = (0.002, 0.005);

/// How somebody's photo was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Texture {
    /// Fine differences as parts of coarse ones: about 0.1 when soft, 0.4 when sharp, whatever the contrast.
    pub sharpness: f32,
    /// The standard deviation of the grain, as a part of white.
    pub grain: f32,
}

impl Texture {
    /// Of a person.
    pub fn of(matte: &Matte) -> Self {
        let (columns, rows) = (matte.width, matte.height);
        let [near, far] = APART;
        let mut sums = [0.0, 1e-3];
        let mut fine = Vec::new();
        for row in (far..rows.saturating_sub(far)).step_by(STEP) {
            for column in (far..columns.saturating_sub(far)).step_by(STEP) {
                let i = row * columns + column;
                let corners = [i - far, i + far, i - far * columns, i + far * columns];
                if corners.iter().any(|i| matte.alpha[*i] < 0.99) {
                    continue;
                }
                let off = |by: usize| {
                    let around = [i - by, i + by, i - by * columns, i + by * columns];
                    let mean = around.iter().map(|i| luma(matte.color(*i))).sum::<f32>() / 4.0;
                    (luma(matte.color(i)) - mean).abs()
                };
                let (close, wide) = (off(near), off(far));
                sums[0] += close;
                sums[1] += wide;
                fine.push(close);
            }
        }
        fine.sort_by(f32::total_cmp);
        let calm = fine.get(fine.len() * 2 / 5).copied().unwrap_or(0.0);
        // The fortieth of a hundred of a normal distribution lies at 0.52 of its deviation.
        Self { sharpness: sums[0] / sums[1], grain: calm / 0.52 * 0.9 }
    }
}

/// Makes people whose faces are `width` pixels wide about equally sharp.
pub fn equalize(mattes: &mut [Matte], width: f32) {
    let sharpness: Vec<f32> = mattes.iter().map(|one| Texture::of(one).sharpness).collect();
    let softest = sharpness.iter().copied().fold(f32::MAX, f32::min).max(0.05);
    for (matte, sharp) in mattes.iter_mut().zip(sharpness) {
        let much = smooth(ALIKE, ALIKE * 2.2, sharp / softest) * SOFTEN;
        if much > 0.0 {
            soften(matte, width, much);
        }
    }
}

/// The grain that a film of these people has.
pub fn grain(mattes: &[Matte]) -> f32 {
    let most = mattes.iter().map(|one| Texture::of(one).grain).fold(0.0, f32::max);
    most.clamp(GRAIN.0, GRAIN.1)
}

/// Mixes the colours with those around, less on the face.
fn soften(matte: &mut Matte, width: f32, much: f32) {
    let (columns, rows) = (matte.width, matte.height);
    for c in 0..3 {
        let was = matte.front[c].clone();
        for row in 1..rows.saturating_sub(1) {
            for column in 1..columns.saturating_sub(1) {
                let i = row * columns + column;
                if matte.alpha[i] <= 0.0 {
                    continue;
                }
                let (across, down) = (column as f32 - matte.x, row as f32 - matte.y);
                let face = (across / (0.5 * width)).hypot(down / (0.62 * width));
                let part = much * (FACE + (1.0 - FACE) * smooth(0.9, 1.3, face));
                let line = |i: usize| was[i - 1] + 2.0 * was[i] + was[i + 1];
                let mean = (line(i - columns) + 2.0 * line(i) + line(i + columns)) / 16.0;
                matte.front[c][i] = was[i] + (mean - was[i]) * part;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody with a pattern of stripes this many pixels soft.
    fn striped(soft: f32) -> Matte {
        let (width, height) = (160, 160);
        let line = |i: usize| {
            let place = ((i % width) as f32 / 12.0).fract() * 12.0 - 6.0;
            0.3 + 0.4 * smooth(-soft, soft, place.abs() - 3.0)
        };
        let plane: Vec<f32> = (0..width * height).map(line).collect();
        let front = [plane.clone(), plane.clone(), plane];
        Matte {
            width,
            height,
            front,
            alpha: vec![1.0; width * height],
            x: 80.0,
            y: 60.0,
            open: [None; 2],
        }
    }

    #[test]
    fn whoever_is_much_sharper_is_softened_and_nobody_else() {
        let mut both = [striped(0.5), striped(3.0)];
        let was = [striped(0.5), striped(3.0)];
        let sharpness = |of: &[Matte; 2]| [0, 1].map(|i| Texture::of(&of[i]).sharpness);
        let before = sharpness(&both);
        assert!(before[0] > before[1] * ALIKE, "{before:?}");
        equalize(&mut both, 60.0);
        let after = sharpness(&both);
        assert!(after[0] < before[0] && after[0] > after[1], "{before:?} {after:?}");
        assert_eq!(both[1].front, was[1].front, "the soft one stays");
        let change = |row: usize| {
            let at = row * 160 + 40..row * 160 + 120;
            at.map(|i| (both[0].front[0][i] - was[0].front[0][i]).abs()).sum::<f32>()
        };
        assert!(change(60) < change(140) * 0.7, "the face hardly: {} {}", change(60), change(140));
    }
}
