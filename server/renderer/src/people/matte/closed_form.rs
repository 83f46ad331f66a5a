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
use crate::paint::color::{Rgb, smooth};
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

/// How far to each side of a pixel the windows reach that it is in, how wide that is, and how many pixels.
const REACH: usize = 2;
const SIDE: usize = 2 * REACH + 1;
const NEAR: usize = SIDE * SIDE;
/// Where a pixel itself is among those near it.
const OWN: usize = NEAR / 2;

/// The matting Laplacian's rows of the unsure pixels, and the data term.
struct System {
    /// The unsure pixels' places.
    unsure: Vec<usize>,
    /// For each of them how much the five by five pixels around it count.
    rows: Vec<[f32; NEAR]>,
    /// What alpha the data term asks for, and how much that counts.
    data: Vec<(f32, f32)>,
    width: usize,
}

impl System {
    fn new(picture: &Raster<3>, known: &[Known], data: &[(f32, f32)]) -> Self {
        let unsure: Vec<usize> = (0..known.len()).filter(|i| known[*i] == Known::Unsure).collect();
        let data = unsure.iter().map(|i| data[*i]).collect();
        let rows = laplacian(picture, &unsure);
        Self { unsure, rows, data, width: picture.width }
    }

    /// A plane with a margin of [`REACH`] around it, which is nothing.
    fn padded(&self, plane: &[f32]) -> Vec<f32> {
        let wide = self.width + 2 * REACH;
        let mut out = vec![0.0; (plane.len() / self.width + 2 * REACH) * wide];
        let lines = out.chunks_exact_mut(wide).skip(REACH);
        for (line, own) in lines.zip(plane.chunks_exact(self.width)) {
            line[REACH..REACH + self.width].copy_from_slice(own);
        }
        out
    }

    /// Where a pixel is in a padded plane.
    fn place(&self, i: usize) -> usize {
        (i / self.width + REACH) * (self.width + 2 * REACH) + i % self.width + REACH
    }

    /// What the system makes of a padded plane, for each unsure pixel.
    fn apply(&self, plane: &[f32], out: &mut Vec<f32>) {
        let wide = self.width + 2 * REACH;
        out.clear();
        for ((&i, row), (_, weight)) in self.unsure.iter().zip(&self.rows).zip(&self.data) {
            let own = self.place(i);
            let first = own - REACH * (wide + 1);
            // Each column on its own, for no sum to wait for the one before.
            let mut sums = [0.0; SIDE];
            for (line, weights) in row.chunks_exact(SIDE).enumerate() {
                let values = &plane[first + line * wide..][..SIDE];
                for k in 0..SIDE {
                    sums[k] += weights[k] * values[k];
                }
            }
            out.push(weight * plane[own] + sums.iter().sum::<f32>());
        }
    }
}

/// Alpha for every pixel, or `None` when the rendering was stopped. `prior` is the network's mask;
/// `near` is how far away, in pixels, known colours are gathered.
pub fn solve(picture: &Raster<3>, known: &[Known], prior: &[f32], near: usize) -> Option<Vec<f32>> {
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
    let system = System::new(picture, known, &data);
    // Conjugate gradients, scaled by the diagonal (Jacobi).
    let scale: Vec<f32> =
        system.rows.iter().zip(&system.data).map(|(row, data)| 1.0 / (row[OWN] + data.1)).collect();
    let mut product = Vec::with_capacity(scale.len());
    system.apply(&system.padded(&alpha), &mut product);
    let mut rest: Vec<f32> =
        system.data.iter().zip(&product).map(|((value, weight), p)| value * weight - p).collect();
    let mut eased: Vec<f32> = rest.iter().zip(&scale).map(|(r, s)| r * s).collect();
    let mut steps = vec![0.0; scale.len()];
    let mut way = system.padded(&vec![0.0; alpha.len()]);
    let places: Vec<usize> = system.unsure.iter().map(|i| system.place(*i)).collect();
    places.iter().zip(&eased).for_each(|(at, e)| way[*at] = *e);
    let mut energy = dot(&rest, &eased);
    for _ in 0..STEPS {
        if stopped() {
            return None;
        }
        if energy <= ENOUGH * scale.len().max(1) as f32 {
            break;
        }
        system.apply(&way, &mut product);
        let along: Vec<f32> = places.iter().map(|at| way[*at]).collect();
        let step = energy / dot(&along, &product).max(1e-12);
        for n in 0..places.len() {
            steps[n] += step * along[n];
            rest[n] -= step * product[n];
            eased[n] = rest[n] * scale[n];
        }
        let was = energy;
        energy = dot(&rest, &eased);
        let turn = energy / was.max(1e-20);
        for n in 0..places.len() {
            way[places[n]] = eased[n] + turn * along[n];
        }
    }
    system.unsure.iter().zip(&steps).for_each(|(i, step)| alpha[*i] += step);
    Some(alpha.into_iter().map(|a| a.clamp(0.0, 1.0)).collect())
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    // In parts, so that small terms are not lost in a large sum.
    a.chunks(256)
        .zip(b.chunks(256))
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>())
        .sum()
}

/// The rows of the matting Laplacian that belong to the unsure pixels: each window of three by three
/// adds to what its pixels have to do with each other.
fn laplacian(picture: &Raster<3>, unsure: &[usize]) -> Vec<[f32; NEAR]> {
    let (width, height) = (picture.width, picture.height);
    let mut slots = vec![usize::MAX; width * height];
    unsure.iter().enumerate().for_each(|(slot, i)| slots[*i] = slot);
    let near: [usize; 9] = std::array::from_fn(|k| k / 3 * width + k % 3);
    let mut rows = vec![[0.0; NEAR]; unsure.len()];
    for y in 0..height.saturating_sub(2) {
        for x in 0..width.saturating_sub(2) {
            let at = y * width + x;
            if near.iter().all(|o| slots[at + o] == usize::MAX) {
                continue;
            }
            let weights = window(near.map(|o| picture.at(at + o)));
            for (i, weights) in weights.iter().enumerate() {
                let Some(row) = rows.get_mut(slots[at + near[i]]) else { continue };
                // From the pixel in the middle of its row to the window's first one.
                let first = OWN - i / 3 * SIDE - i % 3;
                for (j, weight) in weights.iter().enumerate() {
                    row[first + j / 3 * SIDE + j % 3] += weight;
                }
            }
        }
    }
    rows
}

/// How much the pixels of a window of these colours count for each other.
fn window(colours: [Rgb; 9]) -> [[f32; 9]; 9] {
    let mean = [0, 1, 2].map(|c| colours.iter().map(|own| own[c]).sum::<f32>() / 9.0);
    let off = colours.map(|own| [0, 1, 2].map(|c| own[c] - mean[c]));
    let mut both = [0.0; 6];
    for [r, g, b] in off {
        let products = [r * r, r * g, r * b, g * g, g * b, b * b];
        both.iter_mut().zip(products).for_each(|(sum, v)| *sum += v / 9.0);
    }
    let [a, b, c, d, e, f] = inverse(both);
    let off = off.map(|own| own.map(f64::from));
    std::array::from_fn(|i| {
        let [x, y, z] = off[i];
        let slope = [a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z];
        std::array::from_fn(|j| {
            let [x, y, z] = off[j];
            let alike = (1.0 + slope[0] * x + slope[1] * y + slope[2] * z) / 9.0;
            (f64::from(u8::from(i == j)) - alike) as f32
        })
    })
}

/// The inverse of a symmetric matrix with [`EPSILON`] on its diagonal. Colours of a photo without
/// colour all vary together, which takes more digits than the rest.
fn inverse(both: [f32; 6]) -> [f64; 6] {
    let [rr, rg, rb, gg, gb, bb] = both.map(f64::from);
    let epsilon = f64::from(EPSILON);
    let (rr, gg, bb) = (rr + epsilon, gg + epsilon, bb + epsilon);
    let [a, b, c] = [gg * bb - gb * gb, gb * rb - rg * bb, rg * gb - gg * rb];
    let whole = rr * a + rg * b + rb * c;
    let rest = [rr * bb - rb * rb, rg * rb - rr * gb, rr * gg - rg * rg];
    [a, b, c, rest[0], rest[1], rest[2]].map(|v| v / whole)
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
