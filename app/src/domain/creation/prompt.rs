//! What a memory is made from. Outside, the specification's text joins words and place; inside
//! they are two things.

use evernear_rules::text::{DEFAULT_PROMPT, LOCATION_MARK, prompt_with_location};

/// A person's words, and the place where it is to be, where that is known apart from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// Empty where the person wrote nothing.
    words: String,
    place: Option<String>,
}

impl Prompt {
    /// Takes the joined text apart, at its first mark. [`DEFAULT_PROMPT`] stands for no words: it
    /// is never quoted as the person's.
    pub fn parse(text: &str) -> Self {
        let (words, place) = match text.split_once(LOCATION_MARK) {
            Some((words, place)) => (words, Some(place)),
            None => (text, None),
        };
        let words = Some(words.trim()).filter(|words| *words != DEFAULT_PROMPT);
        Self { words: words.unwrap_or_default().to_owned(), place: None }.at(place.unwrap_or(""))
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
    fn another_place_takes_the_place_of_the_one_there_was() {
        let prompt = Prompt::parse("Tea with Nan Location: her kitchen").at(" the pier ");
        assert_eq!(prompt.joined(), "Tea with Nan Location: the pier");
        assert_eq!(prompt.at(" ").joined(), "Tea with Nan");
    }
}
