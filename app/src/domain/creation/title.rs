//! What a memory is called: the beginning of the person's own words.

/// Longest title, in characters; one that is cut ends with `…` beyond them.
const TITLE_CHARS: usize = 80;

/// What a memory without words of its own is called.
const UNTITLED: &str = "Your memory";

/// What a memory is called in lists: the beginning of its name.
pub(super) fn title(name: Option<&str>) -> String {
    shortened(name.unwrap_or(UNTITLED))
}

/// The beginning of a memory's words, cut between words.
pub fn shortened(words: &str) -> String {
    if words.chars().count() <= TITLE_CHARS {
        return words.to_owned();
    }
    let mut text = String::new();
    for word in words.split_whitespace() {
        if text.chars().count() + word.chars().count() + 1 > TITLE_CHARS {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    if text.is_empty() {
        text = words.chars().take(TITLE_CHARS).collect();
    }
    let ends = |sign: char| sign.is_whitespace() || ".,;:!?-–—…".contains(sign);
    text.truncate(text.trim_end_matches(ends).len());
    text.push('…');
    text.extend(left_open(&text));
    text
}

/// The closing sign of a quotation that was cut.
fn left_open(text: &str) -> Option<char> {
    let count = |sign: char| text.matches(sign).count();
    let pairs = [('„', '“'), ('«', '»'), ('「', '」')];
    let paired = pairs.into_iter().find(|(opens, closes)| count(*opens) > count(*closes));
    let english = count('„') == 0 && count('“') > count('”');
    let straight = count('"') % 2 == 1;
    paired.map(|(_, closes)| closes).or(english.then_some('”')).or(straight.then_some('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::creation::Prompt;

    #[test]
    fn a_title_is_the_beginning_of_the_persons_words() {
        let title = |text: &str| title(Prompt::parse(text).words());
        assert_eq!(title("Tea with Nan Location: her kitchen"), "Tea with Nan");
        assert_eq!(title("A beautiful memory. Location: the sea"), UNTITLED);
        assert!(title(&"word ".repeat(50)).ends_with("word…"));
        for (said, end) in [
            (format!("{} long.. and then she went away", "so very ".repeat(9)), "so very long…"),
            (format!("{} “come back to us", "she said to us, ".repeat(5)), "to us…"),
            (format!("She said “{}”", "come home, ".repeat(9)), " come…”"),
            (format!("Sie sagte „{}“", "komm heim, ".repeat(9)), "heim…“"),
            (format!("She said \"{}\"", "come home, ".repeat(9)), " come…\""),
        ] {
            assert!(title(&said).ends_with(end), "{}", title(&said));
        }
        assert_eq!(title(&"é".repeat(200)).chars().count(), 81);
    }
}
