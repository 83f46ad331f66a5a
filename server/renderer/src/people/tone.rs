//! The tone of a photo without colour: silver or sepia, how black its shadows are, its contrast and its
//! grain. Where somebody stands who was photographed so, the whole frame takes that tone.
//!
//! What always holds: the tone is measured from the photo, within limits in which a scene can still be
//! seen.

use crate::paint::color::{Rgb, luma, mix, scale};
use image::{RgbImage, imageops, imageops::FilterType};

/// What a photo's greys look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// The colours of the deepest shadows, the middle and the lights.
    pub stops: [Rgb; 3],
    /// How far middle greys are spread, 0 to 0.4.
    pub contrast: f32,
    /// The standard deviation of the grain, as a part of white.
    pub grain: f32,
}

/// How far colours may lie from the mean of their grey, in 255ths, in a photo without colour.
const HUELESS: f32 = 5.0;
/// The same for the hue itself: above it one hue is light that fell on a colour photo.
const HUE: f32 = 80.0;
/// Greys that are told apart.
const GREYS: usize = 16;
/// Places across and down that are looked at.
const SIDE: u32 = 160;

impl Tone {
    /// The tone of this photo; `None` when it has colours.
    pub fn of(photo: &RgbImage) -> Option<Self> {
        let small = imageops::resize(photo, SIDE, SIDE, FilterType::Triangle);
        let mut sums = [[0f32; 4]; GREYS];
        let grey = |rgb: Rgb| (luma(rgb) as usize * GREYS / 256).min(GREYS - 1);
        let colours: Vec<Rgb> = small.pixels().map(|p| p.0.map(f32::from)).collect();
        for &[r, g, b] in &colours {
            let sum = &mut sums[grey([r, g, b])];
            [r, g, b, 1.0].iter().zip(sum).for_each(|(v, sum)| *sum += v);
        }
        let means = sums.map(|[r, g, b, n]| [r, g, b].map(|v| v / n.max(1.0)));
        let off = |a: Rgb, b: Rgb| {
            let lift = luma(a) - luma(b);
            (0..3).map(|c| (a[c] - b[c] - lift).abs()).sum::<f32>()
        };
        let count = colours.len() as f32;
        let apart = colours.iter().map(|c| off(*c, means[grey(*c)])).sum::<f32>() / count;
        let hue = colours.iter().map(|c| off(*c, [luma(*c); 3])).sum::<f32>() / count;
        if apart > HUELESS || hue > HUE {
            return None;
        }
        let mut lumas: Vec<f32> = colours.iter().map(|c| luma(*c) / 255.0).collect();
        lumas.sort_by(f32::total_cmp);
        let at = |share: f32| lumas[((count - 1.0) * share) as usize];
        let [black, white] = [at(0.005).clamp(0.015, 0.07), at(0.995).clamp(0.92, 0.985)];
        let contrast = ((at(0.9) - at(0.1) - 0.3) * 0.8).clamp(0.05, 0.4);
        // The hue of shadows, middle and lights, each over a stretch of greys that has enough of it.
        let tint = |from: usize, to: usize| {
            let all = sums[from..to].iter().fold([0f32; 4], |mut all, sum| {
                all.iter_mut().zip(sum).for_each(|(all, v)| *all += v);
                all
            });
            let own = [all[0], all[1], all[2]];
            let bright = luma(own);
            (all[3] > count * 0.002 && bright > 0.0).then(|| scale(own, 1.0 / bright))
        };
        let whole = tint(0, GREYS).unwrap_or([1.0; 3]);
        let shadows = tint(1, 5).unwrap_or(whole);
        let lights = tint(11, GREYS).unwrap_or(whole);
        let middle = tint(5, 11).unwrap_or(whole);
        let stop = |tint: Rgb, level: f32| {
            // What is too bright for its hue keeps its brightness, and the hue as far as it goes.
            let full = scale(tint, level);
            let most = full.into_iter().fold(0.0, f32::max);
            if most > 1.0 { mix([level; 3], full, (1.0 - level) / (most - level)) } else { full }
        };
        let stops =
            [stop(shadows, black), stop(middle, black.midpoint(white) + 0.03), stop(lights, white)];
        Some(Self { stops, contrast, grain: grain(photo) })
    }
}

/// How strong the grain of a photo is as it is seen in a frame, of the calmer half of its places.
fn grain(photo: &RgbImage) -> f32 {
    let long = photo.width().max(photo.height()) as f32;
    let scale = (900.0 / long).min(1.0);
    let side = |v: u32| ((v as f32 * scale) as u32).max(8);
    let (w, h) = (side(photo.width()), side(photo.height()));
    let small = imageops::grayscale(&imageops::resize(photo, w, h, FilterType::Triangle));
    let at = |x: u32, y: u32| f32::from(small.get_pixel(x, y).0[0]);
    let mut steps = Vec::new();
    for y in (1..h - 1).step_by(3) {
        for x in (1..w - 1).step_by(3) {
            let near = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
            steps.push((at(x, y) - near / 4.0).abs());
        }
    }
    steps.sort_by(f32::total_cmp);
    let calm = steps.get(steps.len() * 2 / 5).copied().unwrap_or(0.0);
    // The fortieth of a hundred of a normal distribution lies at 0.52 of its deviation.
    (calm / 0.52 / 255.0 * 0.9).clamp(0.004, 0.014)
}
