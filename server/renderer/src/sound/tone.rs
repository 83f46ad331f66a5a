//! What sounds are made of: noise between two pitches, tones that turn without a sine a sample,
//! soft curves.

use crate::paint::noise::Dice;

/// Samples a second.
pub const RATE: u32 = 48_000;

/// Samples of the left and the right side.
pub type Stereo = [Vec<f32>; 2];

/// Silence of this length.
pub fn silence(count: usize) -> Stereo {
    [vec![0.0; count], vec![0.0; count]]
}

/// 0 to 1 along a soft curve; held outside.
pub fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Noise between `low` and `high` hertz.
pub struct Noise {
    dice: Dice,
    down: f32,
    up: f32,
    state: [f32; 3],
}

impl Noise {
    pub fn new(seed: u64, what: u64, low: f32, high: f32) -> Self {
        let part = |hertz: f32| 1.0 - (-std::f32::consts::TAU * hertz / RATE as f32).exp();
        Self { dice: Dice::new(seed, what), down: part(high), up: part(low), state: [0.0; 3] }
    }

    pub fn next(&mut self) -> f32 {
        let raw = self.dice.next() * 2.0 - 1.0;
        let [a, b, slow] = &mut self.state;
        *a += (raw - *a) * self.down;
        *b += (*a - *b) * self.down;
        *slow += (*b - *slow) * self.up;
        *b - *slow
    }
}

/// A sine that turns by one multiplication a sample.
pub struct Sine {
    now: (f64, f64),
    step: (f64, f64),
}

impl Sine {
    pub fn new(hertz: f32, phase: f32) -> Self {
        let step = std::f64::consts::TAU * f64::from(hertz) / f64::from(RATE);
        let (sin, cos) = f64::from(phase).sin_cos();
        Self { now: (cos, sin), step: (step.cos(), step.sin()) }
    }

    pub fn next(&mut self) -> f32 {
        let ((x, y), (c, s)) = (self.now, self.step);
        self.now = (x * c - y * s, x * s + y * c);
        y as f32
    }
}
