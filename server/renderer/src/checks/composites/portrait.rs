//! A portrait and its outline: alpha by the drawn line, and colours of the person alone.

use super::Outcome;
use image::{Rgb, RgbImage, imageops};
use std::{fs, path::Path};

/// How far within the drawn line the edge begins: the line may be a pixel off, and what was behind must not
/// become the person.
const INSET: f32 = 0.5;
/// How far within the edge the photo shows nothing of what was behind any more.
const PURE: f32 = 1.2;
/// From this width on an edge is hair, and has locks.
const HAIR: f32 = 2.5;
/// Beyond so many pixels from the line all is clear.
const REACH: f32 = 20.0;

/// See the module.
pub struct Portrait {
    /// Skin, hair and age as they look.
    pub looks: [String; 3],
    /// The person alone; what was behind is the person's nearest colours.
    pub front: RgbImage,
    pub alpha: Vec<f32>,
    /// Differs between portraits.
    pub seed: u32,
}

/// What is nearest on the outline: how far inside of it (negative outside), the direction inward, how wide the
/// edge is.
#[derive(Clone, Copy)]
struct Near {
    inside: f32,
    inward: (f32, f32),
    soft: f32,
}

/// The lines of a file of an outline.
struct Outline {
    part: [u32; 4],
    looks: [String; 3],
    points: Vec<[f32; 3]>,
}

impl Outline {
    fn parsed(text: &str) -> Outcome<Self> {
        let mut read = Self { part: [0; 4], looks: Default::default(), points: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["part", ref sides @ ..] if sides.len() == 4 => {
                    for (own, side) in read.part.iter_mut().zip(sides) {
                        *own = side.parse()?;
                    }
                }
                ["skin", word] => word.clone_into(&mut read.looks[0]),
                ["hair", word] => word.clone_into(&mut read.looks[1]),
                ["age", word] => word.clone_into(&mut read.looks[2]),
                [x, y, soft] => read.points.push([x.parse()?, y.parse()?, soft.parse()?]),
                _ => return Err(format!("not a line of an outline: {line}").into()),
            }
        }
        Ok(read)
    }

    /// Points on the curve, half a pixel apart, each with the curve's direction.
    fn curve(&self) -> Vec<([f32; 3], (f32, f32))> {
        let at = |i: usize| self.points[i.min(self.points.len() - 1)];
        let mut curve = Vec::new();
        for i in 0..self.points.len().saturating_sub(1) {
            let [a, b, c, d] = [at(i.saturating_sub(1)), at(i), at(i + 1), at(i + 2)];
            let steps = (2.0 * (c[0] - b[0]).hypot(c[1] - b[1])).ceil().max(1.0);
            for step in 0..steps as u16 {
                let t = f32::from(step) / steps;
                let value = |k: usize| {
                    0.5 * (2.0 * b[k]
                        + (c[k] - a[k]) * t
                        + (2.0 * a[k] - 5.0 * b[k] + 4.0 * c[k] - d[k]) * t * t
                        + (3.0 * b[k] - a[k] - 3.0 * c[k] + d[k]) * t * t * t)
                };
                let slope = |k: usize| {
                    0.5 * (c[k] - a[k]
                        + 2.0 * (2.0 * a[k] - 5.0 * b[k] + 4.0 * c[k] - d[k]) * t
                        + 3.0 * (3.0 * b[k] - a[k] - 3.0 * c[k] + d[k]) * t * t)
                };
                let soft = b[2] + (c[2] - b[2]) * t;
                let long = slope(0).hypot(slope(1)).max(1e-3);
                curve.push(([value(0), value(1), soft], (slope(0) / long, slope(1) / long)));
            }
        }
        curve
    }

    /// What is nearest to each pixel of the part.
    fn near(&self) -> Vec<Near> {
        let curve = self.curve();
        let [left, top, width, height] = self.part;
        let mut squares = vec![REACH * REACH; (width * height) as usize];
        let mut near =
            vec![Near { inside: 0.0, inward: (0.0, 0.0), soft: 0.0 }; (width * height) as usize];
        let within = |v: f32, most: u32| v.clamp(0.0, most as f32) as u32;
        for ([x, y, soft], (along, down)) in &curve {
            let (x, y) = (x - left as f32, y - top as f32);
            for row in within(y - REACH, height)..within(y + REACH, height) {
                for column in within(x - REACH, width)..within(x + REACH, width) {
                    let i = (row * width + column) as usize;
                    let (dx, dy) = (column as f32 + 0.5 - x, row as f32 + 0.5 - y);
                    let square = dx * dx + dy * dy;
                    if square < squares[i] {
                        squares[i] = square;
                        near[i] = Near { inside: 0.0, inward: (-down, *along), soft: *soft };
                    }
                }
            }
        }
        // A row crosses the line, and the way down from its ends, where the person begins and ends.
        let mut corners: Vec<(f32, f32)> = curve.iter().map(|(p, _)| (p[0], p[1])).collect();
        let (first, last) = (corners[0].0, corners[corners.len() - 1].0);
        corners.extend([(last, 1e5), (first, 1e5), corners[0]]);
        for row in 0..height {
            let y = (row + top) as f32 + 0.5;
            let mut crossings: Vec<f32> = corners
                .windows(2)
                .filter(|ends| (ends[0].1 > y) != (ends[1].1 > y))
                .map(|ends| {
                    let share = (y - ends[0].1) / (ends[1].1 - ends[0].1);
                    ends[0].0 + (ends[1].0 - ends[0].0) * share - left as f32
                })
                .collect();
            crossings.sort_by(f32::total_cmp);
            for column in 0..width {
                let x = column as f32 + 0.5;
                let is_inside = crossings.iter().filter(|at| **at < x).count() % 2 == 1;
                let i = (row * width + column) as usize;
                near[i].inside = squares[i].sqrt() * if is_inside { 1.0 } else { -1.0 };
            }
        }
        near
    }
}

impl Portrait {
    /// The portrait and outline of this name.
    ///
    /// # Errors
    /// When one of the two is missing or unsound.
    pub fn read(name: &str) -> Outcome<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/photos");
        let photo = image::open(folder.join(format!("{name}.jpg")))?.into_rgb8();
        let text = fs::read_to_string(folder.join(format!("outlines/{name}.txt")))?;
        let outline = Outline::parsed(&text)?;
        let [left, top, width, height] = outline.part;
        if outline.points.len() < 3 || left + width > photo.width() || top + height > photo.height()
        {
            return Err(format!("{name}: the outline does not lie in the photo").into());
        }
        let part = imageops::crop_imm(&photo, left, top, width, height).to_image();
        let seed = name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte) % 31);
        let near = outline.near();
        let place = |i: usize| ((i as u32 % width) as f32, (i as u32 / width) as f32);
        let alpha = near.iter().enumerate().map(|(i, near)| alpha(near, place(i), seed)).collect();
        let front =
            RgbImage::from_fn(width, height, |x, y| pure(&part, &near, (x, y), (width, height)));
        Ok(Self { looks: outline.looks, front, alpha, seed })
    }

    /// Whether it has no colours.
    pub fn is_grey(&self) -> bool {
        let hue = |pixel: &Rgb<u8>| u64::from(pixel[0].abs_diff(pixel[2]));
        self.front.pixels().map(hue).sum::<u64>()
            < 4 * u64::from(self.front.width() * self.front.height())
    }
}

/// Alpha falls over the width of the edge; hair ends in locks, which are as long as its edge is wide.
fn alpha(near: &Near, (x, y): (f32, f32), seed: u32) -> f32 {
    let Near { inside, inward, soft } = *near;
    if inside.abs() >= REACH {
        return f32::from(u8::from(inside > 0.0));
    }
    let lock = if soft >= HAIR {
        // Along the edge locks change quickly, across it slowly.
        let along = x * -inward.1 + y * inward.0;
        let across = x * inward.0 + y * inward.1;
        (noise(seed, along / 1.8, across / 6.0) - 0.5) * soft
    } else {
        0.0
    };
    ((inside - INSET + lock) / soft.max(0.8)).clamp(0.0, 1.0)
}

/// The person's colour at a pixel: where the photo may show what was behind, that of the pixel as far within
/// the pure part as this one is outside of it, or the nearest pure one.
fn pure(
    photo: &RgbImage,
    near: &[Near],
    (x, y): (u32, u32),
    (width, height): (u32, u32),
) -> Rgb<u8> {
    let Near { inside, inward, soft } = near[(y * width + x) as usize];
    let depth = INSET + soft + PURE - inside;
    if depth <= 0.0 || inside <= -REACH {
        return *photo.get_pixel(x, y);
    }
    let at = |way: f32| {
        let side = |from: u32, along: f32, most: u32| {
            (from as f32 + 0.5 + along * way).clamp(0.0, most as f32 - 1.0) as u32
        };
        (side(x, inward.0, width), side(y, inward.1, height))
    };
    let is_pure = |(x, y): (u32, u32)| {
        let near = near[(y * width + x) as usize];
        near.inside >= INSET + near.soft + PURE - 0.7
    };
    let place = [2.0 * depth, depth + 0.5].map(at).into_iter().find(|place| is_pure(*place));
    let (x, y) = place.unwrap_or_else(|| at(depth));
    *photo.get_pixel(x, y)
}

/// Smooth noise of 0 to 1 whose bumps are one wide.
pub fn noise(seed: u32, x: f32, y: f32) -> f32 {
    let (column, row) = (x.floor(), y.floor());
    let (u, v) = (x - column, y - row);
    let value = |dx: i32, dy: i32| {
        let (x, y) = ((column as i32 + dx) as u32, (row as i32 + dy) as u32);
        let mut hash = seed ^ x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
        hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
        hash = (hash ^ (hash >> 12)).wrapping_mul(0x297A_2D39);
        (hash ^ (hash >> 15)) as f32 / u32::MAX as f32
    };
    let upper = value(0, 0) + (value(1, 0) - value(0, 0)) * u;
    let lower = value(0, 1) + (value(1, 1) - value(0, 1)) * u;
    upper + (lower - upper) * v
}
