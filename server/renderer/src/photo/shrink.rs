//! Making a picture smaller while its rows arrive, so that the large one never has to be there as
//! a whole. A triangle filter in both directions, on white where the picture is transparent.

use image::RgbImage;
use std::collections::VecDeque;

/// How much of which places one place of the small picture is made of.
struct Share {
    first: usize,
    weights: Vec<f32>,
}

fn shares(from: u32, to: u32) -> Vec<Share> {
    let ratio = from as f32 / to as f32;
    (0..to)
        .map(|place| {
            let centre = (place as f32 + 0.5) * ratio;
            let first = ((centre - ratio).floor().max(0.0) as u32).min(from - 1);
            let last = ((centre + ratio).ceil() as u32).clamp(first + 1, from);
            let mut weights: Vec<f32> = (first..last)
                .map(|at| (1.0 - ((at as f32 + 0.5 - centre) / ratio).abs()).max(0.0))
                .collect();
            let sum: f32 = weights.iter().sum();
            for weight in &mut weights {
                *weight /= sum;
            }
            Share { first: first as usize, weights }
        })
        .collect()
}

/// Takes a picture's rows from its top to its bottom.
pub(super) struct Shrink {
    /// Of the picture that comes.
    width: u32,
    height: u32,
    /// None where it is small enough.
    columns: Option<Vec<Share>>,
    lines: Vec<Share>,
    /// Rows of the small picture that still get something, the first of them being `begun`.
    open: VecDeque<Vec<f32>>,
    begun: usize,
    at: usize,
    white: Vec<u8>,
    row: Vec<f32>,
    out: RgbImage,
}

impl Shrink {
    /// For a picture of this size, whose longer edge is to be `long_edge` at most.
    pub(super) fn new(width: u32, height: u32, long_edge: u32) -> Self {
        let longer = width.max(height);
        let scale = |side: u32| {
            let (side, longer) = (u64::from(side) * u64::from(long_edge), u64::from(longer.max(1)));
            ((side + longer / 2) / longer).max(1) as u32
        };
        let shrinks = longer > long_edge;
        let (w, h) = if shrinks { (scale(width), scale(height)) } else { (width, height) };
        Self {
            width,
            height,
            columns: shrinks.then(|| shares(width, w)),
            lines: if shrinks { shares(height, h) } else { Vec::new() },
            open: VecDeque::new(),
            begun: 0,
            at: 0,
            white: vec![0; width as usize * 3],
            row: vec![0.0; w as usize * 3],
            out: RgbImage::new(w, h),
        }
    }

    /// The next row, of one (grey), two (grey, alpha), three or four channels. Rows that are too
    /// many or too short are left out.
    pub(super) fn push(&mut self, row: &[u8], channels: usize) {
        if self.at >= self.height as usize || row.len() < self.width as usize * channels {
            return;
        }
        on_white(row, channels, &mut self.white);
        match &self.columns {
            None => {
                let stride = self.white.len();
                let at = self.at * stride;
                if let Some(place) = self.out.get_mut(at..at + stride) {
                    place.copy_from_slice(&self.white);
                }
            }
            Some(columns) => {
                for (to, share) in self.row.chunks_exact_mut(3).zip(columns) {
                    let mut sum = [0.0; 3];
                    let from = self.white[share.first * 3..].chunks_exact(3);
                    for (pixel, weight) in from.zip(&share.weights) {
                        for (sum, value) in sum.iter_mut().zip(pixel) {
                            *sum += f32::from(*value) * weight;
                        }
                    }
                    to.copy_from_slice(&sum);
                }
                self.spread();
            }
        }
        self.at += 1;
    }

    /// Gives the row to every row of the small picture that it is part of.
    fn spread(&mut self) {
        while let Some(next) = self.lines.get(self.begun + self.open.len())
            && next.first <= self.at
        {
            self.open.push_back(vec![0.0; self.row.len()]);
        }
        for (open, share) in self.open.iter_mut().zip(&self.lines[self.begun..]) {
            let Some(weight) = share.weights.get(self.at - share.first) else { continue };
            for (sum, value) in open.iter_mut().zip(&self.row) {
                *sum += value * weight;
            }
        }
        while let Some(share) = self.lines.get(self.begun)
            && share.first + share.weights.len() <= self.at + 1
            && let Some(done) = self.open.pop_front()
        {
            let at = self.begun * done.len();
            if let Some(place) = self.out.get_mut(at..at + done.len()) {
                for (to, value) in place.iter_mut().zip(done) {
                    *to = (value + 0.5).clamp(0.0, 255.0) as u8;
                }
            }
            self.begun += 1;
        }
    }

    /// The small picture; nothing when rows are missing.
    pub(super) fn finish(self) -> Option<RgbImage> {
        (self.at == self.height as usize).then_some(self.out)
    }
}

/// Transparent places become white paper.
fn on_white(row: &[u8], channels: usize, out: &mut [u8]) {
    let pixels = out.chunks_exact_mut(3).zip(row.chunks_exact(channels.max(1)));
    for (to, from) in pixels {
        match *from {
            [grey] => to.fill(grey),
            [grey, alpha] => to.fill(blend(grey, alpha)),
            [r, g, b] => to.copy_from_slice(&[r, g, b]),
            [r, g, b, alpha, ..] => {
                to.copy_from_slice(&[blend(r, alpha), blend(g, alpha), blend(b, alpha)]);
            }
            [] => {}
        }
    }
}

fn blend(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}
