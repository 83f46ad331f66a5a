//! Streets and what is in them: houses in a row, a market with its stalls, a railway platform, and
//! roofs from which a town is seen.

mod market;
mod platform;
mod rooftop;
mod village;

pub use rooftop::rockets;

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::{
    backdrop::{self, View},
    daylight::lit,
    sky, weather,
};
use crate::paint::{
    color::{Rgb, hex, mix, scale},
    noise::Dice,
    shapes::{curve, ink, oval, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

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
        Quarter::Village => village(stage, plan, frame),
        Quarter::Market => market::market(stage, plan, frame),
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

fn village(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let h = frame.h;
    let horizon = 0.46;
    let p = backdrop::draw(stage, plan, frame, View::Plain, horizon);
    let line = h * horizon;
    let street = village::Street::new(frame, line, p);
    village::earth(stage, plan, street);
    village::houses(stage, plan, street);
    village::lantern(stage, plan, street);
    wires(stage, plan, frame, line, p);
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
