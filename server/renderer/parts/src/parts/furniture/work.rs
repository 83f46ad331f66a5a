//! Where people learn and work: a blackboard with desks, mirrors with chairs.

use super::{Spot, cushion, leg};
use crate::paint::{
    color::{add, hex, mix, scale, smooth},
    noise::{Dice, fbm},
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// A blackboard with sums and a drawing, and two rows of desks.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn blackboard(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(850));
    let half = (w * 0.42).min(h * 0.36);
    let (x, top, low) = (spot.x, h * 0.2, h * 0.5);
    let wood = spot.light.lit(hex(0x8A5F38), 0.95);
    let light = spot.light;
    stage.add(frame.painted(top, low, 0.18, 0.0, |px, py| {
        if (px - x).abs() > half {
            return [0.0; 4];
        }
        let dust = fbm(seed, px / (u * 12.0), py / (u * 6.0), 4);
        let wiped = fbm(seed ^ 1, (px + py) / (u * 5.0), (py - px) / (u * 26.0), 3);
        let c = add(
            hex(0x2A4038),
            [1.0; 3],
            0.1 * smooth(0.5, 0.8, dust) + 0.06 * smooth(0.55, 0.75, wiped),
        );
        let [r, g, b] = light.lit(c, 0.9).map(|v| v.clamp(0.0, 1.0));
        [r, g, b, 1.0]
    }));
    let mut dice = Dice::new(plan.seed, 851);
    let chalk = [0.93, 0.94, 0.9];
    stage.add(frame.drawn(top - u * 3.0, low + u * 4.0, 0.19, 0.0, |c| {
        for (x0, y0, ww, hh) in [
            (x - half - u * 1.4, top - u * 1.4, half * 2.0 + u * 2.8, u * 1.8),
            (x - half - u * 1.4, low - u * 0.4, half * 2.0 + u * 2.8, u * 2.2),
            (x - half - u * 1.4, top, u * 1.8, low - top),
            (x + half - u * 0.4, top, u * 1.8, low - top),
        ] {
            if let Some(path) = rect(x0, y0, ww, hh) {
                c.fade(
                    &path,
                    (x0, y0),
                    (x0 + ww.min(u * 3.0), y0 + hh.min(u * 3.0)),
                    &[
                        (0.0, ink(add(wood, [1.0; 3], 0.1), 1.0)),
                        (1.0, ink(scale(wood, 0.62), 1.0)),
                    ],
                );
            }
        }
        // Lines of a writing hand, a sum, a house with a sun.
        for line in 0..4 {
            let y = top + u * (5.0 + 4.0 * line as f32);
            let mut px = x - half * 0.86;
            while px < x - half * 0.1 {
                let wide = u * dice.range(1.2, 3.4);
                if let Some(path) = curve(
                    (px, y),
                    &[
                        ((px + wide * 0.25, y - u * 1.5), (px + wide * 0.5, y)),
                        ((px + wide * 0.75, y + u * 1.0), (px + wide, y - u * 0.3)),
                    ],
                ) {
                    c.line(&path, u * 0.3, ink(chalk, 0.75));
                }
                px += wide + u * 1.1;
            }
        }
        let (hx, hy) = (x + half * 0.45, low - u * 7.0);
        for (a, b) in [
            ((-5.0, 0.0), (5.0, 0.0)),
            ((-5.0, 0.0), (-5.0, -6.0)),
            ((5.0, 0.0), (5.0, -6.0)),
            ((-6.0, -6.0), (0.0, -11.0)),
            ((6.0, -6.0), (0.0, -11.0)),
            ((-6.0, -6.0), (6.0, -6.0)),
            ((-1.2, 0.0), (-1.2, -3.6)),
            ((1.2, 0.0), (1.2, -3.6)),
            ((-1.2, -3.6), (1.2, -3.6)),
        ] {
            if let Some(path) = curve(
                (hx + u * a.0, hy + u * a.1),
                &[(
                    (hx + u * (a.0 + b.0) / 2.0 + u * 0.1, hy + u * (a.1 + b.1) / 2.0),
                    (hx + u * b.0, hy + u * b.1),
                )],
            ) {
                c.line(&path, u * 0.36, ink(chalk, 0.85));
            }
        }
        let (sx, sy) = (x + half * 0.78, top + u * 7.0);
        if let Some(path) = oval(sx, sy, u * 2.2, u * 2.2) {
            c.line(&path, u * 0.36, ink([0.96, 0.86, 0.5], 0.85));
        }
        for k in 0..8 {
            let a = k as f32 * std::f32::consts::FRAC_PI_4;
            if let Some(path) = curve(
                (sx + a.cos() * u * 3.0, sy + a.sin() * u * 3.0),
                &[(
                    (sx + a.cos() * u * 3.6, sy + a.sin() * u * 3.6),
                    (sx + a.cos() * u * 4.4, sy + a.sin() * u * 4.4),
                )],
            ) {
                c.line(&path, u * 0.36, ink([0.96, 0.86, 0.5], 0.8));
            }
        }
        for dx in [-0.5, -0.44, 0.1] {
            if let Some(path) = rect(x + half * dx, low - u * 1.0, u * 1.8, u * 0.7) {
                c.fill(&path, ink(chalk, 0.95));
            }
        }
    }));
    desks(stage, frame, spot, w, h);
}

fn desks(stage: &mut Stage, frame: Frame, spot: &Spot, w: f32, h: f32) {
    let u = frame.u;
    for (row, near) in [(0, 0.0f32), (1, 0.5), (2, 1.0)] {
        let foot = h * (0.77 + 0.1 * near + 0.05 * near * near);
        let size = u * (7.0 + 5.0 * near);
        let wood = spot.light.lit(scale(hex(0xB9854E), 0.9 + 0.1 * near), 0.95);
        stage.add(frame.drawn(foot - size * 1.8, foot + u * 2.0, 0.38 + 0.1 * near, 0.0, |c| {
            for side in [-1.0f32, 1.0] {
                let x = w / 2.0 + side * (size * 1.75 + u * 2.0 * row as f32);
                shadow(c, (x, foot), size * 1.2, u * 0.8);
                for dx in [-0.95f32, 0.95] {
                    leg(
                        c,
                        (x + size * dx, foot),
                        size * 1.1,
                        size * 0.05,
                        spot.light.lit(hex(0x4A4E50), 0.95),
                    );
                }
                if let Some(path) = polygon(&[
                    (x - size * 1.1, foot - size * 1.05),
                    (x + size * 1.1, foot - size * 1.05),
                    (x + size * 1.0, foot - size * 1.42),
                    (x - size * 1.0, foot - size * 1.42),
                ]) {
                    c.fade(
                        &path,
                        (0.0, foot - size * 1.42),
                        (0.0, foot - size * 1.05),
                        &[
                            (0.0, ink(add(wood, [1.0; 3], 0.14), 1.0)),
                            (1.0, ink(scale(wood, 0.86), 1.0)),
                        ],
                    );
                }
                if let Some(path) =
                    rect(x - size * 1.1, foot - size * 1.06, size * 2.2, size * 0.24)
                {
                    c.fill(&path, ink(scale(wood, 0.6), 1.0));
                }
                if let Some(path) = polygon(&[
                    (x - size * 0.4, foot - size * 1.14),
                    (x + size * 0.06, foot - size * 1.12),
                    (x + size * 0.02, foot - size * 1.34),
                    (x - size * 0.38, foot - size * 1.36),
                ]) {
                    c.fill(&path, ink(spot.light.lit(hex(0xF6F0E2), 0.97), 1.0));
                }
                if let Some(path) = polygon(&[
                    (x + size * 0.3, foot - size * 1.16),
                    (x + size * 0.36, foot - size * 1.14),
                    (x + size * 0.62, foot - size * 1.32),
                    (x + size * 0.56, foot - size * 1.34),
                ]) {
                    c.fill(&path, ink(spot.light.lit(hex(0xD9A02E), 0.97), 1.0));
                }
            }
        }));
    }
}

/// Two mirrors with bulbs round them, a shelf with bottles, two chairs that turn.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn mirrors(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(870));
    let half = (w * 0.2).min(h * 0.13);
    let (top, low) = (h * 0.17, h * 0.47);
    let mut bulbs = Vec::new();
    let light = spot.light;
    for side in [-1.0f32, 1.0] {
        let x = w / 2.0 + side * (half + u * 3.4);
        stage.add(frame.painted(top, low, 0.18, 0.0, |px, py| {
            let (dx, dy) = ((px - x) / half, (py - f32::midpoint(top, low)) / ((low - top) / 2.0));
            if dx.abs() > 1.0 || dy.abs() > 1.0 {
                return [0.0; 4];
            }
            let gleam = smooth(0.16, 0.0, (dx * 0.8 + dy * 0.5 - 0.3).abs()) * 0.2
                + smooth(0.06, 0.0, (dx * 0.8 + dy * 0.5 - 0.62).abs()) * 0.14;
            let room = fbm(seed, px / (u * 11.0), py / (u * 12.0), 3);
            let c = add(
                mix(hex(0x8FA0A4), hex(0xD9CDB8), 0.5 + 0.5 * dy * 0.6 + 0.4 * (room - 0.5)),
                [1.0; 3],
                gleam,
            );
            let [r, g, b] = light.lit(c, 0.86).map(|v| v.clamp(0.0, 1.0));
            [r, g, b, 1.0]
        }));
        for k in 0..7 {
            let s = k as f32 / 6.0;
            for e in [-1.0f32, 1.0] {
                bulbs.push((x + e * (half + u * 1.6), top + (low - top) * s));
            }
            if k > 0 && k < 6 {
                bulbs.push((x + half * (s * 2.0 - 1.0), top - u * 1.6));
            }
        }
    }
    let mut dice = Dice::new(plan.seed, 871);
    let wood = spot.light.lit(hex(0x6A4630), 0.95);
    let leather = spot.light.lit(dice.pick(&[hex(0x8A2A30), hex(0x2F4A44), hex(0x3A2A24)]), 0.95);
    let steel = spot.light.lit(hex(0xC9CED2), 0.97);
    stage.add(frame.drawn(top - u * 4.0, h * 0.92, 0.4, 0.0, |c| {
        for &(bx, by) in &bulbs {
            if let Some(path) = oval(bx, by, u * 0.9, u * 0.9) {
                c.fill(&path, ink([1.0, 0.95, 0.82], 1.0));
            }
        }
        let shelf = low + u * 4.0;
        if let Some(path) = rect(-u * 8.0, shelf, w + u * 16.0, u * 2.6) {
            c.fade(
                &path,
                (0.0, shelf),
                (0.0, shelf + u * 2.6),
                &[(0.0, ink(add(wood, [1.0; 3], 0.14), 1.0)), (1.0, ink(scale(wood, 0.5), 1.0))],
            );
        }
        let mut x = w * 0.04;
        while x < w * 0.97 {
            let tone = spot.light.lit(
                dice.pick(&[
                    hex(0xE3B0A8),
                    hex(0x9AC0B8),
                    hex(0xD9C06A),
                    hex(0xF3EDE2),
                    hex(0x8A6AA0),
                ]),
                0.95,
            );
            let (bw, bh) = (u * dice.range(0.9, 1.7), u * dice.range(3.0, 6.4));
            if let Some(path) = rect(x, shelf - bh, bw * 2.0, bh) {
                c.fade(
                    &path,
                    (x, 0.0),
                    (x + bw * 2.0, 0.0),
                    &[
                        (0.0, ink(scale(tone, 0.8), 1.0)),
                        (0.35, ink(add(tone, [1.0; 3], 0.2), 1.0)),
                        (1.0, ink(scale(tone, 0.6), 1.0)),
                    ],
                );
            }
            if let Some(path) = rect(x + bw * 0.6, shelf - bh - u, bw * 0.8, u * 1.1) {
                c.fill(&path, ink(steel, 1.0));
            }
            x += u * dice.range(3.2, 8.0);
        }
        for side in [-1.0f32, 1.0] {
            let cx = w / 2.0 + side * (half + u * 4.0);
            let foot = spot.foot + u * 15.0;
            shadow(c, (cx, foot), u * 9.0, u);
            if let Some(path) = oval(cx, foot - u * 0.6, u * 7.0, u * 1.4) {
                c.fill(&path, ink(steel, 1.0));
            }
            leg(c, (cx, foot), u * 8.0, u * 1.1, steel);
            cushion(c, (cx - u * 8.4, foot - u * 29.0), (u * 16.8, u * 18.0), u * 3.4, leather);
            cushion(
                c,
                (cx - u * 9.4, foot - u * 12.4),
                (u * 18.8, u * 5.4),
                u * 2.0,
                scale(leather, 1.12),
            );
            for e in [-1.0f32, 1.0] {
                cushion(
                    c,
                    (cx + e * u * 9.4 - u * 1.4, foot - u * 17.0),
                    (u * 2.8, u * 6.0),
                    u * 1.2,
                    scale(leather, 0.8),
                );
            }
            cushion(c, (cx - u * 4.4, foot - u * 33.0), (u * 8.8, u * 5.0), u * 2.0, leather);
        }
    }));
    stage.sparks(0.4, move |t, out| {
        for (n, &(x, y)) in bulbs.iter().enumerate() {
            let on = 0.9 + 0.1 * (t * 0.7 + n as f32).sin();
            out.push(Spark::glow(x, y, u * 4.4, [1.0, 0.86, 0.6], 0.32 * on));
        }
    });
}
