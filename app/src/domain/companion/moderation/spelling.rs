//! One spelling for what is written in many: lower case, without accents, apostrophes and
//! disguises ('s.e.x', 'n4ked', 'nuuude', 'f*ck').
//!
//! Always: words in the order of the text; the lists go through the same door, so that
//! they may be written naturally. To see through one more disguise: a line in [`words`].

/// The words of a text in that spelling.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut signs = text.chars().flat_map(char::to_lowercase).peekable();
    let mut last = ' ';
    while let Some(sign) = signs.next() {
        let within = last.is_alphabetic() && signs.peek().is_some_and(|next| next.is_alphabetic());
        match sign {
            '\'' | '\u{2019}' | '\u{2bc}' | '`' | '\u{ad}' => {}
            sign if is_mark(sign) => {}
            '@' | '4' if within => word.push('a'),
            '$' | '5' if within => word.push('s'),
            '0' if within => word.push('o'),
            '3' if within => word.push('e'),
            '1' if within => word.push('i'),
            '*' | '#' if within => word.push(hidden_vowel(last)),
            sign if sign.is_alphanumeric() || matches!(sign, '\u{900}'..='\u{97f}') => {
                word.push(plain(sign));
            }
            _ => words.push(std::mem::take(&mut word)),
        }
        last = sign;
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    joined(&words)
}

/// Whether a script sets words apart and does not glue small words on.
pub(super) fn sets_words_apart(sign: char) -> bool {
    !matches!(sign, '\u{600}'..='\u{6ff}' | '\u{900}'..='\u{97f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

/// Signs that are not seen, or that a writer may leave out.
fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{64b}'..='\u{65f}')
}

/// What stands behind the star in 'f*ck', 's*x', 'd*ck', 'p*rn', 'n*ked'.
fn hidden_vowel(before: char) -> char {
    match before {
        'f' | 'c' => 'u',
        's' => 'e',
        'd' | 't' => 'i',
        'p' => 'o',
        _ => 'a',
    }
}

/// A letter without its accent.
fn plain(sign: char) -> char {
    match sign {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'أ' | 'إ' | 'آ' => 'ا',
        'ى' => 'ي',
        other => other,
    }
}

/// Joins 's e x' and 'my self', and shortens 'nuuude'.
fn joined(words: &[String]) -> Vec<String> {
    let single =
        |word: &&String| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let mut joined: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let run = words[at..].iter().take_while(single).count();
        if run >= 3 {
            joined.push(words[at..at + run].concat());
            at += run;
        } else if words[at] == "self" && joined.last().is_some_and(|last| last == "my") {
            joined.pop();
            joined.push("myself".to_owned());
            at += 1;
        } else {
            joined.push(shortened(&words[at]));
            at += 1;
        }
    }
    joined
}

/// Three or more of the same letter become one.
fn shortened(word: &str) -> String {
    let mut short = String::new();
    let mut rest = word;
    while let Some(sign) = rest.chars().next() {
        let tail = rest.trim_start_matches(sign);
        let run = rest.len() - tail.len();
        let kept = if sign.is_ascii_alphabetic() && run >= 3 { 1 } else { run };
        short.push_str(&rest[..kept]);
        rest = tail;
    }
    short
}
