//! What can be heard in a setting. How it sounds is in [`super::ambient`].

use serde::Deserialize;

/// Something to be heard in a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Air {
    /// The sea: each wave rises, breaks and runs out.
    Waves,
    /// A lake that laps at wood.
    Lapping,
    Wind,
    /// Leaves that rustle in gusts.
    Leaves,
    Rain,
    /// A quiet room.
    Room,
    /// People and cups, without words.
    Murmur,
    /// Tyres on a road, traffic far away.
    Road,
    /// A fire that crackles.
    Fire,
    Birds,
    Crickets,
}
