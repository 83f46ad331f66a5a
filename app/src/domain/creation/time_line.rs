//! When a memory is, as one line for people: the hour, the season, what the weather does, and the year.

use evernear_rules::story::{Hour, Season, Weather};

/// When it is, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    pub hour: Option<Hour>,
    pub weather: Option<Weather>,
    pub season: Option<Season>,
    /// The year, or the first year of the decade.
    pub era: Option<u16>,
}

/// 'Dusk, summer, rain, 1987': nothing where nothing is known. That the sky is clear goes without saying.
pub fn time_line(when: When) -> Option<String> {
    let hour = when.hour.map(|hour| match hour {
        Hour::Dawn => "dawn",
        Hour::Day => "day",
        Hour::Sunset => "dusk",
        Hour::Night => "night",
    });
    let season = when.season.map(|season| match season {
        Season::Spring => "spring",
        Season::Summer => "summer",
        Season::Autumn => "autumn",
        Season::Winter => "winter",
    });
    let weather = when.weather.and_then(|weather| match weather {
        Weather::Clear => None,
        Weather::Rain => Some("rain"),
        Weather::Snow => Some("snow"),
        Weather::Mist => Some("mist"),
    });
    let era = when.era.map(|era| era.to_string());
    let parts: Vec<&str> = [hour, season, weather, era.as_deref()].into_iter().flatten().collect();
    let line = parts.join(", ");
    let mut signs = line.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_one_line() {
        let line = |hour, weather, season, era| time_line(When { hour, weather, season, era });
        let all = line(Some(Hour::Sunset), Some(Weather::Rain), Some(Season::Summer), Some(1987));
        assert_eq!(all.as_deref(), Some("Dusk, summer, rain, 1987"));
        let clear = line(None, Some(Weather::Clear), Some(Season::Winter), None);
        assert_eq!(clear.as_deref(), Some("Winter"));
        assert_eq!(line(None, None, None, None), None);
    }
}
