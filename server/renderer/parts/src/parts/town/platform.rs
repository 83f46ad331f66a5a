//! A railway platform under a roof of iron and glass: a clock, and a train that stands and steams.

use super::windows_lit;
use crate::paint::{
    color::{add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::parts::{backdrop, daylight::lit, sky, weather};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// A platform under a roof of iron and glass, a clock, and a train that stands and steams.
pub fn platform(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(530));
    let line = h * 0.5;
    let side = plan.turn();
    let sun = (w * (0.5 - side * 0.2), line - u * 12.0);
    let p = sky::add_sky(stage, plan, frame, line, sun);
    backdrop::hills(stage, plan, frame, line, p, 1);
    let stone = lit(plan, hex(0xB0A898));
    let edge = w * (0.5 + side * 0.02);
    stage.add(frame.painted(line, h, 0.36, 0.0, |x, y| {
        let down = ((y - line) / (h - line)).clamp(0.0, 1.0);
        let near = 0.05 + 0.95 * down;
        let gx = (x - w / 2.0) / (u * near) * side;
        let gy = 6.0 / near;
        let slab = value(seed, (gx / 8.0).floor() * 3.1, (gy * 1.6).floor() * 2.7);
        let joint = smooth(0.0, 0.04, (gx / 8.0).rem_euclid(1.0))
            * smooth(0.0, 0.06, (gy * 1.6).rem_euclid(1.0));
        let rough = fbm(seed ^ 2, gx / 2.0, gy * 3.0, 3) - 0.5;
        let mut c = scale(stone, (0.82 + 0.2 * slab + 0.14 * rough) * (0.74 + 0.26 * joint));
        let white = smooth(1.3, 0.9, (gx - 3.2).abs());
        c = mix(c, lit(plan, hex(0xF3E9CF)), white * 0.8);
        // Beyond the edge: the track's bed, with sleepers and rails.
        if gx > 5.4 {
            let bed = fbm(seed ^ 4, gx * 0.9, gy * 9.0, 2);
            c = scale(lit(plan, hex(0x6A5C50)), 0.6 + 0.5 * bed);
            let sleeper = smooth(0.36, 0.3, ((gy * 2.6).rem_euclid(1.0) - 0.5).abs());
            c = mix(
                c,
                lit(plan, hex(0x4A3626)),
                sleeper * 0.7 * f32::from(u8::from(gx > 8.0 && gx < 24.0)),
            );
            for rail in [11.0, 21.0] {
                c = mix(
                    c,
                    add(lit(plan, hex(0xA9A6A0)), p.sun, 0.2),
                    smooth(0.7, 0.4, (gx - rail).abs()),
                );
            }
            c = scale(c, 0.7 + 0.3 * smooth(5.4, 8.0, gx));
        }
        c = mix(c, p.haze, 0.4 * smooth(0.1, 0.0, down));
        pixel(scale(c, 1.0 - 0.24 * smooth(0.5, 1.0, down)), 1.0)
    }));
    train(stage, plan, frame, (edge, line), side, p);
    roof(stage, plan, frame, line, side, p);
    lamp_and_clock(stage, plan, frame, side);
    steam_clouds(stage, plan, frame, side, line);
    weather::add(stage, plan, frame);
}

/// Carriages that run away along the track.
fn train(
    stage: &mut Stage,
    plan: &Plan,
    frame: Frame,
    (_, line): (f32, f32),
    side: f32,
    p: sky::Palette,
) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let coat =
        lit(plan, Dice::new(plan.seed, 540).pick(&[hex(0x6A2A2E), hex(0x2F4A3A), hex(0x2A3A5A)]));
    let glow = windows_lit(plan).max(0.35);
    let far = (w * 0.5 + side * u * 1.0, line + u * 0.5);
    // Corners: a point at `s` along the train (0 far, 1 near), `v` from roof (0) to wheels (1).
    let at = move |s: f32, v: f32| {
        let k = s.powf(1.8);
        let (x, foot) = (far.0 + side * (u * 1.0 + (w * 0.62) * k), far.1 + (h * 0.42) * k);
        let tall = u * 1.6 + h * 0.44 * k;
        (x, foot - tall * (1.0 - v))
    };
    stage.add(frame.drawn(0.0, h, 0.34, 0.0, |c| {
        for n in 0..5 {
            let (a, b) = (0.08 + 0.19 * n as f32, 0.08 + 0.19 * (n as f32 + 0.96));
            let haze = 0.4 * (1.0 - b).max(0.0);
            let body = mix(coat, p.haze, haze);
            let quad = |v0: f32, v1: f32, a: f32, b: f32| {
                polygon(&[at(a, v0), at(b, v0), at(b, v1), at(a, v1)])
            };
            if let Some(path) = quad(0.04, 0.9, a, b) {
                c.fade(
                    &path,
                    at(b, 0.04),
                    at(b, 0.9),
                    &[
                        (0.0, ink(scale(body, 0.8), 1.0)),
                        (0.2, ink(add(body, [1.0; 3], 0.08), 1.0)),
                        (1.0, ink(scale(body, 0.5), 1.0)),
                    ],
                );
            }
            if let Some(path) = quad(-0.06, 0.08, a, b) {
                c.fill(&path, ink(mix(lit(plan, hex(0x4A4A4C)), p.haze, haze), 1.0));
            }
            if let Some(path) = quad(0.2, 0.54, a, b) {
                c.fill(&path, ink(mix(lit(plan, hex(0xE9D9B0)), p.haze, haze), 1.0));
            }
            for k in 0..4 {
                let (wa, wb) = (
                    a + (b - a) * (0.08 + 0.23 * k as f32),
                    a + (b - a) * (0.25 + 0.23 * k as f32),
                );
                if let Some(path) = quad(0.25, 0.5, wa, wb) {
                    c.fill(
                        &path,
                        ink(mix(mix(hex(0x2A3440), p.sky[2].1, 0.3), hex(0xFFCE82), glow), 1.0),
                    );
                }
            }
            if let Some(path) = quad(0.9, 1.0, a, b) {
                c.fill(&path, ink(hex(0x1C1A19), 1.0));
            }
        }
    }));
}

fn roof(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, side: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let iron = lit(plan, hex(0x3F5A54));
    for n in 0..4u32 {
        let near = (n as f32 + 0.5) / 4.0;
        let k = near.powf(1.7);
        let (x, foot) = (w * 0.5 - side * (u * 5.0 + w * 0.4 * k), line + (h * 0.4) * k);
        let top = line - u * 6.0 - h * 0.46 * k;
        let half = u * (0.4 + 1.5 * k);
        let tone = mix(iron, p.haze, 0.4 * (1.0 - near));
        stage.add(frame.drawn(top - u * 20.0, foot + u * 2.0, 0.3 + 0.2 * near, 0.0, |c| {
            if let Some(path) = rect(x - half, top, half * 2.0, foot - top) {
                c.fade(
                    &path,
                    (x - half, 0.0),
                    (x + half, 0.0),
                    &[(0.0, ink(scale(tone, 1.2), 1.0)), (1.0, ink(scale(tone, 0.56), 1.0))],
                );
            }
            if let Some(path) = rect(x - half * 1.8, foot - half * 4.0, half * 3.6, half * 4.0) {
                c.fill(&path, ink(scale(tone, 0.8), 1.0));
            }
            // A bracket with a ring, and the beam it carries.
            for turn in [-1.0f32, 1.0] {
                if let Some(path) = curve(
                    (x, top + half * 12.0),
                    &[((x + turn * half * 1.5, top + half * 2.0), (x + turn * half * 11.0, top))],
                ) {
                    c.line(&path, half * 0.8, ink(tone, 1.0));
                }
            }
            if let Some(path) =
                oval(x - side * half * 4.4, top + half * 3.6, half * 2.4, half * 2.4)
            {
                c.line(&path, half * 0.5, ink(tone, 1.0));
            }
            if let Some(path) = rect(-u * 9.0, top - half * 2.4, w + u * 18.0, half * 2.6) {
                c.fill(&path, ink(scale(tone, 0.7), 1.0));
            }
        }));
    }
}

fn lamp_and_clock(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let x = w * (0.5 - side * 0.2);
    let y = h * 0.22;
    stage.add(frame.drawn(0.0, y + u * 9.0, 0.4, 0.0, |c| {
        if let Some(path) = rect(x - u * 0.4, -u * 2.0, u * 0.8, y) {
            c.fill(&path, ink(lit(plan, hex(0x2E3A38)), 1.0));
        }
        for (r, tone) in [(6.6, hex(0x2E3A38)), (5.8, hex(0xF6EFDC))] {
            if let Some(path) = oval(x, y, u * r, u * r) {
                c.fill(
                    &path,
                    ink(
                        if r > 6.0 { lit(plan, tone) } else { mix(lit(plan, tone), tone, 0.5) },
                        1.0,
                    ),
                );
            }
        }
        for k in 0..12 {
            let a = k as f32 * std::f32::consts::TAU / 12.0;
            if let Some(path) = oval(x + a.cos() * u * 4.7, y + a.sin() * u * 4.7, u * 0.4, u * 0.4)
            {
                c.fill(&path, ink(hex(0x2A2622), 1.0));
            }
        }
        for (long, turn, thick) in
            [(2.8f32, plan.seed as f32 * 0.7, 0.7), (4.2, plan.seed as f32 * 2.3, 0.45)]
        {
            if let Some(path) = curve(
                (x, y),
                &[(
                    (x + turn.cos() * u * long * 0.5, y + turn.sin() * u * long * 0.5),
                    (x + turn.cos() * u * long, y + turn.sin() * u * long),
                )],
            ) {
                c.line(&path, u * thick, ink(hex(0x2A2622), 1.0));
            }
        }
    }));
}

fn steam_clouds(stage: &mut Stage, plan: &Plan, frame: Frame, side: f32, line: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let white = mix(lit(plan, [0.96, 0.95, 0.93]), sky::palette(plan.hour).haze, 0.3);
    for n in 0..2u32 {
        let seed = plan.noise(550 + n);
        let layer =
            frame.soft(4, line - u * 10.0, h * 0.92, 0.42 + 0.1 * n as f32, u * 12.0, |x, y| {
                let s = (x - w * (0.5 + side * 0.34)) / (w * 0.42);
                let d = s.hypot((y - h * 0.74) / (h * 0.2));
                let body = fbm(seed, x / (u * 11.0), y / (u * 8.0), 4);
                pixel(white, smooth(0.34, 0.76, body) * smooth(1.0, 0.2, d) * 0.6)
            });
        let phase = n as f32 * 3.0;
        stage.add(layer.alive(move |t| Pose {
            dx: -side * u * 0.9 * (t - 5.0),
            dy: -u * 0.4 * t,
            opacity: 0.75 + 0.25 * (t * 0.6 + phase).sin(),
        }));
    }
}
