//! A mine: the headgear with wheels that turn, the winding house, heaps of rock, tubs on a track.

use std::f32::consts::TAU;

use super::yard::{earth, lamps};
use crate::paint::{
    color::{Rgb, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::{
    daylight::lit,
    forms::{ball, bar, block, fall, post},
    props::shadow,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

pub fn headgear(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u) = (frame.w, frame.u);
    let k = (w / 80.0).min(u * 1.15).min(frame.h * 0.0086);
    let side = plan.side;
    let (x, foot) = (w * 0.5 - side * k * 4.0, line + u * 6.0);
    let steel = mix(lit(plan, hex(0x4A4E58)), p.haze, 0.16);
    dumps(stage, plan, frame, line, p);
    earth(stage, plan, frame, line, (p, hex(0xB08A62)));
    let wheels = [(x - side * k * 3.0, foot - k * 52.0), (x + side * k * 9.0, foot - k * 44.0)];
    let brick = mix(lit(plan, hex(0x9A5A44)), p.haze, 0.14);
    let on = lamps(plan);
    stage.add(frame.drawn(foot - k * 62.0, foot + u * 3.0, 0.37, 0.0, |c| {
        // The winding house, a roof with a ridge, a chimney.
        let (hx, half) = (x + side * k * 32.0, k * 12.0);
        shadow(c, (hx, foot), half * 1.3, u * 1.2);
        post(c, hx + side * k * 8.0, (foot - k * 32.0, foot), k * 1.9, scale(brick, 0.9));
        block(c, (hx - half, foot - k * 14.0), (half * 2.0, k * 14.0), brick);
        fall(
            c,
            &[
                (hx - half * 1.1, foot - k * 13.6),
                (hx, foot - k * 20.0),
                (hx + half * 1.1, foot - k * 13.6),
            ],
            (foot - k * 20.0, foot - k * 13.6),
            [scale(steel, 1.5), scale(steel, 1.1)],
        );
        for n in 0..4 {
            let at = hx + half * (n as f32 * 0.46 - 0.82);
            block(
                c,
                (at, foot - k * 11.0),
                (k * 2.6, k * 6.4),
                mix(scale(steel, 0.5), hex(0xFFC870), 0.9 * on),
            );
            bar(c, (at + k * 1.3, foot - k * 11.0), (at + k * 1.3, foot - k * 4.6), k * 0.3, brick);
        }
        // Ropes from the house over the wheels.
        for (wx, wy) in wheels {
            bar(
                c,
                (hx - side * half * 0.6, foot - k * 15.0),
                (wx + side * k * 2.4, wy - k * 5.4),
                k * 0.3,
                scale(steel, 0.55),
            );
            bar(
                c,
                (wx - side * k * 5.6, wy),
                (x - side * k * 4.0, foot - k * 8.0),
                k * 0.3,
                scale(steel, 0.55),
            );
        }
        tower(c, (x, foot), (side, k), wheels, steel);
        // The shed over the shaft.
        block(c, (x - k * 11.0, foot - k * 9.0), (k * 22.0, k * 9.0), scale(brick, 0.86));
        block(
            c,
            (x - k * 4.0, foot - k * 6.6),
            (k * 8.0, k * 6.6),
            mix(scale(steel, 0.3), hex(0xFFB860), 0.8 * on),
        );
        block(c, (x - k * 12.0, foot - k * 10.0), (k * 24.0, k * 1.6), steel);
    }));
    turning(stage, frame, (wheels, k), (steel, side, on));
    wagons(stage, plan, frame, steel);
}

/// Four legs with crossed braces, a strut towards the house, platforms with rails under the wheels.
fn tower(
    c: &mut Canvas,
    (x, foot): Position,
    (side, k): (f32, f32),
    wheels: [Position; 2],
    steel: Rgb,
) {
    let top = foot - k * 50.0;
    for (far, tone) in [(1.6f32, 0.62f32), (0.0, 1.0)] {
        let leg = |e: f32, s: f32| {
            (
                x - side * k * 3.0 + e * k * (9.0 - 4.4 * s) + k * far,
                foot + (top - foot) * s - k * far * 0.4,
            )
        };
        for n in 0..6 {
            let (s, t) = (n as f32 / 6.0, (n + 1) as f32 / 6.0);
            bar(c, leg(-1.0, s), leg(1.0, t), k * 0.55, scale(steel, tone * 0.8));
            bar(c, leg(1.0, s), leg(-1.0, t), k * 0.55, scale(steel, tone * 0.8));
            bar(c, leg(-1.0, t), leg(1.0, t), k * 0.7, scale(steel, tone * 0.9));
        }
        for e in [-1.0f32, 1.0] {
            bar(c, leg(e, 0.0), leg(e, 1.0), k * 1.3, scale(steel, tone));
        }
        let (a, b) = ((x + side * (k * 3.0), top + k * 1.0), (x + side * k * 21.0, foot));
        bar(c, (a.0 + k * far, a.1), (b.0 + k * far, b.1), k * 1.4, scale(steel, tone));
        bar(
            c,
            (a.0 + k * far, a.1 + k * 12.0),
            (b.0 - side * k * 5.0, b.1 - k * 13.0),
            k * 0.6,
            scale(steel, tone * 0.8),
        );
    }
    for (wx, wy) in wheels {
        block(c, (wx - k * 7.6, wy + k * 1.4), (k * 15.2, k * 1.4), steel);
        for n in 0..8 {
            let px = wx - k * 7.4 + k * 2.1 * n as f32;
            bar(c, (px, wy + k * 1.4), (px, wy - k * 1.6), k * 0.24, scale(steel, 1.2));
        }
        bar(
            c,
            (wx - k * 7.6, wy - k * 1.6),
            (wx + k * 7.6, wy - k * 1.6),
            k * 0.3,
            scale(steel, 1.2),
        );
        if let Some(path) = oval(wx, wy, k * 5.6, k * 5.6) {
            c.line(&path, k * 1.0, ink(scale(steel, 0.7), 1.0));
        }
        if let Some(path) = oval(wx, wy, k * 5.1, k * 5.1) {
            c.line(&path, k * 0.3, ink(scale(steel, 1.5), 1.0));
        }
    }
}

/// The spokes go round, the lamps burn.
fn turning(
    stage: &mut Stage,
    frame: Frame,
    (wheels, k): ([Position; 2], f32),
    (steel, side, on): (Rgb, f32, f32),
) {
    let u = frame.u;
    stage.sparks(0.37, move |t, out| {
        for (n, (x, y)) in wheels.into_iter().enumerate() {
            for j in 0..4 {
                let a = side * t * (0.8 - 1.6 * n as f32) + TAU * j as f32 / 8.0;
                out.push(Spark::disc(x, y, k * 5.2, scale(steel, 0.8), 1.0).shaped(0.06, a));
            }
            out.push(Spark::disc(x, y, k * 1.0, scale(steel, 0.6), 1.0));
            out.push(Spark::glow(x + k * 6.0, y + k * 0.6, u * 7.0, [1.0, 0.8, 0.5], 0.7 * on));
            out.push(Spark::disc(x + k * 6.0, y + k * 0.6, u * 0.4, [1.0, 0.93, 0.74], on));
        }
    });
}

/// Flat heaps of pale rock that came from below, far away.
fn dumps(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, u, seed) = (frame.w, frame.u, plan.noise(724));
    let sand = lit(plan, hex(0xE0C080));
    let foot = line + u * 4.0;
    stage.add(frame.painted(line - u * 16.0, foot, 0.12, 0.0, |x, y| {
        let s = (x - w * (0.5 + 0.2 * plan.side)) / u;
        let heap = |at: f32, half: f32, tall: f32| tall * smooth(half + 9.0, half, (s - at).abs());
        let top = foot
            - u * heap(-22.0, 14.0, 13.0)
                .max(heap(26.0, 10.0, 17.0))
                .max(heap(66.0, 22.0, 11.0))
                .max(heap(-70.0, 20.0, 15.0));
        let gully = fbm(seed, x / (u * 1.6), y / (u * 14.0), 3);
        let mut c = scale(sand, 0.62 + 0.6 * gully);
        c = mix(c, p.haze, 0.36);
        pixel(c, smooth(-0.5, 0.5, y - top - (gully - 0.5) * u))
    }));
}

/// A narrow track with tubs of rock at one side.
fn wagons(stage: &mut Stage, plan: &Plan, frame: Frame, steel: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 726);
    let foot = h * 0.7;
    stage.add(frame.drawn(foot - u * 16.0, foot + u * 3.0, 0.46, 0.0, |c| {
        for n in 0..2 {
            let x = w * 0.5 + plan.side * ((w * 0.36).min(u * 46.0) + u * 17.0 * n as f32);
            shadow(c, (x, foot), u * 10.0, u);
            for _ in 0..26 {
                let at = (x + u * dice.range(-6.0, 6.0), foot - u * dice.range(9.6, 12.4));
                let r = u * dice.range(0.9, 1.8);
                ball(
                    c,
                    at,
                    (r, r * 0.85),
                    lit(plan, dice.pick(&[hex(0x8A8478), hex(0x6A665E), hex(0xB09A6A)])),
                );
            }
            fall(
                c,
                &[
                    (x - u * 8.0, foot - u * 10.4),
                    (x + u * 8.0, foot - u * 10.4),
                    (x + u * 6.0, foot - u * 3.0),
                    (x - u * 6.0, foot - u * 3.0),
                ],
                (foot - u * 10.4, foot - u * 3.0),
                [lit(plan, hex(0xA8603A)), lit(plan, hex(0x5A3626))],
            );
            bar(
                c,
                (x - u * 8.2, foot - u * 10.4),
                (x + u * 8.2, foot - u * 10.4),
                u * 0.9,
                lit(plan, hex(0xC07A4A)),
            );
            for e in [-4.0f32, 4.0] {
                ball(c, (x + u * e, foot - u * 1.8), (u * 2.0, u * 2.0), scale(steel, 0.5));
                ball(c, (x + u * e, foot - u * 1.8), (u * 0.7, u * 0.7), steel);
            }
        }
        bar(
            c,
            (w * 0.5 + plan.side * u * 20.0, foot + u * 0.2),
            (w * 0.5 + plan.side * w, foot + u * 0.2),
            u * 0.6,
            scale(steel, 0.9),
        );
    }));
}
