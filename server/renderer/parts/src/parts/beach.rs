//! A beach: sun low over the sea, clouds, a headland, rolling waves with foam, wet sand, palms.

use super::{sky, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{Canvas, blade, curve, ink, polygon},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn => {
            Light { from: [0.82, 0.87, 0.98], to: [1.0, 0.98, 0.935], prints: [1.0, 0.985, 0.96] }
        }
        Hour::Day => {
            Light { from: [0.97, 0.99, 1.0], to: [1.0, 0.985, 0.95], prints: [1.0, 1.0, 0.985] }
        }
        Hour::Sunset => {
            Light { from: [0.9, 0.92, 0.99], to: [1.0, 0.97, 0.91], prints: [1.0, 0.985, 0.95] }
        }
        Hour::Night => {
            Light { from: [0.94, 0.97, 1.0], to: [0.97, 0.99, 1.0], prints: [0.9, 0.92, 0.96] }
        }
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 1);
    let horizon = (h * dice.range(0.4, 0.44)).round();
    let high = match plan.hour {
        Hour::Sunset => 5.5,
        Hour::Dawn => 8.0,
        Hour::Day => 30.0,
        Hour::Night => 27.0,
    };
    let sun = (w * dice.pick(&[0.24, 0.5, 0.76]) + u * dice.range(-3.0, 3.0), horizon - u * high);
    let p = sky::add_sky(stage, plan, frame, horizon, sun);
    headland(stage, plan, frame, horizon, p);
    let shore = h * 0.79;
    sea(stage, plan, frame, (horizon, shore), sun, p);
    glitter(stage, plan, frame, (horizon, shore), sun, p);
    sail(stage, plan, frame, horizon, p);
    sand(stage, plan, frame, shore, p);
    waves(stage, plan, frame, shore, p);
    weather::add(stage, plan, frame);
    palms(stage, plan, frame, p);
}

fn headland(stage: &mut Stage, plan: &Plan, frame: Frame, horizon: f32, p: sky::Palette) {
    let u = frame.u;
    for (n, depth, height, side, fade) in [(0u32, 0.1, 5.0, 1.0, 0.72), (1, 0.16, 7.5, -1.0, 0.5)] {
        let seed = plan.noise(40 + n);
        let side = if plan.seed & 2 == 0 { side } else { -side };
        let base = mix(p.shade, p.haze, fade);
        stage.add(frame.painted(horizon - u * 14.0, horizon + u * 0.3, depth, 0.0, |x, y| {
            let along = if side > 0.0 { x / frame.w } else { 1.0 - x / frame.w };
            let rise = smooth(0.42, 1.05, along + (value(seed, x / (u * 9.0), 3.0) - 0.5) * 0.1);
            let top =
                horizon - u * height * rise * (0.55 + 0.75 * fbm(seed, x / (u * 8.0), 1.0, 5));
            let a = if rise <= 0.004 {
                0.0
            } else {
                (y - top + 0.5).clamp(0.0, 1.0) * (horizon + u * 0.3 - y).clamp(0.0, 1.0)
            };
            let rock = fbm(seed ^ 9, x / (u * 1.3), y / (u * 0.9), 4);
            let c = mix(
                scale(base, 0.82 + 0.36 * rock),
                p.haze,
                0.3 * smooth(horizon - u * 5.0, horizon, y),
            );
            pixel(c, a)
        }));
    }
}

pub fn sea(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (horizon, shore): (f32, f32),
    sun: (f32, f32),
    p: sky::Palette,
) {
    let (u, seed) = (frame.u, plan.noise(3));
    let deep = match plan.hour {
        Hour::Dawn => hex(0x3F6480),
        Hour::Day => hex(0x1C6E94),
        Hour::Sunset => hex(0x37476E),
        Hour::Night => hex(0x0A1633),
    };
    let shoal = match plan.hour {
        Hour::Dawn => hex(0x8FA9AC),
        Hour::Day => hex(0x5FC0BE),
        Hour::Sunset => hex(0xB98478),
        Hour::Night => hex(0x1A2C50),
    };
    let bottom = shore + u * 8.0;
    stage.add(
        frame
            .painted(horizon, bottom, 0.2, u * 2.0, |x, y| {
                let down = ((y - horizon) / (shore - horizon)).max(0.0);
                let z = 1.0 / (down + 0.035);
                let (vx, vy) = ((x - frame.w / 2.0) * z / (u * 16.0), z * 5.0);
                let swell =
                    ridge(seed, vx * 0.8 + vy * 0.2 + value(seed ^ 8, vx, vy) * 0.5, vy * 1.6, 4);
                let chop = fbm(seed ^ 3, vx * 2.1, vy * 4.0, 3);
                let facet =
                    (swell * 0.65 + chop * 0.5 - 0.55) * (0.45 + 0.55 * smooth(0.0, 0.25, down));
                let mut c = mix(deep, shoal, smooth(0.35, 1.05, down) * 0.85);
                c = mix(c, p.sky[2].1, (0.42 - 0.3 * down).max(0.06));
                c = add(c, p.sky[2].1, facet * 0.5);
                c = scale(c, 1.0 + facet * 0.3);
                // The sun's road: facets towards the light flash, widening to the shore.
                let road = (-((x - sun.0) / (u * (2.2 + 11.0 * down))).powi(2)).exp();
                c = add(
                    c,
                    p.sun,
                    road * (0.2 + 0.9 * smooth(0.02, 0.4, facet)) * (0.85 - 0.45 * down),
                );
                c = mix(c, p.haze, 0.75 * smooth(0.06, 0.0, down));
                let a = (y - horizon + 0.5).clamp(0.0, 1.0);
                pixel(c, a)
            })
            .rippling(u * 0.9, u * 5.0, 0.22),
    );
}

pub fn glitter(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (horizon, shore): (f32, f32),
    sun: (f32, f32),
    p: sky::Palette,
) {
    let u = frame.u;
    let mut dice = Dice::new(plan.seed, 31);
    let list: Vec<[f32; 5]> = (0..170)
        .map(|_| {
            [
                dice.range(-1.0, 1.0) * dice.next().sqrt(),
                dice.next(),
                dice.next() * 6.3,
                dice.range(1.4, 3.4),
                dice.next(),
            ]
        })
        .collect();
    let strong = if plan.hour == Hour::Night { 0.55 } else { 0.95 };
    stage.sparks(0.22, move |t, out| {
        for &[side, down, phase, rate, size] in &list {
            let down = down * down;
            let y = horizon + u * 0.4 + (shore - horizon) * 0.82 * down;
            let flash = (t * rate + phase).sin();
            let bright = flash.max(0.0).powi(3) * strong;
            let x = sun.0 + side * u * (2.6 + 15.0 * down) + (t * 0.7 + phase).sin() * u * 0.5;
            out.push(
                Spark::glow(x, y, u * (0.5 + 1.5 * down) * (0.6 + 0.8 * size), p.sun, bright)
                    .shaped(0.16, 0.0),
            );
        }
    });
}

pub fn sail(stage: &mut Stage, plan: &Plan, frame: Frame, horizon: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 41);
    let x = w * dice.range(0.12, 0.88);
    let y = horizon + u * 1.2;
    let dark = mix(p.shade, p.haze, 0.35);
    let cloth = mix(p.cloud.0, p.haze, 0.3);
    let layer = frame.drawn(y - u * 6.0, y + u, 0.2, u * 3.0, |c| {
        if let Some(path) = polygon(&[
            (x - u * 1.3, y - u * 0.45),
            (x + u * 1.4, y - u * 0.45),
            (x + u * 0.9, y),
            (x - u * 1.0, y),
        ]) {
            c.fill(&path, ink(dark, 1.0));
        }
        if let Some(path) = curve(
            (x, y - u * 0.5),
            &[
                ((x + u * 2.0, y - u * 1.6), (x + u * 0.05, y - u * 4.4)),
                ((x - u * 0.1, y - u * 2.0), (x, y - u * 0.5)),
            ],
        ) {
            c.fill(&path, ink(cloth, 0.95));
        }
        if let Some(path) = polygon(&[
            (x - u * 0.2, y - u * 3.7),
            (x - u * 0.15, y - u * 0.6),
            (x - u * 1.2, y - u * 0.6),
        ]) {
            c.fill(&path, ink(scale(cloth, 0.82), 0.95));
        }
    });
    stage.add(layer.alive(move |t| Pose::moved(u * 0.22 * (t - 5.0), (t * 1.1).sin() * u * 0.1)));
}

pub fn sand(stage: &mut Stage, plan: &Plan, frame: Frame, shore: f32, p: sky::Palette) {
    let (u, seed) = (frame.u, plan.noise(6));
    let dry = match plan.hour {
        Hour::Dawn => hex(0xC9AB8C),
        Hour::Day => hex(0xE3CDA2),
        Hour::Sunset => hex(0xB98360),
        Hour::Night => hex(0x343A52),
    };
    let wet = mix(scale(dry, 0.6), p.sky[1].1, 0.25);
    stage.add(frame.painted(shore - u * 4.0, frame.h, 0.42, u * 2.0, |x, y| {
        let edge = shore + (value(seed, x / (u * 26.0), 0.0) - 0.5) * u * 5.0;
        let a = smooth(-u * 2.2, u * 0.8, y - edge);
        let down = ((y - edge) / (frame.h - shore)).max(0.0);
        let z = 1.0 / (down + 0.5);
        let dune = ridge(seed ^ 2, x * z / (u * 30.0) + y * z / (u * 14.0), y * z / (u * 4.6), 3);
        let fine = fbm(seed ^ 7, x / (u * 0.9), y / (u * 0.6), 2) - 0.5;
        let dryness =
            smooth(0.16, 0.5, down + (value(seed ^ 8, x / (u * 12.0), y / (u * 5.0)) - 0.5) * 0.12);
        let mut c = mix(wet, dry, dryness);
        // Wet sand mirrors the sky; dry sand keeps its ripples.
        c = mix(c, p.sky[3].1, (1.0 - dryness) * 0.28);
        c = scale(
            c,
            1.0 + fine * (0.06 + 0.16 * dryness) + (dune - 0.5) * 0.3 * dryness
                - 0.28 * smooth(0.55, 1.2, down),
        );
        pixel(c, a)
    }));
}

/// Breakers far out and the swash that runs up the sand.
pub fn waves(stage: &mut Stage, plan: &Plan, frame: Frame, shore: f32, p: sky::Palette) {
    let u = frame.u;
    let foam = mix(p.cloud.0, [1.0, 0.99, 0.97], if plan.hour == Hour::Night { 0.1 } else { 0.5 });
    for n in 0..4u32 {
        let seed = plan.noise(50 + n);
        let out = 3 - n;
        let y0 = shore - u * [0.2, 4.4, 9.5, 14.0][out as usize];
        let thick = u * [3.6, 2.3, 1.7, 1.1][out as usize];
        let travel = u * [2.4, 2.6, 2.0, 1.2][out as usize];
        let layer = frame.painted(
            y0 - thick * 2.0,
            y0 + thick * 2.2,
            0.24 + 0.05 * n as f32,
            u * 4.0,
            |x, y| {
                let line =
                    y0 + (fbm(seed, x / (u * 17.0), 0.5, 3) - 0.5) * u * (3.0 + n as f32 * 1.6);
                let off = (y - line) / thick;
                // Foam hangs behind a crisp leading edge and breaks into lace.
                let lead = smooth(0.55, 0.42, off) * smooth(-1.5, 0.2, off);
                let lace = ridge(seed ^ 1, x / (u * 2.2), y / (u * 0.9), 3);
                let gaps = smooth(0.3, 0.62, lace + off * 0.42);
                let along = smooth(
                    0.25,
                    0.55,
                    value(seed ^ 2, x / (u * 14.0), 2.0) + if n == 3 { 0.5 } else { 0.08 },
                );
                let a = lead * gaps * along * if n == 3 { 0.9 } else { 0.74 };
                // Below the edge a thin shadow of the lip.
                let lip = smooth(0.42, 0.5, off) * smooth(1.0, 0.5, off) * along * 0.28;
                if a >= lip { pixel(foam, a) } else { [p.shade[0], p.shade[1], p.shade[2], lip] }
            },
        );
        let phase = n as f32 * 1.9;
        stage.add(layer.alive(move |t| {
            let roll = t * 0.92 + phase;
            Pose {
                dx: (roll * 0.5).sin() * u * 0.8,
                dy: roll.sin() * travel,
                opacity: 0.55 + 0.45 * (roll - 0.7).sin(),
            }
        }));
    }
}

fn palms(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let left = plan.seed & 4 == 0;
    let x = |v: f32| if left { v * u } else { w - v * u };
    let mut dice = Dice::new(plan.seed, 61);
    let dark = mix(p.shade, p.sky[2].1, 0.04);
    for (n, depth) in [(0, 0.8f32), (1, 1.15)] {
        let crown = if n == 0 { (-1.0, -1.5) } else { (-4.0, 3.0) };
        let leaves: Vec<(f32, f32)> = (0..7)
            .map(|i| (-0.75 + i as f32 * 0.36 + dice.range(-0.1, 0.1), dice.range(17.0, 25.0)))
            .collect();
        let layer = frame.drawn(0.0, u * 32.0, depth, u * 2.0, |c| {
            for &(angle, length) in &leaves {
                frond(
                    c,
                    (crown.0, crown.1),
                    angle,
                    length,
                    &x,
                    u,
                    ink(scale(dark, if n == 0 { 1.5 } else { 1.0 }), 1.0),
                );
            }
        });
        let phase = n as f32 * 1.3;
        stage.add(layer.alive(move |t| {
            Pose::moved((t * 0.8 + phase).sin() * u * 0.45, (t * 1.15 + phase).sin() * u * 0.22)
        }));
    }
}

fn frond(
    c: &mut Canvas,
    root: (f32, f32),
    angle: f32,
    length: f32,
    x: &impl Fn(f32) -> f32,
    u: f32,
    color: tiny_skia::Color,
) {
    // The rib bends down under its own weight; leaflets hang from it on both sides.
    let at = |s: f32| {
        let a = angle + s * s * 0.75;
        (root.0 + length * s * a.cos(), root.1 + length * s * a.sin())
    };
    let place = |q: (f32, f32)| (x(q.0), q.1 * u);
    for i in 0..12 {
        let (a, b) = (at(i as f32 / 12.0), at((i as f32 + 1.0) / 12.0));
        if let Some(path) = polygon(&[place(a), place(b), place((b.0 + 0.01, b.1 + 0.01))]) {
            c.line(&path, u * 0.28 * (1.1 - i as f32 / 12.0), color);
        }
    }
    for i in 2..30 {
        let s = i as f32 / 30.0;
        let (a, b) = (at(s), at((s + 0.03).min(1.0)));
        let along = (b.1 - a.1).atan2(b.0 - a.0);
        let size = length * 0.3 * (1.0 - (s - 0.35).abs() * 1.05).max(0.15);
        for side in [-1.0, 1.0f32] {
            let turn = along + side * 0.75;
            let tip = (a.0 + size * turn.cos(), a.1 + size * turn.sin() + size * 0.22);
            if let Some(path) = blade(place(a), place(tip), u * 0.32, 0.0) {
                c.fill(&path, color);
            }
        }
    }
}
