//! What people stand or sit behind, across the foot of the frame: the seats in front of theirs, a pew,
//! a desk, the side of a boat, flowers.
//!
//! What always holds: from [`SOLID`] below its highest row (`top`) nothing behind is seen, so that a photo may
//! end there. To add one: a variant of [`Thing`] and its drawing.

mod ground;
mod seats;

use evernear_settings::Kind;
use serde::Deserialize;

use super::daylight;
use super::room::Indoors;
use crate::paint::color::Rgb;
use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// How far things reach below their highest point before they hide everything, in units of the frame.
const SOLID: f32 = 3.2;
/// How far things move with the camera: more than people do.
const DEPTH: f32 = 0.66;

/// A thing that people are behind.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    TrainSeats,
    BusSeats,
    AeroplaneSeats,
    StadiumSeats,
    Pew,
    SchoolDesk,
    Gunwale,
    Flowers,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Before {
    pub thing: Thing,
    /// Its highest row, as a part of the frame's height.
    #[serde(default = "usual_top")]
    pub top: f32,
}

fn usual_top() -> f32 {
    0.885
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, before: Before) {
    let top = before.top * frame.h;
    match before.thing {
        Thing::TrainSeats => seats::row(stage, plan, frame, top, &seats::TRAIN),
        Thing::BusSeats => seats::row(stage, plan, frame, top, &seats::BUS),
        Thing::AeroplaneSeats => seats::row(stage, plan, frame, top, &seats::AEROPLANE),
        Thing::StadiumSeats => seats::row(stage, plan, frame, top, &seats::STADIUM),
        Thing::Pew => seats::pew(stage, plan, frame, top),
        Thing::SchoolDesk => seats::school_desk(stage, plan, frame, top),
        Thing::Gunwale => ground::gunwale(stage, plan, frame, top),
        Thing::Flowers => ground::flowers(stage, plan, frame, top),
    }
}

/// A colour in the light of the place.
fn lit(plan: &Plan, color: Rgb) -> Rgb {
    match plan.setting.kind {
        Kind::Indoors | Kind::Hall | Kind::Way => Indoors::of(plan).lit(color, 0.92),
        Kind::Outdoors | Kind::Water => daylight::lit(plan, color),
    }
}
