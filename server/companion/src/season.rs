//! The time of year that people's words tell.
//!
//! A season that is named counts first; snow tells of winter. A month or a feast tells one only beside a
//! sign of it: Christmas is in summer in Cape Town, and in winter in Oslo or by the fire. Keys are read as
//! in [`moment`]; places stand in `words/southern.txt` and `words/northern.txt`.

use evernear_rules::story::Season;

use super::{
    lexicon::{LEXICON, Words, longest},
    moment::{self, Row, all, first},
    recognition,
    tokens::tokens,
};

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
    (Season::Winter, &["winter", "wintry", "=frost", "frosty", "snowman"]),
];

/// The season of a time of year in the north.
const CALENDAR: &[Row<Season>] = &[
    (
        Season::Winter,
        &[
            "christmas",
            "xmas",
            "new year",
            "december",
            "january",
            "february",
            "kersfees",
            "weihnacht",
            "kerstmis",
            "noël",
            "navidad",
            "ukhisimusi",
            "hogmanay",
            "silvester",
            "oujaar",
        ],
    ),
    (
        Season::Summer,
        &[
            "=july",
            "=august",
            "in june",
            "one june",
            "last june",
            "every june",
            "that june",
            "of june",
            "june day",
            "june evening",
            "june morning",
            "june afternoon",
            "june holidays",
        ],
    ),
];

/// What it is like there.
const SIGNS: &[Row<Season>] = &[
    (
        Season::Winter,
        &[
            "=cold",
            "freezing",
            "frozen",
            "=icy",
            "=ice",
            "=chilly",
            "=fire",
            "fireplace",
            "fireside",
            "hearth",
            "mittens",
            "gloves",
            "scarf",
            "scarves",
            "sleigh",
            "sledge",
            "toboggan",
            "skiing",
            "mulled wine",
            "hot chocolate",
            "woolly",
        ],
    ),
    (
        Season::Summer,
        &[
            "=heat",
            "hot day",
            "hot afternoon",
            "hot sun",
            "hot sand",
            "sunburn",
            "sweltering",
            "swim",
            "=pool",
            "barefoot",
            "sunscreen",
            "sandcastle",
            "ice cream",
            "surfing",
        ],
    ),
];

/// The season of a memory; what was answered to the question for the place outdoes the words before.
pub(super) fn season(words: &str, place: &str) -> Option<Season> {
    let both = format!("{words}\n{place}");
    first(place, SEASONS)
        .or_else(|| first(words, SEASONS))
        .or_else(|| moment::snows(&both).then_some(Season::Winter))
        .or_else(|| by_calendar(&both))
}

/// The season of a month or a feast, where something tells on which side of the equator it is or what
/// it is like.
fn by_calendar(text: &str) -> Option<Season> {
    let northern = first(text, CALENDAR)?;
    let southern = match northern {
        Season::Winter => Season::Summer,
        _ => Season::Winter,
    };
    let mut signs = all(text, SIGNS);
    // Ice cream, or a pool by the fire: both together tell nothing.
    if signs.len() > 1 {
        signs.clear();
    }
    let sign = signs.first().copied();
    match is_southern(text) {
        // A fire at Christmas is for cooking there.
        Some(true) if southern == Season::Summer => Some(southern),
        Some(is_southern) => {
            let there = if is_southern { southern } else { northern };
            sign.is_none_or(|sign| sign == there).then_some(there)
        }
        None => sign.filter(|sign| *sign == northern || northern == Season::Summer),
    }
}

/// Whether it is in the south; nothing where the words do not tell.
fn is_southern(text: &str) -> Option<bool> {
    let words = tokens(text);
    let names = |list: &Words| (0..words.len()).any(|at| longest(list, &words, at).is_some());
    if names(&LEXICON.southern) {
        return Some(true);
    }
    if names(&LEXICON.northern) {
        return Some(false);
    }
    matches!(recognition::code(text, &words), "af" | "zu" | "xh").then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_season_is_heard() {
        for (said, expected) in [
            ("our last summer", Some(Season::Summer)),
            ("Summers at Nana's", Some(Season::Summer)),
            ("apple blossoms", Some(Season::Spring)),
            ("by the hot springs", None),
            ("an autumnal wood", Some(Season::Autumn)),
            ("walking in the fall", Some(Season::Autumn)),
            ("she did not fall", None),
            ("a wintry walk", Some(Season::Winter)),
        ] {
            assert_eq!(season(said, ""), expected, "{said}");
        }
    }

    #[test]
    fn snow_tells_of_winter_unless_another_season_is_told() {
        for (said, expected) in [
            ("a walk through a snowy forest", Some(Season::Winter)),
            ("building a snowman", Some(Season::Winter)),
            ("late snow in the spring", Some(Season::Spring)),
            ("there was no snow", None),
        ] {
            assert_eq!(season(said, ""), expected, "{said}");
        }
        assert_eq!(season("walking with Dad", "in the snow"), Some(Season::Winter));
    }

    #[test]
    fn a_feast_or_a_month_tells_a_season_beside_a_sign_of_it() {
        for (said, expected) in [
            ("Beach in Cape Town at Christmas", Some(Season::Summer)),
            ("Christmas with my gran", None),
            ("New Year's Eve on the roof", None),
            ("one December evening", None),
            ("Christmas by the fire with my gran", Some(Season::Winter)),
            ("a cold Christmas morning", Some(Season::Winter)),
            ("Christmas in the snow", Some(Season::Winter)),
            ("Christmas in London", Some(Season::Winter)),
            ("December in New York with Dad", Some(Season::Winter)),
            ("a braai around the fire at Christmas", Some(Season::Summer)),
            ("swimming in the pool at Christmas", None),
            ("Sydney at New Year", Some(Season::Summer)),
            ("Kersfees met my ouma op die plaas", Some(Season::Summer)),
            ("Durban in July", Some(Season::Winter)),
            ("Paris in July", Some(Season::Summer)),
            ("in August with my dad", None),
            ("a hot day in July", Some(Season::Summer)),
            ("a cold night in July by the fire", Some(Season::Winter)),
            ("June holidays in Johannesburg", Some(Season::Winter)),
            ("Aunt June in Johannesburg", None),
        ] {
            assert_eq!(season(said, ""), expected, "{said}");
        }
        assert_eq!(season("Christmas with Nan", "the beach in Durban"), Some(Season::Summer));
    }
}
