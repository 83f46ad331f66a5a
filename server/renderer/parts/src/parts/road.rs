//! A road trip: an empty road to the horizon between table mountains, telegraph poles, a loaded
//! van ahead of us, lights that come the other way, dust and tumbling grass.

use super::{sky, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge},
        shapes::{Canvas, blade, curve, ink, oval, rect},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.92, 0.95, 1.0], to: [1.0, 0.98, 0.97], prints: [0.95, 0.945, 0.95] }
        }
        _ => Light { from: [0.9, 0.92, 0.98], to: [1.0, 0.975, 0.93], prints: [1.0, 0.985, 0.95] },
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let line = (h * 0.56).round();
    let high = if matches!(plan.hour, Hour::Day | Hour::Night) { 0.14 } else { 0.5 };
    let side = plan.side;
    let p = sky::add_sky(stage, plan, frame, line, (w * (0.5 + side * 0.22), h * high));
    let dim = match plan.hour {
        Hour::Day => 1.0,
        Hour::Dawn => 0.85,
        Hour::Sunset => 0.74,
        Hour::Night => 0.26,
    };
    for n in 0..3u32 {
        mesas(stage, plan, frame, (n, line, dim), p);
    }
    plain(stage, plan, frame, (line, dim), p);
    poles(stage, plan, frame, (line, dim), p);
    oncoming(stage, plan, frame, line);
    van(stage, plan, frame, dim, p);
    brush(stage, plan, frame, dim, p);
    weather::add(stage, plan, frame);
    dust(stage, plan, frame, line, p);
}

fn mesas(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (n, line, dim): (u32, f32, f32),
    p: sky::Palette,
) {
    let (u, seed) = (frame.u, plan.noise(10 + n));
    let tall = u * [15.0, 11.0, 4.0][n as usize];
    let rock = scale(hex([0x9A5A48, 0xA85C3C, 0x7E5A3C][n as usize]), dim);
    stage.add(frame.painted(line - tall * 1.5, line + 2.0, 0.06 + 0.05 * n as f32, 0.0, |x, y| {
        let broad = fbm(seed, x / (u * (21.0 + 6.0 * n as f32)), 0.3, 2);
        // Flat tops with steep sides and a skirt of scree.
        let table = smooth(0.5, 0.56, broad) * 0.72 + smooth(0.36, 0.6, broad) * 0.28;
        let top = line - tall * (0.08 + table) - u * fbm(seed ^ 1, x / (u * 1.6), 0.0, 3);
        let a = (y - top + 0.5).clamp(0.0, 1.0);
        let strata = fbm(seed ^ 2, x / (u * 30.0), y / (u * 0.9), 3);
        let gully = ridge(seed ^ 3, x / (u * 1.8), y / (u * 9.0), 3);
        let mut c = scale(rock, 0.55 + 0.45 * strata + 0.4 * gully);
        c = add(c, p.sun, 0.14 * gully * dim);
        c = mix(c, p.haze, [0.6, 0.36, 0.2][n as usize] + 0.2 * smooth(line - tall, line, y));
        pixel(c, a)
    }));
}

/// Where the road meets the horizon: towards the side that prints leave free, so that the van on
/// it is seen.
fn middle(plan: &Plan, frame: Frame) -> f32 {
    frame.w * (0.5 + plan.side * 0.13)
}

/// Dry ground and the road with its worn yellow line.
fn plain(stage: &mut Stage, plan: &Plan, frame: Frame, (line, dim): (f32, f32), p: sky::Palette) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(20));
    let centre = middle(plan, frame);
    let (sand, tar) = (scale(hex(0xC08A58), dim), scale(hex(0x57525A), dim.max(0.4)));
    stage.add(frame.painted(line, h, 0.3, 0.0, |x, y| {
        let down = ((y - line) / (h - line)).clamp(0.0, 1.0);
        let near = 0.012 + down;
        let gx = (x - centre) / (u * near);
        let far = 1.0 / near;
        let tuft = smooth(0.5, 0.72, fbm(seed, gx / 3.0, far * 5.0, 3));
        let fine = fbm(seed ^ 1, x / (u * 0.9), y / (u * 0.6), 2) - 0.5;
        let mut c = mix(sand, scale(hex(0x6F7446), dim), tuft * 0.7);
        c = scale(c, 0.8 + 0.4 * fbm(seed ^ 2, gx / 14.0, far * 2.0, 3));
        let road = smooth(31.0, 30.2, gx.abs());
        let wear = (-((gx.abs() - 14.0) / 5.0).powi(2)).exp();
        let mut lane = scale(tar, 0.86 + 0.2 * wear + 0.22 * fine);
        let white = smooth(0.7, 0.4, (gx.abs() - 28.4).abs());
        lane = mix(lane, scale(hex(0xE8E2D4), dim.max(0.45)), white * 0.7);
        c = mix(c, lane, road);
        c = scale(c, 1.0 + fine * 0.16);
        c = add(c, p.sun, 0.16 * (-down * 7.0).exp());
        c = mix(c, p.haze, 0.7 * smooth(0.05, 0.0, down));
        pixel(c, smooth(0.0, 1.0, y - line))
    }));
    // The broken line runs towards us.
    let paint = scale(hex(0xF0BC4A), dim.max(0.5));
    stage.sparks(0.3, move |t, out| {
        for i in 0..16 {
            let z = 0.7 + (i as f32 + 1.0 - (t * 1.5).fract()) * 1.1;
            let near = 0.8 / z;
            let y = line + (h - line) * near;
            let long = (h - line) * 0.8 * 0.2 / (z * z) + u * 0.05;
            if near < 1.3 {
                let fade = smooth(0.02, 0.06, near);
                out.push(
                    Spark::disc(centre, y, long, paint, 0.9 * fade)
                        .shaped((u * near * 0.62 / long).min(1.0), std::f32::consts::FRAC_PI_2),
                );
            }
        }
    });
}

/// Telegraph poles that grow towards us, with sagging wires.
fn poles(stage: &mut Stage, plan: &Plan, frame: Frame, (line, dim): (f32, f32), p: sky::Palette) {
    let (h, u, side, centre) = (frame.h, frame.u, plan.side, middle(plan, frame));
    let dark = mix(scale(hex(0x3A2A22), dim.max(0.4)), p.haze, 0.08);
    let foot = move |near: f32| (centre + side * u * 43.0 * near, line + (h - line) * near);
    stage.add(frame.drawn(h * 0.06, h * 0.9, 0.34, 0.0, |c| {
        let list = [0.05f32, 0.075, 0.11, 0.17, 0.28, 0.5, 0.95];
        for pair in list.windows(2) {
            for k in [-1.0, 1.0] {
                let top = |near: f32| {
                    let (x, y) = foot(near);
                    (x + k * u * 6.0 * near, y - u * 78.0 * near)
                };
                let (a, b) = (top(pair[0]), top(pair[1]));
                let low = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1) + u * 14.0 * pair[1]);
                if let Some(path) = curve(a, &[(low, b)]) {
                    c.line(&path, u * 0.14, ink(dark, 0.8));
                }
            }
        }
        for near in list {
            let (x, y) = foot(near);
            let (wide, tall) = ((u * 2.2 * near).max(1.2), u * 80.0 * near);
            for (px, py, bw, bh) in
                [(0.0, 0.0, wide, tall), (0.0, tall - u * 4.0 * near, u * 14.0 * near, wide * 0.8)]
            {
                if let Some(path) =
                    rect(x + px - bw / 2.0, y - if py > 0.0 { py } else { bh }, bw, bh)
                {
                    c.fill(&path, ink(mix(dark, p.haze, 0.4 * (1.0 - near * 2.0).max(0.0)), 1.0));
                }
            }
        }
    }));
}

/// Lights that come the other way and pass, before they are near enough to be a car.
fn oncoming(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (h, u, side, centre) = (frame.h, frame.u, plan.side, middle(plan, frame));
    let start = Dice::new(plan.seed, 40).next();
    let strong = if plan.hour == Hour::Day { 0.5 } else { 0.95 };
    stage.sparks(0.3, move |t, out| {
        for i in 0..3 {
            let way = (t * 0.11 + start + i as f32 / 3.0).fract();
            let near = 0.02 + 0.34 * way.powi(3);
            let (x, y) =
                (centre - side * u * 15.0 * near, line + (h - line) * near - u * 5.0 * near);
            let there = smooth(0.0, 0.1, way) * smooth(1.0, 0.86, way);
            let body = [0.06, 0.05, 0.06];
            for (dy, r, squash) in [(-2.6, 5.4, 0.72), (0.6, 7.2, 0.5)] {
                let car = Spark::disc(x, y + u * dy * near, u * r * near, body, 0.85 * there);
                out.push(car.shaped(squash, 0.0));
            }
            for k in [-1.0, 1.0] {
                let lx = x + k * u * 5.0 * near;
                out.push(Spark::glow(lx, y, u * (0.6 + 9.0 * near), hex(0xFFF0CE), strong * there));
            }
        }
    });
}

/// A little van with cases on its roof, seen from behind; it rocks on its springs.
fn van(stage: &mut Stage, plan: &Plan, frame: Frame, dim: f32, p: sky::Palette) {
    let (h, u) = (frame.h, frame.u);
    // In the lane whose side prints leave free, near enough to be seen well.
    let (x, y) = (middle(plan, frame) + plan.side * u * 10.2, h * 0.885);
    let u = u * 1.2;
    let body = Dice::new(plan.seed, 50).pick(&[hex(0x3F8C8A), hex(0xD8603C), hex(0xE0A838)]);
    let (body, cream) = (scale(body, dim.max(0.4)), scale(hex(0xF6EAD2), dim.max(0.42)));
    let layer = frame.drawn(y - u * 28.0, y + u * 3.0, 0.4, u, |c| {
        if let Some(path) = oval(x, y + u * 0.3, u * 10.4, u * 1.3) {
            c.fill(&path, ink([0.08, 0.05, 0.05], 0.5));
        }
        let mut block = |px: f32, py: f32, wide: f32, tall: f32, color: Rgb| {
            if let Some(path) = rect(x + u * px, y - u * py, u * wide, u * tall) {
                c.fade(
                    &path,
                    (x + u * px, 0.0),
                    (x + u * (px + wide), 0.0),
                    &[
                        (0.0, ink(scale(color, 0.72), 1.0)),
                        (0.3, ink(add(color, p.sun, 0.08), 1.0)),
                        (1.0, ink(scale(color, 0.7), 1.0)),
                    ],
                );
            }
        };
        block(-7.4, 3.0, 3.0, 3.2, hex(0x1A1818));
        block(4.4, 3.0, 3.0, 3.2, hex(0x1A1818));
        block(-6.6, 23.6, 5.2, 3.6, scale(hex(0x8A5230), dim.max(0.4)));
        block(-1.0, 22.6, 7.4, 2.6, scale(hex(0x4E6A44), dim.max(0.4)));
        block(-0.6, 25.0, 4.6, 2.4, scale(hex(0xC89A58), dim.max(0.4)));
        block(-8.0, 20.2, 16.0, 0.6, hex(0x2A2624));
        block(-8.4, 11.4, 16.8, 9.6, body);
        block(-8.8, 3.2, 17.6, 1.4, scale(hex(0xC8C4BE), dim.max(0.4)));
        if let Some(path) = curve(
            (x - u * 8.4, y - u * 11.4),
            &[
                ((x - u * 8.6, y - u * 19.4), (x - u * 5.6, y - u * 19.6)),
                ((x, y - u * 20.2), (x + u * 5.6, y - u * 19.6)),
                ((x + u * 8.6, y - u * 19.4), (x + u * 8.4, y - u * 11.4)),
            ],
        ) {
            c.fill(&path, ink(cream, 1.0));
        }
        glass(c, (x, y), u, mix(p.sky[1].1, hex(0x26303C), 0.4));
        for k in [-1.0, 1.0] {
            if let Some(path) = oval(x + k * u * 6.6, y - u * 7.6, u * 0.9, u * 1.3) {
                c.fill(&path, ink(hex(0xE03A28), 1.0));
            }
        }
        if let Some(path) = rect(x - u * 2.4, y - u * 6.4, u * 4.8, u * 1.9) {
            c.fill(&path, ink(scale(cream, 0.9), 1.0));
        }
    });
    let rock = |t: f32, u: f32| ((t * 5.1).sin() + 0.6 * (t * 8.3).sin()) * u * 0.13;
    stage.add(layer.alive(move |t| Pose::moved((t * 0.6).sin() * u * 0.6, rock(t, u))));
    let strong = if plan.hour == Hour::Day { 0.15 } else { 0.7 };
    stage.sparks(0.4, move |t, out| {
        for k in [-1.0, 1.0] {
            let lx = x + k * u * 6.6 + (t * 0.6).sin() * u * 0.6;
            out.push(Spark::glow(lx, y - u * 7.6 + rock(t, u), u * 4.0, hex(0xFF4A30), strong));
        }
    });
}

fn glass(c: &mut Canvas, (x, y): (f32, f32), u: f32, color: Rgb) {
    if let Some(path) = curve(
        (x - u * 6.4, y - u * 12.2),
        &[
            ((x - u * 6.4, y - u * 17.8), (x - u * 4.6, y - u * 18.0)),
            ((x, y - u * 18.4), (x + u * 4.6, y - u * 18.0)),
            ((x + u * 6.4, y - u * 17.8), (x + u * 6.4, y - u * 12.2)),
        ],
    ) {
        c.fade(
            &path,
            (x - u * 5.0, y - u * 18.0),
            (x + u * 4.0, y - u * 12.0),
            &[(0.0, ink(add(color, [1.0; 3], 0.2), 1.0)), (1.0, ink(scale(color, 0.6), 1.0))],
        );
    }
}

/// Dry grass at both sides of the road, bent by the passing air.
fn brush(stage: &mut Stage, plan: &Plan, frame: Frame, dim: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 60 + u64::from(n));
        let layer = frame.drawn(h * 0.84, h, 0.6 + 0.3 * n as f32, u * 2.0, |c| {
            for i in 0..70 {
                let out = dice.next() * 0.2;
                let x = if i % 2 == 0 { w * (out - 0.03) } else { w * (1.03 - out) };
                let tall = u * dice.range(4.0, 11.0) * (1.0 - out * 2.6);
                let root = (x, h * 1.02);
                let tip = (x + u * dice.range(-3.0, 3.0), h * (0.99 + 0.02 * n as f32) - tall);
                let tone =
                    scale(mix(hex(0xB08A4A), p.sun, 0.1), dim.max(0.3) * dice.range(0.5, 1.0));
                if let Some(path) = blade(root, tip, u * 0.26, u * dice.range(-1.0, 1.0)) {
                    c.fill(&path, ink(tone, 1.0));
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 2.2 + phase).sin() * u * 0.4, 0.0)));
    }
}

fn dust(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 80);
    let list: Vec<[f32; 3]> = (0..34).map(|_| [dice.next(), dice.next(), dice.next()]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, start, size] in &list {
            let way = (t * 0.2 + start).fract();
            let near = way.powi(3);
            let px = w * 0.5 + (x - 0.5) * w * (0.2 + 2.4 * near);
            let py = line + (h - line) * (0.05 + near);
            let light = 0.4 * smooth(0.0, 0.3, way) * smooth(1.0, 0.8, way);
            out.push(Spark::glow(px, py, u * (0.3 + 1.2 * near * size), p.sun, light));
        }
    });
}
