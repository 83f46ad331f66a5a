//! An adventure trail: a path between ferns and a signpost to a rope bridge over a gorge, with a
//! waterfall behind it, spray, a resting backpack, butterflies.

use super::{sky, weather};
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, ridge, value},
        shapes::{Canvas, Position, blade, curve, ink, oval, polygon, rect},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Night => {
            Light { from: [0.92, 0.95, 1.0], to: [0.98, 0.99, 1.0], prints: [0.92, 0.935, 0.96] }
        }
        Hour::Sunset => {
            Light { from: [0.94, 0.93, 0.96], to: [1.0, 0.965, 0.9], prints: [1.0, 0.98, 0.94] }
        }
        Hour::Dawn | Hour::Day => {
            Light { from: [0.86, 0.9, 0.95], to: [1.0, 0.99, 0.95], prints: [1.0, 0.995, 0.97] }
        }
    }
}

/// What the hour does to the gorge.
struct Gorge {
    dim: f32,
    rock: Rgb,
    green: (Rgb, Rgb),
    water: Rgb,
    p: sky::Palette,
    /// The side of the frame that prints leave free below, where path, signpost and bridge begin.
    side: f32,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let side = plan.side;
    let high = if matches!(plan.hour, Hour::Day | Hour::Night) { 0.1 } else { 0.26 };
    let p = sky::add_sky(stage, plan, frame, h * 0.42, (w * (0.5 - side * 0.1), h * high));
    let dim = match plan.hour {
        Hour::Day => 1.0,
        Hour::Dawn => 0.88,
        Hour::Sunset => 0.8,
        Hour::Night => 0.34,
    };
    let (dark, fresh) = plan.foliage();
    let gorge = Gorge {
        dim,
        rock: scale(hex(0x8A6A55), dim),
        green: (scale(dark, dim), scale(fresh, dim)),
        water: mix(scale(hex(0xE8F6F6), dim.max(0.5)), p.haze, 0.12),
        p,
        side,
    };
    peaks(stage, plan, frame, &gorge);
    wall(stage, plan, frame, &gorge, 0);
    fall(stage, plan, frame, &gorge);
    for n in 1..3 {
        wall(stage, plan, frame, &gorge, n);
    }
    river(stage, plan, frame, &gorge);
    bridge(stage, frame, &gorge);
    ledge(stage, plan, frame, &gorge);
    signpost(stage, plan, frame, &gorge);
    weather::add(stage, plan, frame);
    butterflies(stage, plan, frame, &gorge);
    ferns(stage, plan, frame, &gorge);
}

/// Blue far peaks, so that the gorge leads somewhere.
fn peaks(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(10));
    stage.add(frame.painted(h * 0.2, h * 0.5, 0.05, 0.0, |x, y| {
        let crest = h * 0.36
            - u * 17.0 * (ridge(seed, x / (u * 26.0), 0.4, 3) - 0.35)
            - u * 0.6 * fbm(seed ^ 1, x / (u * 1.2), 0.0, 3);
        let a = (y - crest + 0.5).clamp(0.0, 1.0);
        let facing = ridge(seed ^ 2, x / (u * 5.0) + y / (u * 14.0), y / (u * 16.0), 3);
        let snow = smooth(u * 8.0, u * 3.0, y - crest + (facing - 0.5) * u * 8.0);
        let mut c = mix(g.p.shade, g.p.haze, 0.5 + 0.2 * facing);
        c = mix(c, mix(g.p.haze, g.p.sun, 0.6), snow * (0.35 + 0.4 * facing));
        c = mix(c, g.p.haze, 0.25 + 0.45 * smooth(h * 0.3, h * 0.47, y));
        pixel(c, a)
    }));
}

/// Walls of rock with green tops: the far one closes the gorge, the near ones frame it.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge, n: u32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(20 + n));
    let near = n as f32 / 2.0;
    let (top, foot) = (h * [0.335, 0.37, 0.45][n as usize], h * [0.6, 0.68, 0.78][n as usize]);
    // How far each wall reaches into the frame from both sides, at its top.
    let (left, right) = match (n, g.side < 0.0) {
        (0, _) => (2.0, 2.0),
        (1, true) => (0.22, 0.36),
        (1, false) => (0.36, 0.22),
        (_, true) => (0.1, 0.17),
        (_, false) => (0.17, 0.1),
    };
    stage.add(frame.painted(top - u * 8.0, foot, 0.1 + 0.08 * n as f32, 0.0, |x, y| {
        let rough = (fbm(seed, 0.7, y / (u * 6.0), 4) - 0.5) * u * 9.0
            + (fbm(seed ^ 6, x / (u * 2.0), y / (u * 2.6), 3) - 0.5) * u * 2.4;
        let lean = (y - top) * 0.16;
        let inner = (w * left + lean + rough - x).max(x - (w * (1.0 - right) - lean - rough));
        let brink = top
            + (fbm(seed ^ 1, x / (u * 12.0), 0.0, 3) - 0.5) * u * 9.0
            + if n > 0 { (inner * -0.05).min(0.0) } else { 0.0 };
        let a = (inner + 0.5).clamp(0.0, 1.0) * (y - brink + 0.5).clamp(0.0, 1.0);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let strata = fbm(seed ^ 2, x / (u * 40.0), (y + x * 0.12) / (u * 1.7), 3);
        let crack = ridge(seed ^ 3, x / (u * 2.6), y / (u * 11.0), 4);
        let lit = if (x > w * 0.5) == (g.side < 0.0) { 0.1 } else { 0.24 };
        let mut c = scale(g.rock, 0.5 + 0.5 * strata + 0.34 * (1.0 - crack));
        c = add(c, g.p.sun, lit * (0.3 + 0.7 * strata) * g.dim);
        // Moss and hanging green, thick on top.
        let hang = fbm(seed ^ 4, x / (u * 2.2), y / (u * 5.0), 3);
        let moss = smooth(0.62 - 0.5 * smooth(u * 9.0, 0.0, y - brink), 0.72, hang);
        let leaf = fbm(seed ^ 5, x / (u * 0.9), y / (u * 0.7), 3);
        c = mix(c, mix(g.green.0, g.green.1, smooth(0.3, 0.75, leaf)), moss * 0.92);
        c = mix(c, g.p.haze, 0.42 * (1.0 - near) + 0.22 * smooth(h * 0.45, foot, y));
        pixel(c, a)
    }));
}

/// A tall waterfall in the far wall: still water painted, falling water as streaks, spray below.
fn fall(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(40));
    let x0 = w * (0.5 + g.side * 0.08);
    let (top, foot) = (h * 0.34, h * 0.605);
    let half = move |y: f32| u * (2.6 + 2.2 * ((y - top) / (foot - top)).clamp(0.0, 1.0));
    for n in 0..2u32 {
        let layer = frame.soft(2, top - u * 2.0, foot, 0.11, u, |x, y| {
            let off = (x - x0 + (value(seed, 0.3, y / (u * 7.0)) - 0.5) * u * 2.0) / half(y);
            let strand = fbm(seed ^ (3 + n), x / (u * 0.55), y / (u * 13.0) + n as f32 * 3.7, 3);
            let a =
                smooth(1.0, 0.62, off.abs() + (strand - 0.5) * 0.5) * smooth(top - u, top + u, y);
            let c = mix(g.p.haze, g.water, smooth(0.25, 0.7, strand));
            pixel(c, a * if n == 0 { 0.95 } else { 0.8 })
        });
        let phase = n as f32 * 1.6;
        stage.add(if n == 0 {
            layer
        } else {
            layer.alive(move |t| Pose {
                dx: 0.0,
                dy: u * 0.9 * (t * 2.2).sin(),
                opacity: 0.5 + 0.4 * (t * 3.1 + phase).sin(),
            })
        });
    }
    let mut dice = Dice::new(plan.seed, 41);
    let drops: Vec<[f32; 3]> =
        (0..70).map(|_| [dice.range(-0.9, 0.9), dice.next(), dice.next()]).collect();
    let white = g.water;
    stage.sparks(0.11, move |t, out| {
        for &[off, start, size] in &drops {
            // Falling water gains speed.
            let way = (start + t * (0.34 + 0.1 * size)).fract();
            let y = top + (foot - top) * (0.25 * way + 0.75 * way * way);
            let x = x0 + off * half(y) * 0.85;
            let long = u * (0.9 + 2.6 * way) * (0.6 + size);
            out.push(Spark {
                kind: Kind::Blur,
                ..Spark::disc(x, y, long, white, 0.55 * smooth(0.0, 0.1, way))
                    .shaped(0.16, std::f32::consts::FRAC_PI_2)
            });
        }
        for i in 0..14 {
            let way = (i as f32 / 14.0 + t * 0.16).fract();
            let x = x0 + ((i * 37 % 17) as f32 / 8.5 - 1.0) * u * (4.0 + 7.0 * way);
            let y = foot - u * (1.0 + 7.0 * way);
            let strong = 0.3 * smooth(0.0, 0.2, way) * smooth(1.0, 0.4, way);
            out.push(Spark {
                kind: Kind::Blur,
                ..Spark::disc(x, y, u * (3.0 + 4.0 * way), white, strong)
            });
        }
    });
}

/// Turquoise water far below.
fn river(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(50));
    let (top, foot) = (h * 0.6, h);
    let (deep, shallow) = (scale(hex(0x1F6E78), g.dim), scale(hex(0x6FC4BC), g.dim));
    let layer = frame.painted(top, foot, 0.2, u * 3.0, |x, y| {
        let down = (y - top) / (h * 0.2);
        let middle = w * 0.5 + g.side * w * (0.08 - 0.16 * down);
        let bank = u * (9.0 + 34.0 * down) + (fbm(seed, 0.3, y / (u * 4.0), 3) - 0.5) * u * 10.0
            - (x - middle).abs();
        let a = smooth(0.0, u * 0.8, bank) * smooth(0.0, u * 1.2, y - top);
        let wave = ridge(seed ^ 1, x / (u * 6.0), y / (u * (0.7 + 2.0 * down)), 3);
        let mut c = mix(deep, shallow, smooth(u * 14.0, 0.0, bank) * 0.8 + 0.3 * wave);
        c = mix(c, g.water, smooth(0.72, 0.95, wave) * 0.5 + 0.7 * smooth(u * 5.0, 0.0, y - top));
        pixel(c, a)
    });
    stage.add(layer.rippling(u * 0.5, u * 5.0, 0.5));
}

/// The deck's middle at `s` from our end (0) to the far one (1).
fn deck(frame: Frame, side: f32, s: f32) -> Position {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (a, b) = ((w * (0.5 + side * 0.27), h * 0.735), (w * (0.5 - side * 0.33), h * 0.545));
    let sag = u * 9.0 * (s * (1.0 - s)) * 4.0 * (1.0 - 0.45 * s);
    // Far planks lie closer together.
    let far = 1.0 - (1.0 - s).powf(1.5);
    (a.0 + (b.0 - a.0) * far, a.1 + (b.1 - a.1) * far + sag)
}

/// A rope bridge that sways a little.
fn bridge(stage: &mut Stage, frame: Frame, g: &Gorge) {
    let (h, u, side) = (frame.h, frame.u, g.side);
    let wood = scale(hex(0x9A6E46), g.dim.max(0.4));
    let rope = scale(hex(0xC9AE80), g.dim.max(0.42));
    let size = |s: f32| 1.0 - 0.72 * s;
    let layer = frame.drawn(h * 0.46, h * 0.82, 0.34, u, |c| {
        let planks = 26;
        let rail = |s: f32, back: bool| {
            let (x, y) = deck(frame, side, s);
            let k = size(s);
            if back { (x + side * u * 1.6 * k, y - u * 13.5 * k) } else { (x, y - u * 9.0 * k) }
        };
        let line = |c: &mut Canvas, back: bool, wide: f32, tone: Rgb| {
            for i in 0..40 {
                let (a, b) = (i as f32 / 40.0, (i + 1) as f32 / 40.0);
                let (p, q) = (rail(a, back), rail(b, back));
                let middle = (f32::midpoint(p.0, q.0), f32::midpoint(p.1, q.1));
                if let Some(path) = curve(p, &[(middle, q)]) {
                    c.line(&path, u * wide * size(a), ink(tone, 1.0));
                }
            }
        };
        let edge = |s: f32, back: bool| {
            let ((x, y), k) = (deck(frame, side, s), size(s));
            if back { (x + side * u * 1.6 * k, y - u * 4.2 * k) } else { (x, y) }
        };
        let hanger = |c: &mut Canvas, s: f32, back: bool, tone: Rgb| {
            let (a, b) = (rail(s, back), edge(s, back));
            if let Some(path) = curve(a, &[(b, b)]) {
                c.line(&path, u * 0.3 * size(s), ink(tone, 0.95));
            }
        };
        let shaded = mix(scale(rope, 0.7), g.p.haze, 0.2);
        line(c, true, 0.5, shaded);
        for i in 0..=planks {
            hanger(c, i as f32 / planks as f32, true, shaded);
        }
        for i in (0..planks).rev() {
            let (s, next) = (i as f32 / planks as f32, (i as f32 + 0.72) / planks as f32);
            let tone =
                mix(scale(wood, 0.8 + 0.34 * ((i * 7) % 5) as f32 / 5.0), g.p.haze, 0.35 * s);
            let quad = [edge(s, false), edge(next, false), edge(next, true), edge(s, true)];
            if let Some(path) = polygon(&quad) {
                c.fill(&path, ink(tone, 1.0));
            }
            let low = |p: Position| (p.0, p.1 + u * 0.8 * size(s));
            if let Some(path) = polygon(&[quad[0], quad[1], low(quad[1]), low(quad[0])]) {
                c.fill(&path, ink(scale(tone, 0.55), 1.0));
            }
        }
        for i in 0..=planks {
            hanger(c, i as f32 / planks as f32, false, mix(rope, g.p.haze, 0.1));
        }
        line(c, false, 0.75, rope);
        for s in [0.0, 0.99] {
            for back in [true, false] {
                let ((x, y), k) = (edge(s, back), size(s));
                if let Some(path) =
                    rect(x - u * 0.8 * k, y - u * 12.5 * k, u * 1.6 * k, u * 16.0 * k)
                {
                    c.fill(&path, ink(scale(wood, if back { 0.5 } else { 0.66 }), 1.0));
                }
            }
        }
    });
    stage.add(
        layer.alive(move |t| Pose::moved((t * 0.9).sin() * u * 0.2, (t * 1.4).sin() * u * 0.3)),
    );
}

/// Our side of the gorge: grass, and the path that leads to the bridge.
fn ledge(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let earth = scale(hex(0xB08A5C), g.dim);
    stage.add(frame.painted(h * 0.66, h, 0.42, 0.0, |x, y| {
        // High where the bridge begins, falling away towards the other side.
        let across = ((x / w - 0.5) * g.side + 0.5).clamp(-0.3, 1.3);
        let brink = h * (0.93 - 0.205 * smooth(0.28, 0.78, across))
            + (fbm(seed, x / (u * 9.0), 0.0, 4) - 0.5) * u * 6.0;
        let blades = fbm(seed ^ 1, x / (u * 0.9), y / (u * 1.8), 2);
        let a = (y - brink + (blades - 0.5) * u * 2.0 + 0.5).clamp(0.0, 1.0);
        if a <= 0.0 {
            return [0.0; 4];
        }
        let s = ((y / h - 0.73) / 0.27).clamp(0.0, 1.0);
        let patch = fbm(seed ^ 2, x / (u * 7.0), y / (u * 3.0), 3);
        let mut c = mix(g.green.0, g.green.1, smooth(0.25, 0.75, patch * 0.6 + blades * 0.4));
        c = add(c, g.p.sun, 0.1 * smooth(0.5, 0.8, patch) * g.dim);
        // The path comes from us and bends to the bridge.
        let middle = w * (0.5 + g.side * (0.29 - 0.27 * s + 0.07 * (s * 6.0).sin()));
        let wide = u * (3.4 + 11.5 * s);
        let rough = fbm(seed ^ 3, x / (u * 1.8), y / (u * 1.1), 3);
        let track = smooth(1.0, 0.72, ((x - middle) / wide).abs() + (rough - 0.5) * 0.6);
        let stone =
            smooth(0.66, 0.72, value(seed ^ 4, x / (u * (0.8 + 1.8 * s)), y / (u * (0.5 + s))));
        let mut path = scale(earth, 0.72 + 0.5 * rough);
        path = mix(path, scale(hex(0xC8BCA8), g.dim), stone * 0.6);
        c = mix(c, path, track);
        c = scale(c, 1.0 - 0.34 * smooth(0.55, 1.0, s) + 0.2 * smooth(u * 2.0, 0.0, y - brink));
        pixel(c, a)
    }));
}

/// A signpost with two boards, and a backpack that leans on it.
fn signpost(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, g.side);
    let dim = g.dim.max(0.42);
    let (x, y) = (w * (0.5 + side * 0.36), h * 0.9);
    let wood = scale(hex(0x8C6440), dim);
    let cloth =
        scale(Dice::new(plan.seed, 70).pick(&[hex(0xD2552E), hex(0x2F7F86), hex(0xD9A028)]), dim);
    stage.add(frame.drawn(y - u * 36.0, y + u * 5.0, 0.6, 0.0, |c| {
        if let Some(path) = oval(x - side * u * 3.0, y + u * 0.8, u * 11.0, u * 1.6) {
            c.fill(&path, ink([0.05, 0.05, 0.03], 0.38));
        }
        let stops = |tone: Rgb| {
            [
                (0.0, ink(scale(tone, 0.75), 1.0)),
                (0.4, ink(scale(tone, 1.15), 1.0)),
                (1.0, ink(scale(tone, 0.6), 1.0)),
            ]
        };
        if let Some(path) = rect(x - u * 1.1, y - u * 33.0, u * 2.2, u * 34.0) {
            c.fade(&path, (x - u * 1.1, 0.0), (x + u * 1.1, 0.0), &stops(wood));
        }
        for (level, way, long) in [(27.5, -side, 13.0), (20.5, side, 6.0)] {
            let (top, tip) = (y - u * (level + 2.6), x + way * u * long);
            let tail = x - way * u * 4.4;
            let board = polygon(&[
                (tail, top),
                (tip, top),
                (tip + way * u * 2.8, top + u * 2.5),
                (tip, top + u * 5.0),
                (tail, top + u * 5.0),
            ]);
            if let Some(path) = board {
                let tone = scale(wood, 1.22);
                c.fade(
                    &path,
                    (0.0, top),
                    (0.0, top + u * 5.0),
                    &[(0.0, ink(scale(tone, 1.12), 1.0)), (1.0, ink(scale(tone, 0.78), 1.0))],
                );
            }
            // Carved words, too small to read.
            for (k, part) in [(1.7, 0.72), (3.3, 0.5)] {
                let from = tail.min(tip) + u * 1.6;
                if let Some(path) = rect(from, top + u * k, (tail - tip).abs() * part, u * 0.5) {
                    c.fill(&path, ink(scale(wood, 0.5), 0.9));
                }
            }
        }
        backpack(c, (x - side * u * 6.0, y + u * 0.6), u, cloth);
    }));
}

fn backpack(c: &mut Canvas, (x, y): Position, u: f32, cloth: Rgb) {
    let shade = |tone: Rgb| {
        [
            (0.0, ink(scale(tone, 0.72), 1.0)),
            (0.38, ink(scale(tone, 1.1), 1.0)),
            (1.0, ink(scale(tone, 0.58), 1.0)),
        ]
    };
    let mut soft = |(dx, dy): Position, (wide, tall): Position, tone: Rgb| {
        let (l, t) = (x + u * (dx - wide / 2.0), y - u * (dy + tall));
        let (r, b) = (l + u * wide, t + u * tall);
        let (cx, cy) = (f32::midpoint(l, r), f32::midpoint(t, b));
        let k = u * wide * 0.1;
        if let Some(path) = curve(
            (l, cy),
            &[
                ((l, t), (l + k * 2.0, t)),
                ((cx, t - k * 0.6), (r - k * 2.0, t)),
                ((r, t), (r, cy)),
                ((r, b), (r - k, b)),
                ((cx, b + k * 0.3), (l + k, b)),
                ((l, b), (l, cy)),
            ],
        ) {
            c.fade(&path, (l, 0.0), (r, 0.0), &shade(tone));
        }
    };
    soft((0.0, 10.6), (9.6, 2.8), scale(hex(0x6C7A50), cloth[0].max(cloth[1]).max(0.4)));
    soft((0.0, 0.0), (8.4, 10.8), cloth);
    soft((0.0, 6.6), (8.8, 4.4), scale(cloth, 0.86));
    soft((0.0, 0.6), (6.0, 4.6), scale(cloth, 1.12));
    for dx in [-2.2, 2.0] {
        soft((dx, 4.2), (0.7, 3.6), scale(hex(0x3A2A20), 1.0));
    }
}

fn butterflies(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, g.side);
    let mut dice = Dice::new(plan.seed, 80);
    let night = plan.hour == Hour::Night;
    let list: Vec<([f32; 4], Rgb)> = (0..9)
        .map(|_| {
            let wings = dice.pick(&[hex(0xF2B33C), hex(0xE8694A), hex(0x6FB4E0), hex(0xF4EBD8)]);
            ([dice.next(), dice.next(), dice.next() * 6.3, dice.next()], wings)
        })
        .collect();
    stage.sparks(0.6, move |t, out| {
        for &([x, y, phase, size], wings) in &list {
            let px = w * (0.5 + side * (0.02 + 0.46 * x)) + (t * 0.8 + phase).sin() * u * 5.0;
            let py = h * (0.66 + 0.27 * y) + (t * 1.7 + phase * 2.0).sin() * u * 2.2;
            if night {
                let light = 0.35 + 0.35 * (t * 1.6 + phase * 3.0).sin();
                out.push(Spark::glow(px, py, u * 0.9, hex(0xE8E08A), light.max(0.0)));
                continue;
            }
            let beat = (t * 11.0 + phase * 5.0).sin().abs() * 0.7 + 0.25;
            for way in [-1.0, 1.0] {
                let r = u * (0.55 + 0.4 * size);
                out.push(
                    Spark::disc(px + way * r * beat * 0.8, py - r * 0.2, r, wings, 0.95)
                        .shaped(0.62 * beat, std::f32::consts::FRAC_PI_2 + way * 0.5),
                );
            }
        }
    });
}

/// Fronds at the near corners.
fn ferns(stage: &mut Stage, plan: &Plan, frame: Frame, g: &Gorge) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 90);
    let layer = frame.drawn(h * 0.84, h, 0.85, u, |c| {
        for i in 0..12 {
            let out = dice.range(-0.04, 0.2);
            let root = (if i % 2 == 0 { out * w } else { (1.0 - out) * w }, h * 1.01);
            let tone = scale(mix(g.green.0, g.green.1, dice.next() * 0.6), 0.72);
            for k in 0..5 {
                let angle = -2.7 + 2.2 * (k as f32 + dice.next() * 0.6) / 5.0;
                let long = u * dice.range(6.0, 12.0);
                let at = |s: f32| {
                    let bow = long * 0.45 * s * s;
                    (root.0 + long * s * angle.cos(), root.1 + long * s * angle.sin() + bow)
                };
                for j in 1..14 {
                    let s = j as f32 / 14.0;
                    let (p, size) = (at(s), long * 0.22 * (1.05 - s));
                    for turn in [-1.05f32, 1.05] {
                        let a = angle + turn + s * 0.4;
                        let tip = (p.0 + size * a.cos(), p.1 + size * a.sin());
                        if let Some(path) = blade(p, tip, size * 0.2, 0.0) {
                            c.fill(&path, ink(tone, 1.0));
                        }
                    }
                }
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.8).sin() * u * 0.35, 0.0)));
}
