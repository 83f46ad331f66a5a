//! A coffee shop on a slow evening: a tall window with the street out of focus and rain on the
//! glass, lamps over a long counter, shelves, a cup that steams on our table.

use super::props::steam;
use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, polygon, rect},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::{Hour, Weather};

const LAMP: Rgb = hex(0xFFC47E);

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn | Hour::Day => {
            Light { from: [0.86, 0.89, 0.95], to: [1.0, 0.985, 0.945], prints: [1.0, 0.99, 0.96] }
        }
        Hour::Sunset | Hour::Night => {
            Light { from: [0.84, 0.86, 0.93], to: [1.0, 0.975, 0.93], prints: [1.0, 0.975, 0.935] }
        }
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    street(stage, plan, frame);
    window(stage, plan, frame);
    wall(stage, plan, frame);
    shelves(stage, plan, frame);
    counter(stage, plan, frame);
    lamps(stage, plan, frame);
    table(stage, plan, frame);
    cup(stage, plan, frame);
}

/// Which side the window takes, as the place of its inner edge.
fn pane(plan: &Plan, frame: Frame) -> (f32, f32) {
    if plan.seed & 1 == 0 {
        (-frame.u * 12.0, frame.w * 0.56)
    } else {
        (frame.w * 0.44, frame.w + frame.u * 12.0)
    }
}

fn street(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(1));
    let (top, low) = match plan.hour {
        Hour::Dawn => (hex(0xA9B4C4), hex(0xE8CDB0)),
        Hour::Day => (hex(0xB4C8D4), hex(0xDCDDD0)),
        Hour::Sunset => (hex(0x5C5A80), hex(0xE09A68)),
        Hour::Night => (hex(0x141C36), hex(0x3A3450)),
    };
    stage.add(frame.soft(4, 0.0, h * 0.75, 0.04, 0.0, |x, y| {
        let house = fbm(seed, (x / (u * 13.0)).floor() * 0.7, 1.0, 2);
        let roof = h * (0.1 + 0.3 * house);
        let c = mix(
            mix(top, low, y / (h * 0.7)),
            scale(top, 0.42),
            smooth(-u * 2.0, u * 2.0, y - roof) * 0.75,
        );
        let c = scale(c, 0.86 + 0.28 * fbm(seed ^ 2, x / (u * 10.0), y / (u * 14.0), 3));
        pixel(c, 1.0)
    }));
    let mut dice = Dice::new(plan.seed, 5);
    let lights: Vec<(f32, f32, f32, Rgb, f32, f32)> = (0..52)
        .map(|i| {
            let color = dice.pick(&[
                hex(0xFFC070),
                hex(0xFFD9A0),
                hex(0xFF8A60),
                hex(0x9CC4F0),
                hex(0xF06A5A),
            ]);
            let moving = if i % 4 == 0 { dice.range(-7.0, 7.0) } else { 0.0 };
            (
                dice.range(-0.1, 1.1) * w,
                h * if i % 4 == 0 { dice.range(0.5, 0.6) } else { dice.range(0.14, 0.58) },
                u * dice.range(1.2, 3.3),
                color,
                dice.next() * 6.3,
                moving * u,
            )
        })
        .collect();
    let strong = match plan.hour {
        Hour::Day => 0.1,
        Hour::Dawn => 0.16,
        Hour::Sunset | Hour::Night => 0.46,
    };
    stage.sparks(0.08, move |t, out| {
        for &(x, y, r, color, phase, speed) in &lights {
            let px = (x + speed * t + w * 0.2).rem_euclid(w * 1.4) - w * 0.2;
            out.push(Spark {
                kind: Kind::Disc,
                ..Spark::glow(px, y, r, color, strong * (0.8 + 0.2 * (t * 0.9 + phase).sin()))
            });
        }
    });
}

/// Glass with a cross of dark wood; drops run down when it rains, else a faint sheen.
fn window(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(9));
    let (left, right) = pane(plan, frame);
    let rain = plan.weather == Weather::Rain
        || (plan.weather == Weather::Clear && plan.hour == Hour::Night);
    stage.add(frame.soft(3, 0.0, h * 0.72, 0.12, u * 2.0, |x, y| {
        let sheen = smooth(0.52, 0.75, fbm(seed, (x + y * 0.5) / (u * 18.0), 0.2, 2));
        [1.0, 0.97, 0.92, sheen * 0.09]
    }));
    if rain {
        let mut dice = Dice::new(plan.seed, 12);
        let drops: Vec<[f32; 4]> = (0..130)
            .map(|_| [dice.range(left, right), dice.next(), dice.next(), dice.next() * 6.3])
            .collect();
        stage.sparks(0.12, move |t, out| {
            for &[x, y, size, phase] in &drops {
                // Most hang, some let go and run.
                let run = if size > 0.72 {
                    (t * (0.05 + size * 0.09) + (t * 1.3 + phase).sin() * 0.012).max(0.0)
                } else {
                    0.0
                };
                let py = (y + run).fract() * h * 0.72;
                let px = x + (py / u * 0.35 + phase).sin() * u * 0.25;
                let r = u * (0.16 + 0.26 * size);
                out.push(Spark::disc(px, py, r, [0.62, 0.66, 0.74], 0.34).shaped(0.8, 1.57));
                out.push(Spark::disc(px - r * 0.25, py - r * 0.3, r * 0.36, [1.0, 0.96, 0.9], 0.5));
            }
        });
    }
    let wood = hex(0x2A1C15);
    stage.add(frame.drawn(0.0, h * 0.75, 0.16, 0.0, |c| {
        let bars = [left.max(-u * 6.0), f32::midpoint(left.max(0.0), right.min(frame.w)), right];
        for x in bars {
            if let Some(path) = rect(x - u * 0.7, -u * 9.0, u * 1.4, h * 0.75 + u * 9.0) {
                c.fade(
                    &path,
                    (x - u * 0.7, 0.0),
                    (x + u * 0.7, 0.0),
                    &[
                        (0.0, ink(scale(wood, 1.7), 1.0)),
                        (0.4, ink(wood, 1.0)),
                        (1.0, ink(scale(wood, 0.6), 1.0)),
                    ],
                );
            }
        }
        for y in [h * 0.2, h * 0.685] {
            if let Some(path) = rect(left, y, right - left, u * if y > h * 0.5 { 2.2 } else { 1.1 })
            {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 1.4),
                    &[(0.0, ink(scale(wood, 1.8), 1.0)), (1.0, ink(scale(wood, 0.8), 1.0))],
                );
            }
        }
    }));
}

fn wall(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(20));
    let (left, right) = pane(plan, frame);
    let window_left = plan.seed & 1 == 0;
    let brick = hex(0x744A3A);
    stage.add(frame.painted(0.0, h * 0.86, 0.16, 0.0, |x, y| {
        let edge = if window_left { x - right } else { left - x };
        let sill = y - h * 0.7;
        let a = smooth(0.0, 1.5, edge).max(smooth(0.0, 1.5, sill));
        if a <= 0.0 {
            return [0.0; 4];
        }
        let row = (y / (u * 1.9)).floor();
        let column = x / (u * 4.6) + if row as i32 % 2 == 0 { 0.5 } else { 0.0 };
        let (bx, by) = (column.fract().abs(), (y / (u * 1.9)).fract());
        let joint = smooth(0.0, 0.05, bx)
            * smooth(1.0, 0.95, bx)
            * smooth(0.0, 0.12, by)
            * smooth(1.0, 0.88, by);
        let own = value(seed, column.floor() * 3.7, row * 2.3);
        let rough = fbm(seed ^ 2, x / (u * 0.9), y / (u * 0.9), 3);
        let mut c =
            mix(scale(hex(0x5A4A40), 0.8), scale(brick, 0.66 + 0.5 * own), 0.2 + 0.8 * joint);
        c = scale(c, 0.7 + 0.6 * rough);
        // Lamps wash the wall from above.
        let wash =
            (-((y - h * 0.27) / (u * 36.0)).powi(2)).exp() * (0.66 + 0.34 * (x / (u * 11.0)).cos());
        c = add(scale(c, 0.6), tint(c, LAMP), wash * 0.95);
        pixel(c, a)
    }));
}

/// Shelves with jars, books and plants on the wall beside the window.
fn shelves(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (left, right) = pane(plan, frame);
    let (a, b) = if plan.seed & 1 == 0 {
        (right + u * 4.0, w + u * 8.0)
    } else {
        (-u * 8.0, left - u * 4.0)
    };
    let mut dice = Dice::new(plan.seed, 30);
    stage.add(frame.drawn(h * 0.2, h * 0.7, 0.22, 0.0, |c| {
        for y in [0.36, 0.48, 0.6].map(|k| h * k) {
            let mut x = a + u;
            while x < b - u * 2.0 {
                let (wide, tall) = (u * dice.range(0.8, 2.4), u * dice.range(2.4, 5.4));
                let color = scale(
                    dice.pick(&[
                        hex(0xC98B4E),
                        hex(0x8A5A3A),
                        hex(0xD9C3A0),
                        hex(0x5E6B4C),
                        hex(0x9C4A38),
                        hex(0x6E7A80),
                    ]),
                    dice.range(0.5, 0.85),
                );
                object(c, (x, y, wide, tall), color, u, dice.next());
                x += wide + u * dice.range(0.25, 1.4);
            }
            if let Some(path) = rect(a, y, b - a, u * 0.75) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 0.75),
                    &[(0.0, ink(hex(0x8A5E3C), 1.0)), (1.0, ink(hex(0x3A2417), 1.0))],
                );
            }
            if let Some(path) = rect(a, y + u * 0.75, b - a, u * 1.6) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 2.3),
                    &[(0.0, ink([0.0; 3], 0.4)), (1.0, ink([0.0; 3], 0.0))],
                );
            }
        }
    }));
}

fn object(c: &mut Canvas, (x, y, wide, tall): (f32, f32, f32, f32), color: Rgb, u: f32, kind: f32) {
    let stops = [
        (0.0, ink(scale(color, 1.15), 1.0)),
        (0.35, ink(color, 1.0)),
        (1.0, ink(scale(color, 0.5), 1.0)),
    ];
    let body = |top: f32| rect(x, y - top, wide, top);
    if kind < 0.25 {
        // A plant: a pot with trailing leaves.
        if let Some(path) = polygon(&[
            (x, y - u * 1.7),
            (x + wide, y - u * 1.7),
            (x + wide * 0.85, y),
            (x + wide * 0.15, y),
        ]) {
            c.fade(&path, (x, 0.0), (x + wide, 0.0), &stops);
        }
        for i in 0..9 {
            let angle = -2.7 + i as f32 * 0.29;
            let tip = (x + wide / 2.0 + angle.cos() * u * 2.3, y - u * 1.7 + angle.sin() * u * 2.2);
            if let Some(path) =
                crate::paint::shapes::blade((x + wide / 2.0, y - u * 1.6), tip, u * 0.4, u * 0.3)
            {
                c.fill(&path, ink(scale(hex(0x5C7A44), 0.55 + 0.05 * i as f32), 1.0));
            }
        }
    } else if kind < 0.6 {
        if let Some(path) = body(tall) {
            c.fade(&path, (x, 0.0), (x + wide, 0.0), &stops);
        }
    } else {
        // A jar with a lid.
        if let Some(path) = body(tall * 0.7) {
            c.fade(&path, (x, 0.0), (x + wide, 0.0), &stops);
        }
        if let Some(path) = rect(x + wide * 0.1, y - tall * 0.7 - u * 0.5, wide * 0.8, u * 0.5) {
            c.fill(&path, ink(hex(0x3A2A1E), 1.0));
        }
    }
}

fn counter(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(40));
    let top = h * 0.735;
    stage.add(frame.painted(top, h * 0.92, 0.34, 0.0, |x, y| {
        let plank = (x / (u * 6.0)).fract().abs();
        let groove = smooth(0.0, 0.03, plank) * smooth(1.0, 0.97, plank);
        let grain = fbm(seed, x / (u * 0.8), y / (u * 8.0), 4);
        let slab = smooth(u * 1.7, u * 1.5, y - top);
        let mut c = mix(
            scale(hex(0x6B4732), (0.5 + 0.5 * groove) * (0.6 + 0.7 * grain)),
            scale(hex(0x9C6B44), 0.72 + 0.5 * fbm(seed ^ 1, x / (u * 9.0), y / (u * 0.5), 3)),
            slab,
        );
        c = add(c, LAMP, slab * 0.12 * (0.5 + 0.5 * (x / (u * 11.0)).cos()));
        c = scale(c, 1.0 - 0.6 * smooth(u * 1.6, u * 15.0, y - top));
        pixel(c, smooth(0.0, 1.2, y - top))
    }));
}

/// Enamel lamps on long cords, swinging a very little.
fn lamps(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 50);
    for (n, place) in [0.07, 0.5, 0.93].into_iter().enumerate() {
        let (x, y) = (w * place + u * dice.range(-2.0, 2.0), h * [0.1, 0.055, 0.17][n]);
        let phase = n as f32 * 1.7;
        let swing = move |t: f32| (t * 1.05 + phase).sin() * u * 0.28;
        stage.sparks(0.4, move |t, out| {
            let breath = 1.0 + 0.02 * (t * 1.7 + phase).sin();
            out.push(Spark::glow(x + swing(t), y + u * 3.0, u * 21.0, LAMP, 0.46 * breath));
        });
        let layer = frame.drawn(-u * 2.0, y + u * 6.0, 0.4, u, |c| {
            if let Some(path) = curve((x, -u * 9.0), &[((x, y * 0.5), (x, y))]) {
                c.line(&path, u * 0.16, ink(hex(0x14100D), 1.0));
            }
            if let Some(path) = oval(x, y + u * 2.6, u * 2.6, u * 0.5) {
                c.fill(&path, ink(hex(0xFFE9C4), 1.0));
            }
            if let Some(path) = oval(x, y + u * 2.9, u * 1.0, u * 0.75) {
                c.fill(&path, ink(hex(0xFFF6E2), 1.0));
            }
            let shade = hex(0x26302C);
            if let Some(path) = polygon(&[
                (x - u * 0.5, y - u * 0.6),
                (x + u * 0.5, y - u * 0.6),
                (x + u * 0.9, y + u * 0.6),
                (x + u * 3.0, y + u * 2.6),
                (x - u * 3.0, y + u * 2.6),
                (x - u * 0.9, y + u * 0.6),
            ]) {
                c.fade(
                    &path,
                    (x - u * 3.0, 0.0),
                    (x + u * 3.0, 0.0),
                    &[
                        (0.0, ink(scale(shade, 0.7), 1.0)),
                        (0.35, ink(scale(shade, 2.0), 1.0)),
                        (1.0, ink(scale(shade, 0.5), 1.0)),
                    ],
                );
            }
        });
        stage.add(layer.alive(move |t| Pose::moved(swing(t), 0.0)));
        stage.sparks(0.4, move |t, out| {
            out.push(Spark::glow(x + swing(t), y + u * 3.2, u * 4.0, hex(0xFFE2B0), 0.75));
        });
    }
}

fn table(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(60));
    let top = h * 0.868;
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (h - top);
        let z = 0.35 + 0.65 * down;
        let bend = fbm(seed, x / (u * 26.0), y / (u * 5.0), 3);
        let grain = fbm(seed ^ 1, x / (u * 24.0 * z), y / (u * 0.7 * z) + bend * 5.0, 4);
        let pool = (-((x - w * 0.5) / (w * 0.45)).powi(2)).exp() * smooth(1.0, 0.0, down);
        let mut c = scale(hex(0x6B4329), 0.48 + 0.75 * grain - 0.25 * down);
        c = add(c, LAMP, pool * 0.22 * (0.5 + grain));
        c = add(c, LAMP, 0.3 * smooth(0.05, 0.0, down));
        pixel(c, smooth(0.0, u * 0.2, y - top))
    }));
}

fn cup(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let right = plan.seed & 1 == 0;
    let (x, y) = (if right { w * 0.85 } else { w * 0.15 }, h * 0.925);
    let china = hex(0xE9DFCF);
    let handle = if right { -1.0 } else { 1.0 };
    stage.add(frame.drawn(y - u * 9.0, y + u * 4.0, 0.68, 0.0, |c| {
        if let Some(path) = oval(x + u * 0.6, y + u * 1.0, u * 6.6, u * 1.5) {
            c.fill(&path, ink([0.05, 0.03, 0.02], 0.42));
        }
        for (dy, size, tone) in [(0.55, 5.9, 0.72), (0.3, 5.8, 0.97), (0.25, 3.6, 0.86)] {
            if let Some(path) = oval(x, y + u * dy, u * size, u * size * 0.22) {
                c.fill(&path, ink(scale(china, tone), 1.0));
            }
        }
        if let Some(path) = curve(
            (x + handle * u * 3.0, y - u * 3.9),
            &[
                ((x + handle * u * 5.6, y - u * 4.2), (x + handle * u * 4.9, y - u * 2.4)),
                ((x + handle * u * 4.4, y - u * 1.1), (x + handle * u * 2.6, y - u * 1.2)),
            ],
        ) {
            c.line(&path, u * 0.75, ink(scale(china, 0.8), 1.0));
        }
        let body = [
            (x - u * 3.5, y - u * 4.8),
            (x + u * 3.5, y - u * 4.8),
            (x + u * 3.2, y - u * 2.4),
            (x + u * 2.2, y - u * 0.3),
            (x, y + u * 0.35),
            (x - u * 2.2, y - u * 0.3),
            (x - u * 3.2, y - u * 2.4),
        ];
        if let Some(path) = polygon(&body) {
            c.fade(
                &path,
                (x - u * 3.5, 0.0),
                (x + u * 3.5, 0.0),
                &[
                    (0.0, ink(scale(china, 0.78), 1.0)),
                    (0.4, ink(china, 1.0)),
                    (1.0, ink(scale(china, 0.56), 1.0)),
                ],
            );
        }
        for (rx, ry, color) in [
            (3.5, 0.85, scale(china, 0.95)),
            (3.15, 0.7, hex(0x3A2114)),
            (2.5, 0.5, hex(0xA8703F)),
            (1.3, 0.26, hex(0xE2BE8E)),
        ] {
            if let Some(path) = oval(x, y - u * 4.8, u * rx, u * ry) {
                c.fill(&path, ink(color, 1.0));
            }
        }
    }));
    steam(stage, plan, frame, (x, y - u * 4.8), 0.58, 17.0);
}
