//! What is heard in a scene. How it sounds is in [`crate::sound`].

/// Something to be heard in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
