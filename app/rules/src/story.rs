//! A memory as it was understood: where and when it is, and how it feels. Made from a person's words
//! by the companion, changed by the person where that is not what they meant, and the only thing that
//! the renderer is told of them.

use serde::{Deserialize, Serialize};

/// The time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Hour {
    Dawn,
    Day,
    Sunset,
    Night,
}

/// What falls or hangs in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Weather {
    Clear,
    Rain,
    Snow,
    Mist,
}

/// The time of year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// How the memory feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Mood {
    Joy,
    Calm,
    Romance,
    /// Missing someone, saying goodbye.
    Tender,
}

/// What was understood. What was not said is absent, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Story {
    /// The name of a setting; none when no place was understood.
    pub setting: Option<String>,
    /// The setting that is seen from there: the sea, from a veranda.
    pub view: Option<String>,
    pub hour: Option<Hour>,
    pub weather: Option<Weather>,
    pub season: Option<Season>,
    /// The year, or the first year of the decade: 1956, 1980.
    pub era: Option<u16>,
    pub mood: Option<Mood>,
}

/// The shapes of this module as TypeScript declarations.
#[cfg(feature = "typescript")]
pub(crate) fn shapes() -> String {
    use ts_rs::TS;
    let config = ts_rs::Config::default();
    let shapes = [
        Hour::decl(&config),
        Weather::decl(&config),
        Season::decl(&config),
        Mood::decl(&config),
        Story::decl(&config),
    ];
    shapes.map(|shape| format!("export {shape}\n\n")).concat()
}
