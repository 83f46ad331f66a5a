//! A memory as it was understood: who is in it, where and when it is, what is seen and done, and how it
//! feels. Made from a person's words by the companion, changed by the person where that is not what they
//! meant, and the only thing that the renderer is told of them.
//!
//! Always: of bounded size, whoever wrote it. Lists are closed, each of their words is in a story once,
//! and a name is short.

use std::{fmt, marker::PhantomData};

use serde::{Deserialize, Deserializer, Serialize, de};

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

/// Something that is seen there and that the renderer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", ts(rename_all = "kebab-case"))]
pub enum Feature {
    Flowers,
    Candles,
    /// Strings of small lamps.
    Lights,
    /// In the sky of a night.
    Fireworks,
    Balloons,
    RedCouch,
}

/// Who somebody is to the person who tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Relation {
    Mother,
    Father,
    Grandmother,
    Grandfather,
    Wife,
    Husband,
    Partner,
    Sister,
    Brother,
    Daughter,
    Son,
    Child,
    Grandchild,
    Aunt,
    Uncle,
    Cousin,
    Friend,
    Pet,
}

impl Relation {
    /// In words: 'your father'.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mother => "mother",
            Self::Father => "father",
            Self::Grandmother => "grandmother",
            Self::Grandfather => "grandfather",
            Self::Wife => "wife",
            Self::Husband => "husband",
            Self::Partner => "partner",
            Self::Sister => "sister",
            Self::Brother => "brother",
            Self::Daughter => "daughter",
            Self::Son => "son",
            Self::Child => "child",
            Self::Grandchild => "grandchild",
            Self::Aunt => "aunt",
            Self::Uncle => "uncle",
            Self::Cousin => "cousin",
            Self::Friend => "friend",
            Self::Pet => "pet",
        }
    }
}

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Activity {
    Dancing,
    Cooking,
    Eating,
    Walking,
    Singing,
    Playing,
    Fishing,
    Swimming,
    Reading,
    Driving,
    Gardening,
    Praying,
    Celebrating,
    Working,
}

/// The language that the words are in, by its code (BCP 47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Language {
    #[serde(rename = "en")]
    #[cfg_attr(feature = "typescript", ts(rename = "en"))]
    English,
    #[serde(rename = "af")]
    #[cfg_attr(feature = "typescript", ts(rename = "af"))]
    Afrikaans,
    #[serde(rename = "zu")]
    #[cfg_attr(feature = "typescript", ts(rename = "zu"))]
    Zulu,
    #[serde(rename = "xh")]
    #[cfg_attr(feature = "typescript", ts(rename = "xh"))]
    Xhosa,
    #[serde(rename = "fr")]
    #[cfg_attr(feature = "typescript", ts(rename = "fr"))]
    French,
    #[serde(rename = "es")]
    #[cfg_attr(feature = "typescript", ts(rename = "es"))]
    Spanish,
    #[serde(rename = "pt")]
    #[cfg_attr(feature = "typescript", ts(rename = "pt"))]
    Portuguese,
    #[serde(rename = "de")]
    #[cfg_attr(feature = "typescript", ts(rename = "de"))]
    German,
    #[serde(rename = "it")]
    #[cfg_attr(feature = "typescript", ts(rename = "it"))]
    Italian,
    #[serde(rename = "nl")]
    #[cfg_attr(feature = "typescript", ts(rename = "nl"))]
    Dutch,
    #[serde(rename = "hi")]
    #[cfg_attr(feature = "typescript", ts(rename = "hi"))]
    Hindi,
    #[serde(rename = "ar")]
    #[cfg_attr(feature = "typescript", ts(rename = "ar"))]
    Arabic,
    #[serde(rename = "ja")]
    #[cfg_attr(feature = "typescript", ts(rename = "ja"))]
    Japanese,
    #[serde(rename = "zh")]
    #[cfg_attr(feature = "typescript", ts(rename = "zh"))]
    Chinese,
    #[serde(rename = "pl")]
    #[cfg_attr(feature = "typescript", ts(rename = "pl"))]
    Polish,
    #[serde(rename = "tr")]
    #[cfg_attr(feature = "typescript", ts(rename = "tr"))]
    Turkish,
    #[serde(rename = "sw")]
    #[cfg_attr(feature = "typescript", ts(rename = "sw"))]
    Swahili,
    #[serde(rename = "sv")]
    #[cfg_attr(feature = "typescript", ts(rename = "sv"))]
    Swedish,
    #[serde(rename = "yo")]
    #[cfg_attr(feature = "typescript", ts(rename = "yo"))]
    Yoruba,
    #[serde(rename = "id")]
    #[cfg_attr(feature = "typescript", ts(rename = "id"))]
    Indonesian,
    #[serde(rename = "ru")]
    #[cfg_attr(feature = "typescript", ts(rename = "ru"))]
    Russian,
}

/// Most words of a list in a story, and most characters of a place's name.
const MOST: usize = 6;
const LONGEST_NAME: usize = 60;
/// The first year that a memory can be in: there are photos since.
pub const EARLIEST: u16 = 1850;

/// What was understood. What was not said is absent, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Story {
    /// Who is in it beside the person who tells.
    #[serde(deserialize_with = "few")]
    pub people: Vec<Relation>,
    /// The name of a setting; none when no place was understood.
    pub setting: Option<String>,
    /// The setting that is seen from there: the sea, from a veranda.
    pub view: Option<String>,
    /// What is seen there.
    #[serde(deserialize_with = "few")]
    pub features: Vec<Feature>,
    /// The place's name on the map: Durban.
    #[serde(deserialize_with = "name")]
    pub name: Option<String>,
    pub activity: Option<Activity>,
    pub hour: Option<Hour>,
    pub weather: Option<Weather>,
    pub season: Option<Season>,
    /// The year, or the first year of the decade: 1956, 1980.
    #[serde(deserialize_with = "era")]
    pub era: Option<u16>,
    pub mood: Option<Mood>,
    pub language: Option<Language>,
}

impl Story {
    /// Without a year that is still to come.
    #[must_use]
    pub fn until(self, year: u16) -> Self {
        Self { era: self.era.filter(|era| *era <= year), ..self }
    }
}

/// A list of at most [`MOST`] words, each once.
///
/// # Errors
/// More words, or one twice.
fn few<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + PartialEq,
{
    struct Few<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de> + PartialEq> de::Visitor<'de> for Few<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
            write!(formatter, "at most {MOST} different words")
        }

        fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut words = Vec::new();
            while let Some(word) = list.next_element()? {
                if words.len() == MOST || words.contains(&word) {
                    return Err(de::Error::invalid_length(words.len() + 1, &self));
                }
                words.push(word);
            }
            Ok(words)
        }
    }

    deserializer.deserialize_seq(Few(PhantomData))
}

/// A short name without signs that steer a terminal or a line's direction.
///
/// # Errors
/// Another text.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    let sound = |sign: char| sign.is_alphanumeric() || " -'\u{2019}.&".contains(sign);
    match name {
        Some(name) if name.chars().count() > LONGEST_NAME || !name.chars().all(sound) => {
            Err(de::Error::custom("a place's name is a few words"))
        }
        name => Ok(name),
    }
}

/// A year from [`EARLIEST`] on, or none.
///
/// # Errors
/// What is no year at all.
fn era<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    Ok(Option::<u16>::deserialize(deserializer)?.filter(|year| *year >= EARLIEST))
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
        Feature::decl(&config),
        Relation::decl(&config),
        Activity::decl(&config),
        Language::decl(&config),
        Story::decl(&config),
    ];
    shapes.map(|shape| format!("export {shape}\n\n")).concat()
}
