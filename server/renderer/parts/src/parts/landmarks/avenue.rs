//! A street under jacarandas: crowns of blossom in clusters that meet above it, trunks, a carpet of what
//! has fallen, and petals that come down.

use super::trees::petals;
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
};
use crate::parts::{
    backdrop,
    daylight::lit,
    foliage::{Build, Leaves, cluster, tree},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A jacaranda: a stem that forks early below a wide airy crown.
const JACARANDA: Build = Build { fork: 0.47, spread: 0.43, stem: 0.02, twist: 0.05, clusters: 27 };
const BLOSSOM: (Rgb, Rgb) = (hex(0x6247A0), hex(0xBC9FEA));

pub fn avenue(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    street(stage, plan, frame, line, p);
    let Frame { w, h, u, .. } = frame;
    let sun = backdrop::sun(plan, frame, line);
    let wide = broad(frame);
    let bark = lit(plan, hex(0x6E5A55));
    for n in 0..4u32 {
        let near = (n as f32 + 0.6) / 3.6;
        let off = u * (6.0 + 31.0 * near.powf(1.35)) * wide;
        let foot = line + u * 2.0 + (h * 0.76 - line) * near.powf(1.7);
        let tall = u * (14.0 + 56.0 * near.powf(1.15)) * (h / (u * 133.0)).clamp(0.66, 1.0);
        let haze = 0.5 * (1.0 - near);
        let mut dice = Dice::new(plan.seed, 191 + u64::from(n));
        let layer = frame.drawn(foot - tall * 1.2, foot + u * 3.0, 0.2 + 0.24 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let at = (w / 2.0 + side * off, foot + u * dice.range(-0.4, 0.4));
                let long = u * (0.6 + 0.5 * near);
                let leaves = Leaves::of(plan, BLOSSOM, p, (at, sun), long).behind(p.haze, haze);
                let leaves = Leaves { wide: 0.62, ..leaves };
                shadow(c, (at.0, at.1 + u * 0.6), tall * 0.34, u * (0.5 + 1.4 * near));
                let stem = mix(bark, p.haze, haze);
                tree(c, at, tall * dice.range(0.92, 1.08), JACARANDA, (stem, &leaves), &mut dice);
            }
        });
        stage.add(layer);
    }
    boughs(stage, plan, frame, sun, p);
    petals(stage, plan, frame, lit(plan, BLOSSOM.1));
}

/// How much further apart things are where the frame is wide.
fn broad(frame: Frame) -> f32 {
    (frame.w / (frame.u * 75.0)).clamp(1.0, 1.5)
}

/// Boughs of nearer trees that hang into the frame from above, at both sides.
fn boughs(stage: &mut Stage, plan: &Plan, frame: Frame, sun: (f32, f32), p: sky::Palette) {
    let Frame { w, h, u, .. } = frame;
    let leaves = Leaves::of(plan, BLOSSOM, p, ((w / 2.0, 0.0), sun), u * 1.15);
    let leaves = Leaves { wide: 0.62, ..leaves };
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 196 + u64::from(n));
        let of = if n == 0 { leaves.shaded(0.72) } else { leaves };
        let layer = frame.drawn(-u * 4.0, h * 0.2, 0.5 + 0.04 * n as f32, u, |c| {
            for k in 0..13 {
                // None above the middle of the street.
                let side = k as f32 / 12.0 - 0.5;
                let across = side.signum() * (0.2 + 0.62 * side.abs());
                let hang = 0.9 * (across.abs() - 0.2) * across.abs() + dice.range(-0.03, 0.03);
                let at = (w * (0.5 + across * 1.06), h * hang * if n == 0 { 1.15 } else { 0.8 });
                cluster(
                    c,
                    at,
                    (u * dice.range(5.6, 8.4), u * dice.range(3.4, 5.2)),
                    &of,
                    &mut dice,
                );
            }
        });
        let phase = n as f32 * 1.7;
        stage.add(layer.alive(move |t| {
            crate::stage::Pose::moved(
                (t * 0.6 + phase).sin() * u * 0.3,
                (t * 0.9 + phase).sin() * u * 0.1,
            )
        }));
    }
}

/// Tar between kerbs and verges, violet where blossom lies, dappled with light.
fn street(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(190));
    let (dark, pale) = (lit(plan, BLOSSOM.0), lit(plan, BLOSSOM.1));
    let (tar, turf) = (lit(plan, hex(0x77707A)), lit(plan, hex(0x6F8A4A)));
    let kerb = lit(plan, hex(0xC9C2B8));
    let (top, wide) = (line + u * 2.0, broad(frame));
    stage.add(frame.painted(top, h, 0.34, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.05 + 0.95 * down;
        let (gx, gy) = ((x - w / 2.0) / (u * near * wide), 8.0 / near);
        let out = gx.abs();
        let rough = fbm(seed ^ 1, gx / 1.6, gy * 4.0, 3) - 0.5;
        let verge = smooth(31.0, 31.8, out);
        let mut c = mix(scale(tar, 0.94 + rough * 0.3), scale(turf, 0.9 + rough * 0.5), verge);
        c = mix(c, scale(kerb, 0.9 + 0.2 * rough), smooth(1.5, 1.1, (out - 30.4).abs()));
        c = scale(c, 1.0 - 0.4 * smooth(1.0, 0.2, (out - 28.6).abs()));
        // Drifts lie along the kerbs; between them single blossoms.
        let drift = fbm(seed, gx / 7.0, gy * 1.4, 3);
        let deep = smooth(34.0, 29.0, out) * smooth(10.0, 29.0, out);
        let bloom = value(seed ^ 5, gx * 1.3, gy * 5.2);
        let fleck =
            smooth(0.82 - 0.62 * deep - 0.34 * smooth(0.4, 0.7, drift), 1.02 - 0.5 * deep, bloom);
        let own = value(seed ^ 6, gx * 1.3, gy * 5.2);
        c = mix(c, mix(dark, pale, 0.2 + 0.8 * own), fleck * 0.95);
        // Light that falls through the crowns.
        let dapple = smooth(0.52, 0.66, fbm(seed ^ 7, gx / 9.0, gy * 0.9, 3));
        c = scale(c, 0.76 + 0.24 * dapple);
        c = add(c, p.sun, 0.13 * dapple * plan.daylight());
        c = mix(c, p.haze, 0.5 * smooth(0.14, 0.0, down));
        pixel(scale(c, 1.0 - 0.2 * smooth(0.5, 1.0, down)), smooth(0.0, u * 0.5, y - top))
    }));
}
