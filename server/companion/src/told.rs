//! What else a text tells, in closed lists: who is in it, what they do, what is seen there, and the
//! place's name on the map.
//!
//! Always: only what is said; what is denied ('no candles') is not. Keys are read as in [`moment`]. To
//! teach a word, add it to its row.

use evernear_rules::story::{Activity, Feature, Language, Relation};

use super::{
    lexicon::{LEXICON, longest},
    moment::{Row, all, first},
    persons, recognition,
    tokens::{Token, tokens},
};

/// Most of a kind that a story keeps.
const MOST: usize = 6;

const FEATURES: &[Row<Feature>] = &[
    (
        Feature::Flowers,
        &[
            "=flower", "=flowers", "bouquet", "roses", "tulip", "=lilies", "proteas", "marigold",
            "jasmine", "daffodil", "peonies", "blomme", "blumen", "fleurs", "flores", "fiori",
            "bloemen", "izimbali",
        ],
    ),
    (
        Feature::Candles,
        &[
            "candle",
            "diyas",
            "kerse",
            "kerslig",
            "kerzen",
            "bougies",
            "candele",
            "kaarsen",
            "amakhandlela",
        ],
    ),
    (
        Feature::Lights,
        &[
            "fairy lights",
            "string lights",
            "strings of lights",
            "christmas lights",
            "lights in the trees",
            "lights strung",
            "festoon",
            "lichterkette",
            "guirlande",
            "lanterns",
        ],
    ),
    (
        Feature::Fireworks,
        &[
            "firework",
            "new year's eve",
            "new years eve",
            "hogmanay",
            "silvester",
            "feuerwerk",
            "vuurwerk",
            "feux d'artifice",
            "fuegos artificiales",
            "fogos de artifício",
            "oujaarsaand",
        ],
    ),
    (
        Feature::Balloons,
        &["=balloons", "=balloon", "ballonne", "luftballons", "globos", "palloncini", "balões"],
    ),
    (
        Feature::RedCouch,
        &[
            "red couch",
            "red sofa",
            "red settee",
            "red velvet couch",
            "red velvet sofa",
            "red leather couch",
            "red leather sofa",
            "rooi bank",
            "rooi rusbank",
            "rotes sofa",
            "roten sofa",
            "canapé rouge",
            "sofá rojo",
            "sofá vermelho",
            "divano rosso",
            "rode bank",
        ],
    ),
];

const ACTIVITIES: &[Row<Activity>] = &[
    (
        Activity::Dancing,
        &["=dance", "=danced", "=dancing", "waltz", "=dans", "tanzen", "danser", "bailando"],
    ),
    (
        Activity::Cooking,
        &[
            "=cook", "cooking", "cooked", "baking", "baked", "=bake", "frying", "braai",
            "kneading", "kochen",
        ],
    ),
    (
        Activity::Eating,
        &["=eat", "=ate", "eating", "dinner", "lunch", "breakfast", "supper", "picnic", "=meal"],
    ),
    (Activity::Walking, &["=walk", "walked", "walking", "hiking", "hiked", "=hike", "stroll"]),
    (Activity::Singing, &["=sing", "singing", "=sang", "=sung", "=song", "guitar", "piano"]),
    (Activity::Fishing, &["fishing", "=fished", "visvang", "angeln"]),
    (Activity::Swimming, &["=swim", "swimming", "=swam", "paddling"]),
    (Activity::Reading, &["reading", "=read", "bedtime story"]),
    (Activity::Driving, &["driving", "=drove", "=drive", "road trip"]),
    (Activity::Gardening, &["gardening", "planting", "watering", "weeding", "pruning"]),
    (Activity::Praying, &["=pray", "praying", "prayed", "prayer", "=puja"]),
    (
        Activity::Celebrating,
        &[
            "birthday",
            "wedding",
            "celebrat",
            "graduation",
            "anniversary",
            "christmas",
            "diwali",
            "=eid",
        ],
    ),
    (Activity::Playing, &["=play", "playing", "played", "=game", "=games", "=cards", "chess"]),
    (Activity::Working, &["working", "=worked", "mending", "repairing", "sewing", "welding"]),
];

/// What is seen there.
pub(super) fn features(text: &str) -> Vec<Feature> {
    let flying = text.to_lowercase().replace('-', " ").contains("hot air balloon");
    let seen = all(text, FEATURES).into_iter();
    seen.filter(|feature| *feature != Feature::Balloons || !flying).take(MOST).collect()
}

/// What they do.
pub(super) fn activity(text: &str) -> Option<Activity> {
    first(text, ACTIVITIES)
}

/// Who is in it beside the person who tells, each once, in the order in which they are named. Who only
/// owns something, or is only said to be loved, is somebody where nobody else is named.
pub(super) fn people(text: &str) -> Vec<Relation> {
    let words = tokens(text);
    let language = recognition::code(text, &words);
    let (mut people, mut owners, mut vague) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < words.len() {
        let several = match words[at].low.as_str() {
            "parents" => &[Relation::Mother, Relation::Father][..],
            "grandparents" => &[Relation::Grandmother, Relation::Grandfather],
            _ => &[],
        };
        people.extend(several);
        let named = persons::named(&words, at, language);
        if let Some(named) = named
            && let Some(who) = relation(named.who)
        {
            let list = if named.owner {
                &mut owners
            } else if named.vague {
                &mut vague
            } else {
                &mut people
            };
            list.push(who);
        }
        at = named.map_or(at + 1, |named| named.to);
    }
    let lists = [people, vague, owners].into_iter();
    let mut told = Vec::new();
    for who in lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default() {
        if told.len() < MOST && !told.contains(&who) {
            told.push(who);
        }
    }
    told
}

/// The relation of one of the persons in `words/people.txt`.
fn relation(person: &str) -> Option<Relation> {
    Some(match person {
        "mother" | "stepmother" | "godmother" | "mother-in-law" => Relation::Mother,
        "father" | "stepfather" | "godfather" | "father-in-law" => Relation::Father,
        "grandmother" => Relation::Grandmother,
        "grandfather" => Relation::Grandfather,
        "wife" => Relation::Wife,
        "husband" => Relation::Husband,
        "spouse" | "fiance" | "girlfriend" | "boyfriend" | "lover" => Relation::Partner,
        "sister" | "stepsister" | "sister-in-law" => Relation::Sister,
        "brother" | "stepbrother" | "brother-in-law" | "twin" => Relation::Brother,
        "daughter" => Relation::Daughter,
        "son" => Relation::Son,
        "child" | "baby" => Relation::Child,
        "grandson" | "granddaughter" | "grandchild" => Relation::Grandchild,
        "aunt" => Relation::Aunt,
        "uncle" => Relation::Uncle,
        "cousin" => Relation::Cousin,
        "friend" => Relation::Friend,
        "dog" | "cat" => Relation::Pet,
        _ => return None,
    })
}

/// The language of the words; nothing where there are none.
pub(super) fn spoken(text: &str) -> Option<Language> {
    let words = tokens(text);
    (!words.is_empty()).then(|| match recognition::code(text, &words) {
        "af" => Language::Afrikaans,
        "zu" => Language::Zulu,
        "xh" => Language::Xhosa,
        "fr" => Language::French,
        "es" => Language::Spanish,
        "pt" => Language::Portuguese,
        "de" => Language::German,
        "it" => Language::Italian,
        "nl" => Language::Dutch,
        "hi" => Language::Hindi,
        "ar" => Language::Arabic,
        "ja" => Language::Japanese,
        "zh" => Language::Chinese,
        "pl" => Language::Polish,
        "tr" => Language::Turkish,
        "sw" => Language::Swahili,
        "sv" => Language::Swedish,
        "yo" => Language::Yoruba,
        "id" => Language::Indonesian,
        "ru" => Language::Russian,
        _ => Language::English,
    })
}

/// The first name on the map that is written as a name after a word of place: 'in Durban'.
pub(super) fn name(text: &str) -> Option<String> {
    let words = tokens(text);
    (1..words.len()).find_map(|at| {
        let led = words[at - 1].is(&["in", "at", "to", "near", "on", "outside"]);
        if !words[at].capital || words[at].after_break || !led {
            return None;
        }
        let length = longest(&LEXICON.gazetteer, &words, at)?;
        let last: &Token = &words[at + length - 1];
        Some(text[words[at].start..last.end].to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_what_is_said() {
        for (said, seen) in [
            ("Gran on her old red couch", &[Feature::RedCouch][..]),
            ("New Year's Eve on the roof", &[Feature::Fireworks]),
            ("roses on the table and candles everywhere", &[Feature::Flowers, Feature::Candles]),
            ("there were no candles, only us", &[]),
            ("floating in a hot-air balloon", &[]),
            ("flour on her hands, tea in the kitchen", &[]),
            ("fairy lights and balloons at the gate", &[Feature::Lights, Feature::Balloons]),
        ] {
            assert_eq!(features(said), seen, "{said}");
        }
    }

    #[test]
    fn people_deeds_names_and_languages_are_heard() {
        let told = "Fishing with my grandpa and two cousins at the dam in Durban";
        assert_eq!(people(told), [Relation::Grandfather, Relation::Cousin]);
        for (said, who) in [
            ("I would love to sit with my grandmother on her porch", &[Relation::Grandmother][..]),
            ("my love, my late husband, and I", &[Relation::Husband]),
            ("with the love of my life", &[Relation::Partner]),
            ("with Mom in my grandfather's garden", &[Relation::Mother]),
            ("in my grandfather's garden", &[Relation::Grandfather]),
            ("my girlfriend and my mom", &[Relation::Partner, Relation::Mother]),
            ("my parents dancing", &[Relation::Mother, Relation::Father]),
        ] {
            assert_eq!(people(said), who, "{said}");
        }
        assert_eq!(activity(told), Some(Activity::Fishing));
        assert_eq!(name(told).as_deref(), Some("Durban"));
        assert_eq!(name("in the durban of my mind"), None);
        for (said, code) in [
            ("Sitting with my mom", Some(Language::English)),
            ("Met oma op het strand, zandkastelen bouwen", Some(Language::Dutch)),
            ("Ek en my oupa op die plaas", Some(Language::Afrikaans)),
            ("Z babcią w ogrodzie, zbieramy porzeczki", Some(Language::Polish)),
            ("Бабушка и я на кухне", Some(Language::Russian)),
            ("", None),
        ] {
            assert_eq!(spoken(said), code, "{said}");
        }
    }
}
