//! A vegetable garden: furrows of dark soil with what grows in them, bean poles, tomatoes, a scarecrow.

use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, blade, ink},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, bent, body, flat, post},
    props::{leaf, shadow},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// Between one ridge and the next, in units near at hand.
const ROW: f32 = 15.0;

pub fn vegetables(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let top = line + frame.u * 4.0;
    soil(stage, plan, frame, top, p);
    poles(stage, plan, frame, top);
    plants(stage, plan, frame, top);
}

/// How near a row of the frame is, 0.2 to 1.
fn nearness(frame: Frame, top: f32, y: f32) -> f32 {
    0.2 + 0.8 * ((y - top) / (frame.h - top)).clamp(0.0, 1.0)
}

fn soil(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(330));
    let earth = lit(plan, hex(0x6E4A32));
    stage.add(frame.painted(top - u, h, 0.38, 0.0, |x, y| {
        let near = nearness(frame, top, y);
        let gx = (x - w / 2.0) / (u * near);
        let ridge = 0.5 - 0.5 * (gx / ROW * std::f32::consts::TAU).cos();
        let clod = fbm(seed, gx / 1.5, 34.0 / near, 3) - 0.5;
        let crumb = value(seed ^ 1, x / (u * 0.6), y / (u * 0.4)) - 0.5;
        let mut c = scale(earth, 0.5 + 0.5 * ridge + clod * 0.75 + crumb * 0.16);
        c = add(c, p.sun, 0.09 * smooth(0.4, 1.0, ridge + clod) * plan.daylight());
        c = mix(c, p.haze, 0.4 * smooth(0.5, 0.2, near));
        c = scale(c, 1.0 - 0.25 * smooth(0.75, 1.0, near));
        pixel(c, smooth(-u * 0.5, u * 0.5, y - top))
    }));
}

/// Rows of plants, one kind a ridge, larger towards us.
fn plants(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 331);
    let first = (dice.next() * 4.0) as i32;
    // Equal steps on the ground are smaller ones further away.
    let steps: Vec<f32> = (0..22).map(|n| 1.0 / (4.4 - 0.16 * n as f32)).collect();
    for (n, group) in steps.chunks(5).enumerate() {
        let foot_of = |near: f32| top + (h - top) * ((near - 0.2) / 0.8);
        let (from, to) = (group[0], group[group.len() - 1]);
        if n == 3 {
            scarecrow(stage, plan, frame, foot_of(from));
        }
        let (above, below) = (foot_of(from) - u * 14.0 * from, foot_of(to) + u * 2.0);
        let layer = frame.drawn(above, below, 0.4 + 0.03 * n as f32, u, |c| {
            for &near in group {
                let foot = foot_of(near);
                let reach = (w / (u * near * ROW * 2.0)).ceil() as i32;
                for k in -reach - 1..=reach {
                    let x = w / 2.0
                        + u * near * ROW * (k as f32 + 0.5)
                        + dice.range(-0.8, 0.8) * u * near;
                    let size = u * near * dice.range(5.6, 7.0);
                    shadow(c, (x, foot), size * 1.1, u * near * 0.8);
                    match (k + first).rem_euclid(4) {
                        0 => cabbage(c, plan, (x, foot), size, &mut dice),
                        1 => tufts(c, plan, (x, foot), size, Kind::Carrots, &mut dice),
                        2 => lettuce(c, plan, (x, foot), size, &mut dice),
                        _ => tufts(c, plan, (x, foot), size, Kind::Leeks, &mut dice),
                    }
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.8 + phase).sin() * u * 0.12, 0.0)));
    }
}

fn cabbage(c: &mut Canvas, plan: &Plan, (x, y): Position, size: f32, dice: &mut Dice) {
    let tone = lit(plan, hex(0x6FA07A));
    for k in 0..9 {
        let a = std::f32::consts::PI * (1.04 + 0.92 * k as f32 / 8.0);
        let long = size * dice.range(1.0, 1.25);
        let tip = (x + a.cos() * long * 1.05, y - size * 0.25 + a.sin() * long * 0.72);
        if let Some(path) = blade((x, y - size * 0.1), tip, size * 0.42, 0.0) {
            c.fill(&path, ink(scale(tone, 0.62 + 0.05 * (k % 4) as f32), 1.0));
        }
        bar(
            c,
            (x, y - size * 0.1),
            (x.midpoint(tip.0), y.midpoint(tip.1)),
            size * 0.05,
            add(tone, [1.0; 3], 0.2),
        );
    }
    ball(c, (x, y - size * 0.5), (size * 0.62, size * 0.55), add(tone, [0.8, 1.0, 0.6], 0.14));
    bent(
        c,
        (x - size * 0.4, y - size * 0.3),
        (x - size * 0.1, y - size * 0.9),
        (x + size * 0.45, y - size * 0.6),
        size * 0.05,
        scale(tone, 0.7),
    );
}

fn lettuce(c: &mut Canvas, plan: &Plan, (x, y): Position, size: f32, dice: &mut Dice) {
    let red = dice.next() < 0.4;
    for k in 0..16 {
        let s = k as f32 / 15.0;
        let a = std::f32::consts::PI * (1.05 + 0.9 * ((k * 7) % 16) as f32 / 15.0);
        let long = size * (1.0 - 0.45 * s);
        let tone = mix(hex(0x5C8A34), hex(0xB8D870), s);
        let tone = lit(plan, if red { mix(tone, hex(0x8A3040), 0.6 - 0.4 * s) } else { tone });
        ball(
            c,
            (x + a.cos() * long * 0.75, y - size * 0.15 + a.sin() * long * 0.55),
            (size * 0.3, size * 0.24),
            tone,
        );
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Carrots,
    Leeks,
}

fn tufts(c: &mut Canvas, plan: &Plan, (x, y): Position, size: f32, kind: Kind, dice: &mut Dice) {
    for side in [-0.5f32, 0.45] {
        let root = (x + side * size * 1.1, y);
        if kind == Kind::Carrots {
            ball(c, (root.0, y - size * 0.04), (size * 0.2, size * 0.2), lit(plan, hex(0xE8772E)));
        } else {
            post(c, root.0, (y - size * 0.6, y), size * 0.14, lit(plan, hex(0xE6EBD2)));
        }
        for _ in 0..(if kind == Kind::Carrots { 13 } else { 6 }) {
            let lean = dice.range(-0.8, 0.8);
            if kind == Kind::Carrots {
                let tip = (root.0 + lean * size, y - size * dice.range(0.9, 1.5));
                let tone = lit(plan, mix(hex(0x3F7A2E), hex(0x9CC858), dice.next()));
                bent(c, root, (root.0 + lean * size * 0.2, y - size), tip, size * 0.07, tone);
                for j in 1..4 {
                    let s = j as f32 / 4.0;
                    let at = (root.0 + lean * size * s * s, y - (y - tip.1) * (0.3 + 0.7 * s));
                    leaf(c, at, size * 0.34, lean - 2.4 + s, tone);
                    leaf(c, at, size * 0.34, lean - 0.7 - s, tone);
                }
            } else {
                let tip = (root.0 + lean * size * 0.9, y - size * dice.range(1.3, 2.0));
                let tone = lit(plan, mix(hex(0x4A7A62), hex(0x9CC09A), dice.next()));
                if let Some(path) =
                    blade((root.0, y - size * 0.5), tip, size * 0.13, lean * size * 0.3)
                {
                    c.fill(&path, ink(tone, 1.0));
                }
            }
        }
    }
}

/// Poles tied at the top with beans on one side, staked tomatoes on the other.
fn poles(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 335);
    let (dark, pale) = plan.foliage();
    let cane = lit(plan, hex(0xB08A52));
    let side = plan.side;
    stage.add(frame.drawn(h * 0.26, h * 0.72, 0.39, u, |c| {
        for (n, s) in [(0, 0.3f32), (1, 0.43), (2, 0.62)] {
            let (x, foot) =
                (w * 0.5 - side * w.max(h * 0.62) * s, top + u * (7.0 + 6.0 * n as f32));
            let tall = u * (27.0 + 5.0 * n as f32);
            let peak = (x, foot - tall);
            for k in 0..4 {
                let base = x + u * (k as f32 - 1.5) * 4.6;
                let up = (peak.0 + (peak.0 - base) * 0.12, peak.1 - tall * 0.12);
                shadow(c, (base, foot), u * 2.4, u * 0.7);
                bar(c, (base, foot), up, u * 0.55, scale(cane, if k % 2 == 0 { 0.7 } else { 1.0 }));
                for _ in 0..46 {
                    let s = dice.next().powf(0.8) * 0.96;
                    let at =
                        (base + (peak.0 - base) * s + u * dice.range(-1.3, 1.3), foot - tall * s);
                    let tone = lit(plan, mix(dark, pale, dice.next()));
                    leaf(c, at, u * dice.range(1.4, 2.6), dice.range(0.0, 6.3), tone);
                    if dice.next() < 0.14 {
                        ball(c, at, (u * 0.5, u * 0.5), lit(plan, hex(0xE8452E)));
                    } else if dice.next() < 0.2 {
                        bent(
                            c,
                            at,
                            (at.0 + u * 0.5, at.1 + u * 1.4),
                            (at.0, at.1 + u * 2.6),
                            u * 0.32,
                            lit(plan, hex(0x8FBF4A)),
                        );
                    }
                }
            }
            ball(c, (x, foot - tall), (u * 0.9, u * 0.7), lit(plan, hex(0xD9C08A)));
        }
        for n in 0..4 {
            let near = 0.4 + 0.16 * n as f32;
            let (x, foot) = (
                w * 0.5 + side * w.max(h * 0.62) * (0.3 + 0.08 * n as f32),
                top + u * (4.0 + 6.0 * n as f32),
            );
            tomato(c, plan, (x, foot), u * 19.0 * near, (dark, pale), &mut dice);
        }
    }));
}

fn tomato(
    c: &mut Canvas,
    plan: &Plan,
    (x, foot): Position,
    tall: f32,
    (dark, pale): (Rgb, Rgb),
    dice: &mut Dice,
) {
    let k = tall / 16.0;
    shadow(c, (x, foot), tall * 0.34, k);
    post(c, x, (foot - tall * 1.08, foot), k * 0.36, lit(plan, hex(0x9A7444)));
    for n in 0..70 {
        let up = dice.next();
        let at =
            (x + dice.range(-0.3, 0.3) * tall * (1.1 - 0.6 * up), foot - tall * (0.06 + 0.92 * up));
        leaf(
            c,
            at,
            k * dice.range(1.6, 3.0),
            dice.range(0.0, 6.3),
            lit(plan, mix(scale(dark, 0.9), pale, dice.next() * 0.9)),
        );
        if n % 5 == 0 {
            let ripe = dice.pick(&[hex(0xD8322A), hex(0xD8322A), hex(0xE8722E), hex(0x9AB84A)]);
            ball(c, (at.0, at.1 + k), (k * 1.15, k * 1.05), lit(plan, ripe));
        }
    }
}

/// A coat on a cross of wood, straw at the cuffs, a hat.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn scarecrow(stage: &mut Stage, plan: &Plan, frame: Frame, foot: f32) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 338);
    let x = w * (0.5 + plan.side * 0.2);
    let coat = lit(plan, dice.pick(&[hex(0x4A5F86), hex(0x8A4A34), hex(0x5F6A3A)]));
    let straw = lit(plan, hex(0xDDB85A));
    let layer = frame.drawn(foot - u * 34.0, foot + u * 2.0, 0.4, u * 2.0, |c| {
        shadow(c, (x, foot), u * 5.0, u);
        post(c, x, (foot - u * 24.0, foot), u * 0.6, lit(plan, hex(0x7A5636)));
        bar(
            c,
            (x - u * 10.5, foot - u * 20.6),
            (x + u * 10.5, foot - u * 21.4),
            u * 0.9,
            lit(plan, hex(0x7A5636)),
        );
        for side in [-1.0f32, 1.0] {
            for _ in 0..9 {
                let at = (x + side * u * 9.4, foot - u * 21.0);
                bar(
                    c,
                    at,
                    (at.0 + side * u * dice.range(1.4, 3.0), at.1 + u * dice.range(-1.4, 2.2)),
                    u * 0.26,
                    scale(straw, dice.range(0.8, 1.1)),
                );
            }
            flat(
                c,
                &[
                    (x, foot - u * 23.0),
                    (x + side * u * 9.6, foot - u * 22.2),
                    (x + side * u * 9.8, foot - u * 18.8),
                    (x + side * u * 3.0, foot - u * 18.6),
                ],
                scale(coat, if side < 0.0 { 1.05 } else { 0.8 }),
            );
        }
        for _ in 0..12 {
            let at = (x + u * dice.range(-3.0, 3.0), foot - u * 7.6);
            bar(
                c,
                at,
                (at.0 + u * dice.range(-0.8, 0.8), at.1 + u * dice.range(1.6, 3.4)),
                u * 0.26,
                scale(straw, dice.range(0.8, 1.1)),
            );
        }
        body(
            c,
            (x - u * 3.4, foot - u * 22.8),
            &[
                ((x, foot - u * 24.4), (x + u * 3.4, foot - u * 22.8)),
                ((x + u * 3.2, foot - u * 14.0), (x + u * 4.4, foot - u * 7.4)),
                ((x, foot - u * 6.4), (x - u * 4.4, foot - u * 7.6)),
                ((x - u * 3.2, foot - u * 14.0), (x - u * 3.4, foot - u * 22.8)),
            ],
            (x - u * 4.4, x + u * 4.4),
            coat,
        );
        for k in 0..3 {
            ball(
                c,
                (x + u * 0.4, foot - u * (19.0 - 3.4 * k as f32)),
                (u * 0.4, u * 0.4),
                lit(plan, hex(0xE8D9B0)),
            );
        }
        flat(
            c,
            &[
                (x - u * 3.4, foot - u * 12.6),
                (x - u * 1.0, foot - u * 12.8),
                (x - u * 0.9, foot - u * 10.4),
                (x - u * 3.5, foot - u * 10.2),
            ],
            scale(mix(coat, straw, 0.5), 0.9),
        );
        ball(c, (x, foot - u * 25.6), (u * 2.7, u * 2.9), lit(plan, hex(0xD8BE90)));
        ball(c, (x, foot - u * 23.3), (u * 2.9, u * 0.8), lit(plan, hex(0xB8382E)));
        for e in [-1.0f32, 1.0] {
            ball(c, (x + e * u, foot - u * 26.0), (u * 0.3, u * 0.36), hex(0x2A1E18));
        }
        bent(
            c,
            (x - u * 1.2, foot - u * 24.7),
            (x, foot - u * 23.9),
            (x + u * 1.2, foot - u * 24.7),
            u * 0.2,
            hex(0x4A2A20),
        );
        let hat = lit(plan, hex(0xB8904A));
        ball(c, (x, foot - u * 27.8), (u * 5.2, u * 1.1), hat);
        body(
            c,
            (x - u * 2.7, foot - u * 27.8),
            &[
                ((x - u * 2.4, foot - u * 31.8), (x, foot - u * 31.6)),
                ((x + u * 2.4, foot - u * 31.8), (x + u * 2.7, foot - u * 27.8)),
            ],
            (x - u * 2.7, x + u * 2.7),
            hat,
        );
        bar(
            c,
            (x - u * 2.6, foot - u * 28.5),
            (x + u * 2.6, foot - u * 28.5),
            u * 0.8,
            scale(coat, 0.7),
        );
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.9).sin() * u * 0.25, 0.0)));
}
