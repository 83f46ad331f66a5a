//! Text as people write it, made safe to show: nothing unseen, one line where it must be one.

use evernear_rules::text::{cleaned_text, is_unseen};

/// Persian names are written with it, so it may stay where no name must be unique.
const NON_JOINER: char = '\u{200c}';

/// Without control characters and without signs that show nothing or turn the writing
/// direction of what follows (a name with one would turn the rest of its row around).
pub fn seen(text: &str) -> String {
    let kept = |sign: &char| !is_unseen(*sign) || sign.is_whitespace() || *sign == NON_JOINER;
    cleaned_text(text).chars().filter(kept).collect::<String>().trim().to_owned()
}

/// The same as one line: every break is a space.
pub fn one_line(text: &str) -> String {
    seen(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// With a capital, as it stands by itself.
pub fn capital(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_breaks_and_nothing_unseen() {
        assert_eq!(one_line(" Nana\r\n\u{202e}Bcc:\u{0}\u{2028}x "), "Nana Bcc: x");
        assert_eq!(one_line("\u{200b}\u{3164} \n"), "");
        assert_eq!(one_line("علی\u{200c}رضا"), "علی\u{200c}رضا");
    }
}
