//! Scenes: one file each and one row in [`table`].
//!
//! What always holds: a scene is chosen by the words of prompt and place, shaped by [`Plan`], and
//! has six or more depths, light that makes sense and its own moving life. To add one: write
//! `fn build(&Plan, Frame) -> Stage` in a new file, and add its row with the words people use.
//! Everything stands behind the prints, so nothing can cover a face.

mod ambience;
mod beach;
mod birthday;
mod cafe;
mod city;
mod concert;
mod forest;
mod garden;
mod kitchen;
mod lake;
mod memory;
mod mountains;
mod props;
mod road;
mod sky;
mod snow;
mod stars;
mod study;
mod table;
mod trail;
mod weather;
mod wedding;
mod words;

use crate::paint::color::{Rgb, hex, mix, tint};
use crate::people::place;
use crate::request::RenderRequest;
use crate::stage::{Frame, Light, Stage};
pub use ambience::Air;
use table::SCENES;
pub use words::{Hour, Mood, Season, Weather};

/// Which scene a request gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneKind(usize);

impl SceneKind {
    /// A word for logs, such as "beach".
    pub fn name(self) -> &'static str {
        SCENES[self.0].name
    }

    /// What is heard in it, and how loud.
    pub(crate) fn air(self) -> &'static [(Air, f32)] {
        SCENES[self.0].air
    }

    /// All scenes, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SCENES.len()).map(Self)
    }
}

/// What the words say about a scene, and the take.
pub struct Plan {
    pub kind: SceneKind,
    pub hour: Hour,
    pub weather: Weather,
    pub season: Option<Season>,
    pub mood: Option<Mood>,
    /// The side that prints leave free below: -1 left, 1 right.
    pub side: f32,
    pub seed: u64,
}

/// How far from the middle, as a part of the width, what a scene is known by stands on the side
/// that prints leave free, so that they do not cover it.
fn aside(frame: Frame) -> f32 {
    if frame.w < frame.h * 0.8 { 0.29 } else { 0.4 }
}

/// Where a way leads and what stands at its end, from the middle, when it may be seen between prints
/// that lie aside of it; the middle itself in a wide frame.
fn away(plan: &Plan, frame: Frame) -> f32 {
    let off = if frame.w < frame.h * 0.8 { 0.23 * plan.side } else { 0.0 };
    frame.w * (0.5 + off)
}

impl Plan {
    /// A noise seed of its own for part `what` of the scene.
    pub fn noise(&self, what: u32) -> u32 {
        (self.seed as u32 ^ (self.seed >> 32) as u32)
            .wrapping_mul(0x9E37_79B1)
            .wrapping_add(what.wrapping_mul(0x85EB_CA6B))
    }

    /// Leaves in the shade and in the sun.
    pub fn foliage(&self) -> (Rgb, Rgb) {
        match self.season {
            Some(Season::Autumn) => (hex(0x8A5A22), hex(0xE0A040)),
            Some(Season::Spring) => (hex(0x4A7A3C), hex(0xBFD468)),
            Some(Season::Winter) => (hex(0x3C5248), hex(0x8FA890)),
            None if self.seed.is_multiple_of(3) => (hex(0x3A5A2C), hex(0xB4BE52)),
            Some(Season::Summer) | None => (hex(0x2F5230), hex(0x9CB84E)),
        }
    }

    /// What weather, season and mood do to the light of any scene.
    fn shade(&self) -> Rgb {
        let weather = match self.weather {
            Weather::Clear => [1.0; 3],
            Weather::Rain => [0.92, 0.95, 0.99],
            Weather::Snow => [0.97, 0.985, 1.0],
            Weather::Mist => [0.95, 0.97, 0.98],
        };
        let season = match self.season {
            Some(Season::Spring) => [0.99, 1.0, 0.97],
            Some(Season::Summer) => [1.0, 0.99, 0.93],
            Some(Season::Autumn) => [1.0, 0.94, 0.85],
            Some(Season::Winter) => [0.93, 0.97, 1.0],
            None => [1.0; 3],
        };
        let mood = match self.mood {
            Some(Mood::Joy) => [1.0, 0.99, 0.96],
            Some(Mood::Calm) => [0.95, 0.97, 0.98],
            Some(Mood::Romance) => [1.0, 0.94, 0.94],
            Some(Mood::Tender) => [0.97, 0.92, 0.85],
            None => [1.0; 3],
        };
        tint(tint(weather, season), mood)
    }
}

/// The scene for these words; "memory" when none fits.
pub fn scene_for(prompt: &str, location: Option<&str>) -> SceneKind {
    let rows: Vec<&[&str]> = SCENES.iter().map(|s| s.words).collect();
    SceneKind(words::best(prompt, location, &rows).unwrap_or(SCENES.len() - 1))
}

pub fn plan(request: &RenderRequest) -> Plan {
    let (prompt, location) = (&request.prompt, request.location.as_deref());
    let kind = scene_for(prompt, location);
    Plan {
        kind,
        hour: words::hour(prompt).unwrap_or(SCENES[kind.0].hour),
        weather: words::weather(prompt).unwrap_or(Weather::Clear),
        season: words::season(prompt),
        mood: words::mood(prompt),
        side: place::free_side(request.photos.len(), request.seed),
        seed: request.seed,
    }
}

/// The scene's own light, shaped by weather, season and mood: the same for every scene.
pub fn light(plan: &Plan) -> Light {
    let own = (SCENES[plan.kind.0].light)(plan);
    let shade = plan.shade();
    // Joy comes early: the light has turned from the start.
    let from = if plan.mood == Some(Mood::Joy) { mix(own.from, own.to, 0.6) } else { own.from };
    // Prints take on a little of it; faces keep their colours.
    let prints = tint(own.prints, mix([1.0; 3], shade, 0.3));
    Light { from: tint(from, shade), to: tint(own.to, shade), prints }
}

pub fn build(plan: &Plan, frame: Frame) -> Stage {
    let mut stage = (SCENES[plan.kind.0].build)(plan, frame);
    stage.light = light(plan);
    stage
}
