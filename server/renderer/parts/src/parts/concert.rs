//! A concert: beams that sweep from the rig through smoke, a bright stage, hands in the air,
//! paper falling in the light.

use crate::plan::Plan;
use crate::{
    paint::{
        color::{Rgb, add, hex, mix, pixel, scale, smooth},
        noise::{Dice, fbm, value},
        shapes::{Canvas, curve, ink, oval, polygon, rect},
    },
    stage::{
        Frame, Light, Pose, Stage,
        sparks::{Kind, Spark},
    },
};
use evernear_rules::story::Hour;

pub fn light(plan: &Plan) -> Light {
    let _ = plan;
    Light { from: [0.88, 0.88, 0.96], to: [1.0, 0.98, 0.96], prints: [0.97, 0.95, 0.94] }
}

/// The colours of the show: two for the beams, one for the air.
fn show(plan: &Plan) -> (Rgb, Rgb, Rgb) {
    let sets = [
        (hex(0xFFB45E), hex(0xE8587A), hex(0x3A1C3E)),
        (hex(0x6FA8FF), hex(0xC77BFF), hex(0x1E1C4A)),
        (hex(0xFF8A5C), hex(0x5CC8E8), hex(0x1F2440)),
        (hex(0xFFD07A), hex(0x9C7BFF), hex(0x2C1C48)),
    ];
    sets[(plan.seed % 4) as usize]
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let colors = show(plan);
    let (seed, deck) = (plan.noise(1), h * 0.7);
    let open_air = matches!(plan.hour, Hour::Sunset | Hour::Dawn | Hour::Day);
    let air = if open_air { mix(colors.2, hex(0x7A4A5C), 0.35) } else { colors.2 };
    stage.add(frame.soft(3, 0.0, h, 0.03, 0.0, |x, y| {
        let smoke = fbm(seed, x / (u * 20.0), y / (u * 13.0), 5);
        let d = ((x - w * 0.5) / (w * 0.75)).hypot((y - deck + u * 8.0) / (h * 0.42));
        let mut c = scale(air, 0.45 + 0.5 * smoke);
        c = add(c, mix(colors.0, colors.1, smoke), (-d * 1.9).exp() * (0.35 + 0.5 * smoke));
        pixel(c, 1.0)
    }));
    screen(stage, plan, frame, deck, colors);
    beams(stage, plan, frame, deck, colors);
    rig(stage, frame, colors);
    smoke(stage, plan, frame, deck, colors);
    floor_lights(stage, frame, deck, colors);
    for n in 0..4u32 {
        crowd(stage, plan, frame, n, colors);
    }
    paper(stage, plan, frame, colors);
}

/// Columns of light at the back of the stage, and the band as small dark figures before it.
fn screen(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    deck: f32,
    (warm, cool, _): (Rgb, Rgb, Rgb),
) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(5));
    let top = h * 0.4;
    for n in 0..2u32 {
        let layer = frame.soft(2, top, deck, 0.1, 0.0, |x, y| {
            let column = ((x - w * 0.5) / (u * 3.6)).floor();
            let level = value(seed ^ n, column, 0.0);
            let inside = smooth(0.06, 0.14, ((x - w * 0.5) / (u * 3.6)).rem_euclid(1.0))
                * smooth(0.94, 0.86, ((x - w * 0.5) / (u * 3.6)).rem_euclid(1.0));
            let high = deck
                - (deck - top)
                    * (0.3 + 0.68 * level)
                    * (1.0 - 0.4 * ((x - w * 0.5) / (w * 0.5)).abs());
            let a = smooth(high, high + u * 5.0, y)
                * inside
                * smooth(w * 0.56, w * 0.4, (x - w * 0.5).abs());
            let c = mix(warm, cool, value(seed ^ 7, column * 1.7, 1.0));
            pixel(c, a * 0.4)
        });
        let phase = n as f32 * std::f32::consts::PI;
        stage.add(layer.light().alive(move |t| Pose::faded(0.55 + 0.45 * (t * 1.9 + phase).sin())));
    }
    stage.add(frame.drawn(deck - u * 14.0, deck + u * 7.0, 0.16, 0.0, |c| {
        let dark = hex(0x0A070F);
        for (x, tall, pose) in [(0.2, 8.4, 0), (0.5, 9.0, 1), (0.8, 8.2, 2)] {
            figure(c, w * x, deck + u * 0.4, u * tall / 8.0, pose, ink(dark, 1.0));
        }
        if let Some(path) = rect(-u * 9.0, deck, w + u * 18.0, u * 8.0) {
            c.fade(
                &path,
                (0.0, deck),
                (0.0, deck + u * 3.0),
                &[
                    (0.0, ink(scale(warm, 0.55), 1.0)),
                    (0.12, ink(scale(cool, 0.16), 1.0)),
                    (1.0, ink(dark, 1.0)),
                ],
            );
        }
    }));
}

/// A player: legs, body, head, and an instrument by `pose`.
fn figure(c: &mut Canvas, x: f32, y: f32, s: f32, pose: u32, color: tiny_skia::Color) {
    let shapes = [
        polygon(&[
            (x - s * 1.3, y),
            (x - s * 0.55, y - s * 4.0),
            (x + s * 0.55, y - s * 4.0),
            (x + s * 1.3, y),
            (x + s * 0.6, y),
            (x, y - s * 2.7),
            (x - s * 0.6, y),
        ]),
        polygon(&[
            (x - s * 0.6, y - s * 3.6),
            (x - s * 1.0, y - s * 6.6),
            (x + s * 1.0, y - s * 6.6),
            (x + s * 0.6, y - s * 3.6),
        ]),
        oval(x, y - s * 7.5, s * 0.62, s * 0.78),
    ];
    for path in shapes.into_iter().flatten() {
        c.fill(&path, color);
    }
    let mut arm = |from: (f32, f32), elbow: (f32, f32), to: (f32, f32)| {
        if let Some(path) = curve(from, &[(elbow, to)]) {
            c.line(&path, s * 0.5, color);
        }
    };
    let at = |dx: f32, dy: f32| (x + s * dx, y - s * dy);
    match pose {
        0 | 2 => {
            let m = if pose == 0 { 1.0 } else { -1.0 };
            arm(at(-0.9 * m, 6.3), at(-1.6 * m, 4.6), at(0.2 * m, 4.4));
            arm(at(0.9 * m, 6.3), at(2.0 * m, 5.2), at(2.3 * m, 5.6));
            arm(at(-1.2 * m, 3.9), at(0.6 * m, 4.6), at(3.2 * m, 5.9));
            if let Some(path) = oval(x - s * 0.5 * m, y - s * 4.2, s * 1.15, s * 0.8) {
                c.fill(&path, color);
            }
        }
        _ => {
            arm(at(-0.9, 6.3), at(-1.9, 7.4), at(-1.5, 9.4));
            arm(at(0.9, 6.3), at(1.5, 5.4), at(0.3, 6.6));
            arm(at(0.4, 6.9), at(0.5, 3.5), at(0.5, 0.0));
        }
    }
}

/// Beams are long thin wedges, drawn at several angles and faded into one another as they sweep.
fn beams(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    deck: f32,
    (warm, cool, _): (Rgb, Rgb, Rgb),
) {
    let (w, u) = (frame.w, frame.u);
    let seed = plan.noise(20);
    for n in 0..3u32 {
        let layer = frame.soft(3, 0.0, deck + u * 3.0, 0.14 + 0.03 * n as f32, u * 14.0, |x, y| {
            let mut sum = [0.0f32; 3];
            for k in 0..4u32 {
                let sx = w * (0.08 + 0.28 * k as f32);
                let lean = (value(seed ^ n, k as f32 * 3.1, 0.0) - 0.5) * 1.5;
                let down = (y + u * 3.0) / u;
                let off = ((x - sx) / u - lean * down) / (0.7 + 0.085 * down);
                let core = (-off * off * 1.3).exp()
                    * (0.6 + 0.4 * smooth(90.0, 5.0, down))
                    * smooth(deck + u * 3.0, deck - u * 26.0, y);
                sum = add(sum, if (k + n).is_multiple_of(2) { warm } else { cool }, core);
            }
            let dust = 0.62 + 0.75 * (fbm(seed ^ 9, x / (u * 8.0), y / (u * 8.0), 3) - 0.3);
            let top = sum[0].max(sum[1]).max(sum[2]).max(1e-3);
            let a = (top * dust * 0.42).clamp(0.0, 1.0);
            [sum[0] / top, sum[1] / top, sum[2] / top, a]
        });
        let phase = n as f32 * 2.1;
        stage.add(layer.light().alive(move |t| Pose {
            dx: (t * 0.8 + phase).sin() * u * 11.0,
            dy: 0.0,
            opacity: 0.2 + 0.8 * (t * 0.62 + phase).sin().powi(2),
        }));
    }
}

fn rig(stage: &mut Stage, frame: Frame, (warm, cool, _): (Rgb, Rgb, Rgb)) {
    let (w, u) = (frame.w, frame.u);
    stage.add(frame.drawn(-u * 2.0, u * 6.0, 0.18, 0.0, |c| {
        let steel = ink(hex(0x0C0A12), 1.0);
        for y in [u * 0.4, u * 2.6] {
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * 0.36) {
                c.fill(&path, steel);
            }
        }
        let count = (w / (u * 2.2)) as i32 + 8;
        for i in -4..count {
            let x = i as f32 * u * 2.2;
            if let Some(path) = polygon(&[
                (x, u * 0.5),
                (x + u * 1.1, u * 2.8),
                (x + u * 2.2, u * 0.5),
                (x + u * 1.95, u * 0.5),
                (x + u * 1.1, u * 2.4),
                (x + u * 0.25, u * 0.5),
            ]) {
                c.fill(&path, steel);
            }
        }
        for k in 0..8 {
            let x = w * (k as f32 + 0.5) / 8.0;
            if let Some(path) = polygon(&[
                (x - u * 0.7, u * 2.9),
                (x + u * 0.7, u * 2.9),
                (x + u * 0.9, u * 4.6),
                (x - u * 0.9, u * 4.6),
            ]) {
                c.fill(&path, steel);
            }
        }
    }));
    stage.sparks(0.18, move |t, out| {
        for k in 0..8 {
            let x = w * (k as f32 + 0.5) / 8.0;
            let on = 0.45 + 0.55 * (t * 1.3 + k as f32 * 0.9).sin().powi(2);
            out.push(Spark::glow(x, u * 4.7, u * 3.4, if k % 2 == 0 { warm } else { cool }, on));
            out.push(Spark::disc(x, u * 4.7, u * 0.5, [1.0, 0.97, 0.92], on));
        }
    });
}

fn smoke(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    deck: f32,
    (warm, cool, _): (Rgb, Rgb, Rgb),
) {
    let u = frame.u;
    for n in 0..2u32 {
        let seed = plan.noise(40 + n);
        let color = mix(warm, cool, 0.3 + 0.4 * n as f32);
        let layer = frame.soft(
            4,
            deck - u * 40.0,
            deck + u * 4.0,
            0.2 + 0.06 * n as f32,
            u * 12.0,
            |x, y| {
                let body = fbm(
                    seed,
                    x / (u * 15.0) + value(seed, x / (u * 9.0), y / (u * 9.0)),
                    y / (u * 8.0),
                    4,
                );
                let rise =
                    smooth(deck - u * 40.0, deck, y) * smooth(deck + u * 4.0, deck - u * 3.0, y);
                pixel(color, smooth(0.4, 0.8, body) * rise * 0.3)
            },
        );
        let way = if n == 0 { 1.1 } else { -0.9 };
        stage.add(layer.alive(move |t| Pose {
            dx: way * u * (t - 5.0),
            dy: 0.0,
            opacity: 0.8 + 0.2 * (t * 0.7 + way).sin(),
        }));
    }
}

fn floor_lights(stage: &mut Stage, frame: Frame, deck: f32, (warm, cool, _): (Rgb, Rgb, Rgb)) {
    let (w, u) = (frame.w, frame.u);
    stage.sparks(0.2, move |t, out| {
        for k in 0..7 {
            let x = w * (k as f32 + 0.5) / 7.0;
            let on = 0.5 + 0.4 * (t * 1.7 - k as f32 * 0.8).sin();
            out.push(
                Spark::glow(
                    x,
                    deck + u * 0.8,
                    u * 5.0,
                    if k % 2 == 0 { cool } else { warm },
                    on * 0.7,
                )
                .shaped(0.5, 0.0),
            );
        }
    });
}

/// Rows of heads and raised hands, rim-lit from the stage, swaying with the music.
fn crowd(stage: &mut Stage, plan: &Plan, frame: Frame, n: u32, (warm, cool, _): (Rgb, Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 60 + u64::from(n));
    let near = n as f32 / 3.0;
    let (size, base) = (u * (1.1 + 2.1 * near), h * (0.755 + 0.075 * n as f32));
    let rim = mix(warm, cool, 0.5);
    let body = scale(mix(hex(0x08060D), rim, 0.17 * (1.0 - near)), 1.0);
    let layer = frame.drawn(base - size * 6.5, h + u * 6.0, 0.3 + 0.16 * n as f32, u * 2.0, |c| {
        let mut x = -u * 6.0;
        while x < w + u * 6.0 {
            let y = base + size * dice.range(-0.4, 0.5);
            let s = size * dice.range(0.85, 1.15);
            for (dy, color, alpha) in [(-s * 0.09, rim, 0.75 - 0.35 * near), (0.0, body, 1.0)] {
                if let Some(path) = oval(x, y + dy, s * 0.72, s * 0.9) {
                    c.fill(&path, ink(color, alpha));
                }
                if dy >= 0.0
                    && let Some(path) = oval(x, y + s * 2.6, s * 1.75, s * 1.9)
                {
                    c.fill(&path, ink(color, alpha));
                }
            }
            if dice.next() < 0.42 {
                let side = if dice.next() < 0.5 { -1.0 } else { 1.0 };
                let hand = (x + side * s * dice.range(0.7, 1.7), y - s * dice.range(1.6, 3.6));
                let elbow = (x + side * s * 2.0, y + s * 0.4);
                for (shift, color, alpha) in [(-s * 0.08, rim, 0.6 - 0.3 * near), (0.0, body, 1.0)]
                {
                    if let Some(path) = curve(
                        (x + side * s * 1.2, y + s * 1.7),
                        &[((elbow.0 + shift, elbow.1), (hand.0 + shift, hand.1))],
                    ) {
                        c.line(&path, s * 0.5, ink(color, alpha));
                    }
                    let palm = (hand.0 + shift, hand.1 - s * 0.2);
                    if let Some(path) = oval(palm.0, palm.1, s * 0.3, s * 0.42) {
                        c.fill(&path, ink(color, alpha));
                    }
                    for finger in [-0.24, -0.08, 0.08, 0.24, 0.46 * side] {
                        let short = finger.abs() * 1.1;
                        let tip = (palm.0 + finger * s * 1.5, palm.1 - s * (0.98 - short));
                        let knuckle = (palm.0 + finger * s, palm.1 - s * 0.3);
                        if let Some(path) = curve(palm, &[(knuckle, tip)]) {
                            c.line(&path, s * 0.13, ink(color, alpha));
                        }
                    }
                }
            }
            x += s * dice.range(1.7, 2.6);
        }
        if let Some(path) = rect(-u * 14.0, base + size * 3.4, w + u * 28.0, h) {
            c.fill(&path, ink(body, 1.0));
        }
    });
    let phase = n as f32 * 1.1;
    stage.add(layer.alive(move |t| {
        Pose::moved(
            (t * 1.6 + phase).sin() * u * (0.35 + 0.4 * near),
            -((t * 3.2 + phase).sin().abs()) * u * (0.35 + 0.35 * near),
        )
    }));
}

fn paper(stage: &mut Stage, plan: &Plan, frame: Frame, (warm, cool, _): (Rgb, Rgb, Rgb)) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 80);
    let list: Vec<[f32; 5]> = (0..60)
        .map(|_| [dice.next(), dice.next(), dice.next(), dice.next() * 6.3, dice.next()])
        .collect();
    stage.sparks(0.5, move |t, out| {
        for &[x, y, near, phase, hue] in &list {
            let py = (y * h * 1.1 + t * u * (4.0 + 5.0 * near)) % (h * 1.1) - h * 0.05;
            let px = x * w + (t * (0.9 + hue) + phase).sin() * u * 2.6;
            let flip = (t * (2.0 + 2.0 * hue) + phase).sin();
            let color = mix(mix(warm, cool, hue), [1.0, 0.96, 0.9], 0.35 + 0.4 * flip.max(0.0));
            out.push(
                Spark {
                    kind: Kind::Disc,
                    ..Spark::glow(px, py, u * (0.22 + 0.34 * near), color, 0.75)
                }
                .shaped(0.2 + 0.55 * flip.abs(), phase + t),
            );
        }
    });
}
