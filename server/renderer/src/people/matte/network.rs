//! A small network at work: the few kinds of layers that the bundled model is made of.
//!
//! What always holds: sums are added in one order, so the same picture gives the same numbers on
//! every run and any number of threads. The innermost loops run over channels, which lie side by
//! side, and are compiled once for every machine and once for those with AVX2.

use crate::stop::stopped;
use multiversion::multiversion;

/// Numbers for every place of a picture, row by row, the channels of a place side by side.
#[derive(Clone)]
pub struct Grid {
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub values: Vec<f32>,
}

/// What a layer has learned: out, height, width, in.
pub struct Weights {
    pub shape: [usize; 4],
    pub values: Vec<f32>,
}

/// What a step does.
#[derive(Clone, Copy)]
pub enum Op {
    Add,
    Multiply,
    /// The mean of each channel over the whole picture.
    Mean,
    /// A convolution over all channels.
    Conv2d {
        stride: usize,
    },
    /// A convolution of each channel on its own.
    DepthwiseConv2d {
        stride: usize,
    },
    /// Twice as wide and high, between its neighbours.
    Resize,
    /// Twice as wide and high: each place becomes four by weights of its own.
    TransposeConv,
    Positive,
    HardSwish,
    Sigmoid,
}

/// One step from tensors to a tensor, by their numbers in the file.
pub struct Step {
    pub op: Op,
    pub inputs: Vec<usize>,
    pub output: usize,
    pub shape: [usize; 4],
}

/// A network that was read and checked.
pub struct Network {
    input: usize,
    output: usize,
    steps: Vec<Step>,
    weights: Vec<Option<Weights>>,
    /// After which step a tensor is no longer needed.
    last: Vec<usize>,
}

impl Network {
    /// Puts weights in the order they are used in; `None` when a step lacks something.
    pub fn new(
        input: usize,
        output: usize,
        steps: Vec<Step>,
        mut weights: Vec<Option<Weights>>,
    ) -> Option<Self> {
        let mut last = vec![0; weights.len()];
        for (number, step) in steps.iter().enumerate() {
            for &tensor in &step.inputs {
                *last.get_mut(tensor)? = number;
            }
            if matches!(step.op, Op::Conv2d { .. }) {
                turn(weights.get_mut(*step.inputs.get(1)?)?.as_mut()?);
            }
        }
        *last.get_mut(output)? = usize::MAX;
        Some(Self { input, output, steps, weights, last })
    }

    /// What the network makes of a picture; `None` when it does not fit or the rendering was ended.
    pub fn run(&self, picture: Grid) -> Option<Grid> {
        let mut tensors: Vec<Option<Grid>> = self.weights.iter().map(|_| None).collect();
        *tensors.get_mut(self.input)? = Some(picture);
        for (number, step) in self.steps.iter().enumerate() {
            if stopped() {
                return None;
            }
            let input = |n: usize| tensors.get(*step.inputs.get(n)?)?.as_ref();
            let weights = |n: usize| self.weights.get(*step.inputs.get(n)?)?.as_ref();
            let made = match step.op {
                Op::Add => joined(input(0)?, input(1)?, |a, b| a + b),
                Op::Multiply => joined(input(0)?, input(1)?, |a, b| a * b),
                Op::Mean => mean(input(0)?),
                Op::Conv2d { stride } | Op::DepthwiseConv2d { stride } => {
                    convolved(input(0)?, step, stride, weights(1)?, weights(2)?)
                }
                Op::Resize => doubled(input(0)?),
                Op::TransposeConv => unfolded(input(0)?, weights(1)?, weights(2)?),
                Op::Positive => changed(input(0)?, |v| v.max(0.0)),
                Op::HardSwish => changed(input(0)?, |v| v * (v + 3.0).clamp(0.0, 6.0) / 6.0),
                Op::Sigmoid => changed(input(0)?, |v| 1.0 / (1.0 + (-v).exp())),
            };
            *tensors.get_mut(step.output)? = Some(made);
            for &tensor in &step.inputs {
                if self.last[tensor] == number {
                    tensors[tensor] = None;
                }
            }
        }
        tensors.get_mut(self.output)?.take()
    }
}

/// Weights by (height, width, in, out) instead of (out, height, width, in).
fn turn(weights: &mut Weights) {
    let [out, height, width, within] = weights.shape;
    let each = height * width * within;
    let was = &weights.values;
    weights.values = (0..each).flat_map(|k| (0..out).map(move |o| was[o * each + k])).collect();
}

fn changed(grid: &Grid, change: impl Fn(f32) -> f32) -> Grid {
    let values = grid.values.iter().map(|v| change(*v)).collect();
    Grid { values, ..*grid }
}

/// Place by place; a `b` of one place goes with every place of `a`.
fn joined(a: &Grid, b: &Grid, join: impl Fn(f32, f32) -> f32) -> Grid {
    let values = a.values.iter().zip(b.values.iter().cycle()).map(|(a, b)| join(*a, *b)).collect();
    Grid { values, ..*a }
}

fn mean(grid: &Grid) -> Grid {
    let mut values = vec![0.0; grid.channels];
    for place in grid.values.chunks_exact(grid.channels) {
        values.iter_mut().zip(place).for_each(|(sum, v)| *sum += v);
    }
    let count = (grid.width * grid.height) as f32;
    for sum in &mut values {
        *sum /= count;
    }
    Grid { height: 1, width: 1, channels: grid.channels, values }
}

/// How many places, and how many sums of each, are worked on at once: as many as a machine's registers hold.
const PLACES: usize = 8;
const SUMS: usize = 8;

/// A convolution whose picture is filled up with nothing at its edges, so that its size only
/// depends on the stride.
fn convolved(grid: &Grid, step: &Step, stride: usize, weights: &Weights, bias: &Weights) -> Grid {
    let [_, height, width, channels] = step.shape;
    let [_, tall, wide, _] = weights.shape;
    // Half of what is missing lies before the first row and column.
    let before =
        |out: usize, side: usize, was: usize| ((out - 1) * stride + side).saturating_sub(was) / 2;
    let (above, left) = (before(height, tall, grid.height), before(width, wide, grid.width));
    let blend = matches!(step.op, Op::Conv2d { .. });
    let mut values = bias.values.repeat(height * width);
    // What some places are made of, side by side.
    let each = tall * wide * grid.channels;
    let mut seen = vec![0.0; PLACES * each];
    for (number, sums) in values.chunks_mut(PLACES * channels).enumerate() {
        let count = sums.len() / channels;
        for (k, seen) in seen.chunks_exact_mut(each).take(count).enumerate() {
            let at = number * PLACES + k;
            let (y, x) = (at / width * stride, at % width * stride);
            for (tap, seen) in seen.chunks_exact_mut(grid.channels).enumerate() {
                let (row, column) = (y + tap / wide, x + tap % wide);
                let inside = (above..above + grid.height).contains(&row)
                    && (left..left + grid.width).contains(&column);
                if inside {
                    let at = ((row - above) * grid.width + column - left) * grid.channels;
                    seen.copy_from_slice(&grid.values[at..at + grid.channels]);
                } else {
                    seen.fill(0.0);
                }
            }
        }
        let seen = &seen[..count * each];
        match (blend, count == PLACES && channels.is_multiple_of(SUMS)) {
            (true, true) => add_blended(sums, seen, &weights.values),
            (false, _) => add_own(sums, seen, &weights.values, channels),
            (true, false) => {
                for (sums, seen) in sums.chunks_exact_mut(channels).zip(seen.chunks_exact(each)) {
                    add_place(sums, seen, &weights.values);
                }
            }
        }
    }
    Grid { height, width, channels, values }
}

/// Adds all of what [`PLACES`] places are made of, weighted, to each of their sums.
#[multiversion(targets("x86_64+avx2"))]
fn add_blended(sums: &mut [f32], seen: &[f32], weights: &[f32]) {
    let (each, out) = (seen.len() / PLACES, sums.len() / PLACES);
    for first in (0..out).step_by(SUMS) {
        let mut own = [[0.0; SUMS]; PLACES];
        for p in 0..PLACES {
            own[p].copy_from_slice(&sums[p * out + first..][..SUMS]);
        }
        for i in 0..each {
            let row = &weights[i * out + first..][..SUMS];
            for p in 0..PLACES {
                let value = seen[p * each + i];
                for k in 0..SUMS {
                    own[p][k] += value * row[k];
                }
            }
        }
        for p in 0..PLACES {
            sums[p * out + first..][..SUMS].copy_from_slice(&own[p]);
        }
    }
}

/// The same for a single place with any number of sums.
#[multiversion(targets("x86_64+avx2"))]
fn add_place(sums: &mut [f32], seen: &[f32], weights: &[f32]) {
    for (value, row) in seen.iter().zip(weights.chunks_exact(sums.len())) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += value * weight);
    }
}

/// Adds each channel of what places are made of, weighted, to its own sum.
#[multiversion(targets("x86_64+avx2"))]
fn add_own(sums: &mut [f32], seen: &[f32], weights: &[f32], channels: usize) {
    let (taps, each) = (weights.len() / channels, weights.len());
    for (p, sums) in sums.chunks_exact_mut(channels).enumerate() {
        for tap in 0..taps {
            let values = &seen[p * each + tap * channels..][..channels];
            let row = &weights[tap * channels..][..channels];
            for k in 0..channels {
                sums[k] += values[k] * row[k];
            }
        }
    }
}

/// Twice as wide and high; new places lie a quarter and three quarters between old ones.
fn doubled(grid: &Grid) -> Grid {
    let Grid { height, width, channels, .. } = *grid;
    let near = |at: usize, most: usize| {
        let place = (at as f32 / 2.0 - 0.25).max(0.0);
        let first = place as usize;
        (first, (first + 1).min(most - 1), place - first as f32)
    };
    let mut values = Vec::with_capacity(4 * grid.values.len());
    for y in 0..2 * height {
        let (top, low, down) = near(y, height);
        for x in 0..2 * width {
            let (left, right, across) = near(x, width);
            let place = |row: usize, column: usize| {
                &grid.values[(row * width + column) * channels..][..channels]
            };
            let (a, b, c, d) =
                (place(top, left), place(top, right), place(low, left), place(low, right));
            for i in 0..channels {
                let upper = a[i] + (b[i] - a[i]) * across;
                let lower = c[i] + (d[i] - c[i]) * across;
                values.push(upper + (lower - upper) * down);
            }
        }
    }
    Grid { height: 2 * height, width: 2 * width, channels, values }
}

/// Each place becomes two by two places of one channel.
fn unfolded(grid: &Grid, weights: &Weights, bias: &Weights) -> Grid {
    let (height, width) = (2 * grid.height, 2 * grid.width);
    let mut values = Vec::with_capacity(height * width);
    for y in 0..height {
        for x in 0..width {
            let at = (y / 2 * grid.width + x / 2) * grid.channels;
            let kernel = &weights.values[(y % 2 * 2 + x % 2) * grid.channels..][..grid.channels];
            let place = &grid.values[at..at + grid.channels];
            let sum: f32 = place.iter().zip(kernel).map(|(v, w)| v * w).sum();
            values.push(sum + bias.values.first().copied().unwrap_or(0.0));
        }
    }
    Grid { height, width, channels: 1, values }
}
