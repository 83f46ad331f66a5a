//! A study: shelves full of books to the ceiling with a ladder, a globe, a green lamp over an open
//! book on the desk, dust in its light and a clock's pendulum.

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, polygon, rect},
    },
    stage::{Frame, Light, Pose, Stage, sparks::Spark},
};
use evernear_rules::story::Hour;

const LAMP: Rgb = hex(0xFFCB80);
const BOOKS: [Rgb; 8] = [
    hex(0x7C2F2A),
    hex(0x2F4A44),
    hex(0x34456A),
    hex(0x9A6A32),
    hex(0x5A3A50),
    hex(0x6E6A42),
    hex(0xB49468),
    hex(0x45302A),
];

pub fn light(_: &Plan) -> Light {
    Light { from: [0.85, 0.86, 0.92], to: [1.0, 0.98, 0.94], prints: [1.0, 0.98, 0.945] }
}

/// How much of the room's own light is left, and how strong the lamp is.
fn room(plan: &Plan) -> (f32, f32) {
    match plan.hour {
        Hour::Dawn => (0.74, 0.5),
        Hour::Day => (0.86, 0.36),
        Hour::Sunset => (0.62, 0.68),
        Hour::Night => (0.42, 0.95),
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let side = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    let at = (w * (0.5 + side * 0.3), h * 0.79);
    wall(stage, plan, frame, at);
    shelves(stage, plan, frame, at);
    clock(stage, plan, frame, side);
    ladder(stage, plan, frame, side);
    beam(stage, plan, frame, side);
    desk(stage, plan, frame, at);
    globe(stage, plan, frame, side);
    book(stage, plan, frame, side);
    lamp(stage, plan, frame, at);
    dust(stage, plan, frame, at);
}

fn lit(c: Rgb, plan: &Plan, (dx, dy): (f32, f32), u: f32) -> Rgb {
    let (dim, lamp) = room(plan);
    let d = (dx / (u * 46.0)).hypot(dy / (u * 62.0));
    add(scale(c, dim * 0.72), tint(c, LAMP), lamp * 1.15 * (-d * d * 1.2).exp())
}

/// Dark boards behind everything: the backs of the shelves.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, at: (f32, f32)) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(1));
    stage.add(frame.soft(2, 0.0, h * 0.94, 0.05, 0.0, |x, y| {
        let grain = fbm(seed, x / (u * 1.6), y / (u * 20.0), 3);
        let c = lit(scale(hex(0x4A2E20), 0.45 + 0.4 * grain), plan, (x - at.0, y - at.1), u);
        pixel(c, 1.0)
    }));
}

/// Seven rows of books between uprights, some leaning, some lying, a few things among them.
fn shelves(stage: &mut Stage, plan: &Plan, frame: Frame, at: (f32, f32)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 10);
    let step = u * 15.5;
    let wood = hex(0x7A4C2E);
    stage.add(frame.drawn(0.0, h * 0.92, 0.12, 0.0, |c| {
        let mut y = h * 0.885;
        while y > -step {
            let mut x = -u * 6.0;
            while x < w + u * 6.0 {
                let from = x;
                let tone = |color: Rgb| lit(color, plan, (from - at.0, y - u * 5.0 - at.1), u);
                let kind = dice.next();
                if kind < 0.06 {
                    x += lying(c, (x, y), u, &mut dice, &tone);
                } else if kind < 0.09 {
                    x += u * dice.range(2.0, 5.0);
                } else {
                    let run = 3 + (dice.next() * 7.0) as usize;
                    let (own, tall) = (dice.pick(&BOOKS), u * dice.range(8.6, 12.0));
                    let set = dice.next() < 0.35;
                    for i in 0..run {
                        let color = if set { own } else { dice.pick(&BOOKS) };
                        let high = if set { tall } else { u * dice.range(8.0, 12.6) };
                        let wide = u * if set { 1.5 } else { dice.range(1.0, 2.3) };
                        let lean = if i + 1 == run && dice.next() < 0.4 { u * 1.9 } else { 0.0 };
                        spine(c, (x, y, wide, high, lean), tone(scale(color, 1.25)), u);
                        x += wide + lean * 0.6 + u * 0.08;
                    }
                }
            }
            // The board with its shade on what stands below.
            let (face, under) = (lit(wood, plan, (0.0, y - at.1), u), ink([0.0; 3], 0.0));
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * 1.2) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 1.2),
                    &[(0.0, ink(scale(face, 1.2), 1.0)), (1.0, ink(scale(face, 0.55), 1.0))],
                );
            }
            if let Some(path) = rect(-u * 9.0, y + u * 1.2, w + u * 18.0, u * 3.4) {
                c.fade(
                    &path,
                    (0.0, y + u * 1.2),
                    (0.0, y + u * 4.6),
                    &[(0.0, ink([0.02, 0.01, 0.0], 0.62)), (1.0, under)],
                );
            }
            y -= step;
        }
        for k in [0.17, 0.83] {
            let x = w * k;
            let face = lit(wood, plan, (x - at.0, u * 20.0), u);
            if let Some(path) = rect(x - u * 1.2, -u * 9.0, u * 2.4, h * 0.92 + u * 9.0) {
                c.fade(
                    &path,
                    (x - u * 1.2, 0.0),
                    (x + u * 1.2, 0.0),
                    &[
                        (0.0, ink(scale(face, 0.7), 1.0)),
                        (0.4, ink(scale(face, 1.15), 1.0)),
                        (1.0, ink(scale(face, 0.5), 1.0)),
                    ],
                );
            }
        }
    }));
}

fn spine(c: &mut Canvas, (x, y, wide, tall, lean): (f32, f32, f32, f32, f32), color: Rgb, u: f32) {
    let Some(path) = polygon(&[
        (x + lean * 0.1, y),
        (x + lean, y - tall),
        (x + lean + wide, y - tall + lean * 0.2),
        (x + wide + lean * 0.1, y),
    ]) else {
        return;
    };
    c.fade(
        &path,
        (x, 0.0),
        (x + wide, 0.0),
        &[
            (0.0, ink(scale(color, 0.7), 1.0)),
            (0.35, ink(scale(color, 1.15), 1.0)),
            (1.0, ink(scale(color, 0.5), 1.0)),
        ],
    );
    if lean > 0.0 {
        return;
    }
    let gold = mix(color, hex(0xE8C27A), 0.6);
    for k in [0.84, 0.78, 0.16] {
        if let Some(path) = rect(x + wide * 0.1, y - tall * k, wide * 0.8, u * 0.2) {
            c.fill(&path, ink(gold, 0.75));
        }
    }
    if let Some(path) = rect(x + wide * 0.3, y - tall * 0.66, wide * 0.4, tall * 0.26) {
        c.fill(&path, ink(gold, 0.35));
    }
}

/// Books on their sides; returns how much room they took.
fn lying(
    c: &mut Canvas,
    (x, y): (f32, f32),
    u: f32,
    dice: &mut Dice,
    tone: &impl Fn(Rgb) -> Rgb,
) -> f32 {
    let mut top = y;
    for _ in 0..4 {
        let (wide, tall) = (u * dice.range(8.0, 10.0), u * dice.range(1.2, 1.9));
        let color = tone(scale(dice.pick(&BOOKS), 1.2));
        if let Some(path) = rect(x + u * dice.range(0.2, 0.9), top - tall, wide, tall) {
            c.fade(
                &path,
                (0.0, top - tall),
                (0.0, top),
                &[(0.0, ink(scale(color, 1.2), 1.0)), (1.0, ink(scale(color, 0.55), 1.0))],
            );
        }
        top -= tall;
    }
    u * 11.4
}

/// A round clock on the shelf's upright, and its pendulum.
fn clock(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 - side * 0.33), h * 0.115);
    let (dim, _) = room(plan);
    let case = scale(hex(0x5A3620), 0.55 + 0.5 * dim);
    let swing = move |t: f32| (t * std::f32::consts::PI).sin();
    let brass = scale(hex(0xD8A850), 0.6 + 0.5 * dim);
    let bob = frame.drawn(y, y + u * 22.0, 0.17, u * 3.0, |c| {
        if let Some(path) = rect(x - u * 0.14, y + u * 5.0, u * 0.28, u * 10.0) {
            c.fill(&path, ink(brass, 1.0));
        }
        for (k, s) in [(1.5, 0.7), (1.2, 1.0)] {
            if let Some(path) = oval(x, y + u * 15.0, u * k, u * k) {
                c.fill(&path, ink(scale(brass, s), 1.0));
            }
        }
    });
    stage.add(bob.alive(move |t| Pose::moved(swing(t) * u * 1.5, 0.0)));
    stage.add(frame.drawn(y - u * 9.0, y + u * 9.0, 0.18, 0.0, |c| {
        for (k, color) in
            [(7.0, case), (6.2, scale(case, 1.5)), (5.6, scale(hex(0xF2E6CC), 0.6 + 0.35 * dim))]
        {
            if let Some(path) = oval(x, y, u * k, u * k) {
                c.fill(&path, ink(color, 1.0));
            }
        }
        for i in 0..12 {
            let a = i as f32 / 12.0 * std::f32::consts::TAU;
            if let Some(path) = oval(x + a.cos() * u * 4.6, y + a.sin() * u * 4.6, u * 0.3, u * 0.3)
            {
                c.fill(&path, ink(hex(0x3A2A20), 1.0));
            }
        }
        for (a, long, wide) in [(-2.2f32, 2.6, 0.5), (-0.7, 3.8, 0.36)] {
            let tip = (x + a.cos() * u * long, y + a.sin() * u * long);
            if let Some(path) = curve((x, y), &[((x, y), tip)]) {
                c.line(&path, u * wide, ink(hex(0x2A1E18), 1.0));
            }
        }
    }));
}

/// A ladder that leans on the shelves.
fn ladder(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (dim, _) = room(plan);
    let wood = scale(hex(0xB08050), 0.4 + 0.55 * dim);
    let (foot, head) = ((w * (0.5 - side * 0.06), h * 0.93), (w * (0.5 - side * 0.16), -u * 3.0));
    let at = |s: f32, k: f32| {
        (foot.0 + (head.0 - foot.0) * s + k * u * (5.4 - 0.9 * s), foot.1 + (head.1 - foot.1) * s)
    };
    stage.add(frame.drawn(0.0, h * 0.94, 0.26, 0.0, |c| {
        for i in 0..13 {
            let s = (i as f32 + 0.6) / 13.0;
            let (a, b) = (at(s, -1.0), at(s, 1.0));
            for (dy, tone) in [(0.5, 0.4), (0.0, 1.0)] {
                if let Some(path) = curve((a.0, a.1 + u * dy), &[(a, (b.0, b.1 + u * dy))]) {
                    c.line(&path, u * 0.9, ink(scale(wood, tone), 1.0));
                }
            }
        }
        for k in [-1.0, 1.0] {
            let (a, b) = (at(0.0, k), at(1.0, k));
            if let Some(path) = polygon(&[
                (a.0 - u * 0.8, a.1),
                (a.0 + u * 0.8, a.1),
                (b.0 + u * 0.7, b.1),
                (b.0 - u * 0.7, b.1),
            ]) {
                let edge = [(0.0, ink(scale(wood, 1.15), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))];
                c.fade(&path, (a.0 - u, 0.0), (a.0 + u, 0.0), &edge);
            }
        }
    }));
}

/// Light from a high window falls across the books.
fn beam(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(40));
    let (color, strong) = match plan.hour {
        Hour::Dawn => (hex(0xFFDDB0), 0.3),
        Hour::Day => (hex(0xFFF0CE), 0.34),
        Hour::Sunset => (hex(0xFFB56A), 0.32),
        Hour::Night => (hex(0x8FA8E0), 0.16),
    };
    let layer = frame.soft(4, 0.0, h * 0.9, 0.3, u * 4.0, |x, y| {
        let along = ((x - w * 0.5) * side + y * 0.42 - w * 0.05) / (u * 24.0);
        let bars = smooth(0.1, 0.22, (along * 1.4).rem_euclid(1.0))
            * smooth(0.98, 0.86, (along * 1.4).rem_euclid(1.0));
        let inside = smooth(-0.1, 0.25, along) * smooth(1.5, 1.1, along);
        let smoke = 0.7 + 0.6 * (fbm(seed, x / (u * 14.0), y / (u * 14.0), 3) - 0.3);
        pixel(color, inside * bars * smoke * smooth(h * 0.9, 0.0, y) * strong)
    });
    stage.add(layer.light().alive(move |t| Pose {
        dx: (t * 0.3).sin() * u * 1.4,
        dy: 0.0,
        opacity: 0.78 + 0.2 * (t * 0.5 + 0.6).sin(),
    }));
}

fn desk(stage: &mut Stage, plan: &Plan, frame: Frame, at: (f32, f32)) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(60));
    let top = h * 0.875;
    let (dim, lamp) = room(plan);
    stage.add(frame.painted(top, h, 0.6, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let z = 0.4 + 0.6 * down;
        let grain = fbm(seed, x / (u * 20.0 * z), y / (u * 0.7 * z), 4);
        let pore = value(seed ^ 2, x / (u * 1.6), y / (u * 0.4));
        let pool = (-((x - at.0) / (u * 26.0)).powi(2)).exp() * smooth(1.3, 0.1, down);
        let mut c = scale(hex(0x6A3A22), (0.5 + 0.7 * grain + 0.1 * pore) * (0.4 + 0.5 * dim));
        c = add(c, LAMP, pool * 0.5 * lamp * (0.4 + 0.8 * grain));
        c = add(c, LAMP, 0.24 * smooth(0.06, 0.0, down));
        c = scale(c, 1.0 - 0.3 * down);
        pixel(c, smooth(0.0, u * 0.2, y - top))
    }));
}

/// A globe on a brass foot at the desk's far end.
fn globe(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(70));
    let (x, y, r) = (w * (0.5 - side * 0.36), h * 0.83, u * 8.0);
    let (dim, _) = room(plan);
    let brass = scale(hex(0xC89A4A), 0.55 + 0.5 * dim);
    stage.add(frame.drawn(y - r * 1.5, h * 0.92, 0.62, 0.0, |c| {
        if let Some(path) = oval(x, h * 0.905, u * 6.4, u * 1.3) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.5));
        }
        if let Some(path) = rect(x - u * 0.6, y + r, u * 1.2, h * 0.9 - y - r) {
            c.fill(&path, ink(scale(brass, 0.8), 1.0));
        }
        if let Some(path) = oval(x, h * 0.9, u * 4.6, u * 1.0) {
            c.fill(&path, ink(brass, 1.0));
        }
        let turn: Vec<(f32, f32)> = (0..=20)
            .map(|i| {
                let a = -1.9 + 3.6 * i as f32 / 20.0;
                (x + side * a.cos() * r * 1.16, y + a.sin() * r * 1.16)
            })
            .collect();
        for pair in turn.windows(2) {
            if let Some(path) = curve(pair[0], &[(pair[0], pair[1])]) {
                c.line(&path, u * 0.7, ink(brass, 1.0));
            }
        }
    }));
    stage.add(frame.painted(y - r - 2.0, y + r + 2.0, 0.62, 0.0, |px, py| {
        let (dx, dy) = ((px - x) / r, (py - y) / r);
        let d = dx.hypot(dy);
        if d > 1.1 {
            return [0.0; 4];
        }
        let z = (1.0 - (d * d).min(1.0)).sqrt();
        let (long, lat) = ((dx / z.max(0.1)).atan() * 1.5, dy * 1.9);
        let land = smooth(0.5, 0.54, fbm(seed, long * 1.5 + 3.0, lat * 1.5, 4));
        let grid = smooth(0.05, 0.02, ((long * 2.2).rem_euclid(1.0) - 0.5).abs()).max(smooth(
            0.05,
            0.02,
            ((lat * 2.0).rem_euclid(1.0) - 0.5).abs(),
        ));
        let mut c = mix(hex(0x4E7F86), hex(0xC8AE72), land);
        c = scale(c, (1.0 - 0.12 * grid) * (0.5 + 0.5 * dim));
        let shine = (dx * side * 0.55 - dy * 0.5 + z * 0.66).max(0.0);
        c = add(scale(c, 0.3 + 0.85 * shine), LAMP, shine.powi(14) * 0.4);
        pixel(c, ((1.0 - d) * r + 0.5).clamp(0.0, 1.0))
    }));
}

/// An open book with lines of print, in the lamp's light.
fn book(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 - side * 0.02), h * 0.952);
    let (dim, lamp) = room(plan);
    let page = scale(hex(0xF6E8CC), 0.5 + 0.3 * dim + 0.15 * lamp);
    stage.add(frame.drawn(y - u * 8.0, y + u * 6.0, 0.68, 0.0, |c| {
        if let Some(path) = oval(x, y + u * 1.6, u * 19.0, u * 2.6) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.5));
        }
        if let Some(path) = polygon(&[
            (x - u * 16.4, y - u * 4.2),
            (x + u * 16.4, y - u * 4.2),
            (x + u * 18.6, y + u * 2.6),
            (x - u * 18.6, y + u * 2.6),
        ]) {
            c.fill(&path, ink(scale(hex(0x6E2A26), 0.5 + 0.4 * dim), 1.0));
        }
        for way in [-1.0, 1.0] {
            let px = |k: f32| x + way * u * k;
            if let Some(path) = curve(
                (x, y - u * 3.4),
                &[
                    ((px(6.0), y - u * 6.4), (px(15.6), y - u * 4.6)),
                    ((px(16.6), y - u * 1.6), (px(17.8), y + u * 1.6)),
                    ((px(7.0), y - u * 0.6), (x, y + u * 2.2)),
                    ((x, y), (x, y - u * 3.4)),
                ],
            ) {
                let near = if way * side > 0.0 { 1.06 } else { 0.9 };
                c.fade(
                    &path,
                    (x, 0.0),
                    (px(17.0), 0.0),
                    &[
                        (0.0, ink(scale(page, 0.55), 1.0)),
                        (0.2, ink(scale(page, near), 1.0)),
                        (1.0, ink(scale(page, near * 0.9), 1.0)),
                    ],
                );
            }
            for i in 0..6 {
                let s = (i as f32 + 0.8) / 6.6;
                let (ly, from, to) = (y - u * (4.3 - 4.9 * s), 2.4, 14.2 + 1.6 * s);
                let to = if i == 5 { to * 0.6 } else { to };
                if let Some(path) = curve(
                    (px(from), ly + u * 0.1),
                    &[((px(f32::midpoint(from, to)), ly - u * 1.5), (px(to), ly - u * 0.35))],
                ) {
                    c.line(&path, u * 0.22, ink(hex(0x5A4A3C), 0.6));
                }
            }
        }
    }));
}

/// A banker's lamp: brass foot, green glass, a pool of light that breathes.
fn lamp(stage: &mut Stage, plan: &Plan, frame: Frame, (x, y): (f32, f32)) {
    let (h, u) = (frame.h, frame.u);
    let (_, strong) = room(plan);
    let cone = frame.soft(4, y, h * 0.99, 0.64, 0.0, |px, py| {
        let off = (px - x) / (u * 9.0 + (py - y) * 0.9);
        let fall = smooth(h * 0.99, y, py);
        pixel(LAMP, (-off * off * 2.0).exp() * fall * 0.34 * strong)
    });
    stage.add(cone.light().alive(|t| Pose::faded(0.92 + 0.06 * (t * 1.7).sin())));
    stage.add(frame.drawn(y - u * 8.0, h * 0.93, 0.64, 0.0, |c| {
        let brass = hex(0xC8964A);
        let sides = [
            (0.0, ink(scale(brass, 0.5), 1.0)),
            (0.4, ink(scale(brass, 1.3), 1.0)),
            (1.0, ink(scale(brass, 0.4), 1.0)),
        ];
        for (k, tall) in [(5.4, 1.2), (4.0, 2.2)] {
            if let Some(path) = oval(x, h * 0.905 - u * (tall - 1.2), u * k, u * k * 0.2) {
                c.fade(&path, (x - u * k, 0.0), (x + u * k, 0.0), &sides);
            }
        }
        if let Some(path) = rect(x - u * 0.6, y - u, u * 1.2, h * 0.9 - y) {
            c.fade(&path, (x - u * 0.6, 0.0), (x + u * 0.6, 0.0), &sides);
        }
        if let Some(path) = oval(x, y + u * 0.4, u * 7.6, u * 1.0) {
            c.fill(&path, ink(hex(0xFFF0C8), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 8.6, y + u * 0.4),
            &[
                ((x - u * 8.2, y - u * 5.0), (x, y - u * 5.2)),
                ((x + u * 8.2, y - u * 5.0), (x + u * 8.6, y + u * 0.4)),
                ((x, y - u * 0.8), (x - u * 8.6, y + u * 0.4)),
            ],
        ) {
            c.fade(
                &path,
                (0.0, y - u * 5.2),
                (0.0, y + u * 0.4),
                &[
                    (0.0, ink(hex(0x0F4A38), 1.0)),
                    (0.45, ink(hex(0x1F8060), 1.0)),
                    (1.0, ink(hex(0x6ED0A0), 1.0)),
                ],
            );
        }
        if let Some(path) = curve(
            (x - u * 6.0, y - u * 2.4),
            &[((x - u * 5.0, y - u * 4.2), (x - u * 1.6, y - u * 4.4))],
        ) {
            c.line(&path, u * 0.4, ink([1.0, 1.0, 0.95], 0.4));
        }
    }));
    stage.sparks(0.64, move |t, out| {
        let breath = 0.9 + 0.06 * (t * 1.7).sin();
        out.push(Spark::glow(x, y, u * 19.0, LAMP, 0.5 * strong * breath).shaped(0.7, 0.0));
    });
}

fn dust(stage: &mut Stage, plan: &Plan, frame: Frame, at: (f32, f32)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 90);
    let list: Vec<[f32; 4]> =
        (0..60).map(|_| [dice.next(), dice.next(), dice.next() * 6.3, dice.next()]).collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, phase, size] in &list {
            let px = x * w + (t * 0.35 + phase).sin() * u * 2.6 + t * u * 0.4;
            let py = y * h * 0.9 + (t * 0.4 + phase * 1.7).cos() * u * 2.0 - t * u * 0.3;
            let near = (-((px - at.0) / (u * 40.0)).powi(2)).exp();
            let light = (0.3 + 0.3 * (t * 0.9 + phase * 2.0).sin()).max(0.0) * (0.35 + 0.65 * near);
            out.push(Spark::glow(px, py, u * (0.35 + 0.5 * size), LAMP, light));
        }
    });
}
