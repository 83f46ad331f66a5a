//! A Christmas tree with lights that come and go, and presents under it.

use super::Spot;
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{blade, ink, oval, polygon, rect},
};
use crate::parts::props::shadow;
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

pub fn christmas_tree(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (h, u) = (frame.h, frame.u);
    let (x, foot) = (spot.x, spot.foot + u * 6.0);
    let tall = (h * 0.5).min(u * 66.0);
    let half = tall * 0.3;
    let mut dice = Dice::new(plan.seed, 120);
    let (dark, pale) = (spot.light.lit(hex(0x1F4A34), 0.95), spot.light.lit(hex(0x4F8A56), 0.95));
    let mut lights: Vec<(f32, f32, Rgb, f32)> = Vec::new();
    let mut balls: Vec<(f32, f32, f32, Rgb)> = Vec::new();
    let colors = [hex(0xFF5A4A), hex(0xFFD36A), hex(0x6AB8FF), hex(0x7AE08A), hex(0xFFF0D0)];
    stage.add(frame.drawn(foot - tall - u * 8.0, foot + u * 3.0, 0.44, 0.0, |c| {
        shadow(c, (x, foot), half * 0.9, u * 1.5);
        if let Some(path) = rect(x - u * 1.6, foot - u * 9.0, u * 3.2, u * 9.0) {
            c.fill(&path, ink(spot.light.lit(hex(0x5A3A22), 0.85), 1.0));
        }
        // Boughs from below upwards, so that the upper ones hang over the lower.
        let rows = 15;
        for row in 0..rows {
            let s = row as f32 / (rows - 1) as f32;
            let y = foot - u * 6.0 - (tall - u * 9.0) * s;
            let wide = half * (1.0 - s).powf(0.85) + u * 1.4;
            let count = (wide / u * 1.5) as usize + 6;
            for k in 0..count {
                let t = (k as f32 + dice.next()) / count as f32 * 2.0 - 1.0;
                let root = (x + wide * t * 0.55, y - u * 2.6 * (1.0 - t.abs()));
                let tip = (x + wide * t * dice.range(0.94, 1.1), y + u * dice.range(1.6, 4.4));
                let tone = mix(
                    dark,
                    pale,
                    (0.25 + 0.5 * dice.next() + 0.2 * t * plan.turn()).clamp(0.0, 1.0),
                );
                if let Some(path) = blade(root, tip, u * 1.15, u * 0.3) {
                    c.fill(&path, ink(tone, 1.0));
                }
            }
            for _ in 0..3 {
                let t = dice.range(-0.88, 0.88);
                lights.push((
                    x + wide * t,
                    y + u * dice.range(0.0, 3.0),
                    dice.pick(&colors),
                    dice.next() * 6.3,
                ));
            }
            if row % 2 == 1 && row < rows - 2 {
                for _ in 0..2 {
                    let t = dice.range(-0.9, 0.9);
                    balls.push((
                        x + wide * t,
                        y + u * 3.0,
                        u * dice.range(1.2, 1.7),
                        dice.pick(&[hex(0xB8322E), hex(0xD9A441), hex(0xC9D2DA)]),
                    ));
                }
            }
        }
        for &(bx, by, r, color) in &balls {
            let tone = spot.light.lit(color, 0.98);
            if let Some(path) = oval(bx, by, r, r) {
                c.fade(
                    &path,
                    (bx - r, by - r),
                    (bx + r, by + r),
                    &[
                        (0.0, ink(add(tone, [1.0; 3], 0.3), 1.0)),
                        (0.4, ink(tone, 1.0)),
                        (1.0, ink(scale(tone, 0.45), 1.0)),
                    ],
                );
            }
        }
        // The star.
        let (sx, sy) = (x, foot - tall - u * 1.0);
        let points: Vec<_> = (0..10)
            .map(|i| {
                let a = -std::f32::consts::FRAC_PI_2 + i as f32 * std::f32::consts::PI / 5.0;
                let r = if i % 2 == 0 { u * 3.4 } else { u * 1.4 };
                (sx + a.cos() * r, sy + a.sin() * r)
            })
            .collect();
        if let Some(path) = polygon(&points) {
            c.fill(&path, ink(hex(0xFFD978), 1.0));
        }
        presents(c, plan, (x, foot), half, u, spot);
    }));
    let top = (x, foot - tall - u);
    stage.sparks(0.45, move |t, out| {
        for &(lx, ly, color, phase) in &lights {
            let on = 0.62 + 0.38 * (t * 1.3 + phase).sin();
            out.push(Spark::disc(lx, ly, u * 0.42, mix(color, [1.0; 3], 0.4), on));
            out.push(Spark::glow(lx, ly, u * 3.0, color, on * 0.5));
        }
        out.push(Spark::glow(
            top.0,
            top.1,
            u * 9.0,
            [1.0, 0.82, 0.45],
            0.5 + 0.08 * (t * 1.7).sin(),
        ));
    });
}

fn presents(
    c: &mut crate::paint::shapes::Canvas,
    plan: &Plan,
    (x, foot): (f32, f32),
    half: f32,
    u: f32,
    spot: &Spot,
) {
    let mut dice = Dice::new(plan.seed, 121);
    for (dx, wide, tall) in
        [(-0.8, 9.0, 6.4), (0.62, 10.5, 5.2), (-0.16, 7.0, 8.0), (1.0, 5.6, 7.0)]
    {
        let paper = spot
            .light
            .lit(dice.pick(&[hex(0xA63A3A), hex(0x2F6B5A), hex(0xE3D3AE), hex(0x4A5E8C)]), 0.94);
        let ribbon =
            spot.light.lit(dice.pick(&[hex(0xE8C25A), hex(0xF6EBDD), hex(0xB8322E)]), 0.98);
        let (px, py) = (x + half * dx - u * wide / 2.0, foot + u * 1.6 - u * tall);
        if let Some(path) = rect(px, py, u * wide, u * tall) {
            c.fade(
                &path,
                (px, py),
                (px + u * wide, py + u * tall),
                &[(0.0, ink(add(paper, [1.0; 3], 0.08), 1.0)), (1.0, ink(scale(paper, 0.6), 1.0))],
            );
        }
        if let Some(path) = rect(px + u * wide * 0.44, py, u * wide * 0.12, u * tall) {
            c.fill(&path, ink(ribbon, 1.0));
        }
        for turn in [-0.7f32, 0.7] {
            let (bx, by) = (px + u * wide / 2.0, py);
            if let Some(path) = blade((bx, by), (bx + turn * u * 3.2, by - u * 2.0), u * 0.9, 0.0) {
                c.fill(&path, ink(ribbon, 1.0));
            }
        }
    }
}
