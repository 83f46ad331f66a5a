//! Things that stand in several scenes: steam, pots, the shading of round things.

use super::Plan;
use crate::paint::{
    color::{Rgb, add, scale, smooth},
    noise::fbm,
    shapes::{Canvas, curve, ink},
};
use crate::stage::{Frame, Pose, Stage};

/// Shading from side to side of something round, lit from the upper left.
pub fn round(tone: Rgb) -> [(f32, tiny_skia::Color); 4] {
    [
        (0.0, ink(scale(tone, 0.72), 1.0)),
        (0.36, ink(add(tone, [1.0; 3], 0.08), 1.0)),
        (0.6, ink(scale(tone, 0.95), 1.0)),
        (1.0, ink(scale(tone, 0.5), 1.0)),
    ]
}

/// Two veils that rise and change into one another.
pub fn steam(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (x, y): (f32, f32),
    depth: f32,
    long: f32,
) {
    let u = frame.u;
    for n in 0..2u32 {
        let seed = plan.noise(80 + n + x as u32);
        let tall = u * long;
        let layer = frame.soft(2, y - tall * 1.5, y, depth, 0.0, |px, py| {
            let up = (y - py) / tall;
            let curl = (fbm(seed, 0.5, py / (u * 6.5), 3) - 0.5) * u * 7.0 * up.clamp(0.0, 1.5);
            let off = ((px - x - curl) / (u * (1.3 + 2.4 * up.max(0.0)))).abs();
            let wisp = smooth(0.3, 0.75, fbm(seed ^ 1, px / (u * 2.0), py / (u * 5.0), 3));
            let a = smooth(1.0, 0.0, off) * wisp * smooth(-0.03, 0.1, up) * smooth(1.15, 0.3, up);
            [1.0, 0.97, 0.92, a * 0.6]
        });
        let phase = n as f32 * 0.5;
        stage.add(layer.alive(move |t| {
            let s = (t / 3.2 + phase).fract();
            Pose {
                dx: (t * 0.8).sin() * u * 0.3,
                dy: -u * 5.0 * s,
                opacity: (s * std::f32::consts::PI).sin().powi(2),
            }
        }));
    }
}

/// A round pot: half width at the brim, height and half width at the foot in units.
pub fn vessel(
    c: &mut Canvas,
    (x, y): (f32, f32),
    u: f32,
    (brim, tall, foot): (f32, f32, f32),
    tone: Rgb,
) {
    let (a, b, t) = (u * brim, u * foot, u * tall);
    if let Some(path) = curve(
        (x - a, y - t),
        &[
            ((x - a * 0.96, y - t * 0.1), (x - b, y)),
            ((x, y + u * 0.7), (x + b, y)),
            ((x + a * 0.96, y - t * 0.1), (x + a, y - t)),
            ((x, y - t + u * 1.6), (x - a, y - t)),
        ],
    ) {
        c.fade(&path, (x - a, 0.0), (x + a, 0.0), &round(tone));
    }
}
