//! A picture as the camera sees it: at the size of its closest view, with what lies beyond its edges.
//!
//! What always holds: the picture is never stretched. Beyond its edges it goes on mirrored and ever
//! softer and darker, and the edge itself is soft, so that nobody sees where it ends. Samples are weighed
//! sums in one order, in a filter as wide as the view is large, so nothing shimmers and every machine
//! gives the same bytes.

use super::framing::{Area, Framing};
use crate::{
    paint::{color::smooth, noise},
    people::resample::{self, Kernel},
    request::RenderProblem,
    stage::band::Band,
    stop,
};
use image::RgbImage;
use multiversion::multiversion;
use rayon::prelude::*;

/// Bytes for each pixel: three colours and one to spare, so that a pixel is one step of vector code.
const PIXEL: usize = 4;
/// Pixels along a side that a sample is made of at most.
const TAPS: usize = 6;
/// Pixels along the longer side of the picture that is seen beyond the edges, and by how many of them
/// it is softened near the edge, further away and far away.
const SOFT_SIDE: f32 = 200.0;
const SOFTENED: [usize; 3] = [1, 4, 10];
/// Parts of the full view's shorter side in which the picture's edge is lost, and after which what is
/// beyond is softest.
const EDGE: f32 = 0.06;
const FAR: f32 = 0.22;
/// How dark it is there.
const DARK: f32 = 0.68;

/// The picture and what lies around it.
pub struct Plate {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    /// Of the plate in the picture, and pixels of the plate for one of the picture.
    origin: (f32, f32),
    scale: f32,
}

impl Plate {
    /// Of a picture in this framing, whose closest view is `across` pixels wide.
    pub fn new(picture: &RgbImage, framing: &Framing, across: f32) -> Result<Self, RenderProblem> {
        let Framing { plate: area, full, .. } = framing;
        let scale = across / full.w;
        let long = |side: f32| ((side * scale).round() as usize).max(TAPS + 1);
        let (width, height) = (long(area.w), long(area.h));
        let origin = (area.x, area.y);
        let mut plate = Self { width, height, pixels: Vec::new(), origin, scale };
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        // What of the picture is on the plate, in whole pixels of both.
        let part = |at: f32, long: f32, side: f32| {
            let first = at.max(0.0).floor().min(side - 1.0);
            let end = (at + long).min(side).ceil().max(first + 1.0);
            (first, end - first)
        };
        let ((left, pw), (top, ph)) = (part(area.x, area.w, w), part(area.y, area.h, h));
        let size = |long: f32| ((long * scale).round() as usize).max(1);
        let sharp = resample::resized(
            picture,
            [left, top, pw, ph].map(|v| v as usize),
            (size(pw), size(ph)),
            Kernel::CatmullRom,
        );
        stop::check()?;
        let (x, y) = ((left - area.x) * scale, (top - area.y) * scale);
        let inside = (x.round() as i64, y.round() as i64);
        let short = full.w.min(full.h) * scale;
        // Sides at which the view goes beyond the picture.
        let ends =
            [area.x < -0.5, area.x + area.w > w + 0.5, area.y < -0.5, area.y + area.h > h + 0.5];
        let beyond = ends.contains(&true).then(|| Beyond::new(picture, *area));
        plate.pixels = vec![0; (width * height) * PIXEL];
        plate.pixels.par_chunks_exact_mut(width * PIXEL).enumerate().for_each(|(row, out)| {
            if stop::stopped() {
                return;
            }
            for (column, out) in out.chunks_exact_mut(PIXEL).enumerate() {
                let (px, py) = (column as i64 - inside.0, row as i64 - inside.1);
                let (sw, sh) = (i64::from(sharp.width()), i64::from(sharp.height()));
                let near = (px.clamp(0, sw - 1) as u32, py.clamp(0, sh - 1) as u32);
                let own = sharp.get_pixel(near.0, near.1).0;
                let Some(beyond) = &beyond else {
                    out[..3].copy_from_slice(&own);
                    continue;
                };
                // How far inside the picture, from those of its edges that are seen; less than nothing
                // beyond them.
                let depths = [px, sw - 1 - px, py, sh - 1 - py];
                let open = depths.iter().zip(ends).filter(|(_, end)| *end);
                let depth = open.map(|(depth, _)| *depth as f32).fold(f32::MAX, f32::min) / short;
                let kept = smooth(0.0, EDGE, depth);
                if kept >= 1.0 {
                    out[..3].copy_from_slice(&own);
                    continue;
                }
                let place = ((column as f32 + 0.5) / scale, (row as f32 + 0.5) / scale);
                let soft = beyond.at(place, -depth);
                let dither = noise::grain(column as u32, row as u32);
                for ((out, own), soft) in out.iter_mut().zip(own).zip(soft) {
                    let v = soft + (f32::from(own) - soft) * kept;
                    *out = (v + dither + 0.5).clamp(0.0, 255.0) as u8;
                }
            }
        });
        stop::check()?;
        Ok(plate)
    }

    /// How a view is sampled for frames of this size.
    pub fn seen(&self, view: Area, (width, height): (usize, usize)) -> Seen<'_> {
        let taps = |at: f32, long: f32, origin: f32, places: usize, side: usize| {
            taps((at - origin) * self.scale, long * self.scale, places, side)
        };
        Seen {
            plate: self,
            columns: taps(view.x, view.w, self.origin.0, width, self.width),
            rows: taps(view.y, view.h, self.origin.1, height, self.height),
        }
    }
}

/// A view of the plate in one frame.
pub struct Seen<'a> {
    plate: &'a Plate,
    columns: Vec<Taps>,
    rows: Vec<Taps>,
}

impl Seen<'_> {
    /// Fills a band of the frame.
    pub fn draw(&self, band: &mut Band) {
        let Plate { width, pixels, .. } = self.plate;
        let row_of = |row: usize| &pixels[row * width * PIXEL..][..width * PIXEL];
        let mut sums = vec![0f32; width * PIXEL];
        for row in 0..band.rows {
            let Taps { first, weights } = &self.rows[band.top + row];
            let from = [0, 1, 2, 3, 4, 5].map(|tap| row_of(first + tap));
            down(&mut sums, from, weights);
            let all = (0, band.width);
            across(band.row(row, all), &sums, &self.columns);
        }
    }
}

/// What one place of a frame is made of.
struct Taps {
    first: usize,
    weights: [f32; TAPS],
}

/// For each of `places` along a view that begins at `at` and is `long` pixels of the plate's `side`.
fn taps(at: f32, long: f32, places: usize, side: usize) -> Vec<Taps> {
    let ratio = long / places as f32;
    let wide = ratio.clamp(1.0, 1.45);
    (0..places)
        .map(|place| {
            let middle = at + (place as f32 + 0.5) * ratio;
            let first = ((middle - 2.0 * wide).round().max(0.0) as usize).min(side - TAPS);
            let mut weights = [0.0; TAPS];
            for (tap, weight) in weights.iter_mut().enumerate() {
                *weight = mitchell(((first + tap) as f32 + 0.5 - middle) / wide);
            }
            // Never nothing: the nearest of them lies within the filter.
            let sum: f32 = weights.iter().sum();
            Taps { first, weights: weights.map(|weight| weight / sum) }
        })
        .collect()
}

/// The cubic of Mitchell and Netravali (1988), B = C = 1/3: neither blurred nor ringing, and the same
/// wherever between two pixels a sample falls.
fn mitchell(away: f32) -> f32 {
    let x = away.abs();
    if x < 1.0 {
        ((7.0 * x - 12.0) * x * x + 16.0 / 3.0) / 6.0
    } else if x < 2.0 {
        (((-7.0 / 3.0 * x + 12.0) * x - 20.0) * x + 32.0 / 3.0) / 6.0
    } else {
        0.0
    }
}

/// One row of sums of six of the plate, each by its weight.
#[multiversion(targets("x86_64+avx2"))]
fn down(sums: &mut [f32], from: [&[u8]; TAPS], weights: &[f32; TAPS]) {
    let n = sums.len();
    let (a, b, c) = (&from[0][..n], &from[1][..n], &from[2][..n]);
    let (d, e, f) = (&from[3][..n], &from[4][..n], &from[5][..n]);
    let [wa, wb, wc, wd, we, wf] = *weights;
    for i in 0..n {
        sums[i] = (f32::from(a[i]) * wa + f32::from(b[i]) * wb + f32::from(c[i]) * wc)
            + (f32::from(d[i]) * wd + f32::from(e[i]) * we + f32::from(f[i]) * wf);
    }
}

/// The sums of a row at the places of the frame.
#[multiversion(targets("x86_64+avx2"))]
fn across(to: [&mut [u8]; 3], sums: &[f32], columns: &[Taps]) {
    let n = columns.len();
    let [red, green, blue] = to;
    let (red, green, blue) = (&mut red[..n], &mut green[..n], &mut blue[..n]);
    for x in 0..n {
        let Taps { first, weights } = &columns[x];
        let near = &sums[first * PIXEL..][..TAPS * PIXEL];
        let mut sum = [0.5f32; PIXEL];
        let mut tap = 0;
        while tap < TAPS {
            let mut c = 0;
            while c < PIXEL {
                sum[c] += near[tap * PIXEL + c] * weights[tap];
                c += 1;
            }
            tap += 1;
        }
        // To the nearest that there is.
        red[x] = sum[0] as u8;
        green[x] = sum[1] as u8;
        blue[x] = sum[2] as u8;
    }
}

/// What is seen beyond the picture's edges: the picture mirrored, small, and soft to three degrees.
struct Beyond {
    width: usize,
    height: usize,
    scale: f32,
    soft: [Vec<[f32; 3]>; 3],
}

impl Beyond {
    /// Over an area of the picture and around it.
    fn new(picture: &RgbImage, area: Area) -> Self {
        let scale = SOFT_SIDE / area.w.max(area.h);
        let long = |side: f32| ((side * scale).ceil() as usize).max(2);
        let (width, height) = (long(area.w), long(area.h));
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        let size = (long(w), long(h));
        let all = [0, 0, picture.width() as usize, picture.height() as usize];
        let small = resample::resized(picture, all, size, Kernel::Triangle);
        let mirrored = |at: f32, side: f32, cells: usize| {
            let at = at.rem_euclid(side * 2.0);
            let at = if at < side { at } else { side * 2.0 - at };
            ((at / side * cells as f32) as usize).min(cells - 1) as u32
        };
        let cell = |i: usize| {
            let (x, y) = ((i % width) as f32 + 0.5, (i / width) as f32 + 0.5);
            let column = mirrored(area.x + x / scale, w, size.0);
            let row = mirrored(area.y + y / scale, h, size.1);
            small.get_pixel(column, row).0.map(f32::from)
        };
        let sharp: Vec<[f32; 3]> = (0..width * height).map(cell).collect();
        let soft = SOFTENED.map(|reach| softened(&sharp, (width, height), reach));
        Self { width, height, scale, soft }
    }

    /// At a place of the area, as far beyond the edge (in parts of [`FAR`]'s side).
    fn at(&self, (x, y): (f32, f32), away: f32) -> [f32; 3] {
        let (x, y) = (x * self.scale - 0.5, y * self.scale - 0.5);
        let (x, y) =
            (x.clamp(0.0, self.width as f32 - 1.0), y.clamp(0.0, self.height as f32 - 1.0));
        let (left, top) = (x as usize, y as usize);
        let (right, low) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (across, down) = (x - left as f32, y - top as f32);
        let sample = |soft: &[[f32; 3]]| {
            let cell = |column: usize, row: usize| soft[row * self.width + column];
            let mix =
                |a: [f32; 3], b: [f32; 3], t: f32| [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * t);
            let upper = mix(cell(left, top), cell(right, top), across);
            mix(upper, mix(cell(left, low), cell(right, low), across), down)
        };
        let [near, further, far] = self.soft.each_ref().map(|soft| sample(soft));
        let (first, second) = (smooth(-EDGE, FAR * 0.3, away), smooth(0.0, FAR, away));
        let light = 1.0 - (1.0 - DARK) * smooth(-EDGE, FAR * 1.6, away);
        [0, 1, 2].map(|c| {
            let near = near[c] + (further[c] - near[c]) * first;
            (near + (far[c] - near) * second) * light
        })
    }
}

/// Three means over `reach` cells to each side, across and down: close to a bell.
fn softened(cells: &[[f32; 3]], (width, height): (usize, usize), reach: usize) -> Vec<[f32; 3]> {
    let mut cells = cells.to_vec();
    for _ in 0..3 {
        let mean = |step: usize, at: usize, long: usize, base: usize, cells: &[[f32; 3]]| {
            let (first, last) = (at.saturating_sub(reach), (at + reach).min(long - 1));
            let mut sum = [0f32; 3];
            for i in first..=last {
                let cell = cells[base + i * step];
                sum.iter_mut().zip(cell).for_each(|(sum, v)| *sum += v);
            }
            sum.map(|sum| sum / (last - first + 1) as f32)
        };
        let across: Vec<_> = (0..width * height)
            .map(|i| mean(1, i % width, width, i / width * width, &cells))
            .collect();
        cells = (0..width * height)
            .map(|i| mean(width, i / width, height, i % width, &across))
            .collect();
    }
    cells
}
