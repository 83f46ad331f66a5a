//! Large rooms: a church with its arches, windows of coloured glass and pews; a hall with a floor for
//! dancing, lights and a stage; rows of seats before a lectern.

mod airport;
mod ceremony;
mod church;
mod cinema;
mod dance;
mod factory;
mod gym;
mod museum;
mod office;
mod space;
mod wings;

use serde::Deserialize;

use crate::plan::Plan;
use crate::stage::{Frame, Stage};

/// What the hall is for.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    Worship,
    Dance,
    Ceremony,
    /// A departure hall.
    Departures,
    Cinema,
    Factory,
    Gym,
    Museum,
    Office,
    /// A theatre, seen from the side of its stage.
    Theatre,
}

#[derive(Clone, Copy, Deserialize)]
pub struct Hall {
    #[serde(rename = "for")]
    pub use_: Use,
}

pub fn draw(stage: &mut Stage, plan: &Plan, frame: Frame, hall: Hall) {
    match hall.use_ {
        Use::Worship => church::church(stage, plan, frame),
        Use::Dance => dance::dance(stage, plan, frame),
        Use::Ceremony => ceremony::ceremony(stage, plan, frame),
        Use::Departures => airport::departures(stage, plan, frame),
        Use::Cinema => cinema::cinema(stage, plan, frame),
        Use::Factory => factory::factory(stage, plan, frame),
        Use::Gym => gym::gym(stage, plan, frame),
        Use::Museum => museum::museum(stage, plan, frame),
        Use::Office => office::office(stage, plan, frame),
        Use::Theatre => wings::wings(stage, plan, frame),
    }
}
