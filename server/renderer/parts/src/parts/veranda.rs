//! A covered veranda: boards underfoot, posts and a rail before the view, the edge of the roof above,
//! a plant in a pot and a chair.

use serde::Deserialize;

use super::{
    backdrop::{self, View},
    daylight,
    props::{leaf, shadow, vessel},
    rocker::rocker,
    weather,
};
use crate::paint::{
    color::{Rgb, add, hex, mix, pixel, scale, smooth},
    noise::{Dice, fbm, value},
    shapes::{curve, ink, oval, polygon, rect},
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};
use evernear_rules::story::Hour;

/// How it is built.
#[derive(Clone, Copy, Deserialize)]
pub struct Veranda {
    /// What is seen when the story names no view.
    pub view: View,
    /// Red, green, blue in one number: the paint of rail and posts.
    #[serde(default = "paint")]
    pub paint: u32,
    /// Without a roof: a balcony or a terrace.
    #[serde(default)]
    pub open: bool,
}

fn paint() -> u32 {
    0xF2E9DA
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, veranda: Veranda) {
    let h = frame.h;
    let view = plan.view.and_then(|view| View::of(view.name)).unwrap_or(veranda.view);
    let p = backdrop::draw(stage, plan, frame, view, 0.46);
    weather::add(stage, plan, frame);
    let white = mix(daylight::lit(plan, hex(veranda.paint)), p.haze, 0.18);
    let (rail, floor) = (h * 0.635, h * 0.8);
    boards(stage, plan, frame, floor, white);
    railing(stage, frame, (rail, floor), white);
    posts(stage, plan, frame, floor, white, !veranda.open);
    if !veranda.open {
        eaves(stage, plan, frame, white);
        lantern(stage, plan, frame);
    }
    pot(stage, plan, frame, floor);
    chair(stage, plan, frame, floor);
}

/// Boards that run towards the view.
fn boards(stage: &mut Stage, plan: &Plan, frame: Frame, top: f32, white: Rgb) {
    let (w, h, u, seed) = (frame.w, frame.h, frame.u, plan.noise(20));
    let wood = mix(daylight::lit(plan, hex(0x9A6B44)), white, 0.12);
    stage.add(frame.painted(top - u, h, 0.5, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let fan = (x - w / 2.0) / (0.62 + 0.75 * down) / (u * 5.2);
        let (board, across) = (fan.floor(), fan - fan.floor());
        let own = value(seed, board * 3.7, 0.5);
        let veins = fbm(seed ^ 2, fan * 7.0 + board * 9.0, y / (u * 9.0), 3) - 0.5;
        let gap = smooth(0.0, 0.05, across) * smooth(1.0, 0.95, across);
        let mut c = scale(wood, 0.78 + 0.34 * own + veins * 0.3);
        c = scale(c, 0.45 + 0.55 * gap);
        // The view's light lies on the outer boards.
        c = add(c, white, 0.22 * smooth(0.5, 0.0, down));
        c = scale(c, 1.0 - 0.35 * smooth(0.3, 1.0, down));
        pixel(c, smooth(-u * 0.3, u * 0.3, y - top))
    }));
}

fn railing(stage: &mut Stage, frame: Frame, (top, floor): (f32, f32), white: Rgb) {
    let (w, u) = (frame.w, frame.u);
    let stops = |tone: Rgb| {
        [
            (0.0, ink(scale(tone, 1.04), 1.0)),
            (0.45, ink(tone, 1.0)),
            (1.0, ink(scale(tone, 0.62), 1.0)),
        ]
    };
    stage.add(frame.drawn(top - u, floor + u, 0.44, 0.0, |c| {
        let mut x = -u * 9.0;
        while x < w + u * 9.0 {
            if let Some(path) = rect(x, top + u, u * 0.95, floor - top - u * 2.0) {
                c.fade(&path, (x, 0.0), (x + u * 0.95, 0.0), &stops(scale(white, 0.86)));
            }
            x += u * 3.5;
        }
        for (y, tall, tone) in [(top, 1.9, 1.0), (floor - u * 2.2, 1.3, 0.88)] {
            if let Some(path) = rect(-u * 9.0, y, w + u * 18.0, u * tall) {
                c.fade(&path, (0.0, y), (0.0, y + u * tall), &stops(scale(white, tone)));
            }
        }
    }));
}

fn posts(stage: &mut Stage, plan: &Plan, frame: Frame, floor: f32, white: Rgb, tall: bool) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let top = if tall { -u * 6.0 } else { h * 0.6 };
    let off = plan.turn() * 0.02;
    stage.add(frame.drawn(top, floor + u * 1.5, 0.46, 0.0, |c| {
        for s in [0.055 + off, 0.945 + off] {
            let x = w * s;
            let mut block = |half: f32, from: f32, to: f32| {
                if let Some(path) = rect(x - half, from, half * 2.0, to - from) {
                    c.fade(
                        &path,
                        (x - half, 0.0),
                        (x + half, 0.0),
                        &[
                            (0.0, ink(scale(white, 0.7), 1.0)),
                            (0.35, ink(scale(white, 1.02), 1.0)),
                            (1.0, ink(scale(white, 0.55), 1.0)),
                        ],
                    );
                }
            };
            block(u * 1.5, top, floor + u);
            block(u * 2.3, floor - u * 2.2, floor + u * 1.4);
            block(u * 2.1, h * 0.628, h * 0.628 + u * 1.6);
            if tall {
                block(u * 2.1, h * 0.12, h * 0.12 + u * 1.6);
            }
        }
    }));
}

/// The roof's edge: rafters, a beam, and a fretwork of wood below it.
fn eaves(stage: &mut Stage, plan: &Plan, frame: Frame, white: Rgb) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let dark = mix(scale(white, 0.32), hex(0x3A2A20), 0.4);
    let lace = Dice::new(plan.seed, 21).pick(&[2.6f32, 3.4, 4.2]);
    stage.add(frame.drawn(-u * 6.0, h * 0.14, 0.48, 0.0, |c| {
        if let Some(path) = rect(-u * 9.0, -u * 8.0, w + u * 18.0, h * 0.06 + u * 8.0) {
            c.fade(
                &path,
                (0.0, 0.0),
                (0.0, h * 0.06),
                &[(0.0, ink(scale(dark, 0.7), 1.0)), (1.0, ink(dark, 1.0))],
            );
        }
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            if let Some(path) = rect(x, -u * 8.0, u * 1.3, h * 0.06 + u * 8.0) {
                c.fill(&path, ink(scale(dark, 0.55), 0.8));
            }
            x += u * 9.0;
        }
        if let Some(path) = rect(-u * 9.0, h * 0.06, w + u * 18.0, u * 2.4) {
            c.fade(
                &path,
                (0.0, h * 0.06),
                (0.0, h * 0.06 + u * 2.4),
                &[(0.0, ink(scale(white, 0.8), 1.0)), (1.0, ink(scale(white, 0.52), 1.0))],
            );
        }
        let y = h * 0.06 + u * 2.3;
        let mut x = -u * 8.0;
        while x < w + u * 8.0 {
            if let Some(path) =
                curve((x, y), &[((x + u * lace / 2.0, y + u * lace), (x + u * lace, y))])
            {
                c.line(&path, u * 0.42, ink(scale(white, 0.66), 1.0));
            }
            if let Some(path) = oval(x + u * lace / 2.0, y + u * lace * 0.22, u * 0.42, u * 0.42) {
                c.fill(&path, ink(scale(white, 0.6), 1.0));
            }
            x += u * lace;
        }
    }));
}

/// A lantern under the beam; it glows from dusk on.
fn lantern(stage: &mut Stage, plan: &Plan, frame: Frame) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let (x, y) = (w * (0.5 + plan.turn() * 0.31), h * 0.06 + u * 13.0);
    let glow = match plan.hour {
        Hour::Night => 1.0,
        Hour::Sunset => 0.8,
        Hour::Dawn => 0.3,
        Hour::Day => 0.0,
    };
    stage.add(frame.drawn(h * 0.06, y + u * 5.0, 0.5, 0.0, |c| {
        if let Some(path) = rect(x - u * 0.14, h * 0.06, u * 0.28, y - h * 0.06) {
            c.fill(&path, ink(hex(0x2A211B), 1.0));
        }
        if let Some(path) = polygon(&[
            (x - u * 1.5, y),
            (x + u * 1.5, y),
            (x + u * 1.1, y + u * 3.6),
            (x - u * 1.1, y + u * 3.6),
        ]) {
            c.fill(&path, ink(mix(hex(0xC9BFA4), hex(0xFFD58A), glow), 0.92));
        }
        if let Some(path) =
            polygon(&[(x - u * 1.9, y + u * 0.2), (x, y - u * 1.5), (x + u * 1.9, y + u * 0.2)])
        {
            c.fill(&path, ink(hex(0x2A211B), 1.0));
        }
        if let Some(path) = rect(x - u * 1.3, y + u * 3.5, u * 2.6, u * 0.5) {
            c.fill(&path, ink(hex(0x2A211B), 1.0));
        }
    }));
    stage.sparks(0.5, move |t, out| {
        let flicker = glow * (0.85 + 0.1 * (t * 3.1).sin() + 0.05 * (t * 7.3).sin());
        out.push(Spark::glow(x, y + u * 1.9, u * 9.0, [1.0, 0.74, 0.4], flicker * 0.5));
        out.push(Spark::glow(x, y + u * 1.9, u * 2.4, [1.0, 0.86, 0.6], flicker * 0.8));
    });
}

/// A plant in a clay pot at one side.
fn pot(stage: &mut Stage, plan: &Plan, frame: Frame, floor: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let x = w * (0.5 - plan.turn() * 0.39);
    let foot = floor + (h - floor) * 0.3;
    let (dark, pale) = plan.foliage();
    let mut dice = Dice::new(plan.seed, 33);
    stage.add(frame.drawn(foot - u * 24.0, foot + u * 2.0, 0.52, 0.0, |c| {
        shadow(c, (x, foot), u * 5.0, u);
        vessel(c, (x, foot), u, (3.6, 6.4, 2.5), daylight::lit(plan, hex(0xB5683F)));
        for n in 0..34 {
            let turn = -std::f32::consts::FRAC_PI_2 + dice.range(-1.25, 1.25);
            let root = (x + u * dice.range(-2.0, 2.0), foot - u * dice.range(6.0, 11.0));
            let tone = mix(dark, pale, (n % 7) as f32 / 6.0);
            leaf(c, root, u * dice.range(5.0, 9.0), turn, daylight::lit(plan, tone));
        }
    }));
}

/// A rocking chair, half turned to the view.
fn chair(stage: &mut Stage, plan: &Plan, frame: Frame, floor: f32) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    let side = plan.turn();
    let (x, foot) = (w * (0.5 + side * 0.35), floor + (h - floor) * 0.34);
    let wood = daylight::lit(plan, hex(0x9A683E));
    stage.add(frame.drawn(foot - u * 32.0, foot + u * 3.0, 0.52, 0.0, |c| {
        rocker(c, plan, (x, foot), (u, -side), wood);
    }));
}
