//! What scenery is made of: each part draws one thing, or one view, from far to near. Settings name
//! their parts in order (`draw = "…"` in their files), with parameters.
//!
//! What always holds: a part depends on the plan and the frame only, and looks different with another
//! seed. To add one: a file with `fn draw`, and a variant of [`Part`] with its parameters.

mod backdrop;
mod balloon;
mod barber;
mod beach;
mod beach_bar;
mod before;
mod birthday;
mod bridge;
mod cafe;
mod city;
mod cockpit;
mod concert;
mod court;
mod daylight;
mod desert;
mod dream;
pub mod features;
mod foliage;
mod forest;
mod forms;
mod furniture;
mod garden;
mod hall;
mod kitchen;
mod lake;
mod landmarks;
mod memory;
mod mountains;
mod porch;
mod props;
mod road;
mod rocker;
mod room;
mod sky;
mod snow;
mod stadium;
mod stars;
mod study;
mod summit;
mod town;
mod trail;
mod travel;
mod veranda;
mod water;
mod weather;
mod wedding;

pub use forms::post;
pub use props::vessel;

use evernear_rules::story::Hour;
use serde::Deserialize;

use crate::plan::Plan;
use crate::stage::{Frame, Light, Stage};

/// Something that can be drawn.
#[derive(Deserialize)]
#[serde(tag = "draw", rename_all = "kebab-case")]
pub enum Part {
    Balloon,
    Barber,
    Beach,
    BeachBar,
    Before(before::Before),
    Birthday,
    Bridge,
    Cafe,
    City,
    Concert,
    Court(court::Court),
    Dream(dream::Dream),
    Forest,
    Furniture(furniture::Furniture),
    Garden,
    Hall(hall::Hall),
    Kitchen,
    Lake,
    Memory,
    Mountains,
    Outdoors(landmarks::Outdoors),
    Porch(porch::Porch),
    Road,
    Room(room::Room),
    Snow,
    Stadium,
    Stars,
    Study,
    Town(town::Town),
    Trail,
    Travel(travel::Travel),
    Veranda(veranda::Veranda),
    Water(water::Water),
    Wedding,
}

impl Part {
    /// From where on, as a part of the frame's height, it stands before people and hides them.
    pub fn front(&self) -> Option<f32> {
        match self {
            Self::Before(before) => Some(before.top),
            _ => None,
        }
    }

    pub fn draw(&self, stage: &mut Stage, plan: &Plan, frame: Frame) {
        match self {
            Self::Balloon => balloon::draw(stage, plan, frame),
            Self::Barber => barber::draw(stage, plan, frame),
            Self::Beach => beach::draw(stage, plan, frame),
            Self::BeachBar => beach_bar::draw(stage, plan, frame),
            Self::Before(before) => before::draw(stage, plan, frame, *before),
            Self::Birthday => birthday::draw(stage, plan, frame),
            Self::Bridge => bridge::draw(stage, plan, frame),
            Self::Cafe => cafe::draw(stage, plan, frame),
            Self::City => city::draw(stage, plan, frame),
            Self::Concert => concert::draw(stage, plan, frame),
            Self::Court(court) => court::draw(stage, plan, frame, *court),
            Self::Dream(dream) => dream::draw(stage, plan, frame, *dream),
            Self::Forest => forest::draw(stage, plan, frame),
            Self::Furniture(one) => furniture::draw(stage, plan, frame, *one),
            Self::Garden => garden::draw(stage, plan, frame),
            Self::Hall(hall) => hall::draw(stage, plan, frame, *hall),
            Self::Kitchen => kitchen::draw(stage, plan, frame),
            Self::Lake => lake::draw(stage, plan, frame),
            Self::Memory => memory::draw(stage, plan, frame),
            Self::Mountains => mountains::draw(stage, plan, frame),
            Self::Outdoors(outdoors) => landmarks::draw(stage, plan, frame, outdoors),
            Self::Porch(porch) => porch::draw(stage, plan, frame, *porch),
            Self::Road => road::draw(stage, plan, frame),
            Self::Room(room) => room::draw(stage, plan, frame, room),
            Self::Snow => snow::draw(stage, plan, frame),
            Self::Stadium => stadium::draw(stage, plan, frame),
            Self::Stars => stars::draw(stage, plan, frame),
            Self::Study => study::draw(stage, plan, frame),
            Self::Town(town) => town::draw(stage, plan, frame, *town),
            Self::Trail => trail::draw(stage, plan, frame),
            Self::Travel(travel) => travel::draw(stage, plan, frame, *travel),
            Self::Veranda(veranda) => veranda::draw(stage, plan, frame, *veranda),
            Self::Water(water) => water::draw(stage, plan, frame, *water),
            Self::Wedding => wedding::draw(stage, plan, frame),
        }
    }
}

/// The light of a setting, and how it turns in the middle of the film.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lighting {
    Beach,
    Birthday,
    Cafe,
    City,
    Concert,
    Forest,
    Garden,
    Kitchen,
    Lake,
    #[default]
    Memory,
    Mountains,
    Road,
    Snow,
    Stars,
    Study,
    Trail,
    Wedding,
    /// Out of doors, by the hour.
    Outdoors,
    /// In a room with a lamp.
    Lamplight,
}

impl Lighting {
    pub fn at(self, plan: &Plan) -> Light {
        match self {
            Self::Beach => beach::light(plan),
            Self::Birthday => birthday::light(plan),
            Self::Cafe => cafe::light(plan),
            Self::City => city::light(plan),
            Self::Concert => concert::light(plan),
            Self::Forest => forest::light(plan),
            Self::Garden => garden::light(plan),
            Self::Kitchen => kitchen::light(plan),
            Self::Lake => lake::light(plan),
            Self::Memory => memory::light(plan),
            Self::Mountains => mountains::light(plan),
            Self::Road => road::light(plan),
            Self::Snow => snow::light(plan),
            Self::Stars => stars::light(plan),
            Self::Study => study::light(plan),
            Self::Trail => trail::light(plan),
            Self::Wedding => wedding::light(plan),
            Self::Outdoors => outdoors(plan),
            Self::Lamplight => lamplight(plan),
        }
    }
}

fn outdoors(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn => {
            Light { from: [0.86, 0.88, 0.95], to: [1.0, 0.985, 0.95], prints: [1.0, 0.98, 0.95] }
        }
        Hour::Day => {
            Light { from: [0.93, 0.95, 0.97], to: [1.0, 0.99, 0.96], prints: [1.0, 0.995, 0.97] }
        }
        Hour::Sunset => {
            Light { from: [0.92, 0.9, 0.93], to: [1.0, 0.96, 0.91], prints: [1.0, 0.965, 0.92] }
        }
        Hour::Night => {
            Light { from: [0.86, 0.89, 0.97], to: [1.0, 0.98, 0.96], prints: [0.95, 0.95, 0.96] }
        }
    }
}

fn lamplight(plan: &Plan) -> Light {
    match plan.hour {
        Hour::Dawn | Hour::Day => {
            Light { from: [0.88, 0.9, 0.94], to: [1.0, 0.985, 0.95], prints: [1.0, 0.985, 0.955] }
        }
        Hour::Sunset | Hour::Night => {
            Light { from: [0.84, 0.85, 0.91], to: [1.0, 0.965, 0.9], prints: [1.0, 0.965, 0.915] }
        }
    }
}
