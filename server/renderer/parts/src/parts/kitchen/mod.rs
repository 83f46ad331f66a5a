//! A kitchen at home: a window over the counter with curtains and a garden behind, tiles, pans on
//! a rail, a kettle on the flame, a lamp over the table where the tea is poured.

mod counter;
mod table;

use super::room::casement;
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
        noise::{Dice, fbm, value},
        shapes::{blade, ink, polygon},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

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

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (dim, lamp, sun) = match plan.hour {
        Hour::Dawn => ([0.84, 0.79, 0.74], 0.2, hex(0xFFD8A8)),
        Hour::Day => ([0.9, 0.89, 0.86], 0.1, hex(0xFFF0CC)),
        Hour::Sunset => ([0.72, 0.61, 0.52], 0.36, hex(0xFFB870)),
        Hour::Night => ([0.4, 0.38, 0.42], 0.62, hex(0x6C80B8)),
    };
    let room = Room { dim, lamp, sun, side: if plan.seed & 1 == 0 { 1.0 } else { -1.0 } };
    garden(stage, plan, frame);
    wall(stage, plan, frame, &room);
    pane(stage, frame, &room);
    curtains(stage, plan, frame, &room);
    counter::rail(stage, plan, frame, &room);
    counter::counter(stage, plan, frame, &room);
    counter::kettle(stage, plan, frame, &room);
    table::lamp_over(stage, plan, frame, &room);
    table::table(stage, plan, frame, &room);
    table::tea(stage, plan, frame, &room);
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
        pixel(c, 1.0)
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
        let fine = value(seed ^ 3, x / (u * 0.7), y / (u * 0.7)) - 0.5;
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
        pixel(lit, 1.0 - hole)
    }));
}

/// Frame, bars and sill, with herbs in pots.
fn pane(stage: &mut Stage, frame: Frame, room: &Room) {
    let u = frame.u;
    let (x0, y0, x1, y1) = window(frame, room.side);
    let paint = room.lit(hex(0xF3EADA), 0.95);
    stage.add(frame.drawn(y0 - u * 3.0, y1 + u * 4.0, 0.15, 0.0, |c| {
        let wide = x1 - x0;
        casement(c, (x0, y0, x1, y1), u, paint);
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
        pixel(c, (body.max(valance)) * (0.9 + 0.08 * k))
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.7).sin() * u * 0.35, 0.0)).rippling(
        u * 0.9,
        u * 30.0,
        0.13,
    ));
}
