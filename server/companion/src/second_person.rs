//! A person's own words, turned towards them: 'my dad and I' becomes 'your dad and you'.
//!
//! Always: only words of the first person and the verbs that go with 'I' change;
//! everything else stays as it was written. Words that already say 'you' cannot be
//! turned (is it us they speak to, or the one they miss?), so then there is no answer.

use super::tokens::{Token, tokens};

/// The words turned, or nothing when they speak to somebody.
pub(super) fn turn(text: &str) -> Option<String> {
    let words = tokens(text);
    let speaks_to_someone = [
        "you", "your", "yours", "you're", "you've", "you'd", "you'll", "yourself", "u", "ur", "ya",
    ];
    if words.iter().any(|word| word.is(&speaks_to_someone)) {
        return None;
    }
    let mut turned = String::new();
    let mut written = 0;
    let mut after_i = false;
    for word in &words {
        let new = turned_word(word, after_i);
        turned.push_str(&text[written..word.start]);
        match new {
            Some(new) if word.capital && !word.low.starts_with('i') => {
                turned.push_str(&super::text::capitalised(new));
            }
            Some(new) => turned.push_str(new),
            None => turned.push_str(&text[word.start..word.end]),
        }
        written = word.end;
        after_i = word.low == "i";
    }
    turned.push_str(&text[written..]);
    Some(turned)
}

fn turned_word(word: &Token, after_i: bool) -> Option<&'static str> {
    Some(match word.low.as_str() {
        "i" | "me" | "we" | "us" => "you",
        "i'm" | "we're" | "im" => "you're",
        "i've" | "we've" => "you've",
        "i'd" | "we'd" => "you'd",
        "i'll" | "we'll" => "you'll",
        "my" | "our" => "your",
        "mine" | "ours" => "yours",
        "myself" => "yourself",
        "ourselves" => "yourselves",
        "am" if after_i => "are",
        "was" if after_i => "were",
        "wasn't" if after_i => "weren't",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn the_first_person_becomes_the_second() {
        for (said, turned) in [
            ("dancing with my mom in our old kitchen", "dancing with your mom in your old kitchen"),
            ("My dad and I", "Your dad and you"),
            ("when we were little and I was shy", "when you were little and you were shy"),
            ("I'm holding her hand in mine", "you're holding her hand in yours"),
            ("a game of ours by ourselves", "a game of yours by yourselves"),
            ("home in August, tim and imelda", "home in August, tim and imelda"),
        ] {
            assert_eq!(turn(said).as_deref(), Some(turned));
        }
    }

    #[test]
    fn words_to_somebody_are_not_turned() {
        assert_eq!(turn("I miss you so much"), None);
    }
}
