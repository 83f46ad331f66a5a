//! A still lake between hills: a cabin on the far shore, a rowing boat, a jetty that leads out; by
//! day it mirrors the sky, by night a river of stars stands over it.

use super::{sky, stars, weather};
use crate::plan::{Plan, aside};
use crate::{
    paint::{
        color::{add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{blade, curve, ink, polygon, rect},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn => {
            Light { from: [0.82, 0.87, 0.98], to: [1.0, 0.985, 0.94], prints: [1.0, 0.985, 0.96] }
        }
        Hour::Day => {
            Light { from: [0.92, 0.96, 1.0], to: [1.0, 0.99, 0.96], prints: [1.0, 1.0, 0.985] }
        }
        Hour::Sunset => {
            Light { from: [0.92, 0.93, 0.99], to: [1.0, 0.965, 0.91], prints: [1.0, 0.98, 0.94] }
        }
        Hour::Night => {
            Light { from: [0.88, 0.92, 1.0], to: [1.0, 0.99, 0.97], prints: [0.94, 0.94, 0.955] }
        }
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 1);
    let line = (h * dice.range(0.6, 0.63)).round();
    let high = match plan.hour {
        Hour::Dawn | Hour::Sunset => 13.0,
        Hour::Day => 42.0,
        Hour::Night => 66.0,
    };
    let sun = (w * dice.pick(&[0.2, 0.8]), line - u * high);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    if plan.hour == Hour::Night {
        stars::milky_way(stage, plan, frame, line);
        stars::shooting(stage, plan, frame, line);
    }
    let hills = hills(stage, plan, frame, line, p);
    cabin(stage, plan, frame, line, p);
    water(stage, plan, frame, line, sun, p, hills);
    mist(stage, plan, frame, line, p);
    glints(stage, plan, frame, line, p);
    window(stage, plan, frame, line);
    boat(stage, plan, frame, p);
    jetty(stage, plan, frame, p);
    reeds(stage, plan, frame, p);
    weather::add(stage, plan, frame);
    stars::fireflies(stage, plan, frame);
}

/// Three depths of wooded hills; returns how high the nearest stand, for their mirror image.
fn hills(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) -> f32 {
    let u = frame.u;
    let night = plan.hour == Hour::Night;
    let green = if night { scale(p.shade, 0.7) } else { mix(p.shade, hex(0x37563F), 0.6) };
    for (n, depth, tall, fade) in
        [(0u32, 0.06, 19.0, 0.66), (1, 0.11, 13.0, 0.42), (2, 0.18, 7.5, 0.16)]
    {
        let seed = plan.noise(30 + n);
        let jag = [0.2, 0.6, 1.5][n as usize];
        let base = mix(green, p.haze, fade);
        stage.add(frame.painted(line - u * (tall + 6.0), line + 1.0, depth, 0.0, |x, y| {
            let broad = ridge(seed, x / (u * (34.0 - 7.0 * n as f32)), 0.4, 2);
            let trees = value(seed ^ 1, x / (u * 0.55), 0.0) * 0.7
                + value(seed ^ 2, x / (u * 0.23), 0.0) * 0.3;
            let top = line - u * (tall * (0.25 + 0.75 * broad) + jag * trees);
            let a = (y - top + 0.5).clamp(0.0, 1.0) * (line + 1.0 - y).clamp(0.0, 1.0);
            let wood = fbm(seed ^ 4, x / (u * 1.6), y / (u * 1.1), 4);
            let c = mix(
                scale(base, 0.72 + 0.56 * wood),
                p.haze,
                0.35 * smooth(line - u * 6.0, line, y) * (0.4 + fade),
            );
            pixel(c, a)
        }));
    }
    u * 9.0
}

fn water(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    line: f32,
    sun: (f32, f32),
    p: sky::Palette,
    hills: f32,
) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(5));
    let night = plan.hour == Hour::Night;
    let dark = if night { scale(p.shade, 0.8) } else { mix(p.shade, hex(0x2C4A4C), 0.6) };
    let layer = frame.painted(line, h, 0.22, u * 2.0, |x, y| {
        let down = (y - line) / (h - line);
        let z = 1.0 / (down + 0.06);
        let ripple = fbm(seed, x * z / (u * 30.0), z * 6.0, 4) - 0.5;
        let seen = y + ripple * u * (2.0 + 7.0 * down);
        // The sky upside down, a little darker; the hills stand in it near the shore.
        let mirrored = 1.0 - ((seen - line) / (h - line)) * 0.85;
        let mut c = scale(crate::paint::color::ramp(&p.sky, mirrored.clamp(0.0, 1.0)), 0.78);
        let wood = smooth(
            hills * (1.25 + 0.7 * ridge(plan.noise(32), x / (u * 20.0), 0.4, 2)),
            hills * 0.5,
            seen - line,
        );
        c = mix(c, dark, wood * 0.82);
        let road = (-((x - sun.0) / (u * (2.0 + 7.0 * down))).powi(2)).exp();
        c = add(
            c,
            p.sun,
            road * (0.12 + smooth(0.02, 0.22, ripple) * 0.6) * if night { 0.55 } else { 0.85 },
        );
        c = add(c, p.sky[2].1, ripple * 0.34);
        c = mix(c, dark, 0.5 * smooth(0.35, 1.1, down));
        c = mix(c, p.haze, 0.5 * smooth(0.035, 0.0, down));
        pixel(c, smooth(-0.5, 0.5, y - line))
    });
    stage.add(layer.rippling(u * 0.8, u * 4.5, 0.2));
}

fn mist(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let u = frame.u;
    for n in 0..2u32 {
        let seed = plan.noise(60 + n);
        let tall = u * (3.2 + 2.4 * n as f32);
        let y0 = line + u * (0.4 + 3.0 * n as f32);
        let white = mix(p.haze, p.cloud.0, 0.4);
        let layer = frame.soft(3, y0 - tall, y0 + tall, 0.2 + 0.1 * n as f32, u * 9.0, |x, y| {
            let body = fbm(seed, x / (u * 16.0), y / (u * 2.6), 4);
            let off = (y - y0).abs() / tall;
            pixel(white, smooth(0.36, 0.76, body) * smooth(1.0, 0.15, off) * 0.55)
        });
        let way = if n == 0 { 1.0 } else { -1.0 };
        stage.add(layer.alive(move |t| Pose::moved(way * u * 0.75 * (t - 5.0), 0.0)));
    }
}

fn glints(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 65);
    let list: Vec<[f32; 4]> = (0..80)
        .map(|_| [dice.range(-0.05, 1.05), dice.next(), dice.next() * 6.3, dice.range(0.7, 1.8)])
        .collect();
    let color = mix(p.sun, p.sky[3].1, 0.4);
    stage.sparks(0.24, move |t, out| {
        for &[x, down, phase, rate] in &list {
            let y = line + u + (h - line) * 0.8 * down * down;
            let flash = (t * rate + phase).sin().max(0.0).powi(4);
            out.push(
                Spark::glow(x * w, y, u * (0.5 + 1.3 * down), color, flash * 0.5).shaped(0.13, 0.0),
            );
        }
    });
}

/// Where the cabin stands: on the shore that prints leave free.
fn shore(plan: &Plan, frame: Frame, line: f32) -> (f32, f32) {
    (frame.w * (0.5 + plan.side * (aside(frame) + 0.05)), line + 1.0)
}

fn cabin(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (u, (x, y)) = (frame.u, shore(plan, frame, line));
    let dim = if plan.hour == Hour::Night { 0.3 } else { 0.85 };
    let wood = scale(hex(0x7A4A34), dim);
    let roof = mix(scale(hex(0x4A3A3A), dim), p.haze, 0.15);
    stage.add(frame.drawn(y - u * 13.0, y + u, 0.18, 0.0, |c| {
        let way = plan.side;
        for (path, tone) in [
            (rect(x + way * u * 2.6 - u * 0.7, y - u * 11.2, u * 1.4, u * 5.0), scale(wood, 0.6)),
            (rect(x - u * 5.0, y - u * 5.4, u * 10.0, u * 5.6), wood),
            (
                polygon(&[
                    (x - u * 6.4, y - u * 5.0),
                    (x - u * 4.2, y - u * 9.6),
                    (x + u * 4.2, y - u * 9.6),
                    (x + u * 6.4, y - u * 5.0),
                ]),
                roof,
            ),
            (rect(x + way * u * 2.0 - u * 0.9, y - u * 4.0, u * 1.8, u * 4.0), scale(wood, 0.5)),
            (rect(x - way * u * 2.2 - u * 1.3, y - u * 4.0, u * 2.6, u * 2.1), hex(0xFFD488)),
        ] {
            if let Some(path) = path {
                c.fill(&path, ink(tone, 1.0));
            }
        }
        for i in 1..5 {
            if let Some(path) = rect(x - u * 5.0, y - u * 1.1 * i as f32, u * 10.0, u * 0.16) {
                c.fill(&path, ink(scale(wood, 0.6), 0.7));
            }
        }
    }));
}

/// The cabin's lamp and its path on the water.
fn window(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32) {
    let (u, (x, y)) = (frame.u, shore(plan, frame, line));
    let strong = if plan.hour == Hour::Day { 0.2 } else { 0.75 };
    let x = x - plan.side * u * 2.2;
    stage.sparks(0.2, move |t, out| {
        out.push(Spark::glow(x, y - u * 3.0, u * 5.0, hex(0xFFC470), strong));
        for i in 0..8 {
            let down = 1.2 + i as f32 * 1.5;
            let wide = u * (1.0 + 0.5 * (t * 1.7 + i as f32 * 2.3).sin());
            let light = strong * 0.6 * (1.0 - i as f32 / 9.0);
            out.push(Spark::glow(x, y + u * down, wide, hex(0xFFC470), light).shaped(0.36, 0.0));
        }
    });
}

/// A rowing boat that nods on the water, and its image in it.
fn boat(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let dim = if plan.hour == Hour::Night { 0.34 } else { 0.9 };
    let hull = scale(mix(hex(0x9A3E30), p.sun, 0.06), dim);
    let (x, y) = (w * (0.5 + plan.side * aside(frame)), h * 0.735);
    let way = -plan.side;
    for up in [-1.0, 1.0f32] {
        let at = |dx: f32, dy: f32| (x + way * u * dx, y + up * u * (dy - 1.4));
        let alpha = if up > 0.0 { 1.0 } else { 0.34 };
        let layer = frame.drawn(y - u * 8.0, y + u * 8.0, 0.3, u, |c| {
            let rim = (at(1.0, -1.4), at(-9.0, -3.2));
            let side = [
                (at(-8.4, 1.0), at(-5.0, 1.4)),
                (at(0.0, 1.9), at(5.0, 1.4)),
                (at(8.4, 1.0), at(9.8, -4.0)),
                rim,
            ];
            if let Some(path) = curve(at(-9.0, -3.2), &side) {
                let (low, high) = (at(0.0, 1.8), at(0.0, -3.4));
                let tones = [(0.0, ink(scale(hull, 0.5), alpha)), (1.0, ink(hull, alpha))];
                c.fade(&path, low, high, &tones);
            }
            if let Some(path) = curve(at(-9.0, -3.2), &[(at(1.0, -5.0), at(9.8, -4.0)), rim]) {
                c.fill(&path, ink(scale(hex(0x6B4A34), dim), alpha));
            }
            if let Some(path) = curve(at(-9.0, -3.2), &[(at(1.0, -1.4), at(9.8, -4.0))]) {
                c.line(&path, u * 0.5, ink(scale(hex(0xF2E6D0), dim), alpha));
            }
            if let Some(path) = polygon(&[at(-4.6, -4.4), at(8.6, 2.0), at(-4.6, -4.4)]) {
                c.line(&path, u * 0.36, ink(scale(hex(0xC8A070), dim), alpha));
            }
        });
        let nod = move |t: f32| Pose::moved((t * 0.5).sin() * u * 0.3, (t * 0.9).sin() * u * 0.12);
        let sway = if up < 0.0 { u * 0.7 } else { 0.0 };
        stage.add(layer.alive(nod).rippling(sway, u * 3.5, 0.25));
    }
}

/// A jetty of worn boards that runs out from the near shore.
fn jetty(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let left = plan.seed & 2 == 0;
    let x = |v: f32| if left { v * w } else { w - v * w };
    let wood =
        if plan.hour == Hour::Night { hex(0x2A2730) } else { mix(hex(0x6B5544), p.haze, 0.15) };
    let mut dice = Dice::new(plan.seed, 70);
    let (near, far) = ((h * 1.04, -0.12f32, 0.62f32), (h * 0.775, 0.42f32, 0.53f32));
    let at = |s: f32, side: f32| {
        // Boards look narrower the further out they lie.
        let k = s * 2.6 / (s * 2.6 + 1.0 - s);
        let (a, b) = (near.1 + (far.1 - near.1) * k, near.2 + (far.2 - near.2) * k);
        (x(a + (b - a) * side), near.0 + (far.0 - near.0) * k)
    };
    stage.add(frame.drawn(h * 0.74, h * 1.05, 0.5, 0.0, |c| {
        for (s, side) in [(1.0, 0.04), (1.0, 0.96), (0.72, 0.02), (0.72, 0.98), (0.45, 0.98)] {
            let (px, py) = at(s, side);
            let size = u * (1.2 + 3.0 * (1.0 - s));
            if let Some(path) = polygon(&[
                (px - size * 0.24, py - size * 1.3),
                (px + size * 0.24, py - size * 1.3),
                (px + size * 0.22, py + size * 2.4),
                (px - size * 0.22, py + size * 2.4),
            ]) {
                c.fade(
                    &path,
                    (0.0, py),
                    (0.0, py + size * 2.4),
                    &[(0.0, ink(scale(wood, 0.6), 1.0)), (1.0, ink(scale(wood, 0.4), 0.0))],
                );
            }
        }
        let boards = 22;
        for i in 0..boards {
            let (s0, s1) = (i as f32 / boards as f32, (i as f32 + 0.94) / boards as f32);
            let tone =
                scale(add(wood, p.sun, 0.12 * i as f32 / boards as f32), dice.range(0.8, 1.12));
            if let Some(path) = polygon(&[at(s0, 0.0), at(s0, 1.0), at(s1, 1.0), at(s1, 0.0)]) {
                c.fill(&path, ink(tone, 1.0));
            }
        }
        if let Some(path) = polygon(&[at(1.0, 0.0), at(1.0, 1.0), at(1.0, 0.5)]) {
            c.line(&path, u * 0.2, ink(scale(wood, 0.5), 1.0));
        }
    }));
}

fn reeds(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 80);
    let left = plan.seed & 2 != 0;
    let dark = if plan.hour == Hour::Night {
        scale(p.shade, 0.8)
    } else {
        mix(p.shade, hex(0x3B4A2C), 0.5)
    };
    for n in 0..2u32 {
        let layer = frame.drawn(h * 0.68, h, 0.6 + 0.25 * n as f32, u * 2.0, |c| {
            for _ in 0..46 {
                let from = dice.next() * dice.next() * 0.5 - 0.05;
                let x = if left { from * w } else { w - from * w };
                let tall = u * dice.range(7.0, 22.0) * (1.1 - from * 1.4);
                let tip = (x + u * dice.range(-2.6, 2.6), h * 1.01 - tall);
                let tone = scale(dark, dice.range(0.7, 1.3) - 0.2 * n as f32);
                if let Some(path) = blade((x, h * 1.03), tip, u * 0.24, u * dice.range(-1.0, 1.0)) {
                    c.fill(&path, ink(tone, 1.0));
                }
                let brown = if plan.hour == Hour::Night { 0.5 } else { 1.0 };
                let head = curve(tip, &[((tip.0, tip.1 + u), (tip.0 + u * 0.05, tip.1 + u * 2.0))]);
                if dice.next() < 0.16
                    && let Some(path) = head
                {
                    c.line(&path, u * 0.55, ink(scale(hex(0x4A3526), brown), 1.0));
                }
            }
        });
        let phase = n as f32 * 1.4;
        stage.add(
            layer.alive(move |t| Pose::moved((t * 0.9 + phase).sin() * u * 0.4, 0.0)).rippling(
                -u * 0.2,
                u * 12.0,
                0.15,
            ),
        );
    }
}
