//! Streets and what is in them: houses in a row, a market with its stalls, a railway platform, and
//! roofs from which a town is seen.

mod platform;
mod rooftop;
mod village;

pub use rooftop::rockets;

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::{
    backdrop::{self, View},
    daylight::lit,
    props::shadow,
    sky, weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, scale},
    noise::Dice,
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Pose, Stage};

/// What is drawn of a town.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quarter {
    /// Small houses on both sides of an earth road.
    Village,
    Market,
    Platform,
    /// Towers beyond a parapet, with a table and plants.
    Rooftop,
    /// The same with fireworks.
    Fireworks,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Town {
    pub quarter: Quarter,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, town: Town) {
    match town.quarter {
        Quarter::Village => village(stage, plan, frame, false),
        Quarter::Market => village(stage, plan, frame, true),
        Quarter::Platform => platform::platform(stage, plan, frame),
        Quarter::Rooftop => rooftop::rooftop(stage, plan, frame, false),
        Quarter::Fireworks => rooftop::rooftop(stage, plan, frame, true),
    }
}

const WALLS: [Rgb; 7] = [
    hex(0xE3B98A),
    hex(0xD98A6A),
    hex(0xA9C0B4),
    hex(0xE9D9B4),
    hex(0xC9A0A0),
    hex(0x9FB2C6),
    hex(0xD9C06A),
];

/// Evening light in a window.
fn windows_lit(plan: &Plan) -> f32 {
    match plan.hour {
        Hour::Night => 0.95,
        Hour::Sunset => 0.6,
        Hour::Dawn => 0.3,
        Hour::Day => 0.0,
    }
}

fn village(stage: &mut Stage, plan: &Plan, frame: Frame, market: bool) {
    let h = frame.h;
    let horizon = 0.46;
    let p = backdrop::draw(stage, plan, frame, View::Plain, horizon);
    let line = h * horizon;
    let street = village::Street::new(frame, line, p);
    village::earth(stage, plan, street);
    village::houses(stage, plan, street);
    village::lantern(stage, plan, street);
    wires(stage, plan, frame, line, p);
    if market {
        stalls(stage, plan, frame, line, p);
    }
    weather::add(stage, plan, frame);
}

/// A pole with wires across the street, birds on them.
fn wires(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let wood = mix(lit(plan, hex(0x4A3C30)), p.haze, 0.2);
    let x = w * (0.5 + plan.turn() * 0.34);
    let foot = line + (h - line) * 0.2;
    let mut dice = Dice::new(plan.seed, 515);
    stage.add(frame.drawn(h * 0.1, foot + u, 0.3, 0.0, |c| {
        if let Some(path) = rect(x - u * 0.6, h * 0.16, u * 1.2, foot - h * 0.16) {
            c.fill(&path, ink(wood, 1.0));
        }
        if let Some(path) = rect(x - u * 5.0, h * 0.185, u * 10.0, u * 0.8) {
            c.fill(&path, ink(wood, 1.0));
        }
        for (k, dx) in [-4.4f32, -1.5, 1.5, 4.4].into_iter().enumerate() {
            let (a, y) = ((x + u * dx, h * 0.182), h * (0.13 + 0.012 * k as f32));
            for (end, sag) in [(-u * 9.0, 6.0), (w + u * 9.0, 4.0)] {
                let middle = (f32::midpoint(a.0, end), f32::midpoint(a.1, y) + u * sag);
                if let Some(path) = curve(a, &[(middle, (end, y))]) {
                    c.line(&path, u * 0.16, ink(scale(wood, 0.7), 0.9));
                }
            }
        }
        for _ in 0..6 {
            let s = dice.range(0.15, 0.85);
            let (ax, ay) = (x + u * 4.4, h * 0.182);
            let (bx, by) = (if plan.turn() > 0.0 { -u * 9.0 } else { w + u * 9.0 }, h * 0.166);
            let (mx, my) = (f32::midpoint(ax, bx), f32::midpoint(ay, by) + u * 5.0);
            let px = (1.0 - s).powi(2) * ax + 2.0 * s * (1.0 - s) * mx + s * s * bx;
            let py = (1.0 - s).powi(2) * ay + 2.0 * s * (1.0 - s) * my + s * s * by;
            if let Some(path) = oval(px, py - u * 0.6, u * 0.5, u * 0.7) {
                c.fill(&path, ink(scale(wood, 0.5), 1.0));
            }
        }
    }));
}

/// Awnings in stripes over crates of fruit and cloth, on both sides.
#[expect(clippy::too_many_lines, reason = "one drawing, from back to front")]
fn stalls(stage: &mut Stage, plan: &Plan, frame: Frame, line: f32, p: sky::Palette) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    for n in 0..3u32 {
        let near = (n as f32 + 0.6) / 3.0;
        let foot = line + (h * 0.92 - line) * (0.16 + 0.8 * near.powf(1.5));
        let size = u * (6.0 + 17.0 * near.powf(1.4));
        let off = u * (11.0 + 25.0 * near.powf(1.3));
        let mut dice = Dice::new(plan.seed, 520 + u64::from(n));
        let haze = 0.26 * (1.0 - near);
        let layer = frame.drawn(foot - size * 3.2, foot + u * 2.0, 0.26 + 0.3 * near, u, |c| {
            for side in [-1.0f32, 1.0] {
                let x = w / 2.0 + side * (off + size * 0.7);
                let tone = |color: Rgb| mix(lit(plan, color), p.haze, haze);
                let stripe =
                    tone(dice.pick(&[hex(0xC9402E), hex(0x2F7A6A), hex(0xD98A2A), hex(0x3A5FA0)]));
                let cream = tone(hex(0xF6ECD8));
                shadow(c, (x, foot), size * 1.3, u);
                for dx in [-1.05f32, 1.05] {
                    if let Some(path) = rect(
                        x + size * dx - size * 0.04,
                        foot - size * 2.2,
                        size * 0.08,
                        size * 2.2,
                    ) {
                        c.fill(&path, ink(tone(hex(0x6A4A32)), 1.0));
                    }
                }
                // The table and what is on it, in heaps.
                if let Some(path) =
                    rect(x - size * 1.1, foot - size * 0.86, size * 2.2, size * 0.86)
                {
                    c.fade(
                        &path,
                        (0.0, foot - size * 0.86),
                        (0.0, foot),
                        &[
                            (0.0, ink(tone(hex(0x9A6A3E)), 1.0)),
                            (1.0, ink(scale(tone(hex(0x9A6A3E)), 0.45), 1.0)),
                        ],
                    );
                }
                for heap in 0..4 {
                    let hx = x - size * 0.8 + size * 0.53 * heap as f32;
                    let fruit = tone(dice.pick(&[
                        hex(0xD9402E),
                        hex(0xF0A030),
                        hex(0x6FA03A),
                        hex(0xE8C83A),
                        hex(0x8A3A6A),
                    ]));
                    if let Some(path) =
                        rect(hx - size * 0.25, foot - size * 0.98, size * 0.5, size * 0.16)
                    {
                        c.fill(&path, ink(tone(hex(0xC79A62)), 1.0));
                    }
                    for row in 0..3 {
                        for k in 0..(4 - row) {
                            let fx = hx + size * 0.12 * (k as f32 - (3 - row) as f32 / 2.0);
                            let fy = foot - size * (1.02 + 0.1 * row as f32);
                            if let Some(path) = oval(fx, fy, size * 0.07, size * 0.07) {
                                c.fade(
                                    &path,
                                    (fx - size * 0.05, fy - size * 0.06),
                                    (fx + size * 0.06, fy + size * 0.06),
                                    &[
                                        (0.0, ink(add(fruit, [1.0; 3], 0.25), 1.0)),
                                        (1.0, ink(scale(fruit, 0.62), 1.0)),
                                    ],
                                );
                            }
                        }
                    }
                }
                // The awning.
                for k in 0..8 {
                    let (a, b) = (k as f32 / 8.0 * 2.0 - 1.0, (k + 1) as f32 / 8.0 * 2.0 - 1.0);
                    let color = if k % 2 == 0 { stripe } else { cream };
                    if let Some(path) = polygon(&[
                        (x + size * a, foot - size * 2.6),
                        (x + size * b, foot - size * 2.6),
                        (x + size * b * 1.22, foot - size * 2.02),
                        (x + size * a * 1.22, foot - size * 2.02),
                    ]) {
                        c.fade(
                            &path,
                            (0.0, foot - size * 2.6),
                            (0.0, foot - size * 2.0),
                            &[
                                (0.0, ink(scale(color, 1.04), 1.0)),
                                (1.0, ink(scale(color, 0.76), 1.0)),
                            ],
                        );
                    }
                    if let Some(path) = oval(
                        x + size * (a + b) * 0.61,
                        foot - size * 2.02,
                        size * 0.152,
                        size * 0.13,
                    ) {
                        c.fill(&path, ink(scale(color, 0.82), 1.0));
                    }
                }
                // A scale and hanging bananas.
                let hx = x + size * 0.5 * side;
                for k in 0..5 {
                    if let Some(path) = curve(
                        (hx, foot - size * 1.9),
                        &[(
                            (hx + size * (0.16 - 0.08 * k as f32), foot - size * 1.76),
                            (hx + size * (0.1 - 0.05 * k as f32), foot - size * 1.6),
                        )],
                    ) {
                        c.line(&path, size * 0.06, ink(tone(hex(0xF0CC3A)), 1.0));
                    }
                }
            }
        });
        let phase = n as f32;
        stage.add(layer.alive(move |t| Pose::moved((t * 0.9 + phase).sin() * u * 0.1, 0.0)));
    }
}
