//! Parts of a photo at another size, by the two filters that cutting out needs.
//!
//! What always holds: a filter is as wide as the photo is made smaller, so that every pixel counts; sums are
//! added in one order, so the same photo gives the same bytes on every machine.

use image::RgbImage;
use multiversion::multiversion;

/// How much what is around a place counts.
#[derive(Clone, Copy)]
pub enum Kernel {
    /// Linear interpolation; soft.
    Triangle,
    /// The cubic of Catmull and Rom (1974); sharp.
    CatmullRom,
}

impl Kernel {
    /// How far it reaches, in places.
    fn reach(self) -> f32 {
        match self {
            Self::Triangle => 1.0,
            Self::CatmullRom => 2.0,
        }
    }

    fn at(self, away: f32) -> f32 {
        let x = away.abs();
        match self {
            Self::Triangle => (1.0 - x).max(0.0),
            Self::CatmullRom if x < 1.0 => (1.5 * x - 2.5) * x * x + 1.0,
            Self::CatmullRom if x < 2.0 => ((2.5 - 0.5 * x) * x - 4.0) * x + 2.0,
            Self::CatmullRom => 0.0,
        }
    }
}

/// What one place of the new side is made of: weights of the old places from `first` on.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

fn taps(from: usize, to: usize, kernel: Kernel) -> Vec<Taps> {
    let ratio = from as f32 / to as f32;
    let wide = ratio.max(1.0);
    (0..to)
        .map(|place| {
            let middle = (place as f32 + 0.5) * ratio;
            let reach = kernel.reach() * wide;
            let first = ((middle - reach).floor().max(0.0) as usize).min(from - 1);
            let last = ((middle + reach).ceil() as usize).clamp(first + 1, from);
            let weight = |at: usize| kernel.at((at as f32 + 0.5 - middle) / wide);
            let mut weights: Vec<f32> = (first..last).map(weight).collect();
            let sum: f32 = weights.iter().sum();
            for weight in &mut weights {
                *weight /= sum;
            }
            Taps { first, weights }
        })
        .collect()
}

/// The part (left, top, width, height) of a photo, in which it lies, at `size` (width, height); no side
/// may be zero.
pub fn resized(
    photo: &RgbImage,
    [left, top, width, height]: [usize; 4],
    size: (usize, usize),
    kernel: Kernel,
) -> RgbImage {
    let stride = photo.width() as usize * 3;
    let rows = &photo.as_raw()[top * stride + left * 3..];
    let columns = taps(width, size.0, kernel);
    let mut sums = vec![0f32; width * 3];
    let mut out = Vec::with_capacity(size.0 * size.1 * 3);
    for Taps { first, weights } in taps(height, size.1, kernel) {
        sums.fill(0.0);
        for (row, weight) in rows[first * stride..].chunks(stride).zip(weights) {
            add(&mut sums, &row[..width * 3], weight);
        }
        for Taps { first, weights } in &columns {
            let mut sum = [0.0; 3];
            for (pixel, weight) in sums[first * 3..].chunks_exact(3).zip(weights) {
                sum.iter_mut().zip(pixel).for_each(|(sum, v)| *sum += v * weight);
            }
            out.extend(sum.map(|v| (v + 0.5).clamp(0.0, 255.0) as u8));
        }
    }
    RgbImage::from_raw(size.0 as u32, size.1 as u32, out).unwrap_or_default()
}

#[multiversion(targets("x86_64+avx2"))]
fn add(sums: &mut [f32], row: &[u8], weight: f32) {
    sums.iter_mut().zip(row).for_each(|(sum, v)| *sum += f32::from(*v) * weight);
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, imageops, imageops::FilterType};

    #[test]
    fn parts_are_what_the_image_crate_makes_of_them() {
        let photo = RgbImage::from_fn(61, 47, |x, y| {
            Rgb([(x * 4) as u8, (y * 5) as u8, ((x * 37 + y * 101) % 251) as u8])
        });
        let kernels = [
            (Kernel::Triangle, FilterType::Triangle),
            (Kernel::CatmullRom, FilterType::CatmullRom),
        ];
        for size in [(20, 13), (50, 40), (90, 71), (1, 1)] {
            for (kernel, filter) in kernels {
                let made = resized(&photo, [7, 4, 50, 40], size, kernel);
                let part = imageops::crop_imm(&photo, 7, 4, 50, 40);
                let wanted = imageops::resize(&*part, size.0 as u32, size.1 as u32, filter);
                let off = made.iter().zip(wanted.iter()).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(off.is_some_and(|off| off <= 1), "{off:?} at {size:?}");
            }
        }
    }
}
