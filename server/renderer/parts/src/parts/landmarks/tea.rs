//! Tea: round clipped bushes on terraces that follow the slope, slender trees for shade between them,
//! baskets of leaves.

use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth},
    noise::Dice,
    shapes::{Canvas, Position, blade, curve, ink, polygon},
};
use crate::parts::{
    backdrop::sun,
    daylight::lit,
    foliage::{Build, Leaves, tree},
    forms::bar,
    props::{shadow, vessel},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// A silver oak: high and slender.
const SHADE_TREE: Build =
    Build { fork: 0.42, spread: 0.17, stem: 0.016, twist: 0.02, clusters: 20 };
/// Terraces from the horizon to the lower edge.
const TERRACES: u32 = 15;

/// The terraces, rising to both sides of a hollow.
pub fn terraces(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, plan.turn());
    let top = line + u * 2.0;
    let light = sun(plan, frame, line);
    let tones = (lit(plan, hex(0x1F4A28)), lit(plan, hex(0x8CBB4E)));
    let oak =
        Leaves::of(plan, (hex(0x3C5A3A), hex(0xA8B880)), p, ((w / 2.0, line), light), u * 0.7);
    for part in 0..3u32 {
        let mut dice = Dice::new(plan.seed, 470 + u64::from(part));
        let depth = 0.22 + 0.1 * part as f32;
        stage.add(frame.drawn(line - u * 24.0, h + u * 2.0, depth, 0.0, |c| {
            for n in part * 5..part * 5 + 5 {
                let t = (n as f32 + 0.4) / TERRACES as f32;
                let near = t.powf(1.25);
                // The hollow flattens towards the viewer.
                let level = move |x: f32| {
                    let s = x / w - 0.5 + side * 0.08;
                    let rise = u * 34.0 * s * s * (1.0 - near) * 1.5;
                    let wave = u * (1.2 + 2.4 * near) * ((x / w) * 5.0 + t * 4.0 + side).sin();
                    top + (h * 1.02 - top) * t.powf(1.45) - rise + wave
                };
                let haze = 0.46 * (1.0 - t).powi(3);
                let tones = (mix(tones.0, p.haze, haze), mix(tones.1, p.haze, haze));
                let size = u * (2.2 + 12.0 * near);
                bank(c, frame, &level, size, mix(lit(plan, hex(0x8A5E3C)), p.haze, haze));
                let shade = n == 3 || n == 6;
                if shade {
                    for _ in 0..3 {
                        let s = dice.range(0.16, 0.5) * dice.pick(&[-1.0, 1.0]);
                        let x = w * (0.5 + s);
                        let leaves = oak.behind(p.haze, haze);
                        let bark = mix(lit(plan, hex(0x7A6A58)), p.haze, haze);
                        let tall = u * (13.0 + 26.0 * near) * dice.range(0.9, 1.2);
                        tree(c, (x, level(x)), tall, SHADE_TREE, (bark, &leaves), &mut dice);
                    }
                }
                let mut x = -size * dice.range(0.5, 1.5);
                while x < w + size {
                    let wide = size * dice.range(0.85, 1.2);
                    let at =
                        (x + wide / 2.0, level(x + wide / 2.0) + size * dice.range(-0.04, 0.04));
                    let away = ((light.0 - at.0) / w).clamp(-0.7, 0.7);
                    bush(c, at, (wide, size * 0.74), (tones, p.sun, away), (near, plan), &mut dice);
                    x += wide * 0.88;
                }
                // Two baskets stand on the path below their terraces.
                for (row, off, big) in [(11, -0.36f32, 1.0f32), (12, 0.34, 1.15)] {
                    if n == row {
                        let x = w * 0.5 + side * (w * off).clamp(-u * 34.0, u * 34.0);
                        let at = (x, level(x) + size * 0.42);
                        basket(c, plan, at, u * big, tones, &mut dice);
                    }
                }
            }
        }));
    }
}

/// The bare edge of a terrace below its bushes.
fn bank(c: &mut Canvas, frame: Frame, level: &impl Fn(f32) -> f32, size: f32, earth: Rgb) {
    let (w, u) = (frame.w, frame.u);
    let along = |down: f32, n: u32| {
        let x = -u * 8.0 + (w + u * 16.0) * n as f32 / 30.0;
        (x, level(x) + size * down)
    };
    for (from, to, tone) in [(-0.5, 0.9, 0.62), (-0.05, 0.3, 0.92), (0.3, 0.5, 0.78)] {
        let mut edge: Vec<Position> = (0..=30).map(|n| along(from, n)).collect();
        edge.extend((0..=30).rev().map(|n| along(to, n)));
        if let Some(path) = polygon(&edge) {
            c.fill(&path, ink(scale(earth, tone), 1.0));
        }
    }
}

/// A bush with a clipped, rounded top; `away` tells on which side the light stands.
fn bush(
    c: &mut Canvas,
    (x, foot): Position,
    (wide, tall): (f32, f32),
    ((dark, pale), sunny, away): ((Rgb, Rgb), Rgb, f32),
    (near, plan): (f32, &Plan),
    dice: &mut Dice,
) {
    shadow(c, (x - away * wide * 0.2, foot + tall * 0.06), wide * 0.55, tall * 0.09);
    let half = wide / 2.0;
    let at = |dx: f32, up: f32| (x + half * dx, foot - tall * up);
    let steps = [
        (at(-1.12, 0.55), at(-0.78, 0.82)),
        (at(-0.5, 1.02), at(0.0, 1.0)),
        (at(0.5, 1.02), at(0.78, 0.82)),
        (at(1.12, 0.55), at(0.86, 0.0)),
        (at(0.0, -0.12), at(-0.86, 0.0)),
    ];
    if let Some(path) = curve(at(-0.86, 0.0), &steps) {
        let stops = [
            (0.0, ink(mix(dark, pale, 0.78), 1.0)),
            (0.35, ink(mix(dark, pale, 0.36), 1.0)),
            (1.0, ink(scale(dark, 0.5), 1.0)),
        ];
        c.fade(&path, at(away, 1.0), at(-away * 0.6, 0.0), &stops);
    }
    let leaves = (10.0 + 74.0 * near) as u32;
    let long = (wide * 0.085).max(1.6);
    for _ in 0..leaves {
        let dx = dice.range(-0.92, 0.92);
        let edge = 1.0 - dx.abs().powi(3) * 0.5;
        let up = dice.next().powf(0.7) * edge;
        let lit = smooth(0.1, 1.0, up + away * dx * 0.4) + dice.range(-0.22, 0.16);
        let tone =
            add(mix(scale(dark, 0.7), pale, lit), sunny, 0.1 * lit.max(0.0) * plan.daylight());
        let (root, turn) = (at(dx, up), dice.range(-0.9, 0.9) + dx * 0.5);
        let tip = (root.0 + turn.sin() * long, root.1 - turn.cos() * long);
        if let Some(path) = blade(root, tip, long * 0.34, 0.0) {
            c.fill(&path, ink(tone, 1.0));
        }
    }
}

/// A wicker basket heaped with plucked leaves.
fn basket(
    c: &mut Canvas,
    plan: &Plan,
    (x, foot): Position,
    u: f32,
    (dark, pale): (Rgb, Rgb),
    dice: &mut Dice,
) {
    let cane = lit(plan, hex(0xC09A62));
    shadow(c, (x, foot), u * 6.4, u * 0.9);
    vessel(c, (x, foot), u, (6.2, 9.0, 4.2), cane);
    for row in 0..8 {
        let v = (row as f32 + 0.5) / 8.0;
        let half = u * (4.3 + 1.8 * v);
        let count = 12;
        for k in 0..count {
            let s = (k as f32 + 0.5 * (row % 2) as f32) / count as f32 * 2.0 - 1.0;
            if s > 0.96 {
                continue;
            }
            let (px, py) = (x + half * s, foot - u * 9.0 * v + u * 0.7 * (1.0 - s * s));
            let tone = scale(cane, 1.12 - 0.5 * (s + 0.3).abs());
            bar(c, (px - u * 0.3, py), (px + u * 0.3, py), u * 0.5, scale(tone, 0.7));
            bar(c, (px - u * 0.3, py - u * 0.14), (px + u * 0.3, py - u * 0.14), u * 0.24, tone);
        }
    }
    for _ in 0..120 {
        let (dx, up) = (dice.range(-1.0, 1.0), dice.next());
        let root = (x + u * 5.8 * dx, foot - u * 8.4 - u * 3.0 * up * (1.0 - dx * dx));
        let turn = dice.range(-1.4, 1.4);
        let tip = (root.0 + turn.sin() * u * 1.3, root.1 - turn.cos() * u * 1.3);
        let tone = mix(scale(dark, 0.8), pale, up * 0.8 + dice.range(0.0, 0.3));
        if let Some(path) = blade(root, tip, u * 0.42, 0.0) {
            c.fill(&path, ink(tone, 1.0));
        }
    }
    if let Some(path) = curve(
        (x - u * 6.2, foot - u * 9.0),
        &[((x, foot - u * 7.2), (x + u * 6.2, foot - u * 9.0))],
    ) {
        c.line(&path, u * 0.9, ink(scale(cane, 0.66), 1.0));
        c.line(&path, u * 0.4, ink(cane, 1.0));
    }
}
