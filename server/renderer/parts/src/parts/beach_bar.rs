//! A bar on the beach: a roof of palm leaves on posts of bamboo, lamps on a string, the sea behind, a
//! counter with drinks before people.

use evernear_rules::story::Hour;

use super::{
    backdrop::{self, View},
    daylight::lit,
    forms::{ball, bar, bent, block, flat, post},
    props::{leaf, shadow},
    weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, blade, curve, ink, oval},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    backdrop::draw(stage, plan, frame, View::Shore, 0.48);
    weather::add(stage, plan, frame);
    board(stage, plan, frame);
    posts(stage, plan, frame);
    thatch(stage, plan, frame);
    lamps(stage, plan, frame);
    counter(stage, plan, frame);
    drinks(stage, plan, frame);
}

/// What the lamps below the roof add to a colour.
fn under(plan: &Plan, color: Rgb) -> Rgb {
    let lamp = match plan.hour {
        Hour::Day => 0.0,
        Hour::Night => 0.42,
        _ => 0.14,
    };
    add(lit(plan, color), [color[0], color[1] * 0.76, color[2] * 0.46], lamp)
}

/// How far from the middle the posts stand.
fn reach(frame: Frame) -> f32 {
    (frame.w * 0.44).min(frame.u * 60.0)
}

/// A surfboard in the sand.
fn board(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.turn();
    let (x, foot) = (w / 2.0 + side * (reach(frame) - u * 8.5), h * 0.81);
    let mut dice = Dice::new(plan.seed, 741);
    let paint =
        under(plan, dice.pick(&[hex(0xE8603A), hex(0x2E9AA8), hex(0xF0C040), hex(0xE86A8A)]));
    let white = under(plan, hex(0xF6F0E2));
    let tip = foot - (h * 0.32).min(u * 40.0);
    let lean = side * u * 3.0;
    let layer = frame.drawn(tip - u, foot + u * 3.0, 0.4, 0.0, |c| {
        shadow(c, (x + side * u * 2.0, foot), u * 6.5, u);
        for (half, tone) in [(6.4f32, white), (5.4, paint), (1.9, white)] {
            if let Some(path) = blade((x, foot), (x + lean, tip), u * half, 0.0) {
                c.fade(&path, (x - u * 4.0, 0.0), (x + u * 5.0, 0.0), &super::props::round(tone));
            }
        }
        bar(c, (x, foot), (x + lean, tip), u * 0.2, scale(paint, 0.6));
        if let Some(path) = oval(x, foot + u * 0.3, u * 3.2, u * 0.8) {
            c.fill(&path, ink(lit(plan, hex(0xCDB084)), 1.0));
        }
    });
    stage.add(layer);
}

fn posts(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let cane = under(plan, hex(0xB88A48));
    stage.add(frame.drawn(-u * 4.0, h * 0.9, 0.46, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            let x = w / 2.0 + side * reach(frame);
            shadow(c, (x, h * 0.86), u * 5.0, u);
            for (dx, half) in [(1.6f32, 1.3f32), (-0.9, 1.6)] {
                let x = x + side * u * dx;
                post(c, x, (-u * 4.0, h * 0.86), u * half, scale(cane, 0.8 + 0.2 * half / 1.6));
                let mut y = h * 0.86 - u * (3.0 + dx);
                while y > 0.0 {
                    block(
                        c,
                        (x - u * half * 1.12, y),
                        (u * half * 2.24, u * 0.5),
                        scale(cane, 0.78),
                    );
                    y -= u * 8.5;
                }
            }
            // Where beam and post are bound together.
            for k in 0..5 {
                let y = h * 0.155 + u * 0.8 * k as f32;
                bar(
                    c,
                    (x - u * 3.0, y),
                    (x + u * 3.2, y + u * 0.3),
                    u * 0.6,
                    scale(under(plan, hex(0xD8BE8A)), 1.0 - 0.1 * k as f32),
                );
            }
        }
    }));
}

/// Layers of dry palm leaves, ragged at the lower edge.
fn thatch(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(744));
    let straw =
        under(plan, Dice::new(plan.seed, 744).pick(&[hex(0xC49A58), hex(0xB58E5A), hex(0xCCA662)]));
    let edge = h * 0.13;
    stage.add(frame.drawn(edge - u * 4.0, edge + u * 6.0, 0.47, 0.0, |c| {
        let y = edge + u * 1.0;
        block(c, (-u * 9.0, y), (w + u * 18.0, u * 2.4), scale(under(plan, hex(0x8A6236)), 0.8));
    }));
    stage.add(frame.painted(-u * 4.0, edge, 0.48, 0.0, |x, y| {
        let row = ((y + u * 4.0) / (u * 4.2)).floor();
        let fall = ((y + u * 4.0) / (u * 4.2)).fract();
        let strand = fbm(seed ^ row as u32, x / (u * 0.42), y / (u * 9.0), 2);
        let sheaf = value(seed ^ 3, x / (u * 3.0) + row * 1.7, row * 2.0);
        let tone = 0.34 + 0.62 * strand + 0.3 * (sheaf - 0.5) + 0.26 * fall;
        pixel(scale(straw, tone), 1.0)
    }));
    for n in 0..2u32 {
        let mut dice = Dice::new(plan.seed, 745 + u64::from(n));
        let layer = frame.drawn(edge - u * 8.0, edge + u * 9.0, 0.49, u, |c| {
            let mut x = -u * 8.0;
            while x < w + u * 8.0 {
                let long = u * dice.range(4.0, 8.5) * if n == 0 { 1.0 } else { 0.7 };
                let from = (x, edge - u * (2.5 + 3.0 * n as f32) + dice.range(-1.0, 1.0) * u);
                let to = (x + dice.range(-1.6, 1.6) * u, from.1 + long);
                let tone = scale(straw, dice.range(0.42, 1.15) * if n == 0 { 0.75 } else { 1.0 });
                if let Some(path) =
                    blade(from, to, u * dice.range(0.3, 0.7), dice.range(-0.5, 0.5) * u)
                {
                    c.fill(&path, ink(tone, 1.0));
                }
                x += u * dice.range(0.25, 0.62);
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.9 + phase).sin() * u * 0.2, 0.0)));
    }
}

/// Lamps on a string between the posts.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let half = reach(frame);
    let tints = [hex(0xFFD070), hex(0xFF8A5A), hex(0xFFE6A8), hex(0x7AD0C0), hex(0xFFB0A0)];
    let top = h * 0.17;
    let at = move |s: f32| {
        let k = (s * 2.0).fract();
        (w / 2.0 - half + half * 2.0 * s, top + u * (1.5 + 22.0 * k * (1.0 - k)))
    };
    let turn = (Dice::new(plan.seed, 748).next() * 5.0) as usize;
    let list: Vec<_> =
        (0..14).map(|k| (at((k as f32 + 0.5) / 14.0), tints[(k + turn) % 5])).collect();
    let on = match plan.hour {
        Hour::Day => 0.25,
        Hour::Night => 1.0,
        _ => 0.8,
    };
    let bulbs = list.clone();
    stage.add(frame.drawn(top - u, top + u * 12.0, 0.47, 0.0, |c| {
        for s in [0.0f32, 0.5] {
            let (from, to) = (at(s), at(s + 0.4999));
            bent(
                c,
                from,
                (f32::midpoint(from.0, to.0), top + u * 12.5),
                to,
                u * 0.24,
                hex(0x2A2420),
            );
        }
        for ((x, y), tone) in bulbs {
            block(c, (x - u * 0.4, y), (u * 0.8, u * 0.9), hex(0x2E2824));
            ball(c, (x, y + u * 1.8), (u * 1.05, u * 1.3), mix(scale(tone, 0.82), tone, on));
        }
    }));
    stage.sparks(0.47, move |t, out| {
        for (k, &((x, y), tone)) in list.iter().enumerate() {
            let breath = on * (0.9 + 0.1 * (t * 1.1 + k as f32).sin());
            out.push(Spark::glow(x, y + u * 1.8, u * 5.4, tone, 0.46 * breath));
        }
    });
}

/// A counter of old boards over a front of bamboo.
fn counter(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(750));
    let (top, lip) = (h * 0.87, h * 0.92);
    let wood =
        under(plan, Dice::new(plan.seed, 750).pick(&[hex(0xA8743E), hex(0x8E6238), hex(0xB48850)]));
    let cane = under(plan, hex(0xC09A54));
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let a = smooth(0.0, u * 0.3, y - top);
        if y < lip + u * 1.7 {
            let k = (y - top) / (lip - top);
            let plank = (k * 3.0).min(2.99).floor();
            let veins = fbm(seed, x / (u * 10.0), y / (u * 0.5) + plank * 9.0, 3) - 0.5;
            let gap = if k < 1.0 { smooth(0.0, 0.1, (k * 3.0).fract()) } else { 1.0 };
            let ringed = fbm(seed ^ 2, x / (u * 3.0), y / (u * 1.6), 3) - 0.5;
            let mut c = scale(wood, (0.94 + 0.5 * veins + 0.2 * ringed) * (0.6 + 0.4 * gap));
            c = add(c, [1.0, 0.86, 0.66], 0.12 * smooth(0.9, 0.0, k) * plan.daylight());
            if k > 1.0 {
                c = scale(c, 0.66);
            }
            return pixel(c, a);
        }
        let s = x / (u * 2.6);
        let off = (s.fract() - 0.5).abs() * 2.0;
        let own = value(seed ^ 5, s.floor() * 2.3, 0.5);
        let knot = smooth(u * 0.4, 0.0, (y - h * (0.945 + 0.04 * own)).abs());
        let shade = (1.0 - off * off).max(0.0).sqrt() * 0.7 + 0.2 + 0.2 * own - 0.3 * knot;
        pixel(scale(cane, shade * (0.55 + 0.45 * smooth(0.0, u * 3.0, y - lip - u * 1.7))), a)
    }));
}

/// A tall glass with a straw and a slice of fruit.
fn glass(c: &mut Canvas, (x, y): (f32, f32), u: f32, tones: [Rgb; 2], side: f32) {
    shadow(c, (x + u * 0.8, y), u * 2.6, u * 0.5);
    bar(c, (x, y - u * 2.0), (x + side * u * 2.0, y - u * 8.4), u * 0.34, hex(0xE85A5A));
    let body = curve(
        (x - u * 1.9, y - u * 6.4),
        &[
            ((x - u * 1.7, y - u * 2.0), (x - u * 1.2, y)),
            ((x, y + u * 0.5), (x + u * 1.2, y)),
            ((x + u * 1.7, y - u * 2.0), (x + u * 1.9, y - u * 6.4)),
        ],
    );
    if let Some(path) = body {
        c.fade(
            &path,
            (0.0, y - u * 6.4),
            (0.0, y),
            &[(0.0, ink(tones[0], 0.94)), (1.0, ink(tones[1], 0.96))],
        );
        c.line(&path, u * 0.2, ink([1.0; 3], 0.4));
    }
    if let Some(path) = oval(x, y - u * 6.4, u * 1.9, u * 0.5) {
        c.fill(&path, ink(add(tones[0], [1.0; 3], 0.2), 1.0));
    }
    bar(
        c,
        (x - u * 1.2, y - u * 5.4),
        (x - u * 0.8, y - u * 1.4),
        u * 0.3,
        add(tones[0], [1.0; 3], 0.4),
    );
    ball(c, (x - side * u * 1.7, y - u * 6.7), (u * 1.4, u * 1.4), hex(0xF4B040));
    ball(c, (x - side * u * 1.7, y - u * 6.7), (u, u), hex(0xFFD97A));
}

fn drinks(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 752);
    let half = reach(frame) * 0.92;
    let y = h * 0.912;
    let side = plan.turn();
    let at = |s: f32| w / 2.0 + side * half * s;
    let tone = |c: u32| scale(hex(c), (plan.daylight() + 0.3).min(1.0));
    let sets =
        [[0xF4C04A, 0xE8503A], [0x7AD8C0, 0x2A9A9A], [0xF8A0A8, 0xD83A60], [0xD8E070, 0x6AA83A]];
    let first = dice.pick(&[0usize, 1, 2, 3]);
    let pair = |k: usize| sets[(first + k) % 4].map(tone);
    // Low enough to stay below chins in every format.
    let v = u.min(h * 0.0058);
    stage.add(frame.drawn(y - v * 9.0, y + u * 3.0, 0.64, 0.0, |c| {
        glass(c, (at(-0.9), y), v, pair(0), side);
        glass(c, (at(-0.72), y + u * 0.9), v, pair(1), -side);
        glass(c, (at(0.06), y + u * 0.6), v, pair(2), side);
        // A coconut with a straw and a flower.
        let x = at(0.82);
        shadow(c, (x + u * 0.6, y + u * 0.4), v * 4.6, u * 0.6);
        ball(c, (x, y - v * 2.8), (v * 3.6, v * 3.3), tone(0x7A4E2C));
        for k in 0..9 {
            let dx = v * (k as f32 - 4.0) * 0.72;
            bent(
                c,
                (x + dx * 0.4, y - v * 5.6),
                (x + dx * 1.2, y - v * 3.0),
                (x + dx * 0.7, y - v * 0.4),
                v * 0.16,
                tone(0x5A3820),
            );
        }
        if let Some(path) = oval(x, y - v * 5.3, v * 2.3, v * 0.8) {
            c.fill(&path, ink(tone(0xFFF6E4), 1.0));
        }
        bar(c, (x, y - v * 5.2), (x + side * v * 2.0, y - v * 8.8), v * 0.4, tone(0xE8506A));
        for k in 0..5 {
            let a = k as f32 * 1.257;
            leaf(c, (x - side * v * 1.8, y - v * 5.6), v * 1.7, a, tone(0xF48AA8));
        }
        ball(c, (x - side * v * 1.8, y - v * 5.6), (v * 0.5, v * 0.5), tone(0xF8D860));
        // Limes in a dish.
        let x = at(0.55);
        shadow(c, (x + u * 0.6, y + u), v * 4.4, u * 0.5);
        for dx in [-1.7f32, 0.0, 1.7] {
            ball(
                c,
                (x + v * dx, y - v * (1.5 - 0.3 * dx.abs())),
                (v * 1.2, v * 1.1),
                tone(0x8CBE3A),
            );
        }
        flat(
            c,
            &[
                (x - v * 3.8, y - v * 0.9),
                (x + v * 3.8, y - v * 0.9),
                (x + v * 2.2, y + v),
                (x - v * 2.2, y + v),
            ],
            tone(0x2E7A8A),
        );
    }));
}
