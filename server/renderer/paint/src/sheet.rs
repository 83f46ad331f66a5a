//! A sheet: a still, premultiplied picture in four planes, which the compositor shifts and lays over.
//!
//! What always holds: planes are `width * height` bytes and a block to spare; colour never exceeds
//! what alpha allows except in light sheets, whose alpha is 0 and which therefore add. Painted with
//! dither, so that soft gradients do not band.

use super::noise::grain;
use crate::stop::stopped;
use rayon::prelude::*;

/// Pixels that are laid down at once.
pub const BLOCK: usize = 32;
/// Columns are looked at in cells this wide.
const CELL: usize = 16;
/// Opaque or empty cells side by side for which it is worth to end a run: to begin another takes as
/// long as to lay down some cells.
const STRETCH: usize = 5;

/// What the cells of a row, and of the row below it, hold.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Drawn,
    Solid,
}

/// Columns of a row where samples between pixels see something.
#[derive(Clone, Copy)]
pub struct Run {
    pub first: u32,
    /// One past the last.
    pub last: u32,
    /// Whether nothing behind them can be seen.
    pub solid: bool,
}

/// Four byte planes and, for each row, where something is drawn.
pub struct Sheet {
    pub width: usize,
    pub height: usize,
    /// Red, green, blue, alpha.
    pub planes: [Vec<u8>; 4],
    /// Whether it adds light instead of covering.
    pub light: bool,
    /// Runs of columns for all rows, one row after the other.
    runs: Vec<Run>,
    /// Where the runs of each row end.
    ends: Vec<u32>,
}

impl Sheet {
    /// Paints each pixel with straight `[r, g, b, a]` from 0 to 1; x and y are in pixels of the sheet.
    pub fn paint(width: usize, height: usize, color: impl Fn(f32, f32) -> [f32; 4] + Sync) -> Self {
        Self::build(width, height, &|y, row| {
            for (x, out) in row.iter_mut().enumerate() {
                let [r, g, b, a] = color(x as f32 + 0.5, y as f32 + 0.5);
                *out = [r * a, g * a, b * a, a];
            }
        })
    }

    /// Like [`Sheet::paint`] for soft things: computed every `step` pixels and filled in smoothly.
    pub fn soft(
        width: usize,
        height: usize,
        step: usize,
        color: impl Fn(f32, f32) -> [f32; 4] + Sync,
    ) -> Self {
        let (cols, rows) = (width / step + 2, height / step + 2);
        let coarse = parallel(rows, &|y| {
            // Nobody looks at a sheet whose rendering was ended.
            let cols = if stopped() { 0 } else { cols };
            (0..cols)
                .map(|x| {
                    let [r, g, b, a] = color((x * step) as f32, (y * step) as f32);
                    [r * a, g * a, b * a, a]
                })
                .collect()
        });
        if stopped() { Self::nothing() } else { Self::filled_in(width, height, step, &coarse) }
    }

    /// What is between samples that lie `step` pixels apart.
    fn filled_in(width: usize, height: usize, step: usize, coarse: &[Vec<[f32; 4]>]) -> Self {
        Self::build(width, height, &|y, row| {
            let (cy, ty) = (y / step, (y % step) as f32 / step as f32);
            let (top, low) = (&coarse[cy], &coarse[cy + 1]);
            for (x, out) in row.iter_mut().enumerate() {
                let (cx, tx) = (x / step, (x % step) as f32 / step as f32);
                for (c, out) in out.iter_mut().enumerate() {
                    let a = top[cx][c] + (top[cx + 1][c] - top[cx][c]) * tx;
                    let b = low[cx][c] + (low[cx + 1][c] - low[cx][c]) * tx;
                    *out = a + (b - a) * ty;
                }
            }
        })
    }

    /// One empty pixel.
    pub fn nothing() -> Self {
        Self {
            width: 1,
            height: 1,
            planes: [0, 1, 2, 3].map(|_| vec![0]),
            light: false,
            runs: Vec::new(),
            ends: vec![0],
        }
    }

    /// Where something is drawn in this row or the next, at the column or the one to its right:
    /// where a sample between pixels is not empty.
    pub fn runs(&self, row: usize) -> &[Run] {
        let from = row.checked_sub(1).map_or(0, |above| self.ends[above]);
        &self.runs[from as usize..self.ends[row] as usize]
    }

    /// The first and the last row in which something is drawn; `None` when nothing is.
    pub fn drawn(&self) -> Option<(usize, usize)> {
        let any = |row: &usize| !self.runs(*row).is_empty();
        Some(((0..self.height).find(any)?, (0..self.height).rfind(any)?))
    }

    /// Turns the sheet into light: it adds instead of covering.
    pub fn into_light(mut self) -> Self {
        self.light = true;
        self.planes[3].fill(0);
        self.runs.iter_mut().for_each(|run| run.solid = false);
        self
    }

    /// The sheet a little out of focus: each of the `steps` is a blur of 0.7 pixels (standard deviation).
    /// Light stays as it is, because it is soft already.
    pub fn defocused(mut self, steps: usize) -> Self {
        if self.light || self.width < 3 {
            return self;
        }
        let (width, height) = (self.width, self.height);
        self.planes.par_iter_mut().for_each(|plane| {
            plane.truncate(width * height);
            (0..steps).for_each(|_| spread(plane, width));
        });
        Self::with_rows(width, height, self.planes)
    }

    /// A sheet from a picture drawn with paths.
    pub fn from_pixmap(map: &tiny_skia::Pixmap) -> Self {
        let (width, height) = (map.width() as usize, map.height() as usize);
        let planes = [0, 1, 2, 3].map(|c| {
            let mut plane: Vec<u8> = map.data().iter().skip(c).step_by(4).copied().collect();
            soften(&mut plane, width, 1);
            plane
        });
        Self::with_rows(width, height, planes)
    }

    /// `fill` is called for each row, with the row's number. It is no type parameter: there are hundreds
    /// of them, and the threads' part would be compiled for each.
    fn build(width: usize, height: usize, fill: &(dyn Fn(usize, &mut [[f32; 4]]) + Sync)) -> Self {
        let mut planes = [0, 1, 2, 3].map(|_| vec![0u8; width * height]);
        let [red, green, blue, alpha] = &mut planes;
        red.par_chunks_mut(width)
            .zip(green.par_chunks_mut(width))
            .zip(blue.par_chunks_mut(width))
            .zip(alpha.par_chunks_mut(width))
            .enumerate()
            .for_each_init(
                || vec![[0f32; 4]; width],
                |row, (y, (((r, g), b), a))| {
                    if stopped() {
                        return;
                    }
                    fill(y, row);
                    for (x, p) in row.iter().enumerate() {
                        // Empty stays empty; only what is drawn gets dither.
                        let noise = if p[3] > 0.002 { grain(x as u32, y as u32) } else { 0.0 };
                        let byte = |v: f32, n: f32| (v * 255.0 + 0.5 + n).clamp(0.0, 255.0) as u8;
                        a[x] = byte(p[3], 0.0);
                        let most = a[x];
                        r[x] = byte(p[0], noise).min(most);
                        g[x] = byte(p[1], noise).min(most);
                        b[x] = byte(p[2], noise).min(most);
                    }
                },
            );
        Self::with_rows(width, height, planes)
    }

    fn with_rows(width: usize, height: usize, mut planes: [Vec<u8>; 4]) -> Self {
        let cells: Vec<Vec<Cell>> = planes[3].chunks_exact(width).map(cells).collect();
        let (mut runs, mut ends) = (Vec::new(), Vec::with_capacity(height));
        for (y, row) in cells.iter().enumerate() {
            add_runs(row, cells.get(y + 1).unwrap_or(row), width, &mut runs);
            ends.push(runs.len() as u32);
        }
        // The last block of the last row, and its neighbours to the right.
        for plane in &mut planes {
            plane.resize(width * height + BLOCK + 1, 0);
        }
        Self { width, height, planes, light: false, runs, ends }
    }
}

/// Rows of samples, computed on all threads.
fn parallel(rows: usize, row: &(dyn Fn(usize) -> Vec<[f32; 4]> + Sync)) -> Vec<Vec<[f32; 4]>> {
    (0..rows).into_par_iter().map(row).collect()
}

/// What each cell of one row of alphas holds.
fn cells(alphas: &[u8]) -> Vec<Cell> {
    let cell = |alphas: &[u8]| {
        if alphas.iter().all(|&a| a == 255) {
            Cell::Solid
        } else if alphas.iter().all(|&a| a == 0) {
            Cell::Empty
        } else {
            Cell::Drawn
        }
    };
    alphas.chunks(CELL).map(cell).collect()
}

/// Adds the runs of samples between a row and the one below it.
fn add_runs(row: &[Cell], below: &[Cell], width: usize, runs: &mut Vec<Run>) {
    let mut cells: Vec<Cell> = row.iter().zip(below).map(|(a, b)| both(*a, *b)).collect();
    for stretch in cells.chunk_by_mut(|a, b| a == b) {
        if stretch.len() < STRETCH {
            stretch.fill(Cell::Drawn);
        }
    }
    let begun = runs.len();
    let mut add = |first: usize, last: usize, cell: Cell| {
        let (first, last, solid) = (first as u32, last as u32, cell == Cell::Solid);
        if cell == Cell::Empty || first == last {
            return;
        }
        match runs[begun..].last_mut().filter(|run| run.last == first && run.solid == solid) {
            Some(run) => run.last = last,
            None => runs.push(Run { first, last, solid }),
        }
    };
    for (at, cell) in cells.iter().enumerate() {
        let end = ((at + 1) * CELL).min(width);
        add(at * CELL, end - 1, *cell);
        // A cell's last sample sees the next cell's first pixel.
        add(end - 1, end, both(*cell, *cells.get(at + 1).unwrap_or(cell)));
    }
}

/// What samples between two cells see.
fn both(a: Cell, b: Cell) -> Cell {
    if a == b { a } else { Cell::Drawn }
}

/// Mixes each byte with its neighbours, across and down: a quarter of each of two, half of its own. The
/// first and last row and column stay.
fn spread(plane: &mut [u8], width: usize) {
    let quarters =
        |a: u8, b: u8, c: u8| ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8;
    let mut was = vec![0; width];
    for row in plane.chunks_exact_mut(width) {
        was.copy_from_slice(row);
        let near = was.iter().zip(&was[1..]).zip(&was[2..]);
        for (out, ((a, b), c)) in row[1..].iter_mut().zip(near) {
            *out = quarters(*a, *b, *c);
        }
    }
    was.copy_from_slice(&plane[..width]);
    let mut own = vec![0; width];
    for y in 1..(plane.len() / width).saturating_sub(1) {
        let (row, rest) = plane[y * width..].split_at_mut(width);
        own.copy_from_slice(row);
        for (((out, a), b), c) in row.iter_mut().zip(&was).zip(&own).zip(&rest[..width]) {
            *out = quarters(*a, *b, *c);
        }
        std::mem::swap(&mut was, &mut own);
    }
}

/// Takes the hardest edge off rows of `width` bytes, whose next pixel is `step` bytes away: an
/// eighth of each neighbour, across and down. Pictures that move are sampled between their pixels,
/// where a hard edge is sharp at one moment and soft at the next: that flickers, and costs the
/// encoder bytes in every frame.
pub fn soften(plane: &mut [u8], width: usize, step: usize) {
    let eighths =
        |a: u8, b: u8, c: u8| ((u16::from(a) + 6 * u16::from(b) + u16::from(c) + 4) >> 3) as u8;
    let mut was = plane[..width].to_vec();
    for row in plane.chunks_exact_mut(width) {
        was.copy_from_slice(row);
        for x in step..width.saturating_sub(step) {
            row[x] = eighths(was[x - step], was[x], was[x + step]);
        }
    }
    // Now `was` is the row above, as it was.
    was.copy_from_slice(&plane[..width]);
    for y in 0..plane.len() / width {
        let (row, rest) = plane[y * width..].split_at_mut(width);
        for (x, v) in row.iter_mut().enumerate() {
            let now = *v;
            *v = eighths(was[x], now, rest.get(x).copied().unwrap_or(now));
            was[x] = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_focus_edges_are_softer_and_colour_stays_below_alpha() {
        let sharp =
            || Sheet::paint(80, 60, |x, _| if x < 40.0 { [0.9, 0.5, 0.1, 1.0] } else { [0.0; 4] });
        let (was, soft) = (sharp(), sharp().defocused(2));
        let row = |sheet: &Sheet| sheet.planes[3][30 * 80..31 * 80].to_vec();
        let between = |row: &[u8]| row.iter().filter(|a| (8..248).contains(*a)).count();
        assert!(between(&row(&was)) == 0 && (2..=4).contains(&between(&row(&soft))));
        for i in 0..80 * 60 {
            assert!((0..3).all(|c| soft.planes[c][i] <= soft.planes[3][i]));
        }
        let sum = |sheet: &Sheet| row(sheet).iter().map(|a| u32::from(*a)).sum::<u32>();
        assert!(sum(&was).abs_diff(sum(&soft)) < 8, "as much of it as before");
        assert!(soft.runs(30).iter().any(|run| run.last > 40), "its edge is drawn");
    }
}
