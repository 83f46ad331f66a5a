//! What is drawn and heard: the story's setting, hour, weather, season and mood, and the take.

use evernear_rules::story::{Feature, Hour, Mood, Season, Story, Weather};
use evernear_settings::{Kind, Setting};

use crate::{
    paint::{
        color::{Rgb, hex, tint},
        noise::Dice,
    },
    stage::Frame,
};

/// A story as the parts of its scenery need it.
pub struct Plan {
    pub setting: &'static Setting,
    /// What is seen from there, when the story says so.
    pub view: Option<&'static Setting>,
    pub hour: Hour,
    pub weather: Weather,
    pub season: Option<Season>,
    /// A year, when the story names one.
    pub era: Option<u16>,
    pub mood: Option<Mood>,
    /// What is seen there beside what the setting has.
    pub features: Vec<Feature>,
    /// The side that prints leave free below: -1 left, 1 right.
    pub side: f32,
    pub seed: u64,
}

impl Plan {
    /// The plan of a story. Without a place, indoors.
    ///
    /// - `prints`: how many photos are shown as prints.
    /// - `seed`: of the take.
    ///
    /// # Panics
    /// In a build without a setting for indoors; a test sees to it that there is one.
    pub fn of(story: &Story, prints: usize, seed: u64) -> Self {
        let Story { setting, view, features, hour, weather, season, era, mood, .. } = story;
        let named = |name: &Option<String>| name.as_deref().and_then(evernear_settings::find);
        let setting = named(setting).unwrap_or_else(|| neutral(Kind::Indoors));
        Self {
            setting,
            view: named(view),
            hour: hour.unwrap_or(setting.hour),
            weather: weather.unwrap_or(setting.weather),
            season: *season,
            era: *era,
            mood: *mood,
            features: features.clone(),
            side: free_side(prints, seed),
            seed,
        }
    }

    /// Whether it is under the open sky.
    pub fn open(&self) -> bool {
        matches!(self.setting.kind, Kind::Outdoors | Kind::Water)
    }

    /// 1 or -1, one of both for each seed.
    pub fn turn(&self) -> f32 {
        if self.seed & 1 == 0 { 1.0 } else { -1.0 }
    }

    /// How bright things are that daylight falls on.
    pub fn daylight(&self) -> f32 {
        match self.hour {
            Hour::Day => 1.0,
            Hour::Dawn => 0.88,
            Hour::Sunset => 0.78,
            Hour::Night => 0.3,
        }
    }

    /// A noise seed of its own for part `what` of the scene.
    pub fn noise(&self, what: u32) -> u32 {
        (self.seed as u32 ^ (self.seed >> 32) as u32)
            .wrapping_mul(0x9E37_79B1)
            .wrapping_add(what.wrapping_mul(0x85EB_CA6B))
    }

    /// Whether snow lies on what is under the open sky.
    pub fn snow_lies(&self) -> bool {
        self.weather == Weather::Snow && self.open()
    }

    /// Leaves in the shade and in the sun.
    pub fn foliage(&self) -> (Rgb, Rgb) {
        if self.snow_lies() {
            return (hex(0x76868E), hex(0xEEF2F5));
        }
        match self.season {
            Some(Season::Autumn) => (hex(0x8A5A22), hex(0xE0A040)),
            Some(Season::Spring) => (hex(0x4A7A3C), hex(0xBFD468)),
            Some(Season::Winter) => (hex(0x3C5248), hex(0x8FA890)),
            None if self.seed.is_multiple_of(3) => (hex(0x3A5A2C), hex(0xB4BE52)),
            Some(Season::Summer) | None => (hex(0x2F5230), hex(0x9CB84E)),
        }
    }

    /// What weather, season, era and mood do to the light of any setting.
    pub fn shade(&self) -> Rgb {
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
        // Film of those years has kept its warm colours best.
        let era = match self.era {
            Some(..1960) => [1.0, 0.95, 0.83],
            Some(1960..1985) => [1.0, 0.97, 0.89],
            _ => [1.0; 3],
        };
        tint(tint(tint(weather, season), mood), era)
    }
}

/// The side of the frame that `count` prints leave free below, in an upright frame: -1 left, 1
/// right. What a scene is known by stands there.
pub fn free_side(count: usize, seed: u64) -> f32 {
    // The lowest of two prints lies right, that of three left.
    let right = (count == 3) != mirrored(&mut Dice::new(seed, 11));
    if right { 1.0 } else { -1.0 }
}

/// Whether the places of prints are mirrored in this take.
pub fn mirrored(dice: &mut Dice) -> bool {
    dice.next() < 0.5
}

/// What stands in for places of this kind that are not drawn.
///
/// # Panics
/// In a build without it; a test sees to it that there is one of each kind.
pub fn neutral(kind: Kind) -> &'static Setting {
    let name = match kind {
        Kind::Indoors => "indoors-any",
        Kind::Outdoors => "outdoors-any",
        Kind::Water => "lake",
        Kind::Way => "road",
        Kind::Hall => "hall-any",
    };
    evernear_settings::find(name).expect("each kind has a setting that stands in for it")
}

/// How far from the middle, as a part of the width, what a scene is known by stands on the side
/// that prints leave free, so that they do not cover it.
pub fn aside(frame: Frame) -> f32 {
    if frame.w < frame.h * 0.8 { 0.29 } else { 0.4 }
}

/// Where a way leads and what stands at its end, from the middle, when it may be seen between prints
/// that lie aside of it; the middle itself in a wide frame.
pub fn away(plan: &Plan, frame: Frame) -> f32 {
    let off = if frame.w < frame.h * 0.8 { 0.23 * plan.side } else { 0.0 };
    frame.w * (0.5 + off)
}
