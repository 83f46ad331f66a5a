//! The lists beside this file as patterns over words.
//!
//! A line is a phrase. In it, `a|b` is either word, `a?` may be missing, and `*` stands
//! for up to two words. Lines in scripts that do not set words apart are looked for inside
//! the text. `#` begins a comment.
//!
//! Always: a match is a range of words; no pattern looks further than its own length.

use super::spelling;

/// A text in one spelling.
pub(super) struct Text {
    pub words: Vec<String>,
    joined: String,
}

impl Text {
    pub fn new(text: &str) -> Self {
        let words = spelling::words(text);
        let joined = words.join(" ");
        Self { words, joined }
    }
}

/// One list.
pub(super) struct Patterns {
    phrases: Vec<Vec<Part>>,
    inside: Vec<String>,
}

enum Part {
    /// One of these words.
    Word(Vec<String>),
    /// One of these words, or nothing.
    Maybe(Vec<String>),
    /// Up to two words.
    Gap,
}

impl Patterns {
    /// Reads a list.
    pub fn read(list: &str) -> Self {
        let mut patterns = Self { phrases: Vec::new(), inside: Vec::new() };
        for line in list.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            if line.chars().all(|sign| sign.is_ascii() || spelling::sets_words_apart(sign)) {
                patterns.phrases.push(line.split_whitespace().map(Part::read).collect());
            } else {
                patterns.inside.push(spelling::words(line).join(" "));
            }
        }
        patterns
    }

    /// Where phrases of the list stand, as ranges of words.
    pub fn ranges<'a>(&'a self, text: &'a Text) -> impl Iterator<Item = (usize, usize)> + 'a {
        let starts = 0..text.words.len();
        starts.flat_map(move |at| {
            let here = self.phrases.iter().filter_map(move |parts| end_of(parts, &text.words, at));
            here.map(move |end| (at, end))
        })
    }

    /// Whether a phrase of the list stands in the text.
    pub fn stand_in(&self, text: &Text) -> bool {
        self.inside.iter().any(|phrase| text.joined.contains(phrase.as_str()))
            || self.ranges(text).next().is_some()
    }

    /// Which words belong to phrases of the list.
    pub fn cover(&self, text: &Text) -> Vec<bool> {
        let mut covered = vec![false; text.words.len()];
        for (from, to) in self.ranges(text) {
            covered[from..to].fill(true);
        }
        covered
    }

    /// Whether a phrase of the list stands in the text outside of the harmless ones.
    pub fn stand_outside(&self, harmless: &Self, text: &Text) -> bool {
        let covered = harmless.cover(text);
        if self.ranges(text).any(|(from, to)| !covered[from..to].contains(&true)) {
            return true;
        }
        let open = harmless
            .inside
            .iter()
            .fold(text.joined.clone(), |open, phrase| open.replace(phrase.as_str(), " "));
        self.inside.iter().any(|phrase| open.contains(phrase.as_str()))
    }
}

impl Part {
    fn read(word: &str) -> Self {
        if word == "*" {
            return Self::Gap;
        }
        let maybe = word.strip_suffix('?');
        let forms =
            maybe.unwrap_or(word).split('|').map(|form| spelling::words(form).concat()).collect();
        if maybe.is_some() { Self::Maybe(forms) } else { Self::Word(forms) }
    }
}

/// Where a phrase that begins at `at` ends; nothing when it does not stand there.
fn end_of(parts: &[Part], words: &[String], at: usize) -> Option<usize> {
    let Some((first, rest)) = parts.split_first() else {
        return Some(at);
    };
    let is = |forms: &[String]| words.get(at).is_some_and(|word| forms.contains(word));
    match first {
        Part::Word(forms) => is(forms).then(|| end_of(rest, words, at + 1)).flatten(),
        Part::Maybe(forms) => is(forms)
            .then(|| end_of(rest, words, at + 1))
            .flatten()
            .or_else(|| end_of(rest, words, at)),
        Part::Gap => (0..=2).find_map(|skip| end_of(rest, words, at + skip)),
    }
}
