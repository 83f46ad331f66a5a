//! A temple above its tank: a tiered tower with pillars before it, steps down to the water with small
//! lamps afloat, garlands of marigolds above.

use std::f32::consts::PI;

use super::{glows, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position},
};
use crate::parts::{
    backdrop::hills,
    daylight::lit,
    forms::{ball, bar, block, body, fall, flat, post},
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

/// Where the steps begin and where the water does.
const STEPS: (f32, f32) = (0.475, 0.62);

pub fn temple(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let p = sky::add_sky(stage, plan, frame, h * 0.46, (w * (0.5 + 0.34 * plan.turn()), h * 0.33));
    hills(stage, plan, frame, h * 0.45, p, 2);
    let stone = Dice::new(plan.seed, 660).pick(&[hex(0xD8A878), hex(0xE6D2B0), hex(0xC99A80)]);
    tower(stage, plan, frame, p, stone);
    steps(stage, plan, frame, stone);
    water(stage, plan, frame, p, stone);
    let mut list = Vec::new();
    for row in 0..3 {
        for k in -5..=5 {
            let near = row as f32 / 2.0;
            let y = h * (STEPS.0 + (STEPS.1 - STEPS.0) * (0.3 + 0.32 * near));
            list.push((
                w * 0.5 + u * (9.0 + 3.0 * near) * (k as f32 + 0.5 * (row % 2) as f32),
                y,
                0.7 + 0.3 * near,
            ));
        }
    }
    glows(stage, plan, frame, 0.2, list);
    afloat(stage, plan, frame);
    garlands(stage, plan, frame);
}

#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn tower(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette, stone: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let k = (w / 75.0).min(u * 1.15).min(h * 0.0082);
    let (x, foot) = (w * 0.5, h * STEPS.0 + u);
    let wall = mix(lit(plan, stone), p.haze, 0.1);
    let (red, gold) = (mix(lit(plan, hex(0xC8402E)), p.haze, 0.1), lit(plan, hex(0xF0C04A)));
    let on = lamps(plan);
    stage.add(frame.drawn(h * 0.06, foot + u * 2.0, 0.12, 0.0, |c| {
        for side in [-1.0f32, 1.0] {
            spire(
                c,
                (x + side * k * 22.0, foot - k * 11.0),
                (k * 6.4, k * 17.0),
                7,
                scale(wall, 0.92),
                [red, gold],
            );
            block(
                c,
                (x + side * k * 22.0 - k * 7.4, foot - k * 11.4),
                (k * 14.8, k * 12.0),
                scale(wall, 0.88),
            );
            block(
                c,
                (x + side * k * 22.0 - k * 2.2, foot - k * 8.0),
                (k * 4.4, k * 8.0),
                mix(scale(wall, 0.26), hex(0xFFB060), 0.5 * on),
            );
        }
        spire(c, (x, foot - k * 15.0), (k * 12.6, k * 33.0), 11, wall, [red, gold]);
        // The hall before it, on pillars.
        block(
            c,
            (x - k * 17.0, foot - k * 15.0),
            (k * 34.0, k * 15.4),
            mix(scale(wall, 0.3), hex(0xC8783A), 0.35 * on),
        );
        block(
            c,
            (x - k * 3.6, foot - k * 11.0),
            (k * 7.2, k * 11.4),
            mix(scale(wall, 0.2), hex(0xFFC070), 0.85 * on.max(0.3)),
        );
        for n in 0..6 {
            let px = x + k * (n as f32 - 2.5) * 6.2;
            post(c, px, (foot - k * 12.6, foot), k * 1.1, wall);
            for (y, half) in [(12.6f32, 1.9f32), (11.2, 1.5), (6.4, 1.5), (0.9, 1.8)] {
                block(
                    c,
                    (px - k * half, foot - k * y),
                    (k * half * 2.0, k * 1.0),
                    scale(wall, 1.05),
                );
            }
        }
        for (y, half) in [(16.4f32, 19.0f32), (14.6, 17.6), (13.4, 18.4)] {
            block(
                c,
                (x - k * half, foot - k * y),
                (k * half * 2.0, k * 1.5),
                scale(wall, 0.94 + 0.03 * (y - 13.0)),
            );
        }
        for n in 0..19 {
            let px = x + k * (n as f32 - 9.0) * 1.95;
            ball(c, (px, foot - k * 17.0), (k * 0.8, k * 0.9), wall);
            ball(c, (px, foot - k * 13.0), (k * 0.34, k * 0.34), red);
        }
        bar(c, (x, foot - k * 12.6), (x, foot - k * 11.0), k * 0.2, gold);
        body(
            c,
            (x - k * 1.2, foot - k * 9.2),
            &[
                ((x - k * 0.8, foot - k * 11.6), (x, foot - k * 11.4)),
                ((x + k * 0.8, foot - k * 11.6), (x + k * 1.2, foot - k * 9.2)),
            ],
            (x - k * 1.2, x + k * 1.2),
            gold,
        );
        for n in 0..7 {
            let (a, b) = (x + k * (n as f32 - 3.5) * 5.2, x + k * (n as f32 - 2.5) * 5.2);
            for j in 0..9 {
                let s = j as f32 / 8.0;
                ball(
                    c,
                    (a + (b - a) * s, foot - k * (13.2 - 2.4 * (PI * s).sin())),
                    (k * 0.5, k * 0.5),
                    lit(plan, if j % 2 == 0 { hex(0xF08A1E) } else { hex(0xF6C02E) }),
                );
            }
        }
    }));
    let flag = frame.drawn(h * 0.03, foot - k * 46.0, 0.12, u, |c| {
        let top = foot - k * 57.0;
        bar(c, (x, top), (x, top + k * 6.0), k * 0.3, gold);
        flat(
            c,
            &[(x, top), (x + k * 7.0, top + k * 1.6), (x, top + k * 3.4)],
            lit(plan, hex(0xF07A1E)),
        );
    });
    stage.add(flag.rippling(u * 0.3, u * 4.0, 0.6));
}

/// Tiers that grow smaller on a curve, each with its row of niches; a ribbed stone and a pot on top.
fn spire(
    c: &mut Canvas,
    (x, y): Position,
    (half, tall): (f32, f32),
    tiers: i32,
    wall: Rgb,
    [red, gold]: [Rgb; 2],
) {
    let at = |s: f32| half * (1.0 - 0.82 * s.powf(1.5));
    for n in 0..tiers {
        let (s, e) = (n as f32 / tiers as f32, (n + 1) as f32 / tiers as f32);
        let (a, b, y0, y1) = (at(s), at(e), y - tall * s, y - tall * e);
        let step = y0 - y1;
        let shape = [(x - a, y0), (x + a, y0), (x + b, y1), (x - b, y1)];
        if let Some(path) = crate::paint::shapes::polygon(&shape) {
            c.fade(
                &path,
                (x - a, 0.0),
                (x + a, 0.0),
                &crate::parts::props::round(scale(wall, 0.95)),
            );
        }
        fall(
            c,
            &[
                (x - a * 1.05, y0),
                (x + a * 1.05, y0),
                (x + a, y0 - step * 0.26),
                (x - a, y0 - step * 0.26),
            ],
            (y0 - step * 0.26, y0),
            [add(wall, [1.0; 3], 0.1), scale(wall, 0.62)],
        );
        let count = ((a / half) * 7.0).ceil() as i32;
        for k in 0..count {
            let nx = x + a * 1.7 * ((k as f32 + 0.5) / count as f32 - 0.5);
            let (nw, nh) = (a * 0.62 / count as f32, step * 0.5);
            block(c, (nx - nw, y0 - step * 0.28 - nh), (nw * 2.0, nh), scale(wall, 0.5));
            ball(
                c,
                (nx, y0 - step * 0.34 - nh * 0.36),
                (nw * 0.5, nh * 0.44),
                scale(mix(wall, red, 0.3), 0.9),
            );
        }
    }
    block(c, (x - at(1.0) * 1.2, y - tall - half * 0.05), (at(1.0) * 2.4, half * 0.1), red);
    ball(c, (x, y - tall - half * 0.16), (half * 0.27, half * 0.15), scale(wall, 1.05));
    ball(c, (x, y - tall - half * 0.4), (half * 0.12, half * 0.14), gold);
    flat(
        c,
        &[
            (x - half * 0.05, y - tall - half * 0.5),
            (x, y - tall - half * 0.8),
            (x + half * 0.05, y - tall - half * 0.5),
        ],
        gold,
    );
}

fn steps(stage: &mut Stage, plan: &Plan, frame: Frame, stone: Rgb) {
    let (h, u, seed) = (frame.h, frame.u, plan.noise(665));
    let (top, low) = (h * STEPS.0, h * STEPS.1);
    let wall = lit(plan, stone);
    let on = lamps(plan);
    stage.add(frame.painted(top, low + u, 0.16, 0.0, |x, y| {
        let down = (y - top) / (low - top);
        let at = down.max(0.0).powf(0.82) * 8.0;
        let (step, fy) = (at.floor(), at.fract());
        let rough = fbm(seed, x / (u * 3.0), y / (u * 1.2), 4) - 0.5;
        let slab = (x / (u * (9.0 + step)) + step * 0.37).fract().abs();
        let tread = smooth(0.36, 0.42, fy);
        let mut c = scale(wall, 0.98 - 0.42 * tread + rough * 0.24 - 0.1 * smooth(0.03, 0.0, slab));
        c = add(c, hex(0xFFB060), 0.12 * on * (1.0 - tread));
        c = scale(c, 1.0 - 0.3 * smooth(0.8, 1.0, down));
        pixel(c, smooth(-u * 0.2, u * 0.2, y - top))
    }));
}

/// The tank: the sky, the tower and the steps, upside down and broken by ripples.
fn water(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette, stone: Rgb) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(668));
    let top = h * STEPS.1;
    let k = (w / 75.0).min(u * 1.15).min(h * 0.0082);
    let (deep, wall) = (lit(plan, hex(0x2A5A5A)), lit(plan, stone));
    let on = lamps(plan);
    let layer = frame.painted(top, h, 0.2, u * 2.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.25 + 0.75 * down;
        let wave = fbm(seed, (x - w / 2.0) / (u * 9.0 * near), 30.0 / near, 4) - 0.5;
        let sx = ((x - w * 0.5) / k + wave * 5.0).abs();
        let up = (down * 1.15 + wave * 0.05) * 62.0;
        let mut c = mix(p.sky[3].1, p.sky[1].1, down * 1.2 + wave * 0.5);
        let tower = if up > 14.0 {
            12.6 * (1.0 - 0.82 * ((up - 14.0) / 34.0).clamp(0.0, 1.0).powf(1.5))
        } else {
            18.0
        };
        let inside = smooth(0.7, -0.7, sx - tower) * smooth(52.0, 48.0, up);
        c = mix(c, scale(wall, 0.62), inside * 0.8);
        c = add(c, hex(0xFFB060), 0.3 * on * smooth(4.0, 1.0, sx) * smooth(14.0, 10.0, up));
        c = mix(c, deep, 0.3 + 0.25 * down);
        let glint = smooth(0.16, 0.26, wave) * 0.5;
        c = add(c, p.sun, glint * 0.5 * plan.daylight());
        c = scale(c, 0.96 - 0.25 * smooth(0.5, 1.0, down) - 0.2 * smooth(0.04, 0.0, down));
        pixel(c, smooth(0.0, u * 0.4, y - top))
    });
    stage.add(
        layer
            .rippling(u * 0.5, u * 12.0, 0.16)
            .alive(move |t| Pose::moved((t * 0.4).sin() * u * 0.3, 0.0)),
    );
}

/// Lamps of clay on leaves, carried by the water.
fn afloat(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let on = lamps(plan).max(0.35);
    let mut dice = Dice::new(plan.seed, 670);
    let list: Vec<[f32; 4]> = (0..22)
        .map(|_| [dice.range(-0.1, 1.1), dice.next().powf(1.4), dice.next() * 6.3, dice.next()])
        .collect();
    let (leaf, clay, bloom) =
        (lit(plan, hex(0x4A7A3A)), lit(plan, hex(0xB0623A)), lit(plan, hex(0xF6A02A)));
    stage.sparks(0.3, move |t, out| {
        for &[x, s, phase, size] in &list {
            let near = 0.3 + 0.7 * s;
            let px = w * x + (t * 0.3 + phase).sin() * u * 1.4 + t * u * 0.1;
            let py =
                h * (STEPS.1 + 0.02 + (0.97 - STEPS.1) * s) + (t * 0.9 + phase).sin() * u * 0.2;
            let r = u * 2.1 * near * (0.85 + 0.3 * size);
            out.push(Spark::disc(px, py, r, leaf, 1.0).shaped(0.36, 0.0));
            out.push(Spark::disc(px, py - r * 0.2, r * 0.62, clay, 1.0).shaped(0.5, 0.0));
            for e in [-0.7f32, 0.7] {
                out.push(
                    Spark::disc(px + e * r, py - r * 0.05, r * 0.26, bloom, 1.0).shaped(0.8, 0.0),
                );
            }
            let lick = 0.1 * (t * 6.0 + phase).sin();
            out.push(
                Spark::disc(px, py - r * 0.75, r * 0.36, [1.0, 0.9, 0.6], 1.0)
                    .shaped(0.5, 1.57 + lick),
            );
            out.push(Spark::glow(
                px,
                py - r * 0.6,
                r * 4.6,
                [1.0, 0.68, 0.3],
                0.6 * on + lick * 0.4,
            ));
            out.push(
                Spark::glow(px, py + r * 1.6, r * 2.6, [1.0, 0.62, 0.26], 0.34 * on)
                    .shaped(0.5, 1.57),
            );
        }
    });
}

/// Strings of marigolds from the upper edge, and a bell at each side.
fn garlands(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, u) = (frame.w, frame.u);
    let mut dice = Dice::new(plan.seed, 672);
    let tones = [hex(0xF08A1E), hex(0xF6B82E), hex(0xE86A1A)].map(|tone| lit(plan, tone));
    let layer = frame.drawn(-u * 4.0, u * 34.0, 0.46, u * 2.0, |c| {
        let flower = |c: &mut Canvas, x: f32, y: f32, dice: &mut Dice| {
            let tone = dice.pick(&tones);
            let r = u * dice.range(1.15, 1.4);
            ball(c, (x, y), (r, r), scale(tone, 0.78));
            for n in 0..7 {
                let a = n as f32 * 0.9 + value(3, x, y);
                ball(c, (x + a.cos() * r * 0.5, y + a.sin() * r * 0.5), (r * 0.45, r * 0.45), tone);
            }
            ball(c, (x, y - r * 0.1), (r * 0.4, r * 0.4), add(tone, [1.0, 0.8, 0.2], 0.14));
        };
        let swags = (w / (u * 24.0)).ceil().max(3.0);
        for n in 0..swags as i32 {
            let (a, b) = (w * n as f32 / swags, w * (n + 1) as f32 / swags);
            for k in 0..=14 {
                let s = k as f32 / 14.0;
                flower(c, a + (b - a) * s, u * (1.0 + 8.0 * (PI * s).sin()), &mut dice);
            }
        }
        for side in [-1.0f32, 1.0] {
            for (dx, count) in [(2.0f32, 13), (6.4, 8)] {
                let x = w * 0.5 + side * (w * 0.5 - u * dx);
                for k in 0..count {
                    flower(c, x, u * (2.0 + 2.0 * k as f32), &mut dice);
                }
            }
        }
    });
    stage.add(layer.alive(move |t| Pose::moved((t * 0.8).sin() * u * 0.35, 0.0)));
}
