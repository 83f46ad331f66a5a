//! A theatre from the wings: drapes at both sides, the lit boards, beyond them the dark house with its
//! gilded balconies; ropes with their weights, lamps under the roof.

use super::space::floor;
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position},
};
use crate::parts::forms::{ball, bar, bent, block, flat, post};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

pub fn wings(stage: &mut Stage, plan: &Plan, frame: Frame) {
    house(stage, plan, frame);
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(590));
    let wood = Dice::new(plan.seed, 591).pick(&[hex(0xA8743E), hex(0x8A5A34), hex(0xB08450)]);
    floor(stage, frame, h * 0.53, |at| {
        let strip = at.gx / 4.2;
        let own = value(seed, strip.floor() * 3.7, 0.7);
        let veins = fbm(seed ^ 1, at.gx / 0.9, at.gy / 7.0, 3) - 0.5;
        let gap = smooth(0.0, 0.07, strip - strip.floor());
        let mut c = scale(wood, (0.5 + 0.2 * own + veins * 0.24) * (0.5 + 0.5 * gap));
        // Where the spotlights fall.
        let pool = |s: f32, near: f32, size: f32| {
            let d = ((at.x - w * s) / (u * size)).hypot((at.near - near) / 0.16);
            smooth(1.15, 0.75, d)
        };
        c = add(
            c,
            tint(wood, hex(0xFFE6BC)),
            0.75 * pool(0.5, 0.42, 17.0)
                + 0.3 * pool(0.3, 0.36, 12.0)
                + 0.3 * pool(0.7, 0.36, 12.0),
        );
        let tape = smooth(0.5, 0.3, at.gx.abs())
            .min(smooth(2.6, 2.2, (at.gy - 62.0).abs()))
            .max(smooth(2.4, 2.0, at.gx.abs()).min(smooth(0.5, 0.3, (at.gy - 62.0).abs())));
        mix(c, hex(0xF0E6D0), 0.8 * tape)
    });
    footlights(stage, plan, frame);
    beams(stage, plan, frame);
    drapes(stage, plan, frame);
    ropes(stage, plan, frame);
}

/// Balconies of cream and gold in three rows with small lamps, heads of those who wait in the dark.
fn house(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(595));
    let plush = Dice::new(plan.seed, 592).pick(&[hex(0x7A1E28), hex(0x2A3A6A), hex(0x1F4A40)]);
    let low = h * 0.54;
    let rows = [h * 0.15, h * 0.265, h * 0.39];
    let bend = move |x: f32| u * 6.0 * ((x / w - 0.5) * 2.0).powi(2);
    stage.add(frame.painted(0.0, low, 0.05, 0.0, |x, y| {
        let y = y + bend(x);
        let mut c = scale(plush, 0.2 + 0.1 * fbm(seed, x / (u * 8.0), y / (u * 8.0), 3));
        for (n, row) in rows.into_iter().enumerate() {
            let d = (y - row) / u;
            let tall = 4.6 + 0.6 * n as f32;
            if (0.0..tall).contains(&d) {
                // Plaster garlands on the front.
                let panel = (x / (u * 8.0)).fract();
                let swag = ((panel - 0.5) * 6.0).powi(2) * 0.36 + 1.4;
                let gold = smooth(0.55, 0.3, (d - tall + swag).abs())
                    .max(smooth(0.4, 0.2, (d - 0.4).abs()))
                    .max(smooth(0.4, 0.2, (d - tall + 0.4).abs()))
                    .max(
                        smooth(0.07, 0.05, (panel - 0.5).abs().min(1.0))
                            * smooth(1.4, 1.0, (d - 2.0).abs()),
                    );
                c = mix(
                    scale(hex(0xE0CBA6), 0.5 + 0.1 * (panel * 19.0).sin()),
                    scale(hex(0xE8B24A), 0.78),
                    gold,
                );
                c = scale(c, 0.74 + 0.36 * smooth(tall, 0.0, d));
            } else if (-7.0..0.0).contains(&d) {
                // Heads above the front.
                let seat = (x / (u * 2.1)).floor();
                let who = value(seed ^ 3, seat * 2.3, n as f32 * 3.1);
                let head = (((x / (u * 2.1)).fract() - 0.5) * 2.1).hypot(d + 0.9 + 0.6 * who);
                let tone = mix(hex(0x6A4034), hex(0xB88A70), value(seed ^ 4, seat, n as f32));
                c = mix(c, scale(tone, 0.42), smooth(0.78, 0.6, head) * smooth(0.2, 0.26, who));
                c = scale(c, 0.75 + 0.25 * smooth(-7.0, -1.0, d));
            }
        }
        // The stalls: rows of heads in the light that the stage throws back.
        let d = (y - h * 0.455) / u;
        if d > 0.0 {
            let row = (d / 2.2).floor();
            let size = u * (1.9 + 0.14 * row);
            let at = x / size + row * 0.5;
            let who = value(seed ^ 5, at.floor() * 2.3, row * 3.7);
            let head = (at.fract().abs() - 0.5).hypot(((d / 2.2).fract() - 0.55) * 1.1);
            let tone = mix(hex(0x5A3A30), hex(0xB08468), value(seed ^ 6, at.floor(), row));
            c = mix(
                scale(plush, 0.3),
                scale(tone, 0.34 + 0.05 * row),
                smooth(0.4, 0.3, head) * smooth(0.14, 0.2, who),
            );
        }
        let glow = (-((x / w - 0.5) / 0.4).powi(2)).exp() * smooth(0.0, low, y);
        pixel(add(c, hex(0xFFC880), 0.1 * glow), 1.0)
    }));
    let mut list = Vec::new();
    for row in rows {
        for k in -6..=6 {
            let x = w * 0.5 + u * 8.0 * k as f32;
            list.push((x, row - bend(x) + u * 1.6));
        }
    }
    stage.sparks(0.05, move |t, out| {
        for (n, &(x, y)) in list.iter().enumerate() {
            let breath = 0.85 + 0.15 * (t * 1.1 + n as f32).sin();
            out.push(Spark::disc(x, y, u * 0.6, hex(0xFFF0C8), 0.95));
            out.push(Spark::glow(x, y, u * 4.2, hex(0xFFB860), 0.55 * breath));
        }
    });
}

/// Lamps in shells along the far edge of the stage.
fn footlights(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let y = h * 0.535;
    let count = (w / (u * 7.0)) as i32;
    stage.add(frame.drawn(y - u * 3.0, y + u * 2.0, 0.2, 0.0, |c| {
        block(c, (-u * 9.0, y - u * 0.5), (w + u * 18.0, u * 1.1), hex(0x2A1A14));
        for k in 0..=count {
            let x = w * k as f32 / count as f32;
            ball(c, (x, y - u * 0.8), (u * 1.5, u * 1.3), hex(0x6A4A2A));
        }
    }));
    let phase = plan.noise(3) as f32 % 6.0;
    stage.sparks(0.2, move |t, out| {
        for k in 0..=count {
            let x = w * k as f32 / count as f32;
            let breath = 0.9 + 0.1 * (t * 1.3 + k as f32 + phase).sin();
            out.push(Spark::glow(x, y - u * 1.0, u * 5.0, [1.0, 0.82, 0.5], 0.6 * breath));
        }
    });
}

/// Two spotlights under the roof and what their light does in the air.
fn beams(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let tones = Dice::new(plan.seed, 597).pick(&[
        [hex(0xFFE2B0), hex(0xFFD0C0)],
        [hex(0xFFE8C0), hex(0xC8D8FF)],
        [hex(0xFFD8A0), hex(0xF0C8FF)],
    ]);
    let seed = plan.noise(598);
    let layer = frame.soft(3, h * 0.07, h * 0.72, 0.24, u * 2.0, |x, y| {
        let s = (y - h * 0.07) / (h * 0.6);
        let smoke = 0.45 + 0.8 * fbm(seed, x / (u * 9.0), y / (u * 14.0), 3);
        let beam = |from: f32, to: f32| {
            let middle = w * (from + (to - from) * s);
            smooth(1.0, 0.35, ((x - middle) / (u * (1.2 + 15.0 * s))).abs())
        };
        let (a, b) = (beam(0.3, 0.53), beam(0.72, 0.46));
        let tone = mix(tones[0], tones[1], b / (a + b).max(1e-3));
        let light = 0.4 * (a + b) * smoke * smooth(1.0, 0.0, s).powf(0.7);
        [tone[0], tone[1], tone[2], light.min(1.0)]
    });
    stage.add(layer.light().alive(move |t| Pose {
        dx: (t * 0.4).sin() * u * 0.9,
        dy: 0.0,
        opacity: 0.84 + 0.14 * (t * 0.8).sin(),
    }));
    stage.add(frame.drawn(0.0, h * 0.1, 0.25, 0.0, |c| {
        bar(c, (-u * 9.0, h * 0.028), (w + u * 9.0, h * 0.028), u * 0.8, hex(0x26262A));
        for (s, lean) in [(0.3f32, 0.5f32), (0.5, 0.0), (0.72, -0.6)] {
            let x = w * s;
            bar(c, (x, h * 0.028), (x, h * 0.045), u * 0.6, hex(0x1A1A1E));
            flat(
                c,
                &[
                    (x - u * 1.9 - u * lean, h * 0.042),
                    (x + u * 1.9 - u * lean, h * 0.042),
                    (x + u * 2.5 + u * lean, h * 0.076),
                    (x - u * 2.5 + u * lean, h * 0.076),
                ],
                hex(0x1E1E24),
            );
            ball(c, (x + u * lean, h * 0.076), (u * 2.4, u * 0.7), hex(0xFFF3D4));
        }
    }));
}

/// Three drapes one behind the other at each side, velvet towards us.
fn drapes(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let velvet = Dice::new(plan.seed, 592).pick(&[hex(0x9A1E2C), hex(0x2A3E86), hex(0x1F6450)]);
    for n in 0..3u32 {
        let near = n as f32 / 2.0;
        let seed = plan.noise(600 + n);
        let reach = w.min(u * 96.0) * (0.29 - 0.075 * near);
        let low = h * (0.585 + 0.13 * near);
        let tone = scale(velvet, 0.66 + 0.2 * near);
        let layer = frame.painted(-u * 2.0, low + u, 0.3 + 0.07 * n as f32, u, |x, y| {
            let from = x.min(w - x);
            // Where the ropes are there is less cloth.
            let narrow = (x - w * 0.5) * plan.side < 0.0;
            let reach = if narrow { reach * 0.86 } else { reach };
            let hem = (from / (u * 2.3)).sin() * u * 0.5;
            let edge = reach + u * 1.4 * (y / (u * 17.0) + n as f32).sin();
            let inside =
                smooth(edge, edge - u * 0.5, from) * smooth(u * 0.3, -u * 0.3, y - low - hem);
            if inside <= 0.0 {
                return [0.0; 4];
            }
            let s = from / u * (1.0 - 0.08 * y / h);
            let fold = (s * 1.15 + value(seed, s / 5.0, y / (u * 60.0)) * 5.0).sin();
            let nap = fbm(seed ^ 1, x / (u * 1.2), y / (u * 5.0), 3) - 0.5;
            let mut c = scale(tone, 0.54 + 0.4 * fold + nap * 0.2);
            // The edge towards the stage holds its light.
            c = add(
                c,
                tint(velvet, hex(0xFFDFA8)),
                0.9 * smooth(reach * 0.3, 0.0, edge - from) * (0.6 + 0.4 * fold),
            );
            let fringe = low - y;
            if fringe < u * 3.4 && fringe > u * 0.4 {
                c = scale(hex(0xC9983E), 0.6 + 0.3 * (x / (u * 0.35)).sin() + 0.2 * fold);
            }
            pixel(c, inside)
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.5 + phase).sin() * u * 0.3, 0.0)));
    }
}

/// Ropes tied off at a rail, sandbags, a stool with a top hat and a script.
fn ropes(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = -plan.side;
    let hemp = hex(0xB8915A);
    stage.add(frame.drawn(0.0, h * 0.86, 0.5, 0.0, |c| {
        for k in 0..4 {
            let x = w * 0.5 + side * (w * 0.5 - u * (1.5 + 2.7 * k as f32));
            let low = h * (0.6 + 0.025 * (k % 2) as f32);
            bar(c, (x, -u * 2.0), (x, low), u * 0.62, scale(hemp, 0.62));
            let mut y = 0.0;
            while y < low {
                bar(c, (x - u * 0.25, y), (x + u * 0.25, y + u * 0.6), u * 0.26, hemp);
                y += u * 1.1;
            }
            if k % 2 == 1 {
                sandbag(c, (x, h * 0.36 + u * 6.0 * k as f32), u);
            }
            for n in 0..5 {
                bent(
                    c,
                    (x - u * 1.0, low + u * 0.7 * n as f32),
                    (x, low + u * (0.7 * n as f32 + 1.2)),
                    (x + u * 1.0, low + u * 0.7 * n as f32),
                    u * 0.5,
                    scale(hemp, 0.8),
                );
            }
        }
        let rail = w * 0.5 + side * (w * 0.5 - u * 6.0);
        bar(c, (rail - u * 9.0, h * 0.615), (rail + u * 6.4, h * 0.615), u * 1.3, hex(0x5A3A24));
        post(c, rail + -side * u * 6.0, (h * 0.6, h * 0.79), u * 0.9, hex(0x4A3020));
        let (x, foot) = (w * (0.5 + plan.side * 0.4), h * 0.8);
        for dx in [-3.0f32, 3.0] {
            bar(c, (x + u * dx * 0.7, foot - u * 12.0), (x + u * dx, foot), u * 0.8, hex(0x4A3020));
        }
        block(c, (x - u * 4.2, foot - u * 13.0), (u * 8.4, u * 1.4), hex(0x7A5232));
        ball(c, (x, foot - u * 13.4), (u * 4.4, u * 1.0), hex(0x1E1C22));
        block(c, (x - u * 2.5, foot - u * 19.0), (u * 5.0, u * 5.6), hex(0x2A2830));
        bar(
            c,
            (x - u * 2.2, foot - u * 14.6),
            (x + u * 2.2, foot - u * 14.6),
            u * 1.1,
            hex(0x9A2430),
        );
        ball(c, (x, foot - u * 19.0), (u * 2.6, u * 0.7), hex(0x3A3842));
    }));
}

fn sandbag(c: &mut Canvas, (x, y): Position, u: f32) {
    let cloth = hex(0x8A7454);
    ball(c, (x, y + u * 3.0), (u * 1.9, u * 3.2), cloth);
    ball(c, (x, y - u * 0.4), (u * 0.8, u * 1.2), scale(cloth, 0.8));
    bar(c, (x - u * 0.8, y + u * 0.3), (x + u * 0.8, y + u * 0.3), u * 0.5, hex(0x4A3A28));
}
