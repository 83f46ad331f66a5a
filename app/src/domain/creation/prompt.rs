//! What a memory is made from. The page sends words and place as one joined text; inside they are
//! two things.

use serde::{Deserialize, Serialize};

use evernear_rules::text::{DEFAULT_PROMPT, LOCATION_MARK, prompt_with_location};

/// A person's words, and the place where it is to be, where that is known apart from them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Empty where the person wrote nothing.
    words: String,
    place: Option<String>,
}

impl Prompt {
    /// From its parts, as [`Self::words`] and [`Self::place`] gave them; empty ones are none.
    pub fn new(words: String, place: Option<&str>) -> Self {
        Self { words, place: None }.at(place.unwrap_or_default())
    }

    /// Takes the joined text apart, at its first mark. [`DEFAULT_PROMPT`] stands for no words: it
    /// is never quoted as the person's.
    pub fn parse(text: &str) -> Self {
        let (words, place) = match text.split_once(LOCATION_MARK) {
            Some((words, place)) => (words, Some(place)),
            None => (text, None),
        };
        let words = Some(words.trim()).filter(|words| *words != DEFAULT_PROMPT);
        Self::new(words.unwrap_or_default().to_owned(), place)
    }

    /// The same at another place; a blank one is none.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        let place = Some(place.trim()).filter(|place| !place.is_empty());
        Self { place: place.map(str::to_owned), ..self }
    }

    /// What the person wrote; nothing where they wrote nothing.
    pub fn words(&self) -> Option<&str> {
        Some(self.words.as_str()).filter(|words| !words.is_empty())
    }

    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The place that a joined text adds to this prompt, where it begins with it, or with its words
    /// alone.
    pub fn place_added<'a>(&self, text: &'a str) -> Option<&'a str> {
        let begins = |at: usize| Self::parse(&text[..at]);
        let mut marks = text.match_indices(LOCATION_MARK);
        let whole = marks.clone().find(|(at, _)| begins(*at) == *self);
        let (at, mark) = whole.or_else(|| marks.find(|(at, _)| begins(*at).words == self.words))?;
        Some(text[at + mark.len()..].trim())
    }

    /// The joined text, which is never empty.
    pub fn joined(&self) -> String {
        let words = self.words().unwrap_or(DEFAULT_PROMPT);
        self.place().map_or_else(|| words.to_owned(), |place| prompt_with_location(words, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_joined_text_is_taken_apart_at_its_first_mark() {
        for (text, words, place) in [
            ("Tea with Nan", Some("Tea with Nan"), None),
            (" Tea with Nan  Location:  her kitchen\n", Some("Tea with Nan"), Some("her kitchen")),
            ("Tea Location: here Location: there", Some("Tea"), Some("here Location: there")),
            ("Tea Location: ", Some("Tea"), None),
            (" Location: the sea", None, Some("the sea")),
            ("", None, None),
            (DEFAULT_PROMPT, None, None),
            ("A beautiful memory. Location: the sea", None, Some("the sea")),
        ] {
            let prompt = Prompt::parse(text);
            assert_eq!((prompt.words(), prompt.place()), (words, place), "{text:?}");
            assert_eq!(Prompt::parse(&prompt.joined()), prompt, "{text:?}");
        }
        assert_eq!(Prompt::default().joined(), DEFAULT_PROMPT);
    }

    #[test]
    fn a_joined_text_adds_a_place_to_the_prompt_that_it_begins_with() {
        let prompt = Prompt::parse("Tea with Nan");
        let added = |text| prompt.place_added(text);
        assert_eq!(added(" Tea with Nan Location:  her kitchen "), Some("her kitchen"));
        assert_eq!(added("Tea with Nan Location: a Location: b"), Some("a Location: b"));
        assert_eq!(added("Tea with Nan"), None);
        assert_eq!(added("Coffee with Nan Location: her kitchen"), None);
        let prompt = Prompt::parse("Tea Location:  here");
        assert_eq!(prompt.place_added("Tea Location:  here Location: there"), Some("there"));
        assert_eq!(prompt.place_added("Tea Location: there"), Some("there"));
    }

    #[test]
    fn another_place_takes_the_place_of_the_one_there_was() {
        let prompt = Prompt::parse("Tea with Nan Location: her kitchen").at(" the pier ");
        assert_eq!(prompt.joined(), "Tea with Nan Location: the pier");
        assert_eq!(prompt.at(" ").joined(), "Tea with Nan");
    }
}
