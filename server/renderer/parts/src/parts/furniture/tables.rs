//! A table that is laid, a piano, a television.

use super::{Spot, leg};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, rect},
};
use crate::parts::{
    props::shadow,
    props::{steam, vessel},
    room::Indoors,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// A laid table across the lower part of the frame: a cloth, plates, a bowl, glasses, candles.
pub fn dining_table(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(130));
    let light = Indoors::of(plan);
    let mut dice = Dice::new(plan.seed, 131);
    let cloth = dice.pick(&[hex(0xF3EADB), hex(0xE6D9C2), hex(0xDDE3DC)]);
    let band = dice.pick(&[hex(0xA84E42), hex(0x4F7482), hex(0x7C8A52)]);
    let top = h * 0.86;
    stage.add(frame.painted(top - u * 1.2, h, 0.62, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(-0.1, 1.0);
        let near = 0.72 + 0.5 * down.max(0.0);
        let gx = (x - w / 2.0) / near;
        let weave = value(seed, x / (u * 0.34), y / (u * 0.3)) - 0.5;
        let crease = (fbm(seed ^ 1, gx / (u * 16.0), down * 2.0, 3) - 0.5) * 0.12;
        let stripe = (gx / (u * 7.0)).rem_euclid(1.0);
        let edge = smooth(0.1, 0.13, down) * smooth(0.22, 0.19, down);
        let mut c = mix(cloth, band, 0.5 * edge + 0.16 * smooth(0.06, 0.0, (stripe - 0.5).abs()));
        c = scale(c, 0.95 + weave * 0.06 + crease);
        let mut l = light.lit(c, 0.92);
        l = scale(l, 1.0 - 0.3 * smooth(0.35, 1.1, down));
        let [r, g, b] = l.map(|v| v.clamp(0.0, 1.0));
        [r, g, b, smooth(-u * 0.3, u * 0.3, y - top)]
    }));
    // Small enough to stay below chins in every shape.
    let u = u.min(h * 0.0075);
    let china = light.lit(hex(0xFAF6EE), 0.97);
    let rim = light.lit(band, 0.9);
    stage.add(frame.drawn(top - u * 12.0, h, 0.64, 0.0, |c| {
        for (s, y, r) in [(0.16, 0.915, 8.0), (0.84, 0.915, 8.0), (0.5, 0.96, 10.5)] {
            let (x, y) = (w * s, h * y);
            for (k, tone) in [
                (1.06, scale(china, 0.5)),
                (1.0, china),
                (0.97, rim),
                (0.93, china),
                (0.66, scale(china, 0.86)),
                (0.63, scale(china, 0.97)),
            ] {
                if let Some(path) =
                    oval(x, y + if k > 1.0 { u * 0.5 } else { 0.0 }, u * r * k, u * r * k * 0.34)
                {
                    c.fill(&path, ink(tone, if k > 1.0 { 0.4 } else { 1.0 }));
                }
            }
        }
        // A bowl of something warm in the middle, bread beside it.
        let (bx, by) = (w * 0.5 + plan.turn() * w * 0.14, h * 0.905);
        shadow(c, (bx, by), u * 8.0, u);
        vessel(c, (bx, by), u, (7.6, 5.0, 3.4), light.lit(band, 0.95));
        if let Some(path) = oval(bx, by - u * 4.8, u * 7.0, u * 1.6) {
            c.fill(&path, ink(light.lit(hex(0xC97F3A), 0.95), 1.0));
        }
        let (lx, ly) = (w * 0.5 - plan.turn() * w * 0.16, h * 0.9);
        if let Some(path) = oval(lx, ly, u * 8.4, u * 1.3) {
            c.fill(&path, ink(light.lit(hex(0x8A5E38), 0.9), 1.0));
        }
        for n in 0..4 {
            let crust = light.lit(hex(0xB9783C), 0.95);
            if let Some(path) =
                oval(lx - u * 4.4 + u * 2.7 * n as f32, ly - u * 2.2, u * 2.2, u * 2.4)
            {
                c.fade(
                    &path,
                    (0.0, ly - u * 4.6),
                    (0.0, ly),
                    &[
                        (0.0, ink(add(crust, [1.0; 3], 0.14), 1.0)),
                        (1.0, ink(scale(crust, 0.6), 1.0)),
                    ],
                );
            }
        }
        for s in [0.3, 0.7] {
            let (x, y) = (w * s, h * 0.9);
            let glass = light.lit(hex(0xD8E4E8), 0.95);
            if let Some(path) = curve(
                (x - u * 1.5, y - u * 5.0),
                &[((x - u * 1.4, y), (x, y)), ((x + u * 1.4, y), (x + u * 1.5, y - u * 5.0))],
            ) {
                c.fill(&path, ink(glass, 0.4));
            }
            if let Some(path) = oval(x, y - u * 5.0, u * 1.5, u * 0.45) {
                c.line(&path, u * 0.22, ink(add(glass, [1.0; 3], 0.2), 0.9));
            }
        }
        let wax = light.lit(hex(0xF1E6CE), 0.97);
        for s in [0.44, 0.56] {
            leg(c, (w * s, h * 0.895), u * 5.4, u * 0.75, wax);
        }
    }));
    let flames = [0.44, 0.56].map(|s| (w * s, h * 0.895 - u * 6.4));
    stage.sparks(0.65, move |t, out| {
        for (n, (x, y)) in flames.into_iter().enumerate() {
            let lick = (t * 6.3 + n as f32 * 2.0).sin() * 0.12;
            out.push(
                Spark::disc(x + lick * u, y, u * 0.95, [1.0, 0.86, 0.5], 0.95)
                    .shaped(0.48, 1.57 + lick),
            );
            out.push(Spark::glow(x, y, u * 9.0, [1.0, 0.7, 0.36], 0.34 + lick * 0.5));
        }
    });
    steam(stage, plan, frame, (w * 0.5 + plan.turn() * w * 0.14, h * 0.9 - u * 6.0), 0.55, 10.0);
}

/// An upright piano against the wall, with music on its stand and a lamp.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn piano(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(140));
    let half = (w * 0.42).min(h * 0.34);
    let (x, foot) = (spot.x, spot.foot + u * 8.0);
    let (x0, x1) = (x - half, x + half);
    let (top, keys) = (foot - u * 40.0, foot - u * 20.0);
    let wood = Dice::new(plan.seed, 141).pick(&[hex(0x4A2A1A), hex(0x2A211E), hex(0x6B4426)]);
    let light = spot.light;
    stage.add(frame.painted(top, foot, 0.4, 0.0, |px, py| {
        if px < x0 || px > x1 {
            return [0.0; 4];
        }
        let veins = fbm(seed, px / (u * 16.0), py / (u * 1.6), 4) - 0.5;
        let (s, down) = ((px - x0) / (x1 - x0), (py - top) / (keys - top));
        // Two framed panels above the keys, one below.
        let upper = py < keys - u * 4.0;
        let p = if upper { ((s * 2.0).fract() - 0.5).abs() * 2.0 } else { (s - 0.5).abs() * 2.0 };
        let v = if upper {
            (down - 0.42).abs() * 2.4
        } else {
            ((py - keys - u * 11.0) / (u * 9.0)).abs()
        };
        let groove = (-((p.max(v) - 0.86) / 0.03).powi(2)).exp();
        let gloss = smooth(0.5, 0.0, ((px - x) / half + (py - top) / (u * 60.0) - 0.2).abs()) * 0.1;
        let c = add(scale(wood, 0.95 + veins * 0.34 - groove * 0.4), [1.0; 3], gloss);
        let [r, g, b] = light.lit(c, 0.95).map(|v| v.clamp(0.0, 1.0));
        [r, g, b, 1.0]
    }));
    let lit = |color: Rgb, k: f32| light.lit(color, k);
    stage.add(frame.drawn(top - u * 14.0, foot + u * 3.0, 0.42, 0.0, |c| {
        if let Some(path) = rect(x0 - u, top - u * 1.4, half * 2.0 + u * 2.0, u * 1.8) {
            c.fill(&path, ink(lit(scale(wood, 1.4), 1.0), 1.0));
        }
        // The keys on their shelf.
        if let Some(path) = rect(x0 - u * 0.6, keys - u * 1.0, half * 2.0 + u * 1.2, u * 4.6) {
            c.fill(&path, ink(lit(scale(wood, 0.7), 1.0), 1.0));
        }
        let (kx0, kx1) = (x0 + u * 1.6, x1 - u * 1.6);
        let count = 36;
        let wide = (kx1 - kx0) / count as f32;
        for k in 0..count {
            let kx = kx0 + wide * k as f32;
            if let Some(path) = rect(kx, keys - u * 0.6, wide * 0.92, u * 2.7) {
                c.fade(
                    &path,
                    (0.0, keys - u * 0.6),
                    (0.0, keys + u * 2.1),
                    &[
                        (0.0, ink(lit(hex(0xD8CDB8), 0.9), 1.0)),
                        (1.0, ink(lit(hex(0xFBF5E8), 1.0), 1.0)),
                    ],
                );
            }
        }
        for k in 0..count {
            if matches!(k % 7, 0 | 1 | 3 | 4 | 5) {
                let kx = kx0 + wide * (k as f32 + 0.68);
                if let Some(path) = rect(kx, keys - u * 0.7, wide * 0.6, u * 1.6) {
                    c.fill(&path, ink(hex(0x171310), 1.0));
                }
            }
        }
        // Music on the stand.
        for side in [-1.0f32, 1.0] {
            let sx = x + if side < 0.0 { -u * 8.2 } else { u * 0.2 };
            if let Some(path) = rect(sx, keys - u * 14.0, u * 8.0, u * 11.0) {
                c.fill(&path, ink(lit(hex(0xF6EEDC), if side < 0.0 { 0.96 } else { 0.9 }), 1.0));
            }
            for line in 0..5 {
                let y = keys - u * (12.2 - 2.0 * line as f32);
                if let Some(path) = rect(sx + u * 0.8, y, u * 6.4, u * 0.16) {
                    c.fill(&path, ink(hex(0x5A4A3C), 0.7));
                }
                for note in 0..4 {
                    let nx = sx + u * (1.4 + 1.6 * note as f32);
                    if let Some(path) = oval(
                        nx,
                        y + u * 0.5 * ((note + line) % 3) as f32 - u * 0.4,
                        u * 0.34,
                        u * 0.26,
                    ) {
                        c.fill(&path, ink(hex(0x2E241C), 0.9));
                    }
                }
            }
        }
        for side in [-1.0f32, 1.0] {
            leg(
                c,
                (x + side * (half - u * 2.0), foot + u),
                u * 18.0,
                u * 1.2,
                lit(scale(wood, 0.9), 1.0),
            );
        }
        // Photographs and a vase on the top.
        for (s, tall) in [(-0.6f32, 8.0f32), (-0.34, 6.0), (0.56, 7.0)] {
            let px = x + half * s;
            if let Some(path) = rect(px - u * 2.8, top - u * (tall + 1.2), u * 5.6, u * tall) {
                c.fill(&path, ink(lit(hex(0xB58F4C), 0.95), 1.0));
            }
            if let Some(path) =
                rect(px - u * 2.1, top - u * (tall + 0.5), u * 4.2, u * (tall - 1.4))
            {
                c.fade(
                    &path,
                    (px, top - u * tall),
                    (px, top),
                    &[
                        (0.0, ink(lit(hex(0xCFC3AE), 0.9), 1.0)),
                        (1.0, ink(lit(hex(0x8F8068), 0.9), 1.0)),
                    ],
                );
            }
        }
    }));
}

/// An old set on legs, whose light plays on the floor.
pub fn television(stage: &mut Stage, frame: Frame, spot: &Spot) {
    let u = frame.u;
    let (x, foot) = (spot.x, spot.foot + u * 5.0);
    let wood = spot.light.lit(hex(0x6B4428), 0.9);
    stage.add(frame.drawn(foot - u * 30.0, foot + u * 3.0, 0.42, 0.0, |c| {
        shadow(c, (x, foot), u * 11.0, u);
        for dx in [-8.4, 8.4] {
            leg(c, (x + u * dx, foot), u * 8.0, u * 0.6, wood);
        }
        if let Some(path) = rect(x - u * 11.0, foot - u * 24.0, u * 22.0, u * 16.5) {
            c.fade(
                &path,
                (x - u * 11.0, foot - u * 24.0),
                (x + u * 8.0, foot - u * 8.0),
                &[(0.0, ink(scale(wood, 1.2), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
            );
        }
        super::cushion(
            c,
            (x - u * 9.6, foot - u * 22.6),
            (u * 14.8, u * 13.4),
            u * 2.6,
            hex(0x3C5A78),
        );
        for k in 0..3 {
            if let Some(path) =
                oval(x + u * 8.0, foot - u * (20.0 - 3.6 * k as f32), u * 1.1, u * 1.1)
            {
                c.fill(&path, ink(hex(0xC9B48A), 1.0));
            }
        }
        for side in [-1.0f32, 1.0] {
            if let Some(path) = curve(
                (x, foot - u * 24.0),
                &[((x + side * u * 3.0, foot - u * 27.0), (x + side * u * 6.0, foot - u * 30.0))],
            ) {
                c.line(&path, u * 0.28, ink(hex(0x9A9C9E), 1.0));
            }
        }
    }));
    let (sx, sy) = (x - u * 2.2, foot - u * 16.0);
    stage.sparks(0.42, move |t, out| {
        let play = 0.6 + 0.2 * (t * 2.7).sin() + 0.2 * ((t * 1.1).sin() * 3.0).sin();
        let color = mix([0.55, 0.75, 1.0], [0.9, 0.8, 0.7], 0.5 + 0.5 * (t * 0.9).sin());
        out.push(Spark::glow(sx, sy, u * 20.0, color, 0.3 * play));
        out.push(Spark::glow(sx, sy, u * 8.0, color, 0.4 * play));
    });
}
