//! Several looks of the network at one person, fused into one mask.
//!
//! What always holds: looks differ in how much of the photo they take in, and half of them see it
//! mirrored. The mask is their weighted median, so that one look alone decides nothing, and how far
//! they lie apart says where the mask is not to be believed.

use super::{Bust, SIDE, network, network::Grid, refine::Raster};
use crate::paint::color::smooth;
use crate::people::resample::{self, Kernel};
use image::{RgbImage, imageops};

/// What is looked at, in widths of the face from its middle (left and right, above, below), and how
/// much the look counts.
const LOOKS: [([f32; 3], f32); 5] = [
    ([1.9, 1.6, 4.0], 1.0),
    ([1.9, 1.6, 2.2], 1.0),
    ([2.6, 2.2, 4.5], 0.8),
    ([1.4, 1.45, 1.5], 0.8),
    ([2.3, 1.7, 3.0], 1.0),
];

/// What the looks say together, for each place of a raster.
#[derive(Clone)]
pub struct Fused {
    /// Whether somebody is there, 0 to 1.
    pub mask: Vec<f32>,
    /// How far the looks lie apart from that on average, 0 to 1.
    pub apart: Vec<f32>,
}

/// One look at a picture of 256 by 256; `None` when it was stopped.
fn look(picture: &RgbImage) -> Option<Raster<1>> {
    let values = picture.as_raw().iter().map(|v| f32::from(*v) / 255.0).collect();
    let made = network()?.run(Grid { height: SIDE, width: SIDE, channels: 3, values })?;
    let whole = made.values.len() == SIDE * SIDE;
    whole.then_some(Raster { width: SIDE, height: SIDE, planes: [made.values] })
}

/// A look at this part of the photo, and from the other side.
fn both_ways(photo: &RgbImage, [x, y, w, h]: [f32; 4]) -> Option<[Raster<1>; 2]> {
    let part = [x, y, w, h].map(|v| v as usize);
    let mut small = resample::resized(photo, part, (SIDE, SIDE), Kernel::Triangle);
    let plain = look(&small)?;
    imageops::flip_horizontal_in_place(&mut small);
    let mut mirrored = look(&small)?;
    mirrored.planes[0].chunks_exact_mut(SIDE).for_each(<[f32]>::reverse);
    Some([plain, mirrored])
}

/// All looks at the person, at the places of a raster of the bust; `None` when it was stopped.
pub fn fused(photo: &RgbImage, bust: &Bust, width: usize, height: usize) -> Option<Fused> {
    let mut seen = Vec::new();
    for (reach, weight) in LOOKS {
        let part = bust.reach(reach);
        let [x, y, w, h] = part;
        // A look ends in the middle of the person where the photo does not, and errs there.
        let inner = [x > bust.limit[0], x + w < bust.limit[2], y + h < bust.limit[3]];
        for mask in both_ways(photo, part)? {
            seen.push((part, inner, mask, weight));
        }
    }
    let mut fused = Fused {
        mask: Vec::with_capacity(width * height),
        apart: Vec::with_capacity(width * height),
    };
    let mut values: Vec<(f32, f32)> = Vec::with_capacity(seen.len());
    for row in 0..height {
        let py = bust.y + (row as f32 + 0.5) * bust.h / height as f32;
        for column in 0..width {
            let px = bust.x + (column as f32 + 0.5) * bust.w / width as f32;
            values.clear();
            for ([x, y, w, h], inner, mask, weight) in &seen {
                let (u, v) = ((px - x) / w, (py - y) / h);
                if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
                    continue;
                }
                let near = |is_inner: bool, to_edge: f32| {
                    if is_inner { smooth(0.0, 0.16, to_edge) } else { 1.0 }
                };
                let weight = weight * near(inner[0], u) * near(inner[1], 1.0 - u);
                let weight = weight * near(inner[2], 1.0 - v);
                if weight > 0.0 {
                    values.push((mask.between(u, v), weight));
                }
            }
            let (mask, apart) = median(&mut values);
            fused.mask.push(mask);
            fused.apart.push(apart);
        }
    }
    Some(fused)
}

/// The weighted median of values, and how far they lie from it on average.
fn median(values: &mut [(f32, f32)]) -> (f32, f32) {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: f32 = values.iter().map(|v| v.1).sum();
    if all <= 0.0 {
        return (0.0, 1.0);
    }
    // Between the two values at whose border half of the weight lies.
    let (mut sum, mut before) = (0.0, None);
    let mut middle = 0.0;
    for &(value, weight) in values.iter() {
        let centre = sum + weight / 2.0;
        if centre >= all / 2.0 {
            middle = match before {
                Some((was, at)) if centre > at => {
                    was + (value - was) * ((all / 2.0 - at) / (centre - at))
                }
                _ => value,
            };
            break;
        }
        (before, middle) = (Some((value, centre)), value);
        sum += weight;
    }
    (middle, values.iter().map(|(v, w)| (v - middle).abs() * w).sum::<f32>() / all)
}
