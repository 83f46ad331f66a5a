//! The settings: places that a memory can be in. Each is one file of `server/renderer/settings`,
//! read here for its name and words (which [`Setting`] a person means is found by the companion)
//! and by the renderer for what is drawn and heard.
//!
//! What always holds: names are unique, every word names one setting, and the files of this build are
//! complete (tests read them all). To add a setting: add a file; CONTRIBUTING.md says what stands in it.

use std::sync::LazyLock;

use evernear_rules::story::{Hour, Weather};
use serde::Deserialize;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What kind of place it is: decides what is shown instead of a place that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Indoors,
    Outdoors,
    /// On, in or beside water.
    Water,
    /// In something that travels, or where one waits for it.
    Way,
    /// A large room for many.
    Hall,
}

/// How narrowly a place is named: of two, the narrower one is where people are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// A country, a region, 'home'.
    Region,
    /// A beach, a farm, a street.
    Area,
    /// A room or a building.
    Room,
    /// A couch, a bench, a boat.
    Spot,
}

/// One place, and the words that name it.
#[derive(Debug, Deserialize)]
pub struct Setting {
    /// The file's name without its ending.
    #[serde(skip)]
    pub name: &'static str,
    /// With its word of place, as a person reads it: 'On the veranda'.
    pub title: String,
    /// As it is seen from another setting: 'by the sea'.
    pub seen: Option<String>,
    pub kind: Kind,
    pub scope: Scope,
    /// The hour when the words name none.
    pub hour: Hour,
    /// The weather when the words name none.
    #[serde(default = "clear")]
    pub weather: Weather,
    /// Words and phrases that name the place, in lower case and in the singular, in any language.
    pub places: Vec<String>,
    /// Words that tell the kind and nothing more: 'at home', 'outside'. Things that are found in places
    /// of that kind say more.
    #[serde(default)]
    pub wide: Vec<String>,
    /// Names on the map that stand for such a place; they count only where nothing else is named.
    #[serde(default)]
    pub names: Vec<String>,
    /// Occasions and things that are found there; they count only where no place is named.
    #[serde(default)]
    pub hints: Vec<String>,
    /// Settings that become this one where it is mentioned beside them: a lounge, at Christmas.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Two settings that are this one where both are mentioned: a wedding and dancing.
    #[serde(default)]
    pub joins: Vec<[String; 2]>,
    /// The whole file, for the renderer.
    #[serde(skip)]
    pub source: &'static str,
}

fn clear() -> Weather {
    Weather::Clear
}

/// Every setting, by name.
pub static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|&(name, source)| {
            let read: Result<Setting, _> = toml::from_str(source);
            // The files are part of the program, and a test reads each of them.
            #[expect(clippy::panic, reason = "a build with a broken file must not start")]
            let setting = read.unwrap_or_else(|error| panic!("{name}.toml: {error}"));
            Setting { name, source, ..setting }
        })
        .collect()
});

/// The setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_word_names_one_setting() {
        let mut seen: HashMap<&str, &str> = HashMap::new();
        for setting in SETTINGS.iter() {
            assert!(!setting.title.is_empty(), "{}", setting.name);
            for word in [&setting.places, &setting.wide, &setting.hints, &setting.names]
                .into_iter()
                .flatten()
            {
                assert_eq!(*word, word.trim().to_lowercase(), "{}", setting.name);
                if let Some(other) = seen.insert(word, setting.name) {
                    panic!("'{word}' names {other} and {}", setting.name);
                }
            }
        }
        for setting in SETTINGS.iter() {
            for other in setting.turns.iter().chain(setting.joins.iter().flatten()) {
                assert!(find(other).is_some(), "{}: there is no {other}", setting.name);
            }
        }
        assert!(SETTINGS.len() > 100, "{}", SETTINGS.len());
    }
}
