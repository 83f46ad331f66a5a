//! A birthday at home: dusky wallpaper with bunting, balloons that bob on their strings, paper
//! falling in the back, and on the table a cake whose candles are the light of the room.

mod table;

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, polygon},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

const CANDLE: Rgb = hex(0xFFB866);
/// Coral, mustard, sage, dusty blue, blush.
const PAPER: [Rgb; 5] = [hex(0xD9705A), hex(0xE2B04E), hex(0x86A886), hex(0x6F98B4), hex(0xE0A79C)];

pub fn light(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn | Hour::Day => {
            Light { from: [0.9, 0.91, 0.94], to: [1.0, 0.985, 0.95], prints: [1.0, 0.99, 0.965] }
        }
        Hour::Sunset | Hour::Night => {
            Light { from: [0.84, 0.85, 0.92], to: [1.0, 0.975, 0.93], prints: [1.0, 0.975, 0.94] }
        }
    }
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let day = matches!(plan.hour, Hour::Dawn | Hour::Day);
    wall(stage, plan, frame, day);
    fairy_lights(stage, plan, frame, 0.1);
    bunting(stage, plan, frame, day);
    confetti(stage, plan, frame);
    balloons(stage, plan, frame, day);
    table::draw(stage, plan, frame, day);
}

/// Where the cake stands: middle, and height of its foot. In an upright frame it moves out from
/// below the print.
fn foot(plan: &Plan, frame: Frame) -> (f32, f32) {
    let off = if frame.w < frame.h * 0.8 { 0.18 * plan.side } else { 0.0 };
    (frame.w * (0.5 + off), frame.h * 0.958)
}

fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(1));
    let middle = foot(plan, frame).0;
    let mut dice = Dice::new(plan.seed, 2);
    let paper = dice.pick(&[hex(0x45616B), hex(0x5E5570), hex(0x4E6658)]);
    let paper = if day { mix(paper, hex(0xEADBC4), 0.45) } else { scale(paper, 0.72) };
    let rail = h * 0.66;
    stage.add(frame.painted(0.0, h * 0.9, 0.05, 0.0, |x, y| {
        let stripe = (x / (u * 7.0)).fract().abs();
        let thin = smooth(0.06, 0.08, (stripe - 0.5).abs());
        let mut c = mix(scale(paper, 1.22), paper, thin);
        // Small sprigs between the stripes.
        let (gx, gy) = ((x / (u * 7.0)).fract().abs() - 0.5, (y / (u * 6.0)).fract().abs() - 0.5);
        let sprig = smooth(0.09, 0.05, (gx.abs() - 0.5).hypot(gy * 0.9));
        c = mix(c, scale(paper, 1.5), sprig * 0.7);
        // Panels below a rail.
        let panel = smooth(-0.5, 0.5, y - rail);
        let cell = (x / (u * 13.0) + 0.5).fract().abs();
        let groove = smooth(0.06, 0.075, cell) * smooth(0.94, 0.925, cell);
        let wood = mix(hex(0xB9A68E), hex(0xD8C8B0), groove);
        let wood = if day { wood } else { scale(wood, 0.52) };
        c = mix(c, wood, panel);
        let lip = (-((y - rail) / (u * 0.7)).powi(2)).exp();
        c = add(c, [0.3, 0.26, 0.2], lip * if day { 0.4 } else { 0.3 });
        c = scale(c, 1.0 - 0.45 * (-((y - rail - u * 1.9) / (u * 0.8)).powi(2)).exp());
        let rough = fbm(seed, x / (u * 8.0), y / (u * 8.0), 4) - 0.5;
        let fine = value(seed ^ 3, x / (u * 0.7), y / (u * 0.7)) - 0.5;
        c = scale(c, 1.0 + rough * 0.16 + fine * 0.05);
        // The candles light the wall from below, the corners stay in the dark.
        let d = ((x - middle) / (w * 0.75)).hypot((y - h * 0.8) / (h * 0.62));
        let warm = (-d * d * 1.6).exp();
        let lit = tint(c, CANDLE);
        c = if day {
            scale(add(c, lit, warm * 0.2), 0.74 + 0.24 * smooth(1.3, 0.2, d))
        } else {
            add(scale(c, 0.42 + 0.2 * smooth(1.5, 0.2, d)), lit, warm * 1.0)
        };
        pixel(c, 1.0)
    }));
}

pub(super) fn fairy_lights(stage: &mut Stage, plan: &Plan, frame: Frame, depth: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 10);
    let list: Vec<(f32, f32, f32, f32)> = (0..34)
        .map(|i| {
            let s = i as f32 / 33.0;
            let x = w * (-0.08 + 1.16 * s);
            let sag = (s * 3.0).fract();
            let y = h * 0.045 + u * 9.0 * 4.0 * sag * (1.0 - sag) * 0.55;
            (x, y + u * dice.range(-0.6, 0.6), u * dice.range(1.0, 1.6), dice.next() * 6.3)
        })
        .collect();
    stage.sparks(depth, move |t, out| {
        for &(x, y, r, phase) in &list {
            let bright = 0.66 + 0.22 * (t * 1.1 + phase).sin();
            out.push(Spark::glow(x, y, r * 4.0, CANDLE, 0.26 * bright));
            out.push(Spark {
                kind: Kind::Blur,
                ..Spark::disc(x, y, r * 0.62, hex(0xFFE6B8), bright)
            });
        }
    });
}

/// Two strings of paper flags.
fn bunting(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 20);
    for n in 0..2usize {
        let lean = if (plan.seed & 1 == 0) == (n == 0) { 1.0 } else { -1.0 };
        let (left, right) = (h * (0.1 + 0.065 * n as f32), h * (0.1 + 0.065 * n as f32));
        let (left, right) = (left - lean * u * 5.0, right + lean * u * 5.0);
        let deep = u * 13.0;
        let at = |s: f32| {
            (w * (-0.1 + 1.2 * s), left + (right - left) * s + deep * 4.0 * s * (1.0 - s) * 0.6)
        };
        let depth = 0.16 + 0.08 * n as f32;
        let bottom = left.max(right) + deep * 0.7 + u * 10.0;
        let shade = if day { 0.95 } else { 0.7 + 0.08 * n as f32 };
        let layer = frame.drawn(left.min(right) - u * 2.0, bottom, depth, u * 2.0, |c| {
            let count = (w / (u * 6.2)).round() as usize;
            let first = (dice.next() * 5.0) as usize;
            for i in 0..count {
                let (a, b) =
                    (at((i as f32 + 0.07) / count as f32), at((i as f32 + 0.93) / count as f32));
                let tip = (f32::midpoint(a.0, b.0) + u * dice.range(-0.4, 0.4), {
                    f32::midpoint(a.1, b.1) + u * 7.2
                });
                let color = scale(PAPER[(i + first + n * 2) % 5], shade);
                if let Some(path) = polygon(&[a, b, tip]) {
                    c.fade(
                        &path,
                        a,
                        (tip.0 + u, tip.1),
                        &[
                            (0.0, ink(scale(color, 0.82), 1.0)),
                            (0.5, ink(color, 1.0)),
                            (1.0, ink(scale(color, 1.14), 1.0)),
                        ],
                    );
                }
                // A pale dotted border on every second flag.
                if (i + n) % 2 == 0 {
                    for k in 1..5 {
                        let s = k as f32 / 5.0;
                        let (px, py) = (a.0 + (b.0 - a.0) * s, a.1 + (b.1 - a.1) * s + u * 1.2);
                        if let Some(path) = oval(px, py, u * 0.24, u * 0.24) {
                            c.fill(&path, ink(scale(hex(0xF7ECD8), shade), 0.9));
                        }
                    }
                }
            }
            let points: Vec<_> = (0..=24).map(|i| at(i as f32 / 24.0)).collect();
            for pair in points.windows(2) {
                if let Some(path) = curve(pair[0], &[(pair[0], pair[1])]) {
                    c.line(&path, u * 0.34, ink(scale(hex(0xE9DCC4), shade), 1.0));
                }
            }
        });
        let phase = n as f32 * 1.3;
        stage.add(
            layer.alive(move |t| Pose::moved((t * 0.8 + phase).sin() * u * 0.3, 0.0)).rippling(
                u * 0.45,
                u * 24.0,
                0.16,
            ),
        );
    }
}

/// Bits of paper turning as they fall, small and far.
fn confetti(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 30);
    let list: Vec<([f32; 5], Rgb)> = (0..70)
        .map(|_| {
            let color = mix(dice.pick(&PAPER), CANDLE, 0.2);
            (
                [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.range(0.7, 1.4)],
                color,
            )
        })
        .collect();
    stage.sparks(0.26, move |t, out| {
        for &([x, y, near, phase, rate], color) in &list {
            let py = (y + t * (0.022 + 0.03 * near)).fract() * h * 0.95 - u;
            let px = (x * 1.1 - 0.05) * w + (t * rate + phase).sin() * u * 1.6;
            let turn = (t * 2.1 * rate + phase).cos().abs().max(0.14);
            out.push(
                Spark::disc(px, py, u * (0.34 + 0.36 * near), color, 0.82)
                    .shaped(turn * 0.8, phase + t * 0.7 * rate),
            );
        }
    });
}

pub(super) fn balloons(stage: &mut Stage, plan: &Plan, frame: Frame, day: bool) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 40);
    let first = (dice.next() * 5.0) as usize;
    // Two bunches at the edges: place in frame widths, height, size, depth.
    let side = if plan.seed & 1 == 0 { 1.0 } else { -1.0 };
    for (n, &(x, y, r, depth)) in [
        (-0.43f32, 0.36f32, 5.6f32, 0.3f32),
        (0.45, 0.47, 5.4, 0.3),
        (0.33, 0.37, 6.0, 0.34),
        (-0.34, 0.5, 6.3, 0.36),
        (0.47, 0.34, 6.8, 0.42),
        (-0.48, 0.46, 7.2, 0.44),
    ]
    .iter()
    .enumerate()
    {
        let (x, y, r) = (w * (0.5 + side * x), h * (y + dice.range(-0.02, 0.02)), u * r);
        let color = scale(PAPER[(first + n * 2) % 5], if day { 0.95 } else { 0.74 });
        let end = (
            w * (0.5 + side * 0.44 * if x * side > w * 0.5 * side { 1.0 } else { -1.0 }),
            h * 0.86,
        );
        let layer = frame.drawn(y - r * 1.5, h * 0.87, depth, u, |c| {
            let knot = (x, y + r * 1.28);
            if let Some(path) = curve(
                knot,
                &[
                    ((x + u * 1.6, y + r * 2.2), (f32::midpoint(x, end.0), h * 0.7)),
                    ((end.0 - u, h * 0.78), end),
                ],
            ) {
                c.line(&path, u * 0.13, ink(hex(0xE9DCC4), 0.5));
            }
            balloon(c, (x, y), r, color);
        });
        let phase = n as f32 * 1.9;
        stage.add(layer.alive(move |t| {
            Pose::moved(
                (t * 0.6 + phase).sin() * u * 0.5,
                (t * 0.85 + phase * 1.4).sin() * u * 0.55,
            )
        }));
    }
}

/// A balloon lit from below by the candles, with a window's shine above.
fn balloon(c: &mut Canvas, (x, y): (f32, f32), r: f32, color: Rgb) {
    if let Some(path) =
        polygon(&[(x, y + r * 1.08), (x + r * 0.13, y + r * 1.32), (x - r * 0.13, y + r * 1.32)])
    {
        c.fill(&path, ink(scale(color, 0.7), 1.0));
    }
    let body = |k: f32, dx: f32, dy: f32| {
        // Round above, drawn together below.
        let (x, y, a) = (x + dx * r, y + dy * r, r * k);
        curve(
            (x, y + a * 1.2),
            &[
                ((x - a * 0.98, y + a * 0.62), (x - a * 0.98, y - a * 0.12)),
                ((x - a * 0.98, y - a * 1.12), (x, y - a * 1.12)),
                ((x + a * 0.98, y - a * 1.12), (x + a * 0.98, y - a * 0.12)),
                ((x + a * 0.98, y + a * 0.62), (x, y + a * 1.2)),
            ],
        )
    };
    for i in 0..26 {
        let s = i as f32 / 25.0;
        let tone = mix(scale(color, 0.6), mix(scale(color, 1.16), CANDLE, 0.08), s);
        if let Some(path) = body(1.0 - 0.62 * s, -0.1 * s, -0.12 * s) {
            c.fill(&path, ink(tone, if i == 0 { 1.0 } else { 0.18 }));
        }
    }
    for (dx, dy, rx, ry, a) in [(-0.4, -0.5, 0.2, 0.3, 0.2), (-0.42, -0.54, 0.11, 0.19, 0.5)] {
        if let Some(path) = oval(x + dx * r, y + dy * r, rx * r, ry * r) {
            c.fill(&path, ink([1.0, 0.97, 0.92], a));
        }
    }
}
