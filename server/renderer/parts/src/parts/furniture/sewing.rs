//! A sewing room: a machine on its table with cloth under the needle, a dress on a stand, shelves with
//! reels of thread.

use super::{Spot, leg};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::{
    forms::{ball, bar, bent, block, body, fall, flat, post, shade},
    props::shadow,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

const THREADS: [Rgb; 9] = [
    hex(0xC8383A),
    hex(0xE8A83A),
    hex(0x3A7A9A),
    hex(0x5A8A4A),
    hex(0x8A5A9A),
    hex(0xE88AA0),
    hex(0xF3EBDC),
    hex(0x2F3A5A),
    hex(0xE0703A),
];

/// Reels on pegs and folded cloth, where the window is not.
pub fn shelves(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 760);
    let half = (w * 0.2).min(u * 19.0);
    let wood = spot.light.lit(hex(0x8A5E38), 0.95);
    let x = spot.x;
    stage.add(frame.drawn(h * 0.13, h * 0.5, 0.17, 0.0, |c| {
        for row in 0..3 {
            let y = h * (0.215 + 0.085 * row as f32);
            shade(c, (x - half, y + u * 1.2), (half * 2.0, u * 1.4));
            block(c, (x - half, y), (half * 2.0, u * 1.2), wood);
            for e in [-0.8f32, 0.8] {
                bent(
                    c,
                    (x + half * e, y + u),
                    (x + half * e, y + u * 3.0),
                    (x + half * (e - 0.06 * e.signum()), y + u * 3.4),
                    u * 0.5,
                    scale(wood, 0.7),
                );
            }
            if row == 2 {
                let mut at = x - half * 0.9;
                while at < x + half * 0.7 {
                    let wide = u * dice.range(5.0, 6.6);
                    for k in 0..(2 + (dice.next() * 2.6) as i32) {
                        let tone =
                            spot.light.lit(mix(dice.pick(&THREADS), hex(0xE8DCC8), 0.3), 0.95);
                        let top = y - u * 1.7 * (k + 1) as f32;
                        block(c, (at, top), (wide, u * 1.6), tone);
                        bar(
                            c,
                            (at + u * 0.4, top + u * 0.8),
                            (at + wide - u * 0.4, top + u * 0.8),
                            u * 0.16,
                            scale(tone, 0.7),
                        );
                    }
                    at += wide + u * 0.8;
                }
            } else {
                let mut at = x - half * 0.9;
                while at < x + half * 0.92 {
                    let tone = spot.light.lit(dice.pick(&THREADS), 0.97);
                    let tall = u * dice.range(2.8, 3.8);
                    block(
                        c,
                        (at - u * 1.2, y - u * 0.6),
                        (u * 2.4, u * 0.6),
                        spot.light.lit(hex(0xD9B884), 0.95),
                    );
                    post(c, at, (y - u * 0.6 - tall, y - u * 0.6), u * 1.0, tone);
                    let mut line = y - u - tall * 0.9;
                    while line < y - u * 0.8 {
                        bar(
                            c,
                            (at - u * 0.9, line),
                            (at + u * 0.9, line + u * 0.14),
                            u * 0.12,
                            scale(tone, 0.72),
                        );
                        line += u * 0.5;
                    }
                    block(
                        c,
                        (at - u * 1.2, y - u * 1.2 - tall),
                        (u * 2.4, u * 0.6),
                        spot.light.lit(hex(0xD9B884), 0.95),
                    );
                    at += u * 3.1;
                }
            }
        }
    }));
}

/// A wide-skirted dress, pinned where it is not finished.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
pub fn dress(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let u = frame.u;
    let (x, foot) = (spot.x, spot.foot + u * 5.0);
    let seed = plan.noise(762);
    let cloth = spot.light.lit(
        Dice::new(plan.seed, 762).pick(&[
            hex(0xFAF4EA),
            hex(0xF3D9DC),
            hex(0xD9E3EC),
            hex(0xF6E8C8),
        ]),
        0.98,
    );
    let wood = spot.light.lit(hex(0x5A3A24), 0.95);
    let waist = foot - u * 29.0;
    stage.add(frame.drawn(waist - u * 22.0, foot + u * 2.0, 0.36, 0.0, |c| {
        shadow(c, (x, foot), u * 9.0, u * 1.2);
        for e in [-1.0f32, 0.0, 1.0] {
            bent(
                c,
                (x, foot - u * 4.0),
                (x + e * u * 3.0, foot - u * 3.0),
                (x + e * u * 5.0, foot),
                u * 0.9,
                wood,
            );
        }
        leg(c, (x, foot - u * 2.0), u * 10.0, u * 0.7, wood);
        post(
            c,
            x,
            (waist - u * 20.4, waist - u * 15.0),
            u * 1.7,
            spot.light.lit(hex(0xD0B48C), 0.95),
        );
        let linen = spot.light.lit(hex(0xD0B48C), 0.95);
        let chest = [
            (x - u * 1.7, waist - u * 15.8),
            (x + u * 1.7, waist - u * 15.8),
            (x + u * 5.2, waist - u * 14.2),
            (x, waist - u * 10.0),
            (x - u * 5.2, waist - u * 14.2),
        ];
        flat(c, &chest, scale(linen, 0.86));
        ball(c, (x, waist - u * 20.4), (u * 1.8, u * 1.0), wood);
        body(
            c,
            (x - u * 4.2, waist),
            &[
                ((x - u * 5.4, waist - u * 6.0), (x - u * 6.2, waist - u * 9.0)),
                ((x - u * 6.8, waist - u * 13.6), (x - u * 5.0, waist - u * 15.0)),
                ((x - u * 3.0, waist - u * 11.6), (x, waist - u * 11.4)),
                ((x + u * 3.0, waist - u * 11.6), (x + u * 5.0, waist - u * 15.0)),
                ((x + u * 6.8, waist - u * 13.6), (x + u * 6.2, waist - u * 9.0)),
                ((x + u * 5.4, waist - u * 6.0), (x + u * 4.2, waist)),
            ],
            (x - u * 6.4, x + u * 6.4),
            cloth,
        );
        for n in 0..7 {
            ball(
                c,
                (x, waist - u * (1.4 + 1.5 * n as f32)),
                (u * 0.32, u * 0.32),
                scale(cloth, 0.72),
            );
        }
    }));
    let gather = frame.painted(waist - u, foot - u * 4.0, 0.365, 0.0, |px, py| {
        let down = (py - waist) / (foot - u * 6.0 - waist);
        let half = u * (4.2 + 9.6 * down.max(0.0).powf(0.72));
        let s = (px - x) / half;
        let hem = foot - u * 6.4 + u * 0.9 * (s * 13.0).sin() + u * 1.4 * (1.0 - s * s);
        if down < 0.0 || s.abs() > 1.0 || py > hem {
            return [0.0; 4];
        }
        let fold = (s * 17.0 + 1.6 * value(seed, s * 3.0, down * 2.0)).sin();
        let lace = fbm(seed ^ 1, px / (u * 0.9), py / (u * 0.9), 2);
        let border = if hem - py < u * 2.6 {
            0.9 + 0.2 * (lace - 0.5) + 0.06 * (px / u * 3.0).sin()
        } else {
            1.0
        };
        let shade =
            (0.86 + 0.13 * fold * (0.4 + 0.6 * down)) * (1.0 - 0.3 * (s - 0.15).powi(2)) * border;
        let [r, g, b] = scale(cloth, shade).map(|v| v.clamp(0.0, 1.0));
        [r, g, b, 1.0]
    });
    stage.add(gather);
    let sash = spot.light.lit(Dice::new(plan.seed, 763).pick(&THREADS[..6]), 0.95);
    stage.add(frame.drawn(waist - u * 14.0, waist + u * 12.0, 0.37, 0.0, |c| {
        block(c, (x - u * 4.6, waist - u * 1.0), (u * 9.2, u * 2.0), sash);
        for e in [-1.0f32, 1.0] {
            flat(
                c,
                &[
                    (x, waist),
                    (x + e * u * 3.2, waist - u * 2.0),
                    (x + e * u * 3.2, waist + u * 2.0),
                ],
                scale(sash, if e < 0.0 { 1.1 } else { 0.85 }),
            );
            bent(
                c,
                (x, waist),
                (x + e * u * 1.6, waist + u * 4.0),
                (x + e * u * 2.6, waist + u * 9.0),
                u * 1.1,
                scale(sash, 0.9),
            );
        }
        // A tape over the shoulder.
        bent(
            c,
            (x - u * 4.6, waist - u * 14.6),
            (x - u * 1.0, waist - u * 9.0),
            (x - u * 2.6, waist + u * 4.0),
            u * 0.9,
            spot.light.lit(hex(0xF0D24A), 0.97),
        );
    }));
}

/// The machine on its table of wood, with what is being sewn.
pub fn machine(stage: &mut Stage, plan: &Plan, frame: Frame, spot: &Spot) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(765));
    let half = (w * 0.5).min(h * 0.5);
    let (x, top) = (w * 0.5, h * 0.72);
    let light = spot.light;
    let foot = h * 0.87;
    stage.add(frame.drawn(top, foot + u * 2.0, 0.49, 0.0, |c| {
        let iron = light.lit(hex(0x2A2A2E), 0.95);
        for e in [-1.0f32, 1.0] {
            // Cast iron legs with scrolls.
            let lx = x + e * half * 0.72;
            shadow(c, (lx, foot), u * 6.0, u * 1.1);
            bar(c, (lx - u * 4.0, foot), (lx, top + u * 3.0), u * 1.1, iron);
            bar(c, (lx + u * 4.0, foot), (lx, top + u * 3.0), u * 1.1, iron);
            if let Some(path) = oval(lx, top + u * 10.0, u * 2.0, u * 2.4) {
                c.line(&path, u * 0.7, ink(iron, 1.0));
            }
        }
        bar(c, (x - half * 0.72, foot - u * 3.0), (x + half * 0.72, foot - u * 3.0), u * 0.9, iron);
    }));
    stage.add(frame.painted(top, top + u * 5.0, 0.5, 0.0, |px, py| {
        if (px - x).abs() > half {
            return [0.0; 4];
        }
        let down = (py - top) / (u * 5.0);
        let veins = fbm(seed, px / (u * 15.0), py / (u * 0.8), 4) - 0.5;
        let tone = if down < 0.7 { 1.0 + veins * 0.34 } else { 0.56 + veins * 0.2 };
        let [r, g, b] = light.lit(scale(hex(0x9A6438), tone), 0.95).map(|v| v.clamp(0.0, 1.0));
        [r, g, b, 1.0]
    }));
    let side = plan.turn();
    let mx = x + side * half * 0.5;
    let cloth = light.lit(Dice::new(plan.seed, 763).pick(&THREADS[..6]), 0.96);
    stage.add(frame.drawn(top - u * 22.0, h * 0.9, 0.51, 0.0, |c| {
        // Cloth that runs off the table.
        let left = mx - side * u * 8.0;
        body(
            c,
            (left + side * u * 6.0, top + u * 0.6),
            &[
                ((left, top - u * 0.6), (left - side * u * 9.0, top + u * 0.8)),
                ((left - side * u * 13.0, top + u * 8.0), (left - side * u * 11.0, h * 0.86)),
                ((left - side * u * 5.0, h * 0.88), (left, h * 0.85)),
                ((left + side * u * 1.0, top + u * 6.0), (left + side * u * 6.0, top + u * 2.6)),
            ],
            (left - u * 12.0, left + u * 8.0),
            cloth,
        );
        for k in 0..4 {
            let dx = -side * u * (1.0 + 2.6 * k as f32);
            bent(
                c,
                (left + dx, top + u * 1.4),
                (left + dx * 1.2, top + u * 8.0),
                (left + dx * 1.1, h * 0.84),
                u * 0.4,
                scale(cloth, 0.7),
            );
        }
        sewing_machine(c, (mx, top + u * 1.2), (side, u), &light);
        let (sx, sy) = (x - side * half * 0.62, top + u * 1.6);
        for e in [-1.0f32, 1.0] {
            bar(
                c,
                (sx, sy),
                (sx + u * 7.0, sy - u * (0.3 + 0.9 * e)),
                u * 0.6,
                light.lit(hex(0xC0C6CC), 0.97),
            );
            if let Some(path) = oval(sx - u * 2.2, sy + e * u * 1.0, u * 1.6, u * 0.8) {
                c.line(&path, u * 0.6, ink(light.lit(hex(0x2A2A2E), 0.95), 1.0));
            }
        }
        ball(c, (sx + u * 13.0, sy - u * 1.0), (u * 2.6, u * 1.8), light.lit(hex(0xB8302E), 0.96));
        for (k, tone) in THREADS.into_iter().take(6).enumerate() {
            let at = (sx + u * (11.2 + 0.7 * k as f32), sy - u * (3.4 + (k % 3) as f32 * 0.5));
            bar(c, at, (at.0, at.1 + u * 1.6), u * 0.14, light.lit(hex(0xD8DCE0), 0.97));
            ball(c, at, (u * 0.34, u * 0.34), tone);
        }
    }));
    let on = light.lamp.max(0.25);
    let lamp = (mx - side * u * 7.4, top - u * 9.0);
    stage.sparks(0.52, move |t, out| {
        let breath = on * (0.96 + 0.04 * (t * 1.1).sin());
        out.push(Spark::glow(lamp.0, lamp.1 + u * 5.0, u * 12.0, [1.0, 0.86, 0.6], 0.5 * breath));
    });
}

/// Black with gold, its needle on the side away from the wheel.
fn sewing_machine(
    c: &mut Canvas,
    (x, foot): Position,
    (side, u): (f32, f32),
    light: &crate::parts::room::Indoors,
) {
    let (black, gold, steel) = (
        light.lit(hex(0x24242A), 0.98),
        light.lit(hex(0xE0B450), 0.98),
        light.lit(hex(0xC9CED4), 0.98),
    );
    let at = |dx: f32, dy: f32| (x + side * u * dx, foot - u * dy);
    shadow(c, (x, foot), u * 13.0, u * 1.2);
    let (l, r) = (x - u * 12.0, x + u * 12.0);
    fall(
        c,
        &[at(-11.5, 0.0), at(11.5, 0.0), at(11.0, 2.2), at(-11.0, 2.2)],
        (foot - u * 2.2, foot),
        [add(black, [1.0; 3], 0.12), black],
    );
    bar(c, at(-10.6, 1.1), at(10.6, 1.1), u * 0.24, gold);
    // Arm and pillar in one line, the head over the needle.
    body(
        c,
        at(5.6, 2.0),
        &[
            (at(5.4, 8.0), at(3.4, 9.2)),
            (at(-3.0, 9.4), at(-5.2, 8.8)),
            (at(-5.6, 7.0), at(-5.8, 5.4)),
            (at(-8.6, 5.2), at(-9.0, 5.8)),
            (at(-9.6, 11.0), at(-8.6, 13.6)),
            (at(-4.0, 14.6), at(4.0, 14.0)),
            (at(9.6, 14.0), at(10.0, 10.0)),
            (at(9.8, 5.0), at(10.6, 2.0)),
        ],
        (l, r),
        black,
    );
    bent(c, at(-8.0, 13.0), at(0.0, 13.9), at(8.4, 12.6), u * 0.3, add(black, [1.0; 3], 0.34));
    bent(c, at(-5.0, 10.6), at(0.0, 12.8), at(5.6, 10.8), u * 0.3, gold);
    for (dx, dy) in [(-2.6f32, 11.2f32), (0.4, 11.5), (3.4, 11.1)] {
        if let Some(path) = oval(at(dx, dy).0, at(dx, dy).1, u * 0.9, u * 0.6) {
            c.line(&path, u * 0.24, ink(gold, 1.0));
        }
    }
    block(c, (at(-7.4, 0.0).0 - u * 0.8, foot - u * 12.6), (u * 1.6, u * 6.0), steel);
    bar(c, at(-7.4, 6.4), at(-7.4, 2.6), u * 0.4, steel);
    bar(c, at(-8.6, 2.8), at(-6.4, 2.8), u * 0.5, steel);
    // The wheel with its handle, a reel with a thread to the needle.
    for (r, tone) in [(4.2f32, black), (3.3, scale(steel, 0.7)), (2.9, black)] {
        ball(c, at(11.6, 10.4), (u * r * 0.62, u * r), tone);
    }
    bar(c, at(12.2, 12.6), at(14.4, 12.9), u * 0.9, light.lit(hex(0x8A5430), 0.97));
    let reel = at(4.4, 14.2);
    block(
        c,
        (reel.0 - u * 1.2, reel.1 - u * 4.4),
        (u * 2.4, u * 0.7),
        light.lit(hex(0xD9B884), 0.96),
    );
    post(c, reel.0, (reel.1 - u * 3.8, reel.1), u * 1.0, THREADS[2]);
    bent(c, (reel.0, reel.1 - u * 3.6), at(-2.0, 19.0), at(-7.6, 13.6), u * 0.14, THREADS[2]);
    bar(c, at(-7.6, 13.6), at(-7.4, 3.0), u * 0.14, THREADS[2]);
}
