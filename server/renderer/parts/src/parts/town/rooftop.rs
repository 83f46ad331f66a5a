//! A roof terrace above a town: a parapet, a table with glasses, strings of lights, fireworks.

use evernear_rules::story::Hour;

use crate::paint::{
    color::{Rgb, hex, mix, pixel, scale, smooth},
    noise::{Dice, value},
    shapes::{curve, ink, oval, rect},
};
use crate::parts::{
    city,
    daylight::lit,
    props::{leaf, shadow, vessel},
    weather,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// A roof terrace above the town: a parapet, a table with glasses, plants, strings of lights.
pub fn rooftop(stage: &mut Stage, plan: &Plan, frame: Frame, fireworks: bool) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(560));
    city::skyline(stage, plan, frame);
    if fireworks {
        rockets(stage, plan, frame);
    }
    weather::add(stage, plan, frame);
    let brick =
        lit(plan, Dice::new(plan.seed, 561).pick(&[hex(0xA06A4E), hex(0x8C8A86), hex(0xB59A7A)]));
    let (wall, floor) = (h * 0.64, h * 0.8);
    stage.add(frame.painted(wall, floor, 0.42, 0.0, |x, y| {
        let row = ((y - wall) / (u * 2.7)).floor();
        let across = x / (u * 6.6) + if row as i32 % 2 == 0 { 0.5 } else { 0.0 };
        let (tx, ty) = (across - across.floor(), ((y - wall) / (u * 2.7)).fract());
        let joint = smooth(0.0, 0.05, tx)
            * smooth(1.0, 0.95, tx)
            * smooth(0.0, 0.1, ty)
            * smooth(1.0, 0.9, ty);
        let own = value(seed, across.floor() * 3.3, row * 2.1);
        let c = mix(scale(brick, 1.24), scale(brick, 0.78 + 0.34 * own), joint);
        let cap = y < wall + u * 3.0;
        let c = if cap {
            scale(lit(plan, hex(0xC9C0B0)), 1.0 - 0.4 * ((y - wall) / (u * 3.0)))
        } else {
            scale(c, 1.0 - 0.3 * smooth(wall, floor, y))
        };
        pixel(c, smooth(0.0, u * 0.4, y - wall))
    }));
    stage.add(frame.painted(floor, h, 0.5, 0.0, |x, y| {
        let down = ((y - floor) / (h - floor)).clamp(0.0, 1.0);
        let fan = (x - w / 2.0) / (0.62 + 0.75 * down) / (u * 9.0);
        let row = (down * 3.0 + down * down * 2.0).floor();
        let own = value(seed ^ 4, fan.floor() * 3.7, row);
        let joint = smooth(0.0, 0.03, fan.rem_euclid(1.0))
            * smooth(0.0, 0.06, (down * 3.0 + down * down * 2.0).fract());
        let c = scale(lit(plan, hex(0xA87F62)), (0.8 + 0.24 * own) * (0.7 + 0.3 * joint));
        pixel(scale(c, 1.0 - 0.3 * down), 1.0)
    }));
    table_for_two(stage, plan, frame, floor);
    strings(stage, plan, frame);
}

fn table_for_two(stage: &mut Stage, plan: &Plan, frame: Frame, floor: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, foot) = (w * (0.5 + plan.turn() * 0.33), floor + (h - floor) * 0.35);
    let iron = lit(plan, hex(0x2F3432));
    let (dark, pale) = plan.foliage();
    stage.add(frame.drawn(foot - u * 26.0, foot + u * 2.0, 0.52, 0.0, |c| {
        shadow(c, (x, foot), u * 8.0, u);
        if let Some(path) = rect(x - u * 0.6, foot - u * 13.0, u * 1.2, u * 13.0) {
            c.fill(&path, ink(iron, 1.0));
        }
        if let Some(path) = oval(x, foot - u * 13.4, u * 8.0, u * 1.8) {
            c.fill(&path, ink(lit(plan, hex(0xE3D9C4)), 1.0));
        }
        for dx in [-3.0f32, 2.4] {
            if let Some(path) = curve(
                (x + u * (dx - 1.0), foot - u * 19.0),
                &[
                    ((x + u * dx, foot - u * 14.6), (x + u * dx, foot - u * 14.4)),
                    ((x + u * dx, foot - u * 14.6), (x + u * (dx + 1.0), foot - u * 19.0)),
                ],
            ) {
                c.fill(&path, ink(lit(plan, hex(0xD99A4A)), 0.75));
            }
            if let Some(path) = rect(x + u * dx - u * 0.14, foot - u * 15.2, u * 0.28, u * 1.8) {
                c.fill(&path, ink(lit(plan, hex(0xD8E2E6)), 0.9));
            }
        }
        let px = w * (0.5 - plan.turn() * 0.38);
        vessel(c, (px, foot), u, (4.4, 7.0, 3.2), lit(plan, hex(0x8C9A94)));
        let mut dice = Dice::new(plan.seed, 565);
        for _ in 0..26 {
            let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-1.2, 1.2);
            leaf(
                c,
                (px + u * dice.range(-2.6, 2.6), foot - u * dice.range(6.0, 12.0)),
                u * dice.range(5.0, 9.0),
                turn,
                lit(plan, mix(dark, pale, dice.next())),
            );
        }
    }));
}

/// Strings of bulbs between poles.
fn strings(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let on = match plan.hour {
        Hour::Day => 0.25,
        Hour::Dawn => 0.5,
        _ => 1.0,
    };
    let mut list = Vec::new();
    let mut dice = Dice::new(plan.seed, 570);
    stage.add(frame.drawn(0.0, h * 0.7, 0.46, 0.0, |c| {
        for s in [0.03, 0.97] {
            if let Some(path) = rect(w * s - u * 0.5, h * 0.12, u, h * 0.54) {
                c.fill(&path, ink(lit(plan, hex(0x3A332E)), 1.0));
            }
        }
        for (y, sag) in [(0.13, 16.0), (0.17, 24.0)] {
            if let Some(path) =
                curve((w * 0.03, h * y), &[((w / 2.0, h * y + u * sag), (w * 0.97, h * y))])
            {
                c.line(&path, u * 0.18, ink(hex(0x1A1614), 1.0));
            }
            for k in 0..12 {
                let s = (k as f32 + 0.5) / 12.0;
                let by = h * y + 2.0 * s * (1.0 - s) * u * sag;
                list.push((w * (0.03 + 0.94 * s), by + u, dice.next() * 6.3));
            }
        }
    }));
    stage.sparks(0.46, move |t, out| {
        for &(x, y, phase) in &list {
            let bright = on * (0.88 + 0.12 * (t * 0.8 + phase).sin());
            out.push(Spark::disc(x, y, u * 0.7, [1.0, 0.9, 0.66], bright.max(0.5)));
            out.push(Spark::glow(x, y, u * 5.0, [1.0, 0.74, 0.4], bright * 0.42));
        }
    });
}

/// Rockets that rise, open and fall.
pub fn rockets(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let mut dice = Dice::new(plan.seed, 575);
    let colors =
        [[1.0, 0.78, 0.4], [0.96, 0.4, 0.44], [0.5, 0.8, 1.0], [0.7, 1.0, 0.6], [0.92, 0.66, 1.0]];
    let list: Vec<(f32, f32, f32, Rgb, f32)> = (0..12)
        .map(|k| {
            (
                dice.range(0.12, 0.88),
                dice.range(0.1, 0.34),
                k as f32 * 0.95 + dice.range(-0.3, 0.3) - 1.2,
                dice.pick(&colors),
                dice.range(1.0, 1.7),
            )
        })
        .collect();
    stage.sparks(0.04, move |t, out| {
        for &(x, y, begun, color, size) in &list {
            let since = t - begun;
            if !(0.0..3.2).contains(&since) {
                continue;
            }
            let (cx, cy) = (w * x, h * y);
            if since < 0.7 {
                let s = since / 0.7;
                out.push(Spark::glow(cx, cy + (1.0 - s) * h * 0.3, u * 1.2, [1.0, 0.86, 0.6], 0.8));
                continue;
            }
            let open = since - 0.7;
            let reach = u * 17.0 * size * (1.0 - (-open * 2.1).exp());
            let fade = (1.0 - open / 2.5).max(0.0);
            for ring in 0..3 {
                let count = 14 + 6 * ring;
                for k in 0..count {
                    let a = k as f32 * std::f32::consts::TAU / count as f32 + ring as f32;
                    let r = reach * (0.42 + 0.29 * ring as f32);
                    let (px, py) =
                        (cx + a.cos() * r, cy + a.sin() * r * 0.94 + open * open * u * 2.2);
                    let twinkle = 0.7 + 0.3 * (t * 14.0 + k as f32 * 2.3).sin();
                    out.push(Spark::glow(px, py, u * (0.9 + 0.5 * fade), color, fade * twinkle));
                }
            }
            out.push(Spark::glow(cx, cy, u * 34.0, color, fade * fade * 0.3));
        }
    });
}
