//! A cinema, seen from where the screen is: rows of red seats that rise to the back wall, the window of
//! the projector and its beam over the heads. Before people runs the padded rail of the first row.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth, tint},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, curve, ink},
};
use crate::parts::forms::{ball, bar, block, body, fall, flat};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Light that the screen throws back on everything.
const GLOW: Rgb = hex(0xBCC8E8);

pub fn cinema(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h) = (frame.w, frame.h);
    let lens = (w * (0.5 + 0.1 * plan.turn()), h * 0.125);
    wall(stage, plan, frame, lens);
    rows(stage, plan, frame);
    beam(stage, plan, frame, lens);
    rail(stage, plan, frame);
}

fn wall(stage: &mut Stage, plan: &Plan, frame: Frame, lens: Position) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(530));
    let cloth = Dice::new(plan.seed, 531).pick(&[hex(0x5A1E26), hex(0x4A2038), hex(0x3A2A4A)]);
    let low = h * 0.4;
    let lamps: Vec<f32> = [0.1f32, 0.9].iter().map(|s| w * s).collect();
    let sconces = lamps.clone();
    stage.add(frame.painted(0.0, low, 0.08, 0.0, |x, y| {
        let across = x / (u * 5.2);
        let pleat = 0.5 + 0.5 * ((across - across.floor()) * std::f32::consts::TAU).cos();
        let weave = fbm(seed, x / (u * 0.7), y / (u * 2.0), 2) - 0.5;
        let mut c = scale(cloth, 0.42 + 0.34 * pleat + weave * 0.16);
        for &lx in &sconces {
            let d = ((x - lx) / (u * 9.0)).hypot((y - h * 0.21) / (u * 17.0));
            c = add(c, tint(scale(cloth, 2.2), hex(0xFFB868)), (-d * d).exp());
        }
        // A gilded moulding under the ceiling, and the ceiling itself.
        if y < h * 0.05 {
            c = scale(hex(0x2A1A1C), 0.6 + 0.5 * smooth(0.0, h * 0.05, y));
        }
        c = mix(
            c,
            scale(hex(0xC9983E), 0.5 + 0.5 * (x / (u * 1.4)).sin().abs()),
            smooth(u * 0.7, u * 0.5, (y - h * 0.055).abs()),
        );
        pixel(scale(c, 1.0 - 0.3 * smooth(h * 0.3, low, y)), 1.0)
    }));
    stage.add(frame.drawn(lens.1 - u * 5.0, h * 0.3, 0.1, 0.0, |c| {
        // The windows of the projection room.
        for (dx, lit) in [(-8.0f32, 0.5f32), (0.0, 1.0), (8.0, 0.4)] {
            let (x, y) = (lens.0 + u * dx, lens.1);
            block(c, (x - u * 2.6, y - u * 1.9), (u * 5.2, u * 3.8), scale(hex(0xB0883E), 0.8));
            block(
                c,
                (x - u * 2.1, y - u * 1.4),
                (u * 4.2, u * 2.8),
                mix(hex(0x120E10), hex(0xFFEFC8), lit * 0.55),
            );
        }
        for &x in &lamps {
            // A fan of glass on a bracket.
            let y = h * 0.23;
            bar(c, (x, y + u * 5.0), (x, y - u), u * 0.7, hex(0xA07A34));
            for k in -2..=2 {
                let a = k as f32 * 0.34;
                body(
                    c,
                    (x, y + u),
                    &[
                        (
                            (x + a.sin() * u * 4.0 - u * 1.0, y - a.cos() * u * 4.0),
                            (x + a.sin() * u * 6.4, y - a.cos() * u * 6.4),
                        ),
                        ((x + a.sin() * u * 4.0 + u * 1.0, y - a.cos() * u * 4.0), (x, y + u)),
                    ],
                    (x - u * 3.0, x + u * 4.0),
                    hex(0xFFD998),
                );
            }
        }
    }));
    let lamps = [w * 0.1, w * 0.9];
    stage.sparks(0.1, move |t, out| {
        for x in lamps {
            let breath = 0.94 + 0.06 * (t * 0.8 + x).sin();
            out.push(Spark::glow(x, h * 0.21, u * 17.0, [1.0, 0.68, 0.36], 0.42 * breath));
        }
    });
}

/// Seats from the back wall to the first row, those of every second row between the others.
fn rows(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let red = Dice::new(plan.seed, 533).pick(&[hex(0xA8202A), hex(0xB02A20), hex(0x9A1E3A)]);
    for n in 0..7u32 {
        let near = n as f32 / 6.0;
        let foot = h * (0.37 + 0.68 * near.powf(1.25));
        let size = u * (5.6 + 9.6 * near);
        let light = 0.42 + 0.5 * near;
        let tone = add(scale(red, light), tint(red, GLOW), 0.3 * near);
        stage.add(frame.painted(
            foot - size * 0.5,
            foot + size * 1.2,
            0.12 + 0.06 * n as f32,
            0.0,
            |x, y| {
                let carpet = value(plan.noise(534), x / (u * 0.5), y / (u * 0.4)) - 0.5;
                let c = scale(hex(0x2A1418), 0.8 + 0.4 * carpet + 0.2 * near);
                pixel(c, smooth(-u * 0.5, u * 0.5, y - foot + size * 0.4))
            },
        ));
        stage.add(frame.drawn(
            foot - size * 1.7,
            foot + size * 0.3,
            0.12 + 0.06 * n as f32,
            0.0,
            |c| {
                let step = size * 1.16;
                let reach = (w * 0.58 / step).ceil() as i32;
                let off = if n % 2 == 0 { 0.5 } else { 0.0 };
                for k in -reach..=reach {
                    let x = w * 0.5 + step * (k as f32 + off);
                    seat(c, (x, foot), size, tone);
                    bar(
                        c,
                        (x - step * 0.5, foot - size * 0.1),
                        (x - step * 0.5, foot - size * 0.62),
                        size * 0.13,
                        scale(hex(0x2A1A18), 0.6 + 0.8 * near),
                    );
                    ball(
                        c,
                        (x - step * 0.5, foot - size * 0.66),
                        (size * 0.1, size * 0.07),
                        scale(hex(0x9A6A3A), 0.5 + 0.6 * near),
                    );
                }
            },
        ));
    }
}

fn seat(c: &mut Canvas, (x, foot): Position, size: f32, tone: Rgb) {
    let (l, r, top) = (x - size * 0.5, x + size * 0.5, foot - size * 1.36);
    if let Some(path) = curve(
        (l, foot),
        &[
            ((l - size * 0.02, foot - size), (l + size * 0.06, top + size * 0.16)),
            ((l + size * 0.12, top), (x - size * 0.2, top - size * 0.03)),
            ((x, top - size * 0.08), (x + size * 0.2, top - size * 0.03)),
            ((r - size * 0.12, top), (r - size * 0.06, top + size * 0.16)),
            ((r + size * 0.02, foot - size), (r, foot)),
        ],
    ) {
        let stops = [
            (0.0, ink(add(tone, GLOW, 0.2), 1.0)),
            (0.16, ink(tone, 1.0)),
            (0.7, ink(scale(tone, 0.72), 1.0)),
            (1.0, ink(scale(tone, 0.4), 1.0)),
        ];
        c.fade(&path, (0.0, top - size * 0.05), (0.0, foot), &stops);
    }
    for dx in [-0.24f32, 0.0, 0.24] {
        bar(
            c,
            (x + size * dx, top + size * 0.16),
            (x + size * dx * 1.1, foot - size * 0.5),
            size * 0.035,
            scale(tone, 0.62),
        );
    }
    // The folded seat.
    body(
        c,
        (l + size * 0.06, foot - size * 0.1),
        &[
            ((l + size * 0.04, foot - size * 0.56), (l + size * 0.16, foot - size * 0.58)),
            ((x, foot - size * 0.66), (r - size * 0.16, foot - size * 0.58)),
            ((r - size * 0.04, foot - size * 0.56), (r - size * 0.06, foot - size * 0.1)),
            ((x, foot), (l + size * 0.06, foot - size * 0.1)),
        ],
        (l, r),
        scale(tone, 0.92),
    );
}

/// The light of the film: rays from the lens over the heads to one side, dust that drifts in it.
fn beam(stage: &mut Stage, plan: &Plan, frame: Frame, lens: Position) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let turn = -plan.turn();
    let long = (w * w + h * h * 0.3).sqrt();
    for n in 0..2u32 {
        let seed = plan.noise(536 + n);
        let layer = frame.soft(3, 0.0, h * 0.62, 0.5, 0.0, |x, y| {
            let (dx, dy) = ((x - lens.0) * turn, y - lens.1);
            let d = dx.hypot(dy);
            let a = dy.atan2(dx) - 0.42;
            let fan = smooth(0.5, 0.4, a.abs());
            let rays = fbm(seed, a * 9.0, d / (u * 90.0), 3);
            let smoke = fbm(seed ^ 1, x / (u * 12.0), y / (u * 9.0), 3);
            let far = smooth(long, 0.0, d).powf(1.6) * smooth(h * 0.62, h * 0.46, y);
            let k = fan * (0.25 + 1.2 * smooth(0.3, 0.75, rays)) * (0.55 + 0.6 * smoke) * far;
            let tone =
                mix(hex(0xFFF0D0), hex(0xB8CCFF), 0.5 + 0.5 * (a * 7.0 + n as f32 * 2.0).sin());
            [tone[0], tone[1], tone[2], (0.62 * k).min(1.0)]
        });
        let phase = n as f32 * 1.7;
        stage.add(layer.light().alive(move |t| {
            let cut = 0.1 * (t * 5.3 + phase).sin() * (t * 2.1).sin();
            Pose::faded(0.62 + 0.26 * (t * 1.2 + phase).sin() + cut)
        }));
    }
    let mut dice = Dice::new(plan.seed, 539);
    let list: Vec<[f32; 4]> = (0..46)
        .map(|_| [dice.next(), dice.range(-0.44, 0.44), dice.next() * 6.3, dice.next()])
        .collect();
    stage.sparks(0.5, move |t, out| {
        let flicker = 0.9 + 0.1 * (t * 9.0).sin();
        out.push(Spark::glow(lens.0, lens.1, u * 15.0, [1.0, 0.95, 0.84], 0.85 * flicker));
        out.push(Spark::glow(lens.0, lens.1, u * 4.4, [1.0, 1.0, 0.96], 1.0));
        out.push(Spark::disc(lens.0, lens.1, u * 1.1, [1.0; 3], 1.0));
        for &[far, a, phase, size] in &list {
            let d = (0.1 + 0.6 * far) * long;
            let a = 0.42 + a * 0.9;
            let x = lens.0 + turn * a.cos() * d + (t * 0.4 + phase).sin() * u * 1.6;
            let y = lens.1 + a.sin() * d + (t * 0.3 + phase).cos() * u * 1.2;
            let light = (0.4 + 0.4 * (t * 1.4 + phase).sin()) * smooth(h * 0.58, h * 0.4, y);
            out.push(Spark::glow(x, y, u * (0.3 + 0.5 * size), [1.0, 0.95, 0.85], light));
        }
    });
}

/// The padded rail with a box of popcorn.
fn rail(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(541));
    let top = h * 0.9;
    let red =
        scale(Dice::new(plan.seed, 533).pick(&[hex(0xA8202A), hex(0xB02A20), hex(0x9A1E3A)]), 0.95);
    stage.add(frame.painted(top, h, 0.62, 0.0, |x, y| {
        let down = (y - top) / (u * 5.4);
        let nap = fbm(seed, x / (u * 2.4), y / (u * 0.9), 3) - 0.5;
        let tuft = (x / (u * 7.0)).fract();
        let seam = smooth(0.05, 0.0, (tuft.abs() - 0.5).abs());
        let round = (1.0 - (down - 0.3).powi(2) * 1.6).max(0.18);
        let mut c = scale(red, round * (0.9 + nap * 0.24) - 0.16 * seam);
        c = add(c, GLOW, 0.12 * smooth(0.5, 0.0, down));
        if down > 1.0 {
            let brass = smooth(1.0, 1.06, down) * smooth(1.3, 1.24, down);
            c = mix(scale(hex(0x3A1A18), 0.8 + nap * 0.3), scale(hex(0xC9983E), 0.9), brass);
        }
        pixel(c, smooth(0.0, u * 0.4, y - top))
    }));
    // On the ledge of brass, small enough to stay below chins.
    let ledge = top + u * 5.6;
    let u = u.min(h * 0.0078) * 0.8;
    let mut dice = Dice::new(plan.seed, 542);
    let (x, foot) = (w * (0.5 + plan.side * 0.37), ledge);
    stage.add(frame.drawn(ledge - u * 14.0, ledge + u, 0.63, 0.0, |c| {
        for k in 0..7 {
            let at = |s: f32, up: f32| (x + u * (3.4 + 1.1 * up) * s, foot - u * 9.6 * up);
            let (a, b) = (k as f32 / 3.5 - 1.0, (k + 1) as f32 / 3.5 - 1.0);
            let tone = if k % 2 == 0 { hex(0xC8302A) } else { hex(0xF3E9D6) };
            let shade = 0.95 - 0.3 * (k as f32 / 6.0 - 0.3).abs();
            fall(
                c,
                &[at(a, 1.0), at(b, 1.0), at(b, 0.0), at(a, 0.0)],
                (foot - u * 10.0, foot),
                [scale(tone, shade), scale(tone, shade * 0.66)],
            );
        }
        flat(
            c,
            &[
                (x - u * 4.4, foot - u * 9.5),
                (x + u * 4.4, foot - u * 9.5),
                (x + u * 3.4, foot - u * 10.6),
                (x - u * 3.4, foot - u * 10.6),
            ],
            hex(0xD9B870),
        );
        for _ in 0..46 {
            let (px, py) = (x + u * dice.range(-4.0, 4.0), foot - u * dice.range(9.4, 11.6));
            let r = u * dice.range(0.5, 0.95);
            ball(
                c,
                (px, py - u * 0.7 * (1.0 - ((px - x) / (u * 4.2)).abs())),
                (r, r * 0.9),
                scale(dice.pick(&[hex(0xFFF3D0), hex(0xF6DFA0), hex(0xFFFAEC)]), 0.92),
            );
        }
    }));
}
