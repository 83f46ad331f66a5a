//! Seeded randomness and smooth noise.
//!
//! What always holds: a value depends on seed and place only, so layers can be painted in any
//! order and on any number of threads.

/// A small seeded generator (splitmix64).
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    /// A generator of its own for `seed` and `what`.
    pub fn new(seed: u64, what: u64) -> Self {
        Self(mix(seed ^ mix(what)))
    }

    /// 0 (inclusive) to 1 (exclusive).
    #[expect(clippy::should_implement_trait, reason = "there is always another number")]
    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) >> 40) as f32 / (1u64 << 24) as f32
    }

    /// `low` to `high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    /// One of `items`.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[((self.next() * items.len() as f32) as usize).min(items.len() - 1)]
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A hash of a lattice point to 0..1.
fn at(seed: u32, x: i32, y: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8DA6_B343)
        ^ (y as u32).wrapping_mul(0xD816_3841)
        ^ seed.wrapping_mul(0xCB1A_B31F);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    ((h ^ (h >> 15)) >> 8) as f32 / (1u32 << 24) as f32
}

/// Smooth value noise, 0 to 1, one feature a unit.
pub fn value(seed: u32, x: f32, y: f32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let (tx, ty) = (x - fx, y - fy);
    let (sx, sy) = (tx * tx * (3.0 - 2.0 * tx), ty * ty * (3.0 - 2.0 * ty));
    let (a, b) = (at(seed, ix, iy), at(seed, ix + 1, iy));
    let (c, d) = (at(seed, ix, iy + 1), at(seed, ix + 1, iy + 1));
    let (top, low) = (a + (b - a) * sx, c + (d - c) * sx);
    top + (low - top) * sy
}

/// Layered noise, 0 to 1 around 0.5: each octave half as strong and about twice as fine.
pub fn fbm(seed: u32, x: f32, y: f32, octaves: u32) -> f32 {
    let (mut sum, mut part, mut whole, mut f) = (0.0, 0.5, 0.0, 1.0);
    for octave in 0..octaves {
        sum += part * value(seed.wrapping_add(octave * 101), x * f, y * f);
        whole += part;
        part *= 0.5;
        f *= 2.03;
    }
    sum / whole
}

/// Layered noise folded into sharp crests, 0 to 1: mountains and water.
pub fn ridge(seed: u32, x: f32, y: f32, octaves: u32) -> f32 {
    let (mut sum, mut part, mut whole, mut f) = (0.0, 0.5, 0.0, 1.0);
    for octave in 0..octaves {
        let n = 1.0 - (value(seed.wrapping_add(octave * 77), x * f, y * f) * 2.0 - 1.0).abs();
        sum += part * n * n;
        whole += part;
        part *= 0.5;
        f *= 2.1;
    }
    sum / whole
}

/// A fine grain of -0.5 to 0.5 for one pixel: dither.
pub fn grain(x: u32, y: u32) -> f32 {
    at(7, x as i32, y as i32) - 0.5
}
