//! A factory floor: windows of many panes under trusses, machines with wheels and belts, a conveyor with
//! crates, a hook on its crane.

use std::f32::consts::TAU;

use super::space::{floor, lamps};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{Canvas, Position, ink, oval},
};
use crate::parts::{
    forms::{ball, bar, bent, block, fall, flat, post},
    props::shadow,
    room::Indoors,
    sky,
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage, sparks::Spark};

const FLOOR: f32 = 0.56;

pub fn factory(stage: &mut Stage, plan: &Plan, frame: Frame) {
    wall(stage, plan, frame);
    roof(stage, plan, frame);
    let (h, u, seed) = (frame.h, frame.u, plan.noise(782));
    let light = Indoors::of(plan);
    let glow = sky::palette(plan.hour).sky[2].1;
    floor(stage, frame, h * FLOOR, |at| {
        let rough = fbm(seed, at.gx / 6.0, at.gy / 2.4, 4) - 0.5;
        let oil = smooth(0.58, 0.68, fbm(seed ^ 1, at.gx / 9.0, at.gy / 3.0, 3));
        let joint =
            smooth(0.0, 0.01, (at.gx / 36.0).rem_euclid(1.0).min((at.gy / 30.0).rem_euclid(1.0)));
        let mut c = scale(hex(0x8A847A), (0.86 + rough * 0.36) * (0.8 + 0.2 * joint));
        c = mix(c, hex(0x3A3634), 0.5 * oil);
        // Yellow lines beside the way.
        let line = smooth(0.9, 0.6, (at.gx.abs() - 24.0).abs()) * (0.75 + rough);
        c = mix(c, hex(0xE8B82E), line.clamp(0.0, 1.0) * 0.9);
        add(light.lit(c, 0.82), glow, (0.1 + 0.16 * oil) * smooth(0.8, 0.22, at.near))
    });
    conveyor(stage, plan, frame);
    for side in [-1.0f32, 1.0] {
        machine(stage, plan, frame, side);
    }
    hook(stage, plan, frame);
    let (w, on) = (frame.w, lamps(plan));
    stage.sparks(0.3, move |t, out| {
        for s in [-0.3f32, 0.0, 0.3] {
            let breath = on * (0.97 + 0.03 * (t * 1.9 + s * 9.0).sin());
            out.push(Spark::glow(
                w * (0.5 + s),
                h * 0.19,
                u * 20.0,
                [1.0, 0.84, 0.56],
                0.34 * breath,
            ));
            out.push(
                Spark::disc(w * (0.5 + s), h * 0.166, u * 1.5, [1.0, 0.95, 0.8], 0.4 + 0.6 * on)
                    .shaped(0.4, 0.0),
            );
        }
    });
}

/// Brick with tall windows of small panes.
fn wall(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(784));
    let light = Indoors::of(plan);
    let brick = Dice::new(plan.seed, 785).pick(&[hex(0x9A5A44), hex(0x8A6A5A), hex(0xA8785A)]);
    let p = sky::palette(plan.hour);
    let (top, low, foot, bay) = (h * 0.15, h * 0.43, h * FLOOR, u * 22.0);
    let on = lamps(plan);
    stage.add(frame.painted(0.0, foot + u, 0.08, 0.0, |x, y| {
        let across = (x - w / 2.0) / bay + 0.5;
        let fx = (across - across.floor() - 0.5) * bay / u;
        let row = (y / (u * 1.1)).floor();
        let at = x / (u * 2.6) + row * 0.5;
        let own = value(seed, at.floor() * 3.1, row * 1.7);
        let joint = smooth(0.0, 0.1, at.rem_euclid(1.0)).min(smooth(
            0.0,
            0.2,
            (y / (u * 1.1)).rem_euclid(1.0),
        ));
        let soot = fbm(seed ^ 1, x / (u * 9.0), y / (u * 12.0), 3);
        let mut c = light.lit(
            scale(brick, (0.62 + 0.3 * own + 0.4 * (soot - 0.5)) * (0.75 + 0.25 * joint)),
            0.84,
        );
        c = add(c, hex(0xFFC080), 0.09 * on * smooth(h * 0.1, h * 0.5, y));
        let head = (fx / 8.6).powi(2) * 2.2;
        if fx.abs() < 8.6 && y < low && y > top + u * head {
            let (px, py) = ((fx + 8.6) / 2.87, (y - top) / (u * 3.4));
            let lead = (px.fract().min(1.0 - px.fract()) * 2.87)
                .min(py.fract().min(1.0 - py.fract()) * 3.4);
            let pane = value(seed ^ 3, px.floor() + across.floor() * 7.0, py.floor());
            let glass = mix(p.sky[1].1, p.sky[3].1, (y - top) / (low - top));
            let glass = scale(add(glass, p.sun, 0.14 * plan.daylight()), 0.7 + 0.3 * pane);
            c = mix(scale(c, 0.24), glass, smooth(0.14, 0.26, lead));
        } else if fx.abs() < 9.8 && y > low && y < low + u * 1.6 {
            c = light.lit(hex(0xB8A890), 0.86);
        }
        pixel(
            scale(c, 1.0 - 0.3 * smooth(foot - u * 6.0, foot, y) - 0.3 * smooth(h * 0.12, 0.0, y)),
            1.0,
        )
    }));
    // Light of the windows hangs in the dust.
    let strong = plan.daylight();
    if strong > 0.5 {
        let layer = frame.soft(3, h * 0.15, h * 0.8, 0.2, 0.0, |x, y| {
            let across = (x - plan.turn() * (y - h * 0.2) * 0.45 - w / 2.0) / bay + 0.5;
            let fx = (across - across.floor() - 0.5).abs();
            let dust = fbm(seed ^ 7, x / (u * 8.0), y / (u * 10.0), 3);
            let a = smooth(0.42, 0.26, fx)
                * smooth(h * 0.8, h * 0.34, y)
                * smooth(h * 0.15, h * 0.3, y)
                * dust;
            [p.sun[0], p.sun[1], p.sun[2], 0.26 * a * strong]
        });
        stage.add(layer.light().alive(|t| Pose::faded(0.86 + 0.12 * (t * 0.5).sin())));
    }
}

/// Trusses of steel, a beam for the crane, lamps under tin shades.
fn roof(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let steel = scale(light.lit(hex(0x4A5258), 0.85), 0.8);
    stage.add(frame.drawn(0.0, h * 0.19, 0.16, 0.0, |c| {
        for n in 0..3 {
            let near = 1.0 - n as f32 / 3.0;
            let (y0, y1) = (h * (0.05 * (1.0 - near) - 0.03), h * (0.06 + 0.03 * (1.0 - near)));
            let tone = scale(steel, 0.6 + 0.4 * near);
            bar(c, (-u * 9.0, y1), (w + u * 9.0, y1), u * 1.1 * near + u * 0.2, tone);
            let step = u * 9.0 * (0.5 + 0.5 * near);
            let mut x = w * 0.5 - ((w * 0.6 / step).ceil()) * step;
            while x < w * 1.2 {
                bar(c, (x, y1), (x + step * 0.5, y0), u * 0.5 * near + u * 0.2, tone);
                bar(c, (x + step * 0.5, y0), (x + step, y1), u * 0.5 * near + u * 0.2, tone);
                x += step;
            }
        }
        block(c, (-u * 9.0, h * 0.112), (w + u * 18.0, u * 2.4), light.lit(hex(0xD09A2E), 0.85));
        for s in [-0.3f32, 0.0, 0.3] {
            let x = w * (0.5 + s);
            bar(c, (x, h * 0.09), (x, h * 0.15), u * 0.3, hex(0x1E1E20));
            flat(
                c,
                &[
                    (x - u * 1.0, h * 0.148),
                    (x + u * 1.0, h * 0.148),
                    (x + u * 4.2, h * 0.167),
                    (x - u * 4.2, h * 0.167),
                ],
                light.lit(hex(0x2F4A44), 0.9),
            );
        }
    }));
}

/// A belt on rollers with crates that pass, behind the machines.
fn conveyor(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let (y, foot) = (h * 0.525, h * 0.6);
    let steel = light.lit(hex(0x7A848A), 0.9);
    let gap = u * 19.0;
    let crates = frame.drawn(y - u * 12.0, y + u, 0.31, u * 32.0, |c| {
        let mut dice = Dice::new(plan.seed, 788);
        let mut x = -u * 40.0;
        while x < w + u * 40.0 {
            let (half, tall) = (u * dice.range(4.4, 5.6), u * dice.range(7.0, 10.0));
            let wood = light.lit(dice.pick(&[hex(0xC9A06A), hex(0xB88A54), hex(0xD8B47E)]), 0.94);
            block(c, (x - half, y - tall), (half * 2.0, tall), wood);
            for s in [0.0f32, 0.34, 0.67, 1.0] {
                bar(
                    c,
                    (x - half, y - tall * s),
                    (x + half, y - tall * s),
                    u * 0.3,
                    scale(wood, 0.6),
                );
            }
            for e in [-0.84f32, 0.84] {
                bar(c, (x + half * e, y - tall), (x + half * e, y), u * 1.1, scale(wood, 0.85));
            }
            bar(
                c,
                (x - half * 0.8, y - tall * 0.06),
                (x + half * 0.8, y - tall * 0.94),
                u * 0.9,
                scale(wood, 0.8),
            );
            x += gap * dice.range(0.86, 1.14);
        }
    });
    let way = -plan.side;
    stage.add(crates.alive(move |t| Pose::moved(way * u * 2.6 * (t - 5.0), 0.0)));
    stage.add(frame.drawn(y - u, foot + u * 2.0, 0.315, 0.0, |c| {
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            shadow(c, (x, foot), u * 5.0, u * 0.7);
            bar(c, (x, y + u), (x - u * 2.0, foot), u * 0.8, scale(steel, 0.6));
            bar(c, (x, y + u), (x + u * 2.0, foot), u * 0.8, scale(steel, 0.7));
            x += u * 15.0;
        }
        block(c, (-u * 9.0, y - u * 0.3), (w + u * 18.0, u * 1.0), hex(0x26262A));
        block(c, (-u * 9.0, y + u * 0.7), (w + u * 18.0, u * 2.0), steel);
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            ball(c, (x, y + u * 1.7), (u * 0.8, u * 0.8), scale(steel, 0.6));
            x += u * 3.0;
        }
    }));
}

/// A press of green iron with a flywheel, a belt to the shaft above, dials and a red knob.
fn machine(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let paint = Dice::new(plan.seed, 790).pick(&[hex(0x3F6A58), hex(0x4A6478), hex(0x6A6E4A)]);
    let iron = light.lit(paint, 0.95);
    let (steel, dark) = (light.lit(hex(0xB4BAC0), 0.95), light.lit(hex(0x2A2C30), 0.95));
    let k = u * if side * plan.side > 0.0 { 1.15 } else { 0.95 };
    let (x, foot) = (
        w * 0.5 + side * (w * 0.42).min(u * 52.0),
        h * if side * plan.side > 0.0 { 0.72 } else { 0.66 },
    );
    let hub = (x - side * k * 4.4, foot - k * 20.0);
    let r = k * 9.6;
    stage.add(frame.drawn(h * 0.08, foot + u * 3.0, 0.44, 0.0, |c| {
        // The belt to the shaft.
        for e in [-1.0f32, 1.0] {
            bar(
                c,
                (hub.0 + e * k * 4.0, hub.1),
                (hub.0 + side * k * 5.0 + e * k * 2.2, h * 0.12),
                k * 0.6,
                light.lit(hex(0x6A4A30), 0.85),
            );
        }
        ball(c, (hub.0 + side * k * 5.0, h * 0.125), (k * 2.8, k * 2.8), scale(dark, 1.6));
        shadow(c, (x, foot), k * 15.0, u * 1.6);
        fall(
            c,
            &[
                (x - k * 13.0, foot),
                (x - k * 12.0, foot - k * 6.0),
                (x + k * 12.0, foot - k * 6.0),
                (x + k * 13.0, foot),
            ],
            (foot - k * 6.0, foot),
            [add(iron, [1.0; 3], 0.08), scale(iron, 0.6)],
        );
        fall(
            c,
            &[
                (x - k * 7.0, foot - k * 6.0),
                (x - k * 5.0, foot - k * 34.0),
                (x + k * 8.0, foot - k * 34.0),
                (x + k * 9.0, foot - k * 6.0),
            ],
            (foot - k * 34.0, foot - k * 6.0),
            [iron, scale(iron, 0.68)],
        );
        block(c, (x - k * 7.0, foot - k * 38.0), (k * 17.0, k * 5.0), scale(iron, 1.08));
        post(c, x + side * k * 4.0, (foot - k * 33.0, foot - k * 14.0), k * 1.6, steel);
        block(c, (x + side * k * 4.0 - k * 4.0, foot - k * 15.0), (k * 8.0, k * 2.4), dark);
        for (dx, dy) in [(1.0f32, -36.0f32), (5.0, -36.0)] {
            ball(c, (x + k * dx, foot + k * dy), (k * 1.6, k * 1.6), hex(0x2A2A2A));
            ball(
                c,
                (x + k * dx, foot + k * dy),
                (k * 1.25, k * 1.25),
                light.lit(hex(0xF3EEDC), 0.97),
            );
            bar(
                c,
                (x + k * dx, foot + k * dy),
                (x + k * (dx + 0.7), foot + k * (dy - 0.6)),
                k * 0.2,
                hex(0xA82420),
            );
        }
        bar(
            c,
            (x + side * k * 9.0, foot - k * 16.0),
            (x + side * k * 14.0, foot - k * 24.0),
            k * 0.8,
            steel,
        );
        ball(
            c,
            (x + side * k * 14.0, foot - k * 24.0),
            (k * 1.4, k * 1.4),
            light.lit(hex(0xC8302A), 0.97),
        );
        for n in 0..5 {
            ball(
                c,
                (x + k * (n as f32 - 2.0) * 5.4, foot - k * 1.6),
                (k * 0.6, k * 0.6),
                scale(steel, 0.7),
            );
        }
        wheel(c, hub, r, [iron, steel]);
    }));
    let way = side * plan.turn();
    let spoke = scale(iron, 0.95);
    stage.sparks(0.44, move |t, out| {
        for n in 0..3 {
            let a = way * t * 1.1 + TAU * n as f32 / 6.0;
            out.push(Spark::disc(hub.0, hub.1, r * 0.9, spoke, 1.0).shaped(0.09, a));
        }
        out.push(Spark::disc(hub.0, hub.1, k * 2.2, scale(steel, 0.75), 1.0));
        out.push(Spark::disc(hub.0 - k * 0.3, hub.1 - k * 0.3, k * 1.1, steel, 1.0));
    });
}

fn wheel(c: &mut Canvas, (x, y): Position, r: f32, [iron, steel]: [Rgb; 2]) {
    ball(c, (x, y), (r * 0.94, r * 0.94), scale(iron, 0.24));
    for (k, wide, tone) in
        [(0.97, 0.19, scale(iron, 0.55)), (0.95, 0.15, iron), (0.99, 0.03, steel)]
    {
        if let Some(path) = oval(x, y, r * k, r * k) {
            c.line(&path, r * wide, ink(tone, 1.0));
        }
    }
    bent(
        c,
        (x - r * 0.7, y - r * 0.66),
        (x - r * 0.1, y - r * 1.12),
        (x + r * 0.5, y - r * 0.82),
        r * 0.04,
        add(steel, [1.0; 3], 0.2),
    );
}

/// A hook on its chain that sways a little.
fn hook(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let light = Indoors::of(plan);
    let (yellow, steel) = (light.lit(hex(0xE0A82E), 0.9), light.lit(hex(0x7A8086), 0.9));
    let (x, y) = (w * (0.5 - plan.side * 0.1), h * 0.3);
    stage.add(frame.drawn(h * 0.1, h * 0.15, 0.25, 0.0, |c| {
        block(c, (x - u * 5.0, h * 0.115), (u * 10.0, u * 3.4), scale(yellow, 0.8));
    }));
    let layer = frame.drawn(h * 0.125, y + u * 12.0, 0.25, u * 3.0, |c| {
        for e in [-1.4f32, 1.4] {
            bar(c, (x + u * e, h * 0.13), (x + u * e, y), u * 0.34, scale(steel, 0.7));
        }
        block(c, (x - u * 3.0, y - u * 2.0), (u * 6.0, u * 5.0), yellow);
        for n in 0..3 {
            bar(
                c,
                (x + u * (n as f32 * 2.0 - 2.6), y + u * 2.4),
                (x + u * (n as f32 * 2.0 - 1.2), y - u * 1.4),
                u * 0.8,
                hex(0x26262A),
            );
        }
        bar(c, (x, y + u * 3.0), (x, y + u * 5.4), u * 1.1, steel);
        bent(
            c,
            (x, y + u * 5.2),
            (x + u * 4.6, y + u * 6.6),
            (x + u * 1.6, y + u * 10.0),
            u * 1.4,
            steel,
        );
        bent(
            c,
            (x + u * 1.6, y + u * 10.0),
            (x - u * 2.4, y + u * 11.0),
            (x - u * 2.6, y + u * 7.6),
            u * 1.2,
            steel,
        );
    });
    stage.add(layer.rippling(u * 0.7, 1e6, 0.15));
}
