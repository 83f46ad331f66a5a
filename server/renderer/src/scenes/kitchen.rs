//! A kitchen at home: a window over the counter with curtains and a garden behind, tiles, pans on
//! a rail, a kettle on the flame, a lamp over the table where the tea is poured.

use super::{
    Hour, Plan,
    props::{steam, vessel},
};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{blade, curve, ink, oval, polygon, rect},
    sparks::{Kind, Spark},
};
use crate::stage::{Frame, Light, Pose, Stage};

const LAMP: Rgb = hex(0xFFC886);

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn | Hour::Day => {
            Light { from: [0.88, 0.9, 0.95], to: [1.0, 0.985, 0.95], prints: [1.0, 0.99, 0.965] }
        }
        Hour::Sunset | Hour::Night => {
            Light { from: [0.85, 0.87, 0.93], to: [1.0, 0.975, 0.93], prints: [1.0, 0.98, 0.945] }
        }
    }
}

/// What the room is made of at this hour.
struct Room {
    /// What daylight leaves of every colour.
    dim: Rgb,
    /// How strong the lamp is.
    lamp: f32,
    /// Light that falls in through the window.
    sun: Rgb,
    /// Which side the window is on: 1 left, -1 right.
    side: f32,
}

impl Room {
    fn lit(&self, c: Rgb, k: f32) -> Rgb {
        [c[0] * self.dim[0] * k, c[1] * self.dim[1] * k, c[2] * self.dim[2] * k]
    }
}

pub fn build(plan: &Plan, frame: Frame) -> Stage {
    let mut stage = Stage::new(light(plan));
    let (dim, lamp, sun) = match plan.hour {
        Hour::Dawn => ([0.84, 0.79, 0.74], 0.2, hex(0xFFD8A8)),
        Hour::Day => ([0.9, 0.89, 0.86], 0.1, hex(0xFFF0CC)),
        Hour::Sunset => ([0.72, 0.61, 0.52], 0.36, hex(0xFFB870)),
        Hour::Night => ([0.4, 0.38, 0.42], 0.62, hex(0x6C80B8)),
    };
    let room = Room { dim, lamp, sun, side: if plan.seed & 1 == 0 { 1.0 } else { -1.0 } };
    garden(&mut stage, plan, frame);
    wall(&mut stage, plan, frame, &room);
    pane(&mut stage, frame, &room);
    curtains(&mut stage, plan, frame, &room);
    rail(&mut stage, plan, frame, &room);
    counter(&mut stage, plan, frame, &room);
    kettle(&mut stage, plan, frame, &room);
    lamp_over(&mut stage, plan, frame, &room);
    table(&mut stage, plan, frame, &room);
    tea(&mut stage, plan, frame, &room);
    stage
}

/// The window's left, top, right and lower edge.
fn window(frame: Frame, side: f32) -> (f32, f32, f32, f32) {
    let (a, b) = (0.5 - side * 0.46, 0.5 + side * 0.1);
    (frame.w * a.min(b), frame.h * 0.13, frame.w * a.max(b), frame.h * 0.52)
}

fn garden(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(1));
    let (top, low, green) = match plan.hour {
        Hour::Dawn => (hex(0xA9BFD6), hex(0xFFE0B4), hex(0x7C8E58)),
        Hour::Day => (hex(0xA8CFE6), hex(0xEAF0DC), hex(0x6F9850)),
        Hour::Sunset => (hex(0xE9A878), hex(0xFFDC98), hex(0x7A7440)),
        Hour::Night => (hex(0x131C3A), hex(0x33406A), hex(0x16242A)),
    };
    stage.add(frame.soft(2, h * 0.08, h * 0.56, 0.03, 0.0, |x, y| {
        let far = h * 0.34 - u * 9.0 * fbm(seed, x / (u * 9.0), 0.3, 3);
        let near = h * 0.45 - u * 14.0 * (fbm(seed ^ 1, x / (u * 12.0), 0.7, 3) - 0.3);
        let mut c = mix(top, low, smooth(h * 0.1, h * 0.4, y));
        let leaf = fbm(seed ^ 2, x / (u * 2.6), y / (u * 2.6), 3);
        c = mix(c, mix(green, low, 0.55), smooth(-u * 1.4, u * 1.4, y - far) * 0.9);
        c = mix(c, scale(green, 0.55 + 0.8 * leaf), smooth(-u * 1.2, u * 1.2, y - near));
        [c[0].min(1.0), c[1].min(1.0), c[2].min(1.0), 1.0]
    }));
    // Light through leaves, out of focus.
    let (mut dice, night) = (Dice::new(plan.seed, 3), plan.hour == Hour::Night);
    let list: Vec<[f32; 4]> = (0..if night { 9 } else { 30 })
        .map(|_| [dice.next(), dice.range(0.2, 0.5), dice.range(0.8, 2.2), dice.next() * 6.3])
        .collect();
    let w = frame.w;
    stage.sparks(0.06, move |t, out| {
        for &[x, y, r, phase] in &list {
            let (px, py) = (
                x * w + (t * 0.7 + phase).sin() * u * 0.7,
                y * h + (t * 0.9 + phase).cos() * u * 0.4,
            );
            let a = 0.2 + 0.14 * (t * 1.2 + phase * 2.0).sin();
            out.push(Spark {
                kind: Kind::Blur,
                ..Spark::disc(px, py, u * r, mix(low, hex(0xFFF2D0), 0.5), a)
            });
        }
    });
}

/// Plaster above, glazed tiles above the counter, and the hole of the window.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(10));
    let (x0, y0, x1, y1) = window(frame, room.side);
    let plaster = Dice::new(plan.seed, 11).pick(&[hex(0xE4CFA8), hex(0xD4CBA8), hex(0xDDBFA4)]);
    let lamp_at = (w * (0.5 + room.side * 0.2), h * 0.3);
    stage.add(frame.painted(0.0, h * 0.8, 0.14, 0.0, |x, y| {
        let hole = smooth(0.0, 1.5, x - x0)
            * smooth(0.0, 1.5, x1 - x)
            * smooth(0.0, 1.5, y - y0)
            * smooth(0.0, 1.5, y1 - y);
        if hole >= 1.0 {
            return [0.0; 4];
        }
        let rough = fbm(seed, x / (u * 6.0), y / (u * 6.0), 4) - 0.5;
        let fine = value(seed ^ 3, x / (u * 0.25), y / (u * 0.25)) - 0.5;
        let mut c = scale(plaster, 0.95 + rough * 0.16 + fine * 0.04);
        let line = h * 0.545;
        if y > line {
            // Tiles in running bond, each with its own glaze.
            let row = ((y - line) / (u * 3.0)).floor();
            let across = x / (u * 6.0) + if row as i32 % 2 == 0 { 0.5 } else { 0.0 };
            let (tx, ty) = (across - across.floor(), ((y - line) / (u * 3.0)).fract());
            let joint = smooth(0.0, 0.03, tx)
                * smooth(1.0, 0.97, tx)
                * smooth(0.0, 0.06, ty)
                * smooth(1.0, 0.94, ty);
            let own = value(seed ^ 5, across.floor() * 3.3, row * 2.7);
            let glaze = mix(hex(0x8FAFA4), hex(0xB9CCBC), own);
            let shine = smooth(0.35, 0.05, ty) * 0.14 * smooth(0.1, 0.4, tx);
            c = mix(hex(0xCFC6B4), add(glaze, [1.0; 3], shine), joint);
        }
        c = scale(c, 1.0 - 0.4 * (-((y - line + u * 0.3) / (u * 0.5)).powi(2)).exp());
        // Round the window a soft shade, beside it the light that grazes the wall.
        let near = ((x0 - x).max(x - x1).max(0.0)).hypot((y0 - y).max(y - y1).max(0.0)) / u;
        let mut lit = room.lit(c, 0.84 - 0.1 * (-near / 1.5).exp());
        lit = add(lit, tint(c, room.sun), 0.2 * (-near / 9.0).exp() * (1.0 - room.lamp));
        let d = ((x - lamp_at.0) / (u * 30.0)).hypot((y - lamp_at.1) / (u * 38.0));
        lit = add(lit, tint(c, LAMP), room.lamp * (-d * d).exp());
        [lit[0].min(1.0), lit[1].min(1.0), lit[2].min(1.0), 1.0 - hole]
    }));
}

/// Frame, bars and sill, with herbs in pots.
fn pane(stage: &mut Stage, frame: Frame, room: &Room) {
    let u = frame.u;
    let (x0, y0, x1, y1) = window(frame, room.side);
    let paint = room.lit(hex(0xF3EADA), 0.95);
    stage.add(frame.drawn(y0 - u * 3.0, y1 + u * 4.0, 0.15, 0.0, |c| {
        let mut bar = |x: f32, y: f32, w: f32, h: f32| {
            if let Some(path) = rect(x, y, w, h) {
                c.fade(
                    &path,
                    (x, y),
                    (x + w.min(u * 3.0), y + h.min(u * 3.0)),
                    &[
                        (0.0, ink(scale(paint, 0.78), 1.0)),
                        (0.5, ink(paint, 1.0)),
                        (1.0, ink(scale(paint, 0.7), 1.0)),
                    ],
                );
            }
        };
        let (wide, tall) = (x1 - x0, y1 - y0);
        bar(x0 - u * 1.4, y0 - u * 1.6, u * 1.9, tall + u * 2.0);
        bar(x1 - u * 0.5, y0 - u * 1.6, u * 1.9, tall + u * 2.0);
        bar(x0 - u * 1.4, y0 - u * 1.6, wide + u * 2.8, u * 2.0);
        bar(x0 + wide / 2.0 - u * 0.6, y0, u * 1.2, tall);
        bar(x0, y0 + tall * 0.46, wide, u * 0.9);
        bar(x0 - u * 2.6, y1 - u * 0.6, wide + u * 5.2, u * 2.0);
        for (n, s) in [0.14f32, 0.34, 0.86].into_iter().enumerate() {
            let x = x0 + wide * s;
            let clay = room.lit(hex(0xB86A44), 0.95);
            for i in 0..22 {
                let k = i as f32 / 21.0;
                let angle = -2.75 + 2.35 * k;
                let long = u * (3.4 + 2.6 * ((i * 7 + n * 5) % 5) as f32 / 4.0);
                let tip = (x + angle.cos() * long * 0.9, y1 - u * 3.6 + angle.sin() * long);
                let tone =
                    room.lit(mix(hex(0x4C6B36), hex(0x86A052), ((i * 3) % 7) as f32 / 6.0), 0.92);
                if let Some(path) = blade((x, y1 - u * 3.2), tip, u * 0.42, u * 0.3) {
                    c.fill(&path, ink(tone, 1.0));
                }
            }
            if let Some(path) = polygon(&[
                (x - u * 2.1, y1 - u * 3.7),
                (x + u * 2.1, y1 - u * 3.7),
                (x + u * 1.5, y1 - u * 0.4),
                (x - u * 1.5, y1 - u * 0.4),
            ]) {
                c.fade(
                    &path,
                    (x - u * 2.0, 0.0),
                    (x + u * 2.0, 0.0),
                    &[
                        (0.0, ink(scale(clay, 0.8), 1.0)),
                        (0.4, ink(scale(clay, 1.1), 1.0)),
                        (1.0, ink(scale(clay, 0.55), 1.0)),
                    ],
                );
            }
        }
    }));
}

/// Two thin curtains and a valance that stir in the draught.
fn curtains(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (u, seed) = (frame.u, plan.noise(20));
    let (x0, y0, x1, y1) = window(frame, room.side);
    let wide = x1 - x0;
    let cloth = room.lit(hex(0xF6E7CC), 1.0);
    let print = room
        .lit(Dice::new(plan.seed, 21).pick(&[hex(0xC8604C), hex(0x6E8EA8), hex(0xC89A44)]), 1.0);
    let sun = room.sun;
    let layer = frame.soft(2, y0 - u * 4.0, y1, 0.2, u * 2.0, |x, y| {
        let down = ((y - y0) / (y1 - y0)).clamp(0.0, 1.0);
        let from = (x - x0 + u * 2.0).min(x1 + u * 2.0 - x);
        let hem = wide * (0.27 - 0.14 * smooth(0.1, 0.62, down) + 0.06 * smooth(0.62, 1.0, down));
        let body = smooth(u * 0.3, -u * 0.3, from - hem)
            * smooth(0.0, u * 0.4, from)
            * smooth(y0 - u * 3.2, y0 - u * 2.6, y)
            * smooth(y1, y1 - u * 0.5, y);
        let valance = smooth(u * 0.3, -u * 0.3, y - y0 - u * (4.4 + 0.5 * (x / u * 1.1).sin()))
            * smooth(0.0, u * 0.4, from)
            * smooth(y0 - u * 3.2, y0 - u * 2.6, y);
        let fold =
            ((from / hem.max(1.0) * 11.0 + value(seed, x / (u * 4.0), y / (u * 30.0)) * 3.0).sin()
                * 0.5
                + 0.5)
                .powf(1.3);
        let drape = ((x / u * 1.1).sin() * 0.5 + 0.5).powf(1.3);
        let k = if valance > 0.5 { drape } else { fold };
        let check = smooth(0.44, 0.5, ((y / (u * 2.2)).fract() - 0.5).abs() + 0.06) * 0.55;
        let mut c = mix(cloth, print, check);
        c = scale(c, 0.62 + 0.36 * k);
        c = add(c, sun, 0.16 * k);
        [c[0].min(1.0), c[1].min(1.0), c[2].min(1.0), (body.max(valance)) * (0.9 + 0.08 * k)]
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.7).sin() * u * 0.35, 0.0)).rippling(
        u * 0.9,
        u * 30.0,
        0.13,
    ));
}

/// Beside the window: a shelf of plates and jars, and copper pans that sway on a rail.
fn rail(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, room.side);
    let mut dice = Dice::new(plan.seed, 30);
    let (a, b) = (0.5 + side * 0.17, 0.5 + side * 0.6);
    let (left, right) = (w * a.min(b), w * a.max(b));
    let wood = room.lit(hex(0x8A5E3C), 1.0);
    stage.add(frame.drawn(h * 0.12, h * 0.5, 0.2, 0.0, |c| {
        for y in [h * 0.2, h * 0.3] {
            let mut x = left + u * 2.0;
            while x < right {
                let r = u * dice.range(1.7, 2.7);
                let tone = room.lit(
                    dice.pick(&[
                        hex(0xF0E6D4),
                        hex(0x9DB4B8),
                        hex(0xD9A066),
                        hex(0xB7654C),
                        hex(0x8C9A6A),
                    ]),
                    0.95,
                );
                if dice.next() < 0.5 {
                    for (k, s) in [(1.0, 0.8), (0.92, 1.0), (0.6, 0.86), (0.56, 0.96)] {
                        if let Some(path) = oval(x, y - r, r * k, r * k) {
                            c.fill(&path, ink(scale(tone, s), 1.0));
                        }
                    }
                } else if let Some(path) = rect(x - r * 0.6, y - r * 1.7, r * 1.2, r * 1.7) {
                    c.fade(
                        &path,
                        (x - r * 0.6, 0.0),
                        (x + r * 0.6, 0.0),
                        &[
                            (0.0, ink(scale(tone, 0.85), 1.0)),
                            (0.35, ink(scale(tone, 1.05), 1.0)),
                            (1.0, ink(scale(tone, 0.55), 1.0)),
                        ],
                    );
                    if let Some(path) = rect(x - r * 0.66, y - r * 1.95, r * 1.32, r * 0.34) {
                        c.fill(&path, ink(scale(wood, 0.9), 1.0));
                    }
                }
                x += r * 2.0 + u * dice.range(0.2, 1.2);
            }
            if let Some(path) = rect(left, y, right - left, u * 0.9) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u),
                    &[(0.0, ink(scale(wood, 1.2), 1.0)), (1.0, ink(scale(wood, 0.6), 1.0))],
                );
            }
            if let Some(path) = rect(left, y + u * 0.9, right - left, u * 1.5) {
                c.fade(
                    &path,
                    (0.0, y + u * 0.9),
                    (0.0, y + u * 2.4),
                    &[(0.0, ink([0.0; 3], 0.3)), (1.0, ink([0.0; 3], 0.0))],
                );
            }
        }
        if let Some(path) = rect(left, h * 0.375, right - left, u * 0.45) {
            c.fill(&path, ink(room.lit(hex(0x4A3A30), 1.0), 1.0));
        }
    }));
    let copper = room.lit(hex(0xD08A58), 1.05);
    let pans = frame.drawn(h * 0.37, h * 0.375 + u * 16.0, 0.21, u, |c| {
        for i in 0..5 {
            let (x, y) = (left + u * (4.0 + 7.4 * i as f32), h * 0.378);
            let (r, long) = (u * [3.0, 2.4, 3.3, 1.9, 2.7][i], u * [6.0, 5.0, 5.6, 4.6, 6.2][i]);
            if let Some(path) = rect(x - u * 0.3, y, u * 0.6, long) {
                c.fill(&path, ink(scale(copper, 0.5), 1.0));
            }
            for (k, s, d) in
                [(1.0, 0.62, 0.0), (0.93, 1.0, 0.0), (0.72, 0.84, 0.05), (0.35, 1.12, -0.22)]
            {
                if let Some(path) = oval(x + d * r, y + long + r * (0.9 + d), r * k, r * k) {
                    c.fill(&path, ink(scale(copper, s), if d < 0.0 { 0.5 } else { 1.0 }));
                }
            }
        }
    });
    stage.add(pans.alive(move |t| Pose::moved((t * 1.2).sin() * u * 0.14, 0.0)));
}

fn counter(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(40));
    let top = h * 0.685;
    let front = room
        .lit(Dice::new(plan.seed, 41).pick(&[hex(0x7C9C90), hex(0x8A966C), hex(0x7890A6)]), 0.9);
    let wood = room.lit(hex(0xA87648), 1.0);
    let lamp = room.lamp;
    stage.add(frame.painted(top, h * 0.93, 0.32, 0.0, |x, y| {
        let d = y - top;
        let slab = smooth(u * 2.2, u * 2.0, d);
        let grain = fbm(seed, x / (u * 9.0), y / (u * 0.5), 4);
        let cell = (x / (u * 15.0) + 0.2).rem_euclid(1.0);
        let gap = smooth(0.0, 0.012, cell) * smooth(1.0, 0.988, cell);
        let inner = smooth(0.09, 0.1, cell) * smooth(0.91, 0.9, cell) * smooth(u * 5.4, u * 5.6, d);
        let bevel = smooth(0.075, 0.1, cell) * smooth(0.115, 0.1, cell);
        let mut c = scale(
            front,
            (0.35 + 0.65 * gap)
                * (1.0 - 0.12 * inner + 0.2 * bevel)
                * (0.94 + 0.12 * fbm(seed ^ 1, x / (u * 0.7), y / (u * 6.0), 3)),
        );
        let knob = ((cell - 0.84) * 15.0).hypot((d - u * 4.0) / u);
        c = mix(c, room.lit(hex(0xE0B878), 1.0 - 0.3 * knob), smooth(0.62, 0.5, knob));
        c = scale(c, 1.3 - 0.6 * smooth(u * 5.0, u * 2.0, d) - 0.35 * smooth(u * 8.0, u * 28.0, d));
        c = mix(c, scale(wood, 0.72 + 0.5 * grain + 0.2 * smooth(u * 0.6, 0.0, d)), slab);
        c = add(c, LAMP, lamp * 0.1 * slab);
        [c[0].clamp(0.0, 1.0), c[1].clamp(0.0, 1.0), c[2].clamp(0.0, 1.0), smooth(0.0, 1.2, d)]
    }));
}

/// A kettle on a small flame; its steam leans away.
fn kettle(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, room.side);
    let (x, y) = (w * (0.5 + side * 0.36), h * 0.685);
    let enamel = room
        .lit(Dice::new(plan.seed, 45).pick(&[hex(0xC4503E), hex(0xE6DCC8), hex(0x4E7C86)]), 1.0);
    stage.add(frame.drawn(y - u * 15.0, y + u, 0.33, 0.0, |c| {
        if let Some(path) = rect(x - u * 7.0, y - u * 0.8, u * 14.0, u * 0.9) {
            c.fill(&path, ink(hex(0x1C1A1A), 1.0));
        }
        if let Some(path) = curve(
            (x - side * u * 3.6, y - u * 3.6),
            &[((x - side * u * 6.6, y - u * 4.6), (x - side * u * 7.2, y - u * 8.0))],
        ) {
            c.line(&path, u * 1.2, ink(scale(enamel, 0.82), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 3.6, y - u * 7.6),
            &[
                ((x - u * 3.4, y - u * 13.2), (x, y - u * 13.2)),
                ((x + u * 3.4, y - u * 13.2), (x + u * 3.6, y - u * 7.6)),
            ],
        ) {
            c.line(&path, u * 0.7, ink(hex(0x2A201A), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 5.0, y - u * 1.4),
            &[
                ((x - u * 5.6, y - u * 8.6), (x, y - u * 8.8)),
                ((x + u * 5.6, y - u * 8.6), (x + u * 5.0, y - u * 1.4)),
                ((x, y - u * 0.6), (x - u * 5.0, y - u * 1.4)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 5.0, 0.0),
                (x + u * 5.0, 0.0),
                &[
                    (0.0, ink(scale(enamel, 0.7), 1.0)),
                    (0.32, ink(add(enamel, [1.0; 3], 0.12), 1.0)),
                    (0.5, ink(enamel, 1.0)),
                    (1.0, ink(scale(enamel, 0.48), 1.0)),
                ],
            );
        }
        if let Some(path) = oval(x, y - u * 8.6, u * 2.6, u * 0.7) {
            c.fill(&path, ink(scale(enamel, 0.8), 1.0));
        }
        if let Some(path) = oval(x, y - u * 9.5, u * 0.7, u * 0.7) {
            c.fill(&path, ink(hex(0x2A201A), 1.0));
        }
    }));
    stage.sparks(0.33, move |t, out| {
        for i in 0..9 {
            let px = x + u * (i as f32 - 4.0) * 0.95;
            let flick = 0.8 + 0.2 * (t * 9.0 + i as f32 * 2.1).sin();
            out.push(
                Spark::glow(px, y - u * 1.1, u * 1.0 * flick, hex(0x6AA8FF), 0.75)
                    .shaped(0.7, 1.57),
            );
        }
        out.push(Spark::glow(x, y - u * 0.6, u * 6.0, hex(0x5A90E8), 0.25).shaped(0.3, 0.0));
    });
    steam(stage, plan, frame, (x - side * u * 7.4, y - u * 8.6), 0.33, 17.0);
}

/// A lamp on a long cord over the table, and its cone of light.
fn lamp_over(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 + room.side * 0.2), h * 0.105);
    let shade = Dice::new(plan.seed, 50).pick(&[hex(0x2F4A48), hex(0x7A3328), hex(0xC9BFA8)]);
    let strong = 0.24 + 0.5 * room.lamp;
    let cone = frame.soft(4, y + u * 3.0, h * 0.9, 0.42, u * 2.0, |px, py| {
        let d = (py - y) / (h * 0.8);
        let off = (px - x) / (u * 5.5 + (py - y) * 0.42);
        [LAMP[0], LAMP[1], LAMP[2], (-off * off * 2.2).exp() * smooth(1.0, 0.0, d) * 0.3 * strong]
    });
    stage.add(cone.light());
    let swing = move |t: f32| (t * 0.95).sin() * u * 0.3;
    let layer = frame.drawn(-u * 2.0, y + u * 6.0, 0.42, u, |c| {
        if let Some(path) = rect(x - u * 0.09, -u * 9.0, u * 0.18, y + u * 9.0) {
            c.fill(&path, ink(hex(0x1A1512), 1.0));
        }
        if let Some(path) = oval(x, y + u * 3.4, u * 5.6, u * 1.0) {
            c.fill(&path, ink(hex(0xFFE3B4), 1.0));
        }
        if let Some(path) = oval(x, y + u * 3.8, u * 1.6, u * 1.2) {
            c.fill(&path, ink(hex(0xFFF6E2), 1.0));
        }
        if let Some(path) = curve(
            (x - u * 5.7, y + u * 3.5),
            &[
                ((x - u * 5.0, y - u * 0.6), (x - u * 0.8, y - u * 1.0)),
                ((x, y - u * 2.4), (x + u * 0.8, y - u * 1.0)),
                ((x + u * 5.0, y - u * 0.6), (x + u * 5.7, y + u * 3.5)),
                ((x, y + u * 2.2), (x - u * 5.7, y + u * 3.5)),
            ],
        ) {
            c.fade(
                &path,
                (x - u * 5.7, 0.0),
                (x + u * 5.7, 0.0),
                &[
                    (0.0, ink(scale(shade, 0.7), 1.0)),
                    (0.35, ink(add(scale(shade, 1.25), LAMP, 0.08), 1.0)),
                    (1.0, ink(scale(shade, 0.5), 1.0)),
                ],
            );
        }
    });
    stage.add(layer.alive(move |t| Pose::moved(swing(t), 0.0)));
    stage.sparks(0.42, move |t, out| {
        out.push(Spark::glow(x + swing(t), y + u * 4.0, u * 9.0, LAMP, 0.6 * strong + 0.2));
    });
}

/// A table with a checked cloth in perspective.
fn table(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let top = h * 0.862;
    let dye = room
        .lit(Dice::new(plan.seed, 21).pick(&[hex(0xB8503E), hex(0x5A7E9C), hex(0xB88A38)]), 1.0);
    let linen = room.lit(hex(0xF4EAD8), 1.0);
    let (lamp, middle) = (room.lamp, w * (0.5 + room.side * 0.1));
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let z = 0.5 + 0.5 * down;
        let (gx, gy) = (
            (x - w * 0.5) / (u * 4.2 * z),
            (down * 1.6 + 0.9).ln() * 9.0 / (h / u / 133.0).recip(),
        );
        let stripe = |v: f32| smooth(0.22, 0.28, ((v - v.floor()) - 0.5).abs());
        let check = 0.5 * (stripe(gx) + stripe(gy));
        let weave = value(seed, x / (u * 0.16), y / (u * 0.16)) - 0.5;
        let fold = fbm(seed ^ 1, x / (u * 16.0), y / (u * 8.0), 3) - 0.5;
        let mut c =
            scale(mix(linen, dye, check * 0.85), 0.74 + 0.05 * weave + 0.3 * fold - 0.14 * down);
        let pool = (-((x - middle) / (u * 30.0)).powi(2)).exp() * (1.0 - 0.5 * down);
        c = add(c, tint(c, LAMP), pool * (0.2 + 0.9 * lamp));
        c = add(c, LAMP, 0.12 * smooth(0.05, 0.0, down));
        [
            c[0].clamp(0.0, 1.0),
            c[1].clamp(0.0, 1.0),
            c[2].clamp(0.0, 1.0),
            smooth(0.0, u * 0.2, y - top),
        ]
    }));
}

/// On the table: a mug that steams, and a bowl of fruit.
fn tea(stage: &mut Stage, plan: &Plan, frame: Frame, room: &Room) {
    let (w, h, u, side) = (frame.w, frame.h, frame.u, room.side);
    let (mug, bowl) = ((w * (0.5 - side * 0.33), h * 0.945), (w * (0.5 + side * 0.3), h * 0.94));
    let warm = |c: Rgb| add(room.lit(c, 1.0), tint(c, LAMP), room.lamp * 0.6);
    let mut dice = Dice::new(plan.seed, 70);
    stage.add(frame.drawn(h * 0.94 - u * 14.0, h * 0.945 + u * 4.0, 0.68, 0.0, |c| {
        for (x, y, r) in [(mug.0, mug.1, 4.6), (bowl.0, bowl.1, 9.0)] {
            if let Some(path) = oval(x + side * u * -0.8, y + u * 0.3, u * r, u * r * 0.2) {
                c.fill(&path, ink([0.1, 0.06, 0.04], 0.4));
            }
        }
        for i in 0..7 {
            let (dx, dy) = [
                (-4.6, -5.6),
                (4.4, -5.8),
                (0.0, -6.4),
                (-2.4, -8.2),
                (2.6, -8.4),
                (-5.4, -7.0),
                (5.6, -7.2),
            ][[5, 6, 3, 4, 0, 1, 2][i]];
            let fruit =
                warm(dice.pick(&[hex(0xC8402E), hex(0xE08A2E), hex(0xDDB440), hex(0x8CA044)]));
            let (x, y, r) = (bowl.0 + u * dx, bowl.1 + u * dy, u * 2.9);
            for k in 0..9 {
                let s = k as f32 / 8.0;
                if let Some(path) = oval(
                    x - r * 0.22 * s,
                    y - r * 0.25 * s,
                    r * (1.0 - 0.75 * s),
                    r * (0.95 - 0.72 * s),
                ) {
                    c.fill(
                        &path,
                        ink(scale(fruit, 0.62 + 0.56 * s), if k == 0 { 1.0 } else { 0.4 }),
                    );
                }
            }
        }
        vessel(c, bowl, u, (8.6, 6.0, 3.4), warm(hex(0xDCE0D8)));
        if let Some(path) = curve(
            (mug.0 + side * -u * 3.2, mug.1 - u * 5.4),
            &[
                (
                    (mug.0 - side * u * 6.6, mug.1 - u * 5.6),
                    (mug.0 - side * u * 5.8, mug.1 - u * 3.0),
                ),
                (
                    (mug.0 - side * u * 5.0, mug.1 - u * 1.4),
                    (mug.0 - side * u * 3.0, mug.1 - u * 1.8),
                ),
            ],
        ) {
            c.line(&path, u * 0.9, ink(scale(warm(hex(0x6E98A0)), 0.8), 1.0));
        }
        vessel(c, mug, u, (3.6, 7.2, 3.2), warm(hex(0x6E98A0)));
        for (k, color) in
            [(1.0, scale(warm(hex(0x6E98A0)), 1.1)), (0.88, hex(0x5A2E14)), (0.6, hex(0x8A4E22))]
        {
            if let Some(path) = oval(mug.0, mug.1 - u * 7.2, u * 3.6 * k, u * 0.8 * k) {
                c.fill(&path, ink(color, 1.0));
            }
        }
    }));
    steam(stage, plan, frame, (mug.0, mug.1 - u * 7.4), 0.68, 16.0);
}
