//! The compositor: lays sheets over one another in a band of rows that stays in the cache.
//!
//! What always holds: integer arithmetic only, so every machine gives the same bytes. The loops
//! run over plain byte planes with constant weights, which the compiler turns into vector code,
//! once for every machine and once for those with AVX2. What prints will cover is left out.

use super::Ripple;
use crate::sheet::{BLOCK, Sheet};
use multiversion::multiversion;

/// Openings between what hides all rows of a band: three prints leave at most four.
const OPENINGS: usize = 4;

/// How far a rippling row sways at most, in the ripple's own amount.
const WIDEST_SWAY: f32 = 1.5;

/// Rows of the frame in work: red, green and blue planes.
pub struct Band {
    /// The first row's place in the frame.
    pub top: usize,
    pub rows: usize,
    pub width: usize,
    pub planes: [Vec<u8>; 3],
    /// Columns (first, one past the last) that will be seen, some of them none.
    open: [(usize, usize); OPENINGS],
    alpha: Vec<u8>,
}

impl Band {
    /// A band for frames `width` pixels wide, at most `rows` rows.
    pub fn new(width: usize, rows: usize) -> Self {
        let planes = [0, 1, 2].map(|_| vec![0u8; width * rows + BLOCK]);
        Self {
            top: 0,
            rows,
            width,
            planes,
            open: [(0, 0); OPENINGS],
            alpha: vec![0; width + BLOCK],
        }
    }

    /// Moves on to other rows; what was there is black again.
    pub fn start(&mut self, top: usize, rows: usize) {
        self.top = top;
        self.rows = rows;
        self.open();
        for plane in &mut self.planes {
            plane.fill(0);
        }
    }

    /// Everything will be seen from now on.
    pub fn open(&mut self) {
        self.open = [(0, 0); OPENINGS];
        self.open[0] = (0, self.width);
    }

    /// Leaves out columns that something opaque will cover in all rows, unless that would make more
    /// openings than there is room for.
    pub fn close(&mut self, (from, to): (usize, usize)) {
        let outside = |(a, b): (usize, usize)| [(a, b.min(from)), (a.max(to), b)];
        let rest = || self.open.into_iter().flat_map(outside).filter(|(a, b)| a < b);
        if rest().count() <= OPENINGS {
            let mut open = [(0, 0); OPENINGS];
            open.iter_mut().zip(rest()).for_each(|(open, rest)| *open = rest);
            self.open = open;
        }
    }

    /// The columns between `from` and `to` that will be seen.
    pub fn seen(&self, from: f32, to: f32) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (from, to) = (from.max(0.0) as usize, to.max(0.0) as usize);
        self.open.into_iter().map(move |(a, b)| (a.max(from), b.min(to))).filter(|(a, b)| a < b)
    }

    /// The three colours of `row` between two columns.
    pub fn row(&mut self, row: usize, (from, to): (usize, usize)) -> [&mut [u8]; 3] {
        let base = row * self.width;
        self.planes.each_mut().map(|plane| &mut plane[base + from..base + to])
    }

    /// The columns (first, one past the last) of the widest stretch in which the sheet at this
    /// place would hide everything behind it in all rows of this band.
    pub fn hidden_by(
        &self,
        sheet: &Sheet,
        x: f32,
        y: f32,
        opacity: f32,
        ripple: Option<Ripple>,
    ) -> Option<(usize, usize)> {
        if opacity < 1.0 {
            return None;
        }
        let sway = ripple.map_or(0.0, |r| r.amount * WIDEST_SWAY);
        let mut hidden = (0.0, self.width as f32);
        for row in 0..self.rows {
            let sy = ((self.top + row) as f32 - y).floor();
            if sy < 0.0 || sy as usize + 1 >= sheet.height {
                return None;
            }
            let solid = sheet.runs(sy as usize).iter().filter(|run| run.solid);
            let run = solid.max_by_key(|run| run.last - run.first)?;
            let last = run.last.min(sheet.width as u32 - 1);
            hidden.0 = f32::max(hidden.0, run.first as f32 + x + sway);
            hidden.1 = f32::min(hidden.1, last as f32 + x - sway);
        }
        let (first, last) = (hidden.0.ceil() as usize, hidden.1.floor().max(0.0) as usize);
        (first < last).then_some((first, last))
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
        let w11 = (wx * wy * strength) >> 16;
        let w10 = ((256 - wx) * wy * strength) >> 16;
        let w01 = (wx * (256 - wy) * strength) >> 16;
        let w00 = strength - w11 - w10 - w01;
        let w = [w00 as u16, w01 as u16, w10 as u16, w11 as u16];
        for run in sheet.runs(iy) {
            // The frame's columns that this run reaches, one sample short of the sheet's edge.
            let first = (i64::from(run.first) - ix).max(0);
            let last = (i64::from(run.last).min(sheet.width as i64 - 1) - ix).max(0);
            let solid = strength == 256 && run.solid;
            for (from, to) in self.open {
                let (from, to) = (from.max(first as usize), to.min(last as usize));
                if from >= to {
                    continue;
                }
                let n = to - from;
                let top = ((iy * sheet.width) as i64 + from as i64 + ix) as usize;
                let out = row * self.width + from;
                let to = self.planes.each_mut().map(|plane| &mut plane[out..]);
                let upper = sheet.planes.each_ref().map(|plane| &plane[top..]);
                let lower = sheet.planes.each_ref().map(|plane| &plane[top + sheet.width..]);
                if solid && wx == 0 && wy == 0 {
                    let planes = to.into_iter().zip(upper);
                    planes.for_each(|(to, from)| to[..n].copy_from_slice(&from[..n]));
                } else if solid {
                    replace(to, n, upper, lower, w);
                } else if sheet.light {
                    add(to, n, upper, lower, w);
                } else {
                    cover(to, n, &mut self.alpha, upper, lower, w);
                }
            }
        }
    }
}

/// `n` samples take the place of what is there.
#[multiversion(targets("x86_64+avx2"))]
fn replace(to: [&mut [u8]; 3], n: usize, upper: [&[u8]; 4], lower: [&[u8]; 4], w: [u16; 4]) {
    for (c, to) in to.into_iter().enumerate() {
        in_blocks(to, n, |to| blend(to, upper[c], lower[c], w));
    }
}

/// The light of `n` samples is added to what is there.
#[multiversion(targets("x86_64+avx2"))]
fn add(to: [&mut [u8]; 3], n: usize, upper: [&[u8]; 4], lower: [&[u8]; 4], w: [u16; 4]) {
    for (c, to) in to.into_iter().enumerate() {
        in_blocks(to, n, |to| shine(to, upper[c], lower[c], w));
    }
}

/// `n` samples are laid over what is there by their alpha.
#[multiversion(targets("x86_64+avx2"))]
fn cover(
    to: [&mut [u8]; 3],
    n: usize,
    alpha: &mut [u8],
    upper: [&[u8]; 4],
    lower: [&[u8]; 4],
    w: [u16; 4],
) {
    let alpha = &mut alpha[..n.next_multiple_of(BLOCK)];
    blend(alpha, upper[3], lower[3], w);
    for (c, to) in to.into_iter().enumerate() {
        in_blocks(to, n, |to| over(to, alpha, upper[c], lower[c], w));
    }
}

/// Works on `n` pixels and on what is missing to whole blocks, which stays as it was. Runs are
/// short: pixel by pixel, what remains of one takes longer than all its blocks.
#[inline(always)]
fn in_blocks(to: &mut [u8], n: usize, work: impl FnOnce(&mut [u8])) {
    let beyond = n..n + BLOCK;
    let mut was = [0; BLOCK];
    was.copy_from_slice(&to[beyond.clone()]);
    work(&mut to[..n.next_multiple_of(BLOCK)]);
    to[beyond].copy_from_slice(&was);
}

/// The weighted sample's light added to what is there.
#[inline(always)]
fn shine(to: &mut [u8], upper: &[u8], lower: &[u8], w: [u16; 4]) {
    let n = to.len();
    let (a, b, c, d) = (&upper[..n], &upper[1..=n], &lower[..n], &lower[1..=n]);
    for i in 0..n {
        to[i] = to[i].saturating_add(sampled([a[i], b[i], c[i], d[i]], w));
    }
}

/// Four neighbours, weighted (the weights sum to at most 256).
#[inline(always)]
fn blend(to: &mut [u8], upper: &[u8], lower: &[u8], w: [u16; 4]) {
    let n = to.len();
    let (a, b, c, d) = (&upper[..n], &upper[1..=n], &lower[..n], &lower[1..=n]);
    for i in 0..n {
        to[i] = sampled([a[i], b[i], c[i], d[i]], w);
    }
}

/// The weighted sample laid over what is there by its alpha.
#[inline(always)]
fn over(to: &mut [u8], alpha: &[u8], upper: &[u8], lower: &[u8], w: [u16; 4]) {
    let n = to.len();
    let (a, b, c, d, alpha) = (&upper[..n], &upper[1..=n], &lower[..n], &lower[1..=n], &alpha[..n]);
    for i in 0..n {
        let fresh = sampled([a[i], b[i], c[i], d[i]], w);
        let left = u16::from(to[i]) * u16::from(255 - alpha[i]) + 128;
        to[i] = fresh.saturating_add(((left + (left >> 8)) >> 8) as u8);
    }
}

#[inline(always)]
fn sampled(p: [u8; 4], w: [u16; 4]) -> u8 {
    let sum = u16::from(p[0]) * w[0]
        + u16::from(p[1]) * w[1]
        + u16::from(p[2]) * w[2]
        + u16::from(p[3]) * w[3];
    ((sum + 128) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: usize = 203;
    const ROWS: usize = 8;

    /// What laying a sheet means, pixel by pixel, wherever the columns are not closed.
    fn plainly(
        planes: &mut [Vec<u8>; 3],
        sheet: &Sheet,
        (x, y): (f32, f32),
        opacity: f32,
        closed: (usize, usize),
    ) {
        let strength = (opacity * 256.0 + 0.5) as u32;
        for (row, column) in (0..ROWS).flat_map(|row| (0..WIDE).map(move |column| (row, column))) {
            let (sx, sy) = (column as f32 - x, row as f32 - y);
            let (ix, iy) = (sx.floor(), sy.floor());
            let beyond = ix + 1.0 >= sheet.width as f32 || iy + 1.0 >= sheet.height as f32;
            if ix < 0.0 || iy < 0.0 || beyond || (closed.0..closed.1).contains(&column) {
                continue;
            }
            let (wx, wy) = (((-x - (-x).floor()) * 256.0) as u32, ((sy - iy) * 256.0) as u32);
            let w11 = (wx * wy * strength) >> 16;
            let w10 = ((256 - wx) * wy * strength) >> 16;
            let w01 = (wx * (256 - wy) * strength) >> 16;
            let w = [strength - w11 - w10 - w01, w01, w10, w11];
            let at = iy as usize * sheet.width + ix as usize;
            let sample = |plane: usize| {
                let p = [0, 1, sheet.width, sheet.width + 1].map(|k| sheet.planes[plane][at + k]);
                (p.iter().zip(w).map(|(p, w)| u32::from(*p) * w).sum::<u32>() + 128) >> 8
            };
            for (plane, to) in planes.iter_mut().enumerate() {
                let to = &mut to[row * WIDE + column];
                let kept = u32::from(*to) * (255 - sample(3));
                let kept = (kept + 128 + ((kept + 128) >> 8)) >> 8;
                *to = (kept + sample(plane)).min(255) as u8;
            }
        }
    }

    /// Islands of every width up to 150 columns, soft and opaque, with gaps of every width between.
    fn islands(shift: usize) -> Sheet {
        Sheet::paint(WIDE + 40, ROWS + 4, |x, y| {
            let (x, y) = (x as usize, y as usize);
            let period = 2 + (y * 37 + shift * 11) % 150;
            let alpha = match (x + shift) / period % 3 {
                0 => 0.0,
                1 => 1.0,
                _ => (x % 7) as f32 / 7.0,
            };
            [(x % 11) as f32 / 11.0, (y % 5) as f32 / 5.0, ((x + y) % 3) as f32 / 3.0, alpha]
        })
    }

    #[test]
    fn laying_in_blocks_is_laying_pixel_by_pixel() {
        for shift in 0..24 {
            let sheet = if shift % 3 == 0 { islands(shift).into_light() } else { islands(shift) };
            let at = (-(shift as f32) * 1.37 + 5.0, -(shift as f32) * 0.21);
            let opacity = if shift % 2 == 0 { 1.0 } else { 0.7 };
            let closed = (shift * 5, shift * 5 + shift * 3);
            let mut band = Band::new(WIDE, ROWS);
            band.start(0, ROWS);
            band.close(closed);
            for (i, v) in band.planes.iter_mut().flatten().enumerate() {
                *v = (i * 31 % 256) as u8;
            }
            let mut plain = band.planes.clone();
            plainly(&mut plain, &sheet, at, opacity, closed);
            band.lay(&sheet, at.0, at.1, opacity, None, 0.0);
            assert!(band.planes == plain, "{shift}");
        }
    }

    #[test]
    fn nothing_behind_hidden_columns_is_seen() {
        let hill = |x: f32, y: f32| if (x - 110.0).abs() < 60.0 + y { 1.0 } else { 0.4 };
        let sheet = Sheet::paint(WIDE + 40, ROWS + 4, |x, y| [0.5, 0.5, 0.5, hill(x, y)]);
        let ripple = Ripple { amount: 6.0, length: 9.0, speed: 1.0 };
        for (x, y, ripple) in
            [(-20.5, -0.3, None), (-70.0, -2.0, None), (-3.25, -1.0, Some(ripple))]
        {
            let laid = |behind: u8| {
                let mut band = Band::new(WIDE, ROWS);
                band.start(0, ROWS);
                band.planes.iter_mut().for_each(|plane| plane.fill(behind));
                band.lay(&sheet, x, y, 1.0, ripple, 2.5);
                (band.hidden_by(&sheet, x, y, 1.0, ripple), band)
            };
            let ((hidden, dark), (_, bright)) = (laid(0), laid(255));
            let (first, last) = hidden.expect("the hill is wider than 80 columns");
            for row in 0..ROWS {
                let columns = row * WIDE + first..row * WIDE + last;
                assert!(dark.planes[0][columns.clone()] == bright.planes[0][columns], "{x} {row}");
            }
        }
    }
}
