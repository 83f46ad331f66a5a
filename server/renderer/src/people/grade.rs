//! One shared warm grade: exposure, contrast and colour of every photo meet in the middle.
//!
//! What always holds: gentle limits, so that skin keeps its own tone and a dark photo is lifted
//! without being bleached. Works in place on the crop that will be printed.

use crate::paint::color::luma;
use image::RgbImage;

/// Grades one print's picture. Grey pictures get the warm tone of an old print.
pub fn warm(picture: &mut RgbImage) {
    let count = (picture.width() * picture.height()).max(1) as f32;
    let (mut histogram, mut sum, mut spread) = ([0u32; 256], [0f32; 3], 0f32);
    for p in picture.pixels() {
        let [r, g, b] = p.0.map(f32::from);
        histogram[luma([r, g, b]) as usize & 255] += 1;
        sum[0] += r;
        sum[1] += g;
        sum[2] += b;
        spread += (r - g).abs() + (g - b).abs();
    }
    let mean = sum.map(|s| s / count);
    let grey = spread / count < 7.0;
    let at = |share: f32| {
        let mut left = (count * share) as u32;
        histogram
            .iter()
            .position(|&n| {
                let over = n > left;
                left = left.saturating_sub(n);
                over
            })
            .unwrap_or(255) as f32
    };
    let (low, high) = (at(0.01).min(48.0), at(0.985).max(120.0));
    let middle = ((at(0.5) - low) / (high - low)).clamp(0.02, 0.98);
    // Bring the middle tone towards 0.44; never more than half way to a full correction.
    let gamma = (0.44f32.ln() / middle.ln()).clamp(0.5, 2.0).powf(0.5).clamp(0.68, 1.22);
    let level = luma(mean).max(1.0);
    // A quarter of the way to a neutral balance takes the edge off a colour cast.
    let balance = mean.map(|m| (level / m.max(1.0)).clamp(0.7, 1.4).powf(0.25));
    let tone = |v: f32| {
        let x = ((v - low) / (high - low)).clamp(0.0, 1.0).powf(gamma);
        let soft = x * x * (3.0 - 2.0 * x);
        // Lifted blacks, rounded whites: a print, not a screen.
        (0.035 + (x * 0.8 + soft * 0.2) * 0.93) * 255.0
    };
    let curve: Vec<f32> = (0..=255u8).map(|v| tone(f32::from(v))).collect();
    let saturation = if grey { 0.0 } else { 0.9 };
    for p in picture.pixels_mut() {
        let mut c = [0f32; 3];
        for (i, c) in c.iter_mut().enumerate() {
            *c = curve[usize::from(p[i])] * balance[i];
        }
        let y = luma(c);
        let shade = y / 255.0;
        let warm = if grey {
            [1.05 - shade * 0.02, 0.995, 0.925 + shade * 0.04]
        } else {
            [1.025, 1.0, 0.965]
        };
        for i in 0..3 {
            p[i] = ((y + (c[i] - y) * saturation) * warm[i] + 0.5).clamp(0.0, 255.0) as u8;
        }
    }
}
