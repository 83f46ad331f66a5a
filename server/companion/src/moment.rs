//! When a memory is and how it feels: the time of day, weather, year and mood that people's words name
//! (the season: [`super::season`]).
//!
//! One mechanism for all: a key of four letters or more is found by its beginning, so inflections
//! are ("rain" would find "raining", but also "rainbow"); a shorter one as a whole or in the plural;
//! `=key` only as it stands; a key with spaces as a phrase. To teach a word, add it to its row.

use evernear_rules::story::{EARLIEST, Hour, Mood, Weather};

/// What is meant, and the words that say so.
pub(super) type Row<T> = (T, &'static [&'static str]);

const HOURS: &[Row<Hour>] = &[
    (
        Hour::Sunset,
        &[
            "sunset",
            "dusk",
            "evening",
            "golden hour",
            "twilight",
            "sundown",
            "setting sun",
            "nightfall",
        ],
    ),
    (
        Hour::Night,
        &[
            "=night",
            "=nights",
            "nighttime",
            "midnight",
            "moon",
            "=stars",
            "starry",
            "starlit",
            "tonight",
            "=dark",
        ],
    ),
    (Hour::Dawn, &["dawn", "sunrise", "sunup", "morning", "daybreak", "rising sun", "first light"]),
    (
        Hour::Day,
        &[
            "sunny",
            "sunshine",
            "noon",
            "afternoon",
            "midday",
            "daylight",
            "daytime",
            "picnic",
            "lunch",
        ],
    ),
];

const WEATHERS: &[Row<Weather>] = &[
    (
        Weather::Rain,
        &[
            "=rain",
            "=rains",
            "=rained",
            "=raining",
            "=rainy",
            "raindrop",
            "rainstorm",
            "raincoat",
            "drizzl",
            "storm",
            "thunder",
            "downpour",
            "pouring",
            "monsoon",
            "puddle",
            "umbrella",
        ],
    ),
    (Weather::Snow, &["snow", "blizzard", "sleet"]),
    (Weather::Mist, &["=mist", "=mists", "misty", "=fog", "foggy", "=haze", "hazy"]),
];

const MOODS: &[Row<Mood>] = &[
    (
        Mood::Tender,
        &[
            "=miss",
            "=missed",
            "=missing",
            "goodbye",
            "farewell",
            "grief",
            "griev",
            "mourn",
            "=tears",
            "passed away",
            "last time",
            "in heaven",
            "wish you were here",
            "in memory",
            "one more time",
        ],
    ),
    (
        Mood::Romance,
        &[
            "romantic",
            "romance",
            "=kiss",
            "kissed",
            "kissing",
            "anniversary",
            "valentine",
            "in love",
            "sweetheart",
        ],
    ),
    (
        Mood::Joy,
        &[
            "happy", "happi", "=joy", "joyful", "laugh", "=fun", "funny", "giggl", "celebrat",
            "cheer", "=playing", "played", "smil", "dancing", "silly",
        ],
    ),
    (
        Mood::Calm,
        &[
            "calm", "peace", "quiet", "gentle", "gently", "serene", "tranquil", "silence",
            "silent", "relax",
        ],
    ),
];

/// The hour that is named first.
pub(super) fn hour(prompt: &str) -> Option<Hour> {
    first(prompt, HOURS)
}

/// The weather that is named first.
pub(super) fn weather(prompt: &str) -> Option<Weather> {
    first(prompt, WEATHERS)
}

/// Whether snow is told of and not denied.
pub(super) fn snows(prompt: &str) -> bool {
    all(prompt, WEATHERS).contains(&Weather::Snow)
}

/// The year that is named first, from 1850 on: '1956', 'the 80s'.
pub(super) fn era(prompt: &str) -> Option<u16> {
    tokens(prompt).iter().find_map(|word| {
        let digits = word.trim_end_matches('s');
        let number: u16 = digits.parse().ok()?;
        match (digits.len(), number) {
            (4, EARLIEST..=2099) => Some(number),
            (2, 20..=90) if digits.len() < word.len() => Some(1900 + number),
            _ => None,
        }
    })
}

/// The mood that is named first.
pub(super) fn mood(prompt: &str) -> Option<Mood> {
    first(prompt, MOODS)
}

/// Everything that is named and not denied, each once, in the order of its rows.
pub(super) fn all<T: Copy>(text: &str, rows: &[Row<T>]) -> Vec<T> {
    const DENIED: [&str; 6] = ["no", "not", "without", "never", "instead", "nie"];
    let words = tokens(text);
    let denied = |place: usize| {
        words[place.saturating_sub(3)..place].iter().any(|word| DENIED.contains(&word.as_str()))
    };
    let named =
        |key: &&str| (0..words.len()).any(|place| !denied(place) && begins(&words[place..], key));
    rows.iter().filter(|row| row.1.iter().any(&named)).map(|row| row.0).collect()
}

/// What is named first.
pub(super) fn first<T: Copy>(text: &str, rows: &[Row<T>]) -> Option<T> {
    let words = tokens(text);
    (0..words.len()).find_map(|place| {
        let named = |row: &&Row<T>| row.1.iter().any(|key| begins(&words[place..], key));
        rows.iter().find(named).map(|row| row.0)
    })
}

fn tokens(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether these words begin with the key.
fn begins(words: &[String], key: &str) -> bool {
    if let Some(whole) = key.strip_prefix('=') {
        return words.first().is_some_and(|word| word == whole);
    }
    let mut at = 0;
    key.split([' ', '\'']).all(|part| {
        at += 1;
        words.get(at - 1).is_some_and(|word| says(word, part))
    })
}

fn says(word: &str, key: &str) -> bool {
    word == key
        || (key.len() >= 4 && word.starts_with(key))
        || word.strip_suffix('s').is_some_and(|w| w == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_is_heard() {
        for (said, hour) in [
            ("An Evening walk", Some(Hour::Sunset)),
            ("as the sun went down at dusk", Some(Hour::Sunset)),
            ("in the golden hour", Some(Hour::Sunset)),
            ("my golden retriever", None),
            ("one night by the fire", Some(Hour::Night)),
            ("under the moonlight", Some(Hour::Night)),
            ("early mornings with tea", Some(Hour::Dawn)),
            ("we watched the sunrise", Some(Hour::Dawn)),
            ("a sunny afternoon", Some(Hour::Day)),
            ("walking the dog", None),
        ] {
            assert_eq!(super::hour(said), hour, "{said}");
        }
    }

    #[test]
    fn the_weather_is_heard() {
        for (said, weather) in [
            ("It was raining all day", Some(Weather::Rain)),
            ("a rainy street", Some(Weather::Rain)),
            ("caught in a thunderstorm", Some(Weather::Rain)),
            ("jumping in puddles", Some(Weather::Rain)),
            ("a rainbow over us", None),
            ("on the train", None),
            ("it snowed", Some(Weather::Snow)),
            ("snowflakes on her hat", Some(Weather::Snow)),
            ("misty hills", Some(Weather::Mist)),
            ("in thick fog", Some(Weather::Mist)),
            ("my biggest mistake", None),
            ("Mister Brown and me", None),
        ] {
            assert_eq!(super::weather(said), weather, "{said}");
        }
    }

    #[test]
    fn the_era_is_heard() {
        for (said, era) in [
            ("dancing at the church hall in 1956", Some(1956)),
            ("the rec in the 80s", Some(1980)),
            ("the 1970s", Some(1970)),
            ("38 degrees, all of us in the pool", None),
            ("aged 60", None),
            ("number 1200", None),
        ] {
            assert_eq!(super::era(said), era, "{said}");
        }
    }

    #[test]
    fn the_mood_is_heard() {
        for (said, mood) in [
            ("I miss her so", Some(Mood::Tender)),
            ("saying our goodbyes", Some(Mood::Tender)),
            ("the mission school", None),
            ("laughing until it hurt", Some(Mood::Joy)),
            ("the happiest day", Some(Mood::Joy)),
            ("a peaceful place", Some(Mood::Calm)),
            ("our anniversary", Some(Mood::Romance)),
            ("at the market", None),
        ] {
            assert_eq!(super::mood(said), mood, "{said}");
        }
    }
}
