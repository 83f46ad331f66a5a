//! The example memories: what they are called, and the words that each was made from
//! (`server/renderer/examples/landing.rs`). A visitor chooses one on the landing page, and finds its
//! words in the conversation: its name goes along in the address as `?moment=`.

/// An example that a visitor may begin with.
pub struct Moment {
    /// As it stands in the address; also the name of its picture.
    pub name: &'static str,
    pub title: &'static str,
    pub words: &'static str,
}

/// The first one is shown until one is chosen.
pub const MOMENTS: [Moment; 6] = [
    moment("beach-day", "Beach day", "A day at the beach until sunset"),
    moment("concert", "Concert", "Our first concert, singing along"),
    moment("coffee-shop", "Coffee shop", "Our table in the coffee shop"),
    moment("adventure-trip", "Adventure trip", "An adventure trip, hiking to the peak"),
    moment("birthday", "Birthday", "A birthday at home in the evening, candles on the cake"),
    moment("study-session", "Study session", "A study session in the library"),
];

const fn moment(name: &'static str, title: &'static str, words: &'static str) -> Moment {
    Moment { name, title, words }
}

/// The moment that an address names.
pub fn by_name(name: &str) -> Option<&'static Moment> {
    MOMENTS.iter().find(|moment| moment.name == name)
}

/// The moment that a path names: `/ai-creator?moment=concert`.
pub fn in_path(path: &str) -> Option<&'static Moment> {
    by_name(path.split_once("?moment=")?.1)
}
