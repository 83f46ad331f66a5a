//! Things that stand in several scenes: steam, pots, roses, firs, the shading of round things.

use crate::paint::{
    color::{Rgb, add, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, blade, curve, ink, oval, polygon},
};
use crate::plan::Plan;
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

/// A single leaf that points where `turn` says.
pub fn leaf(c: &mut Canvas, (x, y): (f32, f32), size: f32, turn: f32, color: Rgb) {
    if let Some(path) =
        blade((x, y), (x + size * turn.cos(), y + size * turn.sin()), size * 0.3, 0.0)
    {
        c.fill(&path, ink(color, 1.0));
    }
}

/// A rose from above: four rings of petals.
pub fn rose(c: &mut Canvas, (x, y): (f32, f32), r: f32, color: Rgb) {
    for (k, dx, dy, tone) in [
        (1.0, 0.0, 0.0, 0.72),
        (0.82, -0.1, -0.1, 0.95),
        (0.55, 0.1, -0.04, 0.78),
        (0.34, -0.02, -0.1, 1.08),
    ] {
        if let Some(path) = oval(x + dx * r, y + dy * r, r * k, r * k * 0.92) {
            c.fill(&path, ink(scale(color, tone), 1.0));
        }
    }
}

/// A fir: tiers of drooping boughs, narrower towards the tip.
pub fn fir(c: &mut Canvas, x: f32, y: f32, tall: f32, color: Rgb, dice: &mut Dice) {
    let tiers = 9;
    let mut outline = vec![(x, y - tall)];
    let mut left = Vec::new();
    for i in 1..=tiers {
        let s = i as f32 / tiers as f32;
        let half = tall * 0.2 * s.powf(0.85) * dice.range(0.8, 1.15);
        let level = y - tall * (1.0 - s);
        outline.push((x + half, level));
        outline.push((x + half * 0.5, level - tall * 0.012));
        left.push((x - half * dice.range(0.85, 1.1), level));
        left.push((x - half * 0.5, level - tall * 0.012));
    }
    left.reverse();
    outline.extend(left);
    if let Some(path) = polygon(&outline) {
        c.fill(&path, ink(color, 1.0));
    }
}

/// A soft shadow under something that stands on the floor.
pub fn shadow(c: &mut Canvas, (x, y): (f32, f32), half: f32, u: f32) {
    for k in 0..5 {
        let grow = 1.0 - 0.14 * k as f32;
        if let Some(path) = oval(x, y, half * grow, u * 1.5 * grow) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.1));
        }
    }
}
