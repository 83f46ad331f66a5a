//! The stand of a stadium: rows of people before us and across the field, the lit field with its lines,
//! floodlights, scarves that wave.

mod crowd;

use evernear_rules::story::Hour;

use super::{daylight::lit, sky, weather};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let p = sky::add_sky(stage, plan, frame, h * 0.4, (w * (0.5 + 0.3 * plan.turn()), h * 0.12));
    across(stage, plan, frame, p);
    field(stage, plan, frame);
    floodlights(stage, plan, frame);
    weather::add(stage, plan, frame);
    stage.add(frame.drawn(h * 0.55, h * 0.62, 0.4, 0.0, |c| {
        let steel = lit(plan, hex(0xB9C0C4));
        for y in [h * 0.575, h * 0.597] {
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * 0.8) {
                c.fade(
                    &path,
                    (0.0, y),
                    (0.0, y + u * 0.8),
                    &[(0.0, ink(steel, 1.0)), (1.0, ink(scale(steel, 0.5), 1.0))],
                );
            }
        }
    }));
    crowd::rows(stage, plan, frame);
}

/// The stand on the other side: tiers of many small people under a roof.
fn across(stage: &mut Stage, plan: &Plan, frame: Frame, p: sky::Palette) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(810));
    let (top, low) = (h * 0.27, h * 0.42);
    let concrete = mix(lit(plan, hex(0x6A6E76)), p.haze, 0.2);
    let glow = if plan.hour == Hour::Night { 0.9 } else { 0.75 };
    stage.add(frame.painted(top - u * 6.0, low + u, 0.12, 0.0, |x, y| {
        let bend = u * 5.0 * ((x / w - 0.5) * 2.0).powi(2);
        let y = y + bend;
        if y < top - u * 3.0 {
            return [0.0; 4];
        }
        let roof = y < top + u * 1.6;
        let row = ((y - top) / (u * 1.05)).floor();
        let seat = (x / (u * 0.8) + row * 0.5).floor();
        let who = value(seed, seat * 2.3, row * 3.1);
        let head = ((x / (u * 0.8) + row * 0.5).fract() - 0.5)
            .hypot(((y - top) / (u * 1.05)).fract() - 0.4);
        let tone = mix(
            mix(hex(0x8A4A3A), hex(0xE3D9C4), value(seed ^ 2, seat, row)),
            hex(0x2F5A9A),
            smooth(0.6, 0.7, value(seed ^ 3, seat * 1.7, row)),
        );
        let mut c = scale(concrete, 0.5);
        c = mix(c, scale(tone, glow), smooth(0.46, 0.3, head) * smooth(0.06, 0.1, who));
        let gap = smooth(u * 0.9, u * 0.5, (y - h * 0.345).abs());
        c = mix(c, add(concrete, [1.0; 3], 0.12), gap);
        if roof {
            c = scale(concrete, 0.66 + 0.2 * smooth(top - u * 3.0, top, y));
        }
        pixel(mix(c, p.haze, 0.18), smooth(0.0, u * 0.4, y - top + u * 3.0))
    }));
    // Flashes here and there.
    let mut dice = Dice::new(plan.seed, 811);
    let list: Vec<[f32; 3]> =
        (0..26).map(|_| [dice.next(), dice.next(), dice.next() * 9.0]).collect();
    stage.sparks(0.12, move |t, out| {
        for &[x, y, phase] in &list {
            let flash = 1.0 - ((t * 0.9 + phase) % 3.0 / 0.12 - 1.0).abs();
            if flash > 0.0 {
                out.push(Spark::glow(
                    x * w,
                    top + u * 3.0 + y * (low - top - u * 6.0),
                    u * 1.4,
                    [1.0; 3],
                    flash,
                ));
            }
        }
    });
}

/// Grass mown in stripes, with white lines and players far away.
fn field(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(820));
    let (top, low) = (h * 0.415, h * 0.64);
    let bright = plan.daylight().max(0.78);
    let (a, b) = (scale(hex(0x3F8A3A), bright), scale(hex(0x5FA84A), bright));
    stage.add(frame.painted(top, low, 0.2, 0.0, |x, y| {
        let down = ((y - top) / (low - top)).clamp(0.0, 1.0);
        let near = 0.34 + 0.66 * down;
        let gx = (x - w / 2.0) / (u * near);
        let gy = 3.0 / near;
        let stripe = (gx / 13.0).rem_euclid(2.0) < 1.0;
        let blades = fbm(seed, gx / 0.9, gy * 14.0, 2) - 0.5;
        let mut c = scale(if stripe { a } else { b }, 1.0 + blades * 0.16);
        let line = |d: f32| smooth(0.5, 0.2, d.abs());
        let mut white = line(gx).max(line(gx - 52.0)).max(line(gx + 52.0));
        white = white
            .max(smooth(0.07, 0.03, (down - 0.5).abs()) * f32::from(u8::from(gx.abs() > 52.0)));
        let ring = (gx / 16.0).hypot((down - 0.5) / 0.24);
        white = white.max(smooth(0.07, 0.03, (ring - 1.0).abs()));
        c = mix(c, [0.95, 0.96, 0.93], white * 0.85 * bright);
        pixel(c, smooth(0.0, u * 0.4, y - top))
    }));
    let mut dice = Dice::new(plan.seed, 821);
    let list: Vec<[f32; 4]> = (0..16)
        .map(|_| [dice.range(0.05, 0.95), dice.range(0.1, 0.9), dice.next() * 6.3, dice.next()])
        .collect();
    stage.sparks(0.2, move |t, out| {
        for (n, &[x, y, phase, speed]) in list.iter().enumerate() {
            let near = 0.4 + 0.6 * y;
            let px = x * w + (t * (0.5 + speed) + phase).sin() * u * 7.0 * near;
            let py = top + (low - top) * y + (t * 0.7 + phase * 2.0).sin() * u * 1.2;
            let shirt: Rgb = if n % 2 == 0 { hex(0xE8C43A) } else { hex(0xF3F1EC) };
            let r = u * 1.1 * near;
            out.push(
                Spark::disc(px, py + r * 1.7, r * 1.3, [0.02, 0.05, 0.02], 0.3).shaped(0.25, 0.0),
            );
            out.push(
                Spark::disc(px, py + r * 0.9, r * 0.9, hex(0x2A2A2E), 0.95).shaped(0.34, 1.57),
            );
            out.push(Spark::disc(px, py, r, shirt, 0.98).shaped(0.6, 1.57));
            out.push(Spark::disc(px, py - r * 1.15, r * 0.4, hex(0x8A5A40), 1.0));
        }
    });
}

fn floodlights(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let on = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset | Hour::Dawn => 0.8,
        Hour::Day => 0.2,
    };
    let spots = [0.1f32, 0.9].map(|s| (w * s, h * 0.12));
    let mast = lit(plan, hex(0x4A4E54));
    stage.add(frame.drawn(h * 0.06, h * 0.34, 0.14, 0.0, |c| {
        for (x, y) in spots {
            if let Some(path) = polygon(&[
                (x - u * 0.5, y),
                (x + u * 0.5, y),
                (x + u * 0.9, h * 0.33),
                (x - u * 0.9, h * 0.33),
            ]) {
                c.fill(&path, ink(mast, 1.0));
            }
            if let Some(path) = rect(x - u * 6.0, y - u * 5.0, u * 12.0, u * 6.4) {
                c.fill(&path, ink(scale(mast, 0.7), 1.0));
            }
            for row in 0..3 {
                for k in 0..6 {
                    if let Some(path) = oval(
                        x - u * 5.0 + u * 2.0 * k as f32,
                        y - u * 3.8 + u * 2.0 * row as f32,
                        u * 0.74,
                        u * 0.74,
                    ) {
                        c.fill(&path, ink(mix(hex(0xA9AEB2), [1.0, 0.98, 0.9], on), 1.0));
                    }
                }
            }
        }
    }));
    stage.sparks(0.14, move |t, out| {
        for (x, y) in spots {
            let breath = on * (0.94 + 0.06 * (t * 1.3).sin());
            out.push(Spark::glow(x, y - u * 2.0, u * 30.0, [0.92, 0.96, 1.0], 0.44 * breath));
            out.push(Spark::glow(x, y - u * 2.0, u * 9.0, [1.0, 1.0, 0.96], 0.6 * breath));
        }
    });
}
