//! What people's words say: which scene, what time of day, what weather.
//!
//! Words are matched by their beginnings from four letters on, so inflections are found; shorter
//! ones and their plural must match whole. A phrase with a space is found anywhere.

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

fn tokens(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

fn says(word: &str, key: &str) -> bool {
    word == key
        || (key.len() >= 4 && word.starts_with(key))
        || word.strip_suffix('s').is_some_and(|w| w == key)
}

/// The row whose words are said most; the one said first among equals.
pub fn best(prompt: &str, location: Option<&str>, rows: &[&[&str]]) -> Option<usize> {
    let mut score = vec![(0u32, usize::MAX); rows.len()];
    for (text, weight) in [(prompt, 3u32), (location.unwrap_or(""), 2)] {
        let words = tokens(text);
        let joined = format!(" {} ", words.join(" "));
        for (row, keys) in rows.iter().enumerate() {
            for (place, word) in words.iter().enumerate() {
                if keys.iter().any(|k| !k.contains(' ') && says(word, k)) {
                    score[row].0 += weight;
                    score[row].1 = score[row].1.min(place);
                }
            }
            for key in keys.iter().filter(|k| k.contains(' ')) {
                if joined.contains(&format!(" {key}")) {
                    score[row].0 += weight + 1;
                    score[row].1 = 0;
                }
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

/// The first hour that is named.
pub fn hour(prompt: &str) -> Option<Hour> {
    const WORDS: &[(&str, Hour)] = &[
        ("sunset", Hour::Sunset),
        ("dusk", Hour::Sunset),
        ("evening", Hour::Sunset),
        ("golden", Hour::Sunset),
        ("twilight", Hour::Sunset),
        ("sundown", Hour::Sunset),
        ("night", Hour::Night),
        ("midnight", Hour::Night),
        ("moon", Hour::Night),
        ("stars", Hour::Night),
        ("starry", Hour::Night),
        ("tonight", Hour::Night),
        ("dawn", Hour::Dawn),
        ("sunrise", Hour::Dawn),
        ("morning", Hour::Dawn),
        ("daybreak", Hour::Dawn),
        ("early", Hour::Dawn),
        ("sunny", Hour::Day),
        ("noon", Hour::Day),
        ("afternoon", Hour::Day),
        ("midday", Hour::Day),
        ("daylight", Hour::Day),
        ("bright", Hour::Day),
        ("picnic", Hour::Day),
    ];
    tokens(prompt).iter().find_map(|w| WORDS.iter().find(|(k, _)| says(w, k)).map(|(_, h)| *h))
}

/// The first weather that is named.
pub fn weather(prompt: &str) -> Weather {
    const WORDS: &[(&str, Weather)] = &[
        ("rain", Weather::Rain),
        ("drizzle", Weather::Rain),
        ("storm", Weather::Rain),
        ("snow", Weather::Snow),
        ("blizzard", Weather::Snow),
        ("mist", Weather::Mist),
        ("fog", Weather::Mist),
        ("foggy", Weather::Mist),
        ("haze", Weather::Mist),
    ];
    tokens(prompt)
        .iter()
        .find_map(|w| {
            if w.starts_with("rainbow") {
                None
            } else {
                WORDS.iter().find(|(k, _)| says(w, k)).map(|(_, h)| *h)
            }
        })
        .unwrap_or(Weather::Clear)
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
            ("Tea in grandma's kitchen", "kitchen"),
            ("Cooking soup together", "kitchen"),
            ("Coffee and cake in town", "coffee shop"),
            ("Our first concert", "concert"),
            ("A team that won the match", "memory"),
        ] {
            assert_eq!(crate::scene_for(prompt, None).name(), scene, "{prompt}");
        }
    }

    #[test]
    fn the_hour_and_the_weather_are_heard() {
        assert_eq!(hour("An Evening walk"), Some(Hour::Sunset));
        assert_eq!(hour("one night by the fire"), Some(Hour::Night));
        assert_eq!(hour("walking the dog"), None);
        assert_eq!(weather("It was raining all day"), Weather::Rain);
        assert_eq!(weather("a rainbow over us"), Weather::Clear);
    }
}
