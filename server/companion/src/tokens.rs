//! A text as words: each with its lower-case form, where it stands, and whether
//! punctuation came before it.
//!
//! Always: offsets point into the text that was given, at character boundaries, and only
//! the first [`MOST`] words are kept, so that every later step is bounded.

use super::lexicon::Words;

/// Words that are read of one text; far beyond what anyone types.
const MOST: usize = 900;

/// One word.
#[derive(Debug)]
pub(super) struct Token {
    /// Lower case, with straight apostrophes.
    pub low: String,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends in the text, in bytes.
    pub end: usize,
    /// Punctuation stands before it.
    pub after_break: bool,
    /// It begins a sentence, a line or the text.
    pub opens: bool,
    /// It begins with a capital letter.
    pub capital: bool,
}

impl Token {
    /// The owner in a possessive: `nana` for "Nana's"; nothing for "he's" and the like.
    pub fn owner(&self) -> Option<&str> {
        let base = self.low.strip_suffix("'s").or_else(|| {
            let plural = self.low.strip_suffix('\'')?;
            plural.ends_with('s').then_some(plural)
        })?;
        let contraction = ["he", "she", "it", "that", "what", "who", "there", "here", "let", "how"];
        (!contraction.contains(&base)).then_some(base)
    }

    /// The word without its possessive ending.
    pub fn base(&self) -> &str {
        self.owner().unwrap_or(&self.low)
    }

    /// Whether it belongs to a class of words.
    pub fn among(&self, class: &Words) -> bool {
        class.contains(self.low.as_str())
    }

    /// Whether it is one of the given words.
    pub fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.low.as_str())
    }
}

/// The words of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut gap = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let mut end = start + first.len_utf8();
        while let Some(&(at, next)) = rest.peek() {
            let joins =
                is_joint(next) && text[at + next.len_utf8()..].chars().next().is_some_and(is_word);
            let plural_owner = is_apostrophe(next) && text[start..at].ends_with('s');
            if !(is_word(next) || joins || plural_owner) {
                break;
            }
            end = at + next.len_utf8();
            rest.next();
        }
        let before = &text[gap..start];
        found.push(Token {
            low: lower(&text[start..end]),
            start,
            end,
            after_break: before.chars().any(|sign| !sign.is_whitespace()),
            opens: found.is_empty()
                || before.chars().any(|sign| matches!(sign, '.' | '!' | '?' | '\n' | ':' | '…')),
            capital: first.is_uppercase(),
        });
        gap = end;
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Whether capitals mark names in this text: not when everything is in capitals, and not
/// when even its small words carry one.
pub(super) fn capitals_mean_names(tokens: &[Token]) -> bool {
    const SMALL: [&str; 16] = [
        "the", "a", "my", "our", "in", "at", "on", "with", "and", "of", "me", "to", "her", "his",
        "by", "so",
    ];
    !tokens
        .iter()
        .any(|token| token.capital && !token.opens && !token.after_break && token.is(&SMALL))
}

fn lower(word: &str) -> String {
    word.chars()
        .map(|sign| if is_apostrophe(sign) { '\'' } else { sign })
        .flat_map(char::to_lowercase)
        .collect()
}

fn is_apostrophe(sign: char) -> bool {
    matches!(sign, '\'' | '\u{2019}' | '\u{2bc}' | '`')
}

fn is_joint(sign: char) -> bool {
    is_apostrophe(sign) || matches!(sign, '-' | '\u{2010}' | '\u{2011}' | '&')
}

/// Letters, digits, and the marks that belong to the letter before them.
fn is_word(sign: char) -> bool {
    sign.is_alphanumeric()
        || matches!(sign, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}'
            | '\u{200c}' | '\u{200d}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}
