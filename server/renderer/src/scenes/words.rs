//! What people's words say: which scene, what time of day, what weather, season and mood.
//!
//! One mechanism for all: a key of four letters or more is found by its beginning, so inflections
//! are ("rain" would find "raining", but also "rainbow"); a shorter one as a whole or in the plural;
//! `=key` only as it stands; a key with spaces as a phrase. A key that begins with `~` is weak:
//! any other outdoes it. To teach a word, add it to its row.

/// The time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hour {
    Dawn,
    Day,
    Sunset,
    Night,
}

/// What falls or hangs in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    Clear,
    Rain,
    Snow,
    Mist,
}

/// The time of year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// How the memory feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Joy,
    Calm,
    Romance,
    /// Missing someone, saying goodbye.
    Tender,
}

/// What is meant, and the words that say so.
type Row<T> = (T, &'static [&'static str]);

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

const SEASONS: &[Row<Season>] = &[
    (Season::Spring, &["=spring", "springtime", "blossom", "daffodil", "tulip"]),
    (Season::Summer, &["summer", "midsummer", "heatwave"]),
    (
        Season::Autumn,
        &[
            "autumn",
            "in the fall",
            "fall leaves",
            "falling leaves",
            "golden leaves",
            "pumpkin",
            "harvest",
        ],
    ),
    (Season::Winter, &["winter", "wintry", "christmas", "xmas", "=frost", "frosty", "snowman"]),
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
pub fn hour(prompt: &str) -> Option<Hour> {
    first(prompt, HOURS)
}

/// The weather that is named first.
pub fn weather(prompt: &str) -> Option<Weather> {
    first(prompt, WEATHERS)
}

/// The season that is named first.
pub fn season(prompt: &str) -> Option<Season> {
    first(prompt, SEASONS)
}

/// The mood that is named first.
pub fn mood(prompt: &str) -> Option<Mood> {
    first(prompt, MOODS)
}

/// The row whose words are said most; the one said first among equals. What is said of the memory
/// counts for more than where it was.
pub fn best(prompt: &str, location: Option<&str>, rows: &[&[&str]]) -> Option<usize> {
    let mut score = vec![(0u32, usize::MAX); rows.len()];
    for (text, weight) in [(prompt, 6u32), (location.unwrap_or(""), 4)] {
        let words = tokens(text);
        for (row, keys) in rows.iter().enumerate() {
            for place in 0..words.len() {
                let said = keys.iter().filter(|key| begins(&words[place..], key));
                let Some(said) = said.map(|key| worth(key, weight)).max() else { continue };
                score[row].0 += said;
                score[row].1 = score[row].1.min(place);
            }
        }
    }
    let best = score
        .iter()
        .enumerate()
        .filter(|(_, s)| s.0 > 0)
        .max_by_key(|(i, s)| (s.0, usize::MAX - s.1, usize::MAX - i))?;
    Some(best.0)
}

fn worth(key: &str, weight: u32) -> u32 {
    match (key.starts_with('~'), key.contains(' ')) {
        (true, _) => 1,
        (false, true) => weight + 2,
        (false, false) => weight,
    }
}

fn first<T: Copy>(text: &str, rows: &[Row<T>]) -> Option<T> {
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
    let key = key.trim_start_matches('~');
    if let Some(whole) = key.strip_prefix('=') {
        return words.first().is_some_and(|word| word == whole);
    }
    let mut at = 0;
    key.split(' ').all(|part| {
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
    fn words_lead_to_the_scene_that_is_meant() {
        for (prompt, scene) in [
            ("Her 80th birthday party", "birthday"),
            ("A party with all of us dancing", "birthday"),
            ("Blowing out the candles at home", "birthday"),
            ("We celebrated with cakes and balloons", "birthday"),
            ("Tea in grandma's kitchen", "kitchen"),
            ("Cooking soup together", "kitchen"),
            ("Just being home", "kitchen"),
            ("Coffee and cake in town", "coffee shop"),
            ("Two cappuccinos at our café", "coffee shop"),
            ("Our first concert", "concert"),
            ("Singing along at the festival", "concert"),
            ("The band played at our wedding", "wedding"),
            ("The day I got married to her", "wedding"),
            ("On the shore with Dad", "beach"),
            ("Sitting on the shores together", "beach"),
            ("On the shore of the lake with Dad", "lake"),
            ("By the lakeshore, skipping stones", "lake"),
            ("Fishing at the river with Grandpa", "lake"),
            ("Building sandcastles at the seaside", "beach"),
            ("Hiking in the Alps", "mountains"),
            ("We climbed every peak", "mountains"),
            ("An adventure with my brother", "adventure trail"),
            ("Exploring the canyon", "adventure trail"),
            ("Our backpacking trails", "adventure trail"),
            ("Trekking to the waterfall", "adventure trail"),
            ("A road trip along the coast road", "road trip"),
            ("Driving through the desert", "road trip"),
            ("Gathering mushrooms under the trees", "forest"),
            ("Picnics among the flowers", "garden"),
            ("Her roses", "garden"),
            ("A snowball fight", "snow"),
            ("Christmas with everyone", "snow"),
            ("Reading books on the desk", "study"),
            ("My graduation", "study"),
            ("Stargazing with my sister", "starry sky"),
            ("Downtown lights from the rooftop", "city night"),
            ("Walking the streets of Paris", "city night"),
            ("A team that won the match", "memory"),
            ("I miss my mother", "memory"),
        ] {
            assert_eq!(crate::scene_for(prompt, None).name(), scene, "{prompt}");
        }
        let told = crate::scene_for("Sitting with Grandpa", Some("Lake Malawi"));
        assert_eq!(told.name(), "lake", "a place alone is enough");
    }

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
    fn the_season_and_the_mood_are_heard() {
        for (said, season) in [
            ("our last summer", Some(Season::Summer)),
            ("Summers at Nana's", Some(Season::Summer)),
            ("apple blossoms", Some(Season::Spring)),
            ("by the hot springs", None),
            ("an autumnal wood", Some(Season::Autumn)),
            ("walking in the fall", Some(Season::Autumn)),
            ("she did not fall", None),
            ("a wintry walk", Some(Season::Winter)),
        ] {
            assert_eq!(super::season(said), season, "{said}");
        }
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
