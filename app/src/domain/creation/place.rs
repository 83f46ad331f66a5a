//! Where a memory is, as one line for people: the setting, and the person's own words for the place.

use super::shortened;

/// Words that begin a description of a place and have a capital only where they begin what was written.
const SMALL: [&str; 60] = [
    "the",
    "a",
    "an",
    "my",
    "our",
    "his",
    "her",
    "their",
    "your",
    "this",
    "that",
    "in",
    "on",
    "at",
    "by",
    "near",
    "under",
    "beside",
    "behind",
    "outside",
    "inside",
    "from",
    "next",
    "along",
    "between",
    "somewhere",
    "where",
    "im",
    "am",
    "auf",
    "bei",
    "der",
    "die",
    "das",
    "unser",
    "unsere",
    "mein",
    "meine",
    "dans",
    "sur",
    "chez",
    "au",
    "le",
    "la",
    "les",
    "notre",
    "ma",
    "mon",
    "en",
    "el",
    "mi",
    "nuestra",
    "na",
    "no",
    "em",
    "op",
    "het",
    "ons",
    "nella",
    "nel",
];

/// 'On the veranda by the sea, Durban': the setting and what the person called the place. Nothing where
/// neither is known. `name` is a name on the map, which keeps its capital.
pub fn place_line(setting: Option<&str>, said: Option<&str>, name: Option<&str>) -> Option<String> {
    let same =
        |said: &&str| setting.is_some_and(|setting| said.to_lowercase() == setting.to_lowercase());
    let ends = |sign: char| sign.is_whitespace() || ".,;:".contains(sign);
    let said = said.or(name).map(|said| said.trim_start().trim_end_matches(ends));
    let said = said.filter(|said| !said.is_empty() && !same(said));
    match (setting, said.map(shortened)) {
        (Some(setting), Some(said)) => Some(format!("{setting}, {}", inside_a_line(&said, name))),
        (Some(setting), None) => Some(setting.to_owned()),
        (None, said) => said,
    }
}

/// Without the capital that only began what was written.
fn inside_a_line(said: &str, name: Option<&str>) -> String {
    let low = said.to_lowercase();
    let first = low.split_whitespace().next().unwrap_or_default();
    let is_name = name.is_some_and(|name| low.starts_with(&name.to_lowercase()));
    let several = first.len() < low.len();
    let plain = SMALL.contains(&first) || several && first.len() > 5 && first.ends_with("ing");
    let mut signs = said.chars();
    match signs.next() {
        // In capitals throughout it is not only the beginning that has one.
        Some(begin) if plain && !is_name && !signs.as_str().starts_with(char::is_uppercase) => {
            begin.to_lowercase().chain(signs).collect()
        }
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_and_words_are_one_line() {
        for (setting, said, name, line) in [
            (
                Some("On the beach"),
                Some("Walking my dog at dusk"),
                None,
                Some("On the beach, walking my dog at dusk"),
            ),
            (
                Some("In the kitchen"),
                Some("Our old kitchen"),
                None,
                Some("In the kitchen, our old kitchen"),
            ),
            (
                Some("On the beach"),
                Some("Reading, by the pier"),
                Some("Reading"),
                Some("On the beach, Reading, by the pier"),
            ),
            (Some("In the street"), Some("La Paz"), Some("La Paz"), Some("In the street, La Paz")),
            (
                Some("In the garden"),
                Some("Grandma's garden"),
                None,
                Some("In the garden, Grandma's garden"),
            ),
            (Some("In the garden"), Some("in the Garden"), None, Some("In the garden")),
            (
                Some("On the veranda by the sea"),
                None,
                Some("Durban"),
                Some("On the veranda by the sea, Durban"),
            ),
            (Some("On the beach"), Some("A"), None, Some("On the beach, a")),
            (Some("On the beach"), Some("MY BEACH"), None, Some("On the beach, MY BEACH")),
            (None, Some("Walking my dog"), None, Some("Walking my dog")),
            (None, None, Some("Durban"), Some("Durban")),
            (None, Some(" "), None, None),
            (None, Some("Her kitchen.. "), None, Some("Her kitchen")),
            (Some("On the beach"), None, None, Some("On the beach")),
        ] {
            assert_eq!(place_line(setting, said, name).as_deref(), line, "{setting:?} {said:?}");
        }
        let long = "Walking with my dog ".repeat(20);
        let line = place_line(Some("On the beach"), Some(&long), None).expect("a line");
        assert!(line.starts_with("On the beach, walking") && line.ends_with("dog…"), "{line}");
        assert!(line.chars().count() < 100, "{line}");
    }
}
