//! The compositor: lays sheets over one another in a band of rows that stays in the cache.
//!
//! What always holds: integer arithmetic only, so every machine gives the same bytes. The loops
//! run over plain byte planes with constant weights, which the compiler turns into vector code.

use super::Ripple;
use crate::paint::sheet::Sheet;

/// Rows of the frame in work: red, green and blue planes.
pub struct Band {
    /// The first row's place in the frame.
    pub top: usize,
    pub rows: usize,
    pub width: usize,
    pub planes: [Vec<u8>; 3],
    alpha: Vec<u8>,
}

impl Band {
    /// A band for frames `width` pixels wide, at most `rows` rows.
    pub fn new(width: usize, rows: usize) -> Self {
        let planes = [0, 1, 2].map(|_| vec![0u8; width * rows]);
        Self { top: 0, rows, width, planes, alpha: vec![0; width] }
    }

    /// Moves on to other rows; what was there is black again.
    pub fn start(&mut self, top: usize, rows: usize) {
        self.top = top;
        self.rows = rows;
        for plane in &mut self.planes {
            plane.fill(0);
        }
    }

    /// Whether the sheet at this place would hide everything behind it in this band.
    pub fn hidden_by(
        &self,
        sheet: &Sheet,
        x: f32,
        y: f32,
        opacity: f32,
        ripple: Option<Ripple>,
    ) -> bool {
        if opacity < 1.0
            || x - ripple.map_or(0.0, |r| r.amount) > 0.0
            || x + sheet.width as f32 - 1.0 - ripple.map_or(0.0, |r| r.amount) < self.width as f32
        {
            return false;
        }
        let first = (self.top as f32 - y).floor();
        let last = first + self.rows as f32 + 1.0;
        first >= 0.0
            && (last as usize) < sheet.height
            && sheet.solid[first as usize..=last as usize].iter().all(|s| *s)
    }

    /// Lays `sheet` over the band with its corner at (x, y) of the frame, to a 256th of a pixel.
    pub fn lay(
        &mut self,
        sheet: &Sheet,
        x: f32,
        y: f32,
        opacity: f32,
        ripple: Option<Ripple>,
        t: f32,
    ) {
        let strength = (opacity * 256.0 + 0.5) as u32;
        if strength == 0 {
            return;
        }
        for row in 0..self.rows {
            let sy = (self.top + row) as f32 - y;
            let iy = sy.floor();
            if iy < 0.0 || iy as usize + 1 >= sheet.height {
                continue;
            }
            let wy = ((sy - iy) * 256.0) as u32;
            let iy = iy as usize;
            let sway = ripple.map_or(0.0, |r| {
                let down = sy / sheet.height as f32;
                let turn = std::f32::consts::TAU;
                let near = sy / (r.length * (0.25 + down));
                r.amount
                    * down
                    * ((turn * (near + r.speed * t)).sin()
                        + 0.5 * (turn * (near * 2.3 - r.speed * 1.7 * t)).sin())
            });
            self.lay_row(sheet, row, iy, wy, -x - sway, strength);
        }
    }

    fn lay_row(&mut self, sheet: &Sheet, row: usize, iy: usize, wy: u32, sx: f32, strength: u32) {
        let ix = sx.floor();
        let wx = ((sx - ix) * 256.0) as u32;
        let ix = ix as i64;
        let (a, b) = (sheet.spans[iy], sheet.spans[iy + 1]);
        let (first, last) = match ((a.1 > 0), (b.1 > 0)) {
            (false, false) => return,
            (true, false) => a,
            (false, true) => b,
            (true, true) => (a.0.min(b.0), a.1.max(b.1)),
        };
        // The frame's columns that the sheet reaches, one sample short of its right edge.
        let from = (i64::from(first) - 1 - ix).max(-ix).max(0);
        let to = (i64::from(last) - ix).min(sheet.width as i64 - 1 - ix).min(self.width as i64);
        if to <= from {
            return;
        }
        let (from, n) = (from as usize, (to - from) as usize);
        let start = (from as i64 + ix) as usize;
        let at = |r: usize| r * sheet.width + start;
        let (top, low) = (at(iy), at(iy + 1));
        let w11 = (wx * wy * strength) >> 16;
        let w10 = ((256 - wx) * wy * strength) >> 16;
        let w01 = (wx * (256 - wy) * strength) >> 16;
        let w00 = strength - w11 - w10 - w01;
        let w = [w00 as u16, w01 as u16, w10 as u16, w11 as u16];
        let solid = strength == 256 && sheet.solid[iy] && sheet.solid[iy + 1];
        let out = row * self.width + from;
        if !solid {
            let plane = &sheet.planes[3];
            blend(&mut self.alpha[..n], &plane[top..=top + n], &plane[low..=low + n], w);
        }
        for c in 0..3 {
            let plane = &sheet.planes[c];
            let (upper, lower) = (&plane[top..=top + n], &plane[low..=low + n]);
            let to = &mut self.planes[c][out..out + n];
            if solid && wx == 0 && wy == 0 {
                to.copy_from_slice(&upper[..n]);
            } else if solid {
                blend(to, upper, lower, w);
            } else {
                over(to, &self.alpha[..n], upper, lower, w);
            }
        }
    }
}

/// Four neighbours, weighted (the weights sum to at most 256).
#[inline]
fn blend(to: &mut [u8], upper: &[u8], lower: &[u8], w: [u16; 4]) {
    let n = to.len();
    let (a, b, c, d) = (&upper[..n], &upper[1..=n], &lower[..n], &lower[1..=n]);
    for i in 0..n {
        let sum = u16::from(a[i]) * w[0]
            + u16::from(b[i]) * w[1]
            + u16::from(c[i]) * w[2]
            + u16::from(d[i]) * w[3];
        to[i] = ((sum + 128) >> 8) as u8;
    }
}

/// The weighted sample laid over what is there by its alpha.
#[inline]
fn over(to: &mut [u8], alpha: &[u8], upper: &[u8], lower: &[u8], w: [u16; 4]) {
    let n = to.len();
    let (a, b, c, d, alpha) = (&upper[..n], &upper[1..=n], &lower[..n], &lower[1..=n], &alpha[..n]);
    for i in 0..n {
        let sum = u16::from(a[i]) * w[0]
            + u16::from(b[i]) * w[1]
            + u16::from(c[i]) * w[2]
            + u16::from(d[i]) * w[3];
        let fresh = ((sum + 128) >> 8) as u8;
        let left = u16::from(to[i]) * u16::from(255 - alpha[i]) + 128;
        to[i] = fresh.saturating_add(((left + (left >> 8)) >> 8) as u8);
    }
}
