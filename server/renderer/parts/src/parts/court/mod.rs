//! Courtyards under the open sky, with walls around: of a mosque, of a temple with its water, of a
//! house with galleries, of a stable.

mod house;
mod mosque;
mod stable;
mod temple;

use evernear_rules::story::Hour;
use serde::Deserialize;

use super::weather;
use crate::paint::{
    color::{Rgb, pixel, scale, smooth},
    noise::Dice,
};
use crate::plan::Plan;
use crate::stage::{Frame, Stage, sparks::Spark};

/// What it belongs to.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    House,
    Mosque,
    Stable,
    Temple,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Court {
    pub of: Of,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, court: Court) {
    match court.of {
        Of::House => house::house(stage, plan, frame),
        Of::Mosque => mosque::mosque(stage, plan, frame),
        Of::Stable => stable::stable(stage, plan, frame),
        Of::Temple => temple::temple(stage, plan, frame),
    }
    weather::add(stage, plan, frame);
}

/// How bright lamps are beside the light of the hour.
fn lamps(plan: &Plan) -> f32 {
    match plan.hour {
        Hour::Day => 0.1,
        Hour::Dawn => 0.45,
        Hour::Sunset => 0.75,
        Hour::Night => 1.0,
    }
}

/// How far a place is inside an arch that is `half` wide, in units: across from its middle, and up from
/// where it springs.
fn inside_arch(across: f32, up: f32, half: f32, pointed: bool) -> f32 {
    if up <= 0.0 {
        return half - across.abs();
    }
    let r = if pointed { half * 1.35 } else { half };
    r - (across.abs() + r - half).hypot(up)
}

/// The ground from the row `top` on: color of a place across and away, in units near at hand.
fn ground(stage: &mut Stage, frame: Frame, top: f32, color: impl Fn(f32, f32, f32) -> Rgb + Sync) {
    let (w, h, u) = (frame.w, frame.h, frame.u);
    stage.add(frame.painted(top, h, 0.3, 0.0, |x, y| {
        let down = ((y - top) / (h - top)).clamp(0.0, 1.0);
        let near = 0.22 + 0.78 * down;
        let c = color((x - w / 2.0) / (u * near), 60.0 / near, near);
        pixel(scale(c, 1.0 - 0.3 * smooth(0.4, 1.0, down)), smooth(0.0, u * 0.4, y - top))
    }));
}

/// Lamps that glow at these places, each with its own breath.
fn glows(stage: &mut Stage, plan: &Plan, frame: Frame, depth: f32, list: Vec<(f32, f32, f32)>) {
    let (u, on) = (frame.u, lamps(plan));
    let mut dice = Dice::new(plan.seed, 640);
    let list: Vec<_> = list.into_iter().map(|lamp| (lamp, dice.next() * 6.3)).collect();
    stage.sparks(depth, move |t, out| {
        for &((x, y, size), phase) in &list {
            let breath = 0.88 + 0.08 * (t * 2.3 + phase).sin() + 0.04 * (t * 5.1 + phase).sin();
            out.push(Spark::disc(x, y, u * 0.4 * size, [1.0, 0.92, 0.7], 0.4 + 0.6 * on));
            out.push(Spark::glow(x, y, u * 5.0 * size, [1.0, 0.7, 0.36], 0.6 * on * breath));
        }
    });
}
