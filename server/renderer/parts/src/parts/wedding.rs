//! A wedding outdoors: an arch of flowers and white cloth at the end of an aisle, rows of chairs,
//! strings of lamps, candles in glasses, petals in the air.

use super::{props::rose, sky, weather};
use crate::plan::{Plan, away};
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm},
        shapes::{Canvas, blade, curve, ink, polygon, rect},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

const LAMP: Rgb = hex(0xFFD79C);

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.88, 0.9, 0.97], to: [1.0, 0.98, 0.95], prints: [0.97, 0.955, 0.94] }
        }
        _ => Light { from: [0.9, 0.91, 0.96], to: [1.0, 0.98, 0.945], prints: [1.0, 0.985, 0.96] },
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let side = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    let high = if matches!(plan.hour, Hour::Day | Hour::Night) { 0.1 } else { 0.4 };
    let p = sky::add_sky(stage, plan, frame, h * 0.56, (w * (0.5 + side * 0.26), h * high));
    let dim = match plan.hour {
        Hour::Day => 1.0,
        Hour::Dawn => 0.92,
        Hour::Sunset => 0.82,
        Hour::Night => 0.42,
    };
    for n in 0..2u32 {
        trees(stage, plan, frame, (n, dim), p);
    }
    lawn(stage, plan, frame, dim, p);
    arch(stage, plan, frame, dim, p);
    for n in 0..4u32 {
        chairs(stage, plan, frame, (n, dim), p);
    }
    lamps(stage, plan, frame);
    weather::add(stage, plan, frame);
    petals(stage, plan, frame, dim);
}

fn trees(stage: &mut Stage, plan: &Plan, frame: Frame, (n, dim): (u32, f32), p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(10 + n));
    let (dark, pale) = (scale(hex(0x35502F), dim), scale(hex(0x9CB060), dim));
    let arch = away(plan, frame);
    let (tall, base) = ([15.0, 27.0][n as usize], h * [0.53, 0.56][n as usize]);
    let layer =
        frame.soft(2, base - u * tall * 1.7, h * 0.63, 0.07 + 0.07 * n as f32, u, |x, y| {
            // The near trees open in the middle, for the arch.
            let open = if n == 1 { smooth(0.1, 0.55, (x - arch).abs() / w) } else { 1.0 };
            let top = base
                - u * tall * (0.2 + fbm(seed, x / (u * 14.0), 0.4, 3)) * open
                - u * 3.0 * fbm(seed ^ 1, x / (u * 3.0), y / (u * 5.0), 2);
            let clump = fbm(seed ^ 2, x / (u * 4.6), y / (u * 3.8), 3);
            let leaf = fbm(seed ^ 3, x / (u * 1.5), y / (u * 1.3), 2);
            let lit = (clump + leaf * 0.5 - 0.4).clamp(0.0, 1.0);
            let mut c = add(mix(dark, pale, lit), p.sun, 0.1 * lit * dim);
            c = mix(c, p.haze, [0.5, 0.2][n as usize]);
            pixel(c, smooth(-u * 0.4, u * 0.6, y - top))
        });
    let phase = n as f32;
    stage.add(layer.alive(move |t| Pose::moved((t * 0.6 + phase).sin() * u * 0.12, 0.0)));
}

/// Grass, and a white runner strewn with petals.
fn lawn(stage: &mut Stage, plan: &Plan, frame: Frame, dim: f32, p: sky::Palette) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(20));
    let (top, aisle) = (h * 0.6, away(plan, frame));
    let (dark, pale) = (scale(hex(0x476B35), dim), scale(hex(0xA4BC62), dim));
    let cloth = scale(mix(hex(0xFFF8EE), p.sun, 0.15), 0.35 + 0.6 * dim);
    stage.add(frame.painted(top, h, 0.36, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.14 + 0.86 * down;
        let (gx, gy) = ((x - aisle) / (u * near), 9.0 / near);
        let turf = fbm(seed, x / (u * near.max(0.7)), y / (u * 1.9 * near.max(0.5)), 2);
        let patch = fbm(seed ^ 1, gx / 9.0, gy, 3);
        let mut c = mix(dark, pale, (0.2 + 0.5 * turf + 0.6 * (patch - 0.4)).clamp(0.0, 1.0));
        let fold = fbm(seed ^ 2, gx / 5.0, gy * 1.6, 3) - 0.5;
        let runner = smooth(11.0, 10.6, gx.abs() + fold);
        c = mix(c, scale(cloth, 0.92 + 0.24 * fold), runner);
        let bloom = smooth(0.74, 0.79, fbm(seed ^ 3, gx / 0.9, gy * 3.4, 2))
            * smooth(4.5, 9.5, gx.abs())
            * smooth(15.0, 11.5, gx.abs());
        c = mix(c, scale(hex(0xE8909C), 0.3 + 0.7 * dim), bloom);
        c = add(c, p.sun, 0.12 * (-down * 4.0).exp());
        c = scale(c, 1.0 - 0.2 * down);
        pixel(c, smooth(0.0, u * 0.5, y - top))
    }));
}

/// Two posts and a beam, hung with white cloth and heavy with roses.
fn arch(stage: &mut Stage, plan: &Plan, frame: Frame, dim: f32, p: sky::Palette) {
    let (h, u) = (frame.h, frame.u);
    // In an upright frame the arch stands where prints leave it to be seen.
    let upright = frame.w < h * 0.8;
    let (top, half) = if upright { (h * 0.465, u * 14.0) } else { (h * 0.3, u * 18.0) };
    let (x, foot) = (away(plan, frame), h * 0.672);
    let mut dice = Dice::new(plan.seed, 30);
    let cloth = scale(mix(hex(0xFFFBF5), p.sun, 0.08), 0.52 + 0.48 * dim);
    let fold = mix(scale(cloth, 0.84), scale(p.haze, 0.5 + 0.5 * dim), 0.3);
    let wood = scale(hex(0xA8805A), dim);
    stage.add(frame.drawn(top - u * 4.0, foot + u * 3.0, 0.42, 0.0, |c| {
        for (px, py, wide, tall) in [
            (x - half - u, top, u * 2.0, foot - top),
            (x + half - u, top, u * 2.0, foot - top),
            (x - half - u * 3.0, top, half * 2.0 + u * 6.0, u * 1.8),
        ] {
            if let Some(path) = rect(px, py, wide, tall) {
                let edge = [(0.0, ink(scale(wood, 1.15), 1.0)), (1.0, ink(scale(wood, 0.7), 1.0))];
                c.fade(&path, (px, py), (px + u * 2.0, py + u * 2.0), &edge);
            }
        }
    }));
    let drape = frame.drawn(top - u, foot + u * 3.0, 0.42, u * 2.0, |c| {
        for way in [-1.0, 1.0] {
            for k in 0..7 {
                let s = k as f32 / 6.0;
                let (a, b) =
                    (x + way * half * (0.1 + 0.9 * s), x + way * (half - u * (3.4 - 4.8 * s)));
                let tie = top + (foot - top) * 0.46;
                let Some(path) = curve(
                    (a - u * 2.0, top + u),
                    &[
                        ((a - u * 2.0, tie - u * 10.0), (b - u * 0.8, tie)),
                        ((b - u * 1.6, tie + u * 8.0), (b - u * 2.0, foot)),
                        ((b, foot + u * 0.6), (b + u * 1.6, foot)),
                        ((b + u * 1.2, tie + u * 8.0), (b + u * 0.8, tie)),
                        ((a + u * 2.0, tie - u * 10.0), (a + u * 2.0, top + u)),
                    ],
                ) else {
                    continue;
                };
                c.fade(
                    &path,
                    (b - u * 2.0, 0.0),
                    (b + u * 2.0, 0.0),
                    &[
                        (0.0, ink(fold, 0.95)),
                        (0.45, ink(cloth, 0.98)),
                        (1.0, ink(scale(fold, 0.94), 0.95)),
                    ],
                );
            }
        }
    });
    stage.add(drape.alive(move |t| Pose::moved((t * 0.8).sin() * u * 0.25, 0.0)).rippling(
        u * 0.5,
        u * 26.0,
        0.15,
    ));
    let blush = [hex(0xF2B8B4), hex(0xFFF1E4), hex(0xE0849A), hex(0xF6D6B8)];
    stage.add(frame.drawn(top - u * 12.0, foot + u * 3.0, 0.43, 0.0, |c| {
        for i in 0..150 {
            // Along the beam, thick at the corners, and at both feet.
            let s = dice.range(-1.24, 1.24f32);
            let thick = u * (2.0 + 4.6 * s.abs().min(1.0).powi(3));
            let q = if i % 5 == 0 {
                (
                    x + half * s.signum() + u * dice.range(-4.0, 4.0),
                    foot + u * dice.range(-3.0, 1.0),
                )
            } else {
                (x + half * s, top + u * 0.6 + thick * dice.range(-0.9, 1.3))
            };
            for _ in 0..4 {
                let (a, long) = (dice.next() * 6.3, u * dice.range(1.6, 3.0));
                let green =
                    scale(mix(hex(0x3E5E3A), hex(0x94AC70), dice.next()), 0.25 + 0.75 * dim);
                let tip = (q.0 + a.cos() * long, q.1 + a.sin() * long);
                if let Some(path) = blade(q, tip, u * 0.5, 0.0) {
                    c.fill(&path, ink(green, 1.0));
                }
            }
            let (r, color) =
                (u * dice.range(1.0, 2.0), scale(dice.pick(&blush), 0.35 + 0.63 * dim));
            rose(c, q, r, color);
        }
    }));
}

/// A row of white chairs with a bow, to both sides of the aisle.
fn chairs(stage: &mut Stage, plan: &Plan, frame: Frame, (n, dim): (u32, f32), p: sky::Palette) {
    let (h, u, aisle) = (frame.h, frame.u, away(plan, frame));
    let near = [0.36, 0.5, 0.72, 1.02][n as usize];
    let foot = h * 0.6 + h * 0.4 * (near - 0.14) / 0.86;
    let white = scale(mix(hex(0xFCF6EC), p.sun, 0.08), 0.38 + 0.57 * dim);
    stage.add(frame.drawn(foot - u * 18.0 * near, foot + u * 2.0, 0.38 + 0.12 * near, 0.0, |c| {
        for way in [-1.0, 1.0] {
            for k in 0..5 {
                let x = aisle + way * u * near * (18.0 + 9.4 * k as f32);
                chair(c, (x, foot), u * near, white, k == 0);
            }
        }
    }));
    // A candle in a glass stands beside each row.
    let phase = n as f32 * 1.7;
    let strong = if plan.hour == Hour::Day { 0.35 } else { 0.8 };
    stage.add(frame.drawn(foot - u * 6.0 * near, foot + u * 2.0, 0.38 + 0.12 * near, 0.0, |c| {
        for way in [-1.0, 1.0] {
            let x = aisle + way * u * near * 12.2;
            if let Some(path) =
                rect(x - u * near, foot - u * 3.4 * near, u * 2.0 * near, u * 4.0 * near)
            {
                c.fill(&path, ink(hex(0xFFE6BC), 0.55));
            }
        }
    }));
    stage.sparks(0.38 + 0.12 * near, move |t, out| {
        for way in [-1.0, 1.0] {
            let flick = 1.0 + 0.12 * (t * 8.1 + phase + way).sin() * (t * 3.3 + phase).sin();
            let (x, y) = (aisle + way * u * near * 12.2, foot - u * 1.8 * near);
            out.push(Spark::glow(x, y, u * 6.0 * near * flick, LAMP, strong * flick));
        }
    });
}

fn chair(c: &mut Canvas, (x, y): (f32, f32), s: f32, white: Rgb, bow: bool) {
    let (light, dark) = (ink(white, 1.0), ink(scale(white, 0.72), 1.0));
    for px in [-3.0, 2.2] {
        if let Some(path) = rect(x + s * px, y - s * 7.0, s * 0.8, s * 7.6) {
            c.fill(&path, dark);
        }
    }
    if let Some(path) = polygon(&[
        (x - s * 3.6, y - s * 6.2),
        (x + s * 3.6, y - s * 6.2),
        (x + s * 3.1, y - s * 7.8),
        (x - s * 3.1, y - s * 7.8),
    ]) {
        c.fill(&path, dark);
    }
    for px in [-3.1, -1.6, -0.3, 1.0, 2.4] {
        if let Some(path) = rect(x + s * px, y - s * 15.6, s * 0.7, s * 9.6) {
            c.fill(&path, light);
        }
    }
    for py in [16.2, 10.4] {
        if let Some(path) = rect(x - s * 3.4, y - s * py, s * 6.8, s * 0.9) {
            c.fill(&path, light);
        }
    }
    if bow {
        let rose = ink(mix(hex(0xE8A0A4), white, 0.25), 1.0);
        for way in [-1.0, 1.0] {
            if let Some(path) = blade((x, y - s * 12.6), (x + way * s * 3.6, y - s * 13.6), s, 0.0)
            {
                c.fill(&path, rose);
            }
            if let Some(path) =
                blade((x, y - s * 12.6), (x + way * s * 1.2, y - s * 6.8), s * 0.5, 0.0)
            {
                c.fill(&path, rose);
            }
        }
    }
}

/// Three strings of lamps across the sky.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let strong = if plan.hour == Hour::Day { 0.45 } else { 0.9 };
    let at = move |n: usize, s: f32| {
        let (a, b) = [(0.02, 0.16), (0.13, 0.05), (0.2, 0.24)][n];
        (w * (-0.08 + 1.16 * s), h * (a + (b - a) * s) + u * 30.0 * s * (1.0 - s))
    };
    stage.add(frame.drawn(0.0, h * 0.34, 0.22, 0.0, |c| {
        for n in 0..3 {
            for i in 0..30 {
                let (a, b) = (at(n, i as f32 / 30.0), at(n, (i as f32 + 1.0) / 30.0));
                if let Some(path) = curve(a, &[(a, b)]) {
                    c.line(&path, u * 0.2, ink(hex(0x2E2622), 0.8));
                }
            }
        }
    }));
    stage.sparks(0.22, move |t, out| {
        for n in 0..3 {
            for i in 0..13 {
                let (x, y) = at(n, (i as f32 + 0.5) / 13.0);
                let breath = strong * (0.85 + 0.15 * (t * 1.3 + (i * 7 + n) as f32).sin());
                out.push(Spark::glow(x, y + u * 0.9, u * 4.4, LAMP, 0.4 * breath));
                out.push(Spark::disc(x, y + u * 0.9, u * 0.7, hex(0xFFF1D2), breath));
            }
        }
    });
}

fn petals(stage: &mut Stage, plan: &Plan, frame: Frame, dim: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 80);
    let list: Vec<[f32; 4]> =
        (0..56).map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, near, phase] in &list {
            let py = (y + t * (0.02 + 0.025 * near)).fract() * h * 1.04 - u;
            let px = x * w + (t * 0.8 + phase).sin() * u * 3.4;
            let color = mix(hex(0xF4B4B8), hex(0xFFF4EA), (phase * 0.7).fract());
            out.push(
                Spark::disc(px, py, u * (0.34 + 0.3 * near), scale(color, 0.4 + 0.6 * dim), 0.9)
                    .shaped((t * 1.8 + phase).cos().abs().max(0.2) * 0.8, phase + t * 0.6),
            );
        }
    });
}
