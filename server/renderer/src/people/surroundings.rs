//! What the picture of a place tells of the light there: what is around, how dark its shadows are, where
//! its lamp or its sun is.
//!
//! What always holds: it is measured from the picture that people will stand before, so it is true of every
//! setting, hour and weather without being written down for any.

use super::matte::Raster;
use crate::paint::color::{Rgb, add, luma, scale, smooth};
use crate::stage::Frame;
use image::{RgbImage, imageops, imageops::FilterType};

/// Places across and down of what is around.
const COARSE: u32 = 24;
/// Light that falls on people from behind comes from above this part of the frame's height.
const SKY: f32 = 0.66;
/// How far around the brightest place its light reaches, as a part of the frame.
const NEAR: f32 = 0.2;
/// A part of the picture is as dark as its shadows.
const SHADOWS: f32 = 0.03;

/// Where light comes from.
#[derive(Clone, Copy, Debug)]
pub struct Lamp {
    /// In pixels of the frame.
    pub x: f32,
    pub y: f32,
    pub color: Rgb,
    /// How much it stands out from what is around, 0 to 1.
    pub strength: f32,
}

/// The light of a place.
pub struct Surroundings {
    /// The place out of focus, at the size of the frame.
    pub around: Raster<3>,
    /// The colour of its shadows.
    pub shadows: Rgb,
    pub lamp: Lamp,
}

impl Surroundings {
    /// Of this picture of a place.
    pub fn of(scene: &RgbImage, frame: Frame) -> Self {
        let small = imageops::resize(scene, COARSE, COARSE, FilterType::Triangle);
        let small = Raster::of(&small);
        let around = small.resized(frame.w as usize, frame.h as usize);
        Self { around, shadows: shadows(scene), lamp: lamp(&small, frame) }
    }

    /// What is around a place of the frame, or at its edge for one beyond.
    pub fn at(&self, x: f32, y: f32) -> Rgb {
        let column = (x.max(0.0) as usize).min(self.around.width - 1);
        let row = (y.max(0.0) as usize).min(self.around.height - 1);
        self.around.at(row * self.around.width + column)
    }
}

/// The mean colour of the darkest places.
fn shadows(scene: &RgbImage) -> Rgb {
    let pixels = scene.pixels().step_by(61).map(|p| p.0.map(|v| f32::from(v) / 255.0));
    let mut colors: Vec<Rgb> = pixels.collect();
    colors.sort_by(|a, b| luma(*a).total_cmp(&luma(*b)));
    let count = ((colors.len() as f32 * SHADOWS) as usize).max(1).min(colors.len());
    let sum = colors[..count].iter().fold([0.0; 3], |sum, color| add(sum, *color, 1.0));
    scale(sum, 1.0 / count.max(1) as f32)
}

/// The brightest place, and the middle of the light around it.
fn lamp(small: &Raster<3>, frame: Frame) -> Lamp {
    let side = COARSE as usize;
    let rows = (SKY * COARSE as f32) as usize;
    let lumas: Vec<f32> = (0..side * side).map(|i| luma(small.at(i))).collect();
    let mean = lumas.iter().sum::<f32>() / lumas.len() as f32;
    let sky = &lumas[..side * rows];
    let most = (0..sky.len()).fold(0, |best, i| if sky[i] > sky[best] { i } else { best });
    let place = |i: usize| ((i % side) as f32 + 0.5, (i / side) as f32 + 0.5);
    let ((x, y), reach) = (place(most), NEAR * COARSE as f32);
    let (mut sum, mut at, mut weight) = ([0.0; 3], (0.0, 0.0), 1e-4);
    for (i, bright) in sky.iter().enumerate() {
        let (column, row) = place(i);
        let near = smooth(reach, 0.0, (column - x).hypot(row - y));
        let w = (bright - mean).max(0.0).powi(2) * near;
        sum = add(sum, small.at(i), w);
        at = (at.0 + column * w, at.1 + row * w);
        weight += w;
    }
    let share = |v: f32, or: f32| (v + or * 1e-4) / weight / COARSE as f32;
    Lamp {
        x: share(at.0, x) * frame.w,
        y: share(at.1, y) * frame.h,
        color: scale(sum, 1.0 / weight),
        strength: smooth(0.06, 0.4, sky[most] - mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { w: 360.0, h: 640.0, u: 4.8, seconds: 10.0 };

    #[test]
    fn a_lamp_is_found_where_it_is_and_none_in_even_light() {
        for (x, y) in [(60u32, 100u32), (300, 100), (180, 300)] {
            let scene = RgbImage::from_fn(360, 640, |px, py| {
                let lit = px.abs_diff(x) < 40 && py.abs_diff(y) < 40;
                image::Rgb(if lit { [250, 220, 150] } else { [30, 26, 40] })
            });
            let found = Surroundings::of(&scene, FRAME);
            let off = (found.lamp.x - x as f32).hypot(found.lamp.y - y as f32);
            assert!(off < 20.0 && found.lamp.strength > 0.5, "{:?}", found.lamp);
            assert!(found.lamp.color[0] > found.lamp.color[2]);
            assert!((luma(found.shadows) - 0.11).abs() < 0.02, "{:?}", found.shadows);
        }
        let even = RgbImage::from_pixel(360, 640, image::Rgb([200, 210, 220]));
        assert!(Surroundings::of(&even, FRAME).lamp.strength < 0.01);
    }
}
