//! Closed-form matting (Levin, Lischinski and Weiss 2008) in the unsure band of a trimap: in every
//! window of three by three pixels alpha is a plane over the colours. A data term draws alpha to where
//! a pixel's colour lies between those that are known nearby.
//!
//! What always holds: what is known stays as it is; a fixed number of steps of conjugate gradients in
//! one order, so that the same picture gives the same matte.

use super::{
    refine::{Raster, mean},
    trimap::Known,
};
use crate::paint::color::smooth;
use crate::stop::stopped;

/// How far colours may differ within a window without an edge, squared.
const EPSILON: f32 = 1e-5;
/// How much the colours nearby, and the network, count against the windows.
const COLOUR: f32 = 0.12;
const PRIOR: (f32, f32) = (0.004, 0.6);
/// What the network says so far from its own outline that not even hair reaches there.
const FAR: f32 = 1.0;
const STEPS: usize = 60;
/// Squared steps below this change nothing that is seen.
const ENOUGH: f32 = 2e-7;

/// A window: its first pixel and the inverse of how its colours vary together.
struct Window {
    at: usize,
    mean: [f32; 3],
    inverse: [f32; 6],
}

/// Alpha for every pixel, or `None` when the rendering was stopped. `prior` is the network's mask;
/// `near` is how far away, in pixels, known colours are gathered.
pub fn solve(picture: &Raster<3>, known: &[Known], prior: &[f32], near: usize) -> Option<Vec<f32>> {
    let unsure: Vec<bool> = known.iter().map(|k| *k == Known::Unsure).collect();
    let windows = windows(picture, &unsure);
    let data = data(picture, known, prior, near);
    let mut alpha: Vec<f32> = known
        .iter()
        .zip(&data)
        .map(|(known, (value, _))| match known {
            Known::Person => 1.0,
            Known::Behind => 0.0,
            Known::Unsure => *value,
        })
        .collect();
    let apply = |p: &[f32], out: &mut Vec<f32>| {
        out.clear();
        out.resize(p.len(), 0.0);
        for window in &windows {
            add_window(picture, window, p, out);
        }
        for (i, out) in out.iter_mut().enumerate() {
            *out = if unsure[i] { *out + data[i].1 * p[i] } else { 0.0 };
        }
    };
    // The diagonal, roughly: every pixel is in nine windows.
    let scale: Vec<f32> = data.iter().map(|(_, weight)| 1.0 / (6.0 + weight)).collect();
    let mut product = Vec::new();
    apply(&alpha, &mut product);
    let mut rest: Vec<f32> = (0..alpha.len())
        .map(|i| if unsure[i] { data[i].0 * data[i].1 - product[i] } else { 0.0 })
        .collect();
    let mut eased: Vec<f32> = rest.iter().zip(&scale).map(|(r, s)| r * s).collect();
    let mut way = eased.clone();
    let mut energy = dot(&rest, &eased);
    let count = unsure.iter().filter(|u| **u).count().max(1) as f32;
    for _ in 0..STEPS {
        if stopped() {
            return None;
        }
        if energy <= ENOUGH * count {
            break;
        }
        apply(&way, &mut product);
        let step = energy / dot(&way, &product).max(1e-12);
        for i in 0..alpha.len() {
            alpha[i] += step * way[i];
            rest[i] -= step * product[i];
            eased[i] = rest[i] * scale[i];
        }
        let was = energy;
        energy = dot(&rest, &eased);
        let turn = energy / was.max(1e-20);
        way.iter_mut().zip(&eased).for_each(|(way, e)| *way = e + turn * *way);
    }
    Some(alpha.into_iter().map(|a| a.clamp(0.0, 1.0)).collect())
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    // In parts, so that small terms are not lost in a large sum.
    a.chunks(256)
        .zip(b.chunks(256))
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>())
        .sum()
}

fn offsets(width: usize) -> [usize; 9] {
    [0, 1, 2, width, width + 1, width + 2, 2 * width, 2 * width + 1, 2 * width + 2]
}

/// All windows with an unsure pixel.
fn windows(picture: &Raster<3>, unsure: &[bool]) -> Vec<Window> {
    let (width, height) = (picture.width, picture.height);
    let near = offsets(width);
    let mut out = Vec::new();
    for y in 0..height.saturating_sub(2) {
        for x in 0..width.saturating_sub(2) {
            let at = y * width + x;
            if !near.iter().any(|o| unsure[at + o]) {
                continue;
            }
            let mean = picture
                .planes
                .each_ref()
                .map(|plane| near.iter().map(|o| plane[at + o]).sum::<f32>() / 9.0);
            let mut both = [0.0; 6];
            for o in near {
                let [r, g, b] = [0, 1, 2].map(|c| picture.planes[c][at + o] - mean[c]);
                let products = [r * r, r * g, r * b, g * g, g * b, b * b];
                both.iter_mut().zip(products).for_each(|(sum, v)| *sum += v / 9.0);
            }
            out.push(Window { at, mean, inverse: inverse(both) });
        }
    }
    out
}

/// The inverse of a symmetric matrix with [`EPSILON`] on its diagonal. Colours of a photo without
/// colour all vary together, which takes more digits than the rest.
fn inverse(both: [f32; 6]) -> [f32; 6] {
    let [rr, rg, rb, gg, gb, bb] = both.map(f64::from);
    let epsilon = f64::from(EPSILON);
    let (rr, gg, bb) = (rr + epsilon, gg + epsilon, bb + epsilon);
    let [a, b, c] = [gg * bb - gb * gb, gb * rb - rg * bb, rg * gb - gg * rb];
    let whole = rr * a + rg * b + rb * c;
    let rest = [rr * bb - rb * rb, rg * rb - rr * gb, rr * gg - rg * rg];
    [a, b, c, rest[0], rest[1], rest[2]].map(|v| (v / whole) as f32)
}

/// Adds what one window of the matting Laplacian makes of `p`.
fn add_window(picture: &Raster<3>, window: &Window, p: &[f32], out: &mut [f32]) {
    let near = offsets(picture.width);
    let own = near.map(|o| p[window.at + o]);
    let mean = own.iter().sum::<f32>() / 9.0;
    let off = own.map(|v| v - mean);
    let colours = [0, 1, 2].map(|c| {
        let plane = &picture.planes[c][window.at..];
        near.map(|o| plane[o] - window.mean[c])
    });
    let along = colours.map(|c| c.iter().zip(off).map(|(c, v)| c * v).sum::<f32>() / 9.0);
    let [a, b, c, d, e, f] = window.inverse;
    let slope = [
        a * along[0] + b * along[1] + c * along[2],
        b * along[0] + d * along[1] + e * along[2],
        c * along[0] + e * along[1] + f * along[2],
    ];
    for (k, o) in near.into_iter().enumerate() {
        let plane = colours[0][k] * slope[0] + colours[1][k] * slope[1] + colours[2][k] * slope[2];
        out[window.at + o] += off[k] - plane;
    }
}

/// For each pixel what alpha its colour asks for, and how much that counts.
fn data(picture: &Raster<3>, known: &[Known], prior: &[f32], near: usize) -> Vec<(f32, f32)> {
    let person = Side::of(picture, known, Known::Person, near);
    let behind = Side::of(picture, known, Known::Behind, near);
    // The network draws edges softer than they are.
    let prior: Vec<f32> = prior.iter().map(|m| smooth(0.2, 0.8, *m)).collect();
    let around = mean(&prior, picture.width, picture.height, near / 3);
    (0..known.len())
        .map(|i| {
            if known[i] != Known::Unsure {
                return (0.0, 0.0);
            }
            let sure = (2.0 * prior[i] - 1.0).abs();
            let (value, weight) = (prior[i], PRIOR.0 + PRIOR.1 * sure.powi(4));
            let far = FAR * (1.0 - smooth(0.02, 0.26, around[i]));
            let weight = weight + far;
            let mut told = (value, weight);
            if let (Some(front), Some(back)) = (person.at(i), behind.at(i)) {
                let own = [0, 1, 2].map(|c| picture.planes[c][i]);
                let [across, from] = [0, 1].map(|k| {
                    [0, 1, 2]
                        .map(|c| if k == 0 { front.0[c] - back.0[c] } else { own[c] - back.0[c] })
                });
                let length: f32 = across.iter().map(|v| v * v).sum();
                let share: f32 =
                    across.iter().zip(from).map(|(a, b)| a * b).sum::<f32>() / length.max(1e-6);
                let held = share.clamp(0.0, 1.0);
                let off: f32 = (0..3).map(|c| (from[c] - held * across[c]).powi(2)).sum();
                // Known colours that vary much tell little of those between them.
                let spread = front.1 + back.1 + 4e-4;
                let trust = length / (length + 6.0 * spread) * (-off / (2.0 * spread)).exp();
                let colour = COLOUR * trust * trust;
                // Where colours tell nothing, the network is all there is.
                let weight = far + (weight - far) * (1.0 - 0.9 * trust);
                told = ((value * weight + held * colour) / (weight + colour), weight + colour);
            }
            told
        })
        .collect()
}

/// The colours that are known of one side, near each pixel.
struct Side {
    count: Vec<f32>,
    sums: [Vec<f32>; 3],
    squares: Vec<f32>,
}

impl Side {
    fn of(picture: &Raster<3>, known: &[Known], side: Known, near: usize) -> Self {
        let (width, height) = (picture.width, picture.height);
        let is = |i: usize| f32::from(u8::from(known[i] == side));
        let gathered = |value: &dyn Fn(usize) -> f32| {
            let plane: Vec<f32> = (0..known.len()).map(|i| is(i) * value(i)).collect();
            let once = mean(&plane, width, height, near);
            mean(&once, width, height, near / 2)
        };
        let planes = &picture.planes;
        Self {
            count: gathered(&|_| 1.0),
            sums: [0, 1, 2].map(|c| gathered(&|i| planes[c][i])),
            squares: gathered(&|i| planes.iter().map(|p| p[i] * p[i]).sum()),
        }
    }

    /// The mean colour and how much colours vary around it; `None` where nothing is known.
    fn at(&self, i: usize) -> Option<([f32; 3], f32)> {
        let count = self.count[i];
        if count < 0.004 {
            return None;
        }
        let mean = [0, 1, 2].map(|c| self.sums[c][i] / count);
        let vary = self.squares[i] / count - mean.iter().map(|v| v * v).sum::<f32>();
        Some((mean, vary.max(0.0) / 3.0))
    }
}
