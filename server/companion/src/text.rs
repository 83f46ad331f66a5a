//! What a person typed, made safe to repeat: no markup, no control or direction signs, no
//! pictures, and never longer than asked for.
//!
//! Always: a cut falls between words where it can and between graphemes where it must;
//! what is repeated holds no exclamation mark and no double quotation mark, so that it
//! can stand inside a quoted sentence of ours.

use unicode_segmentation::UnicodeSegmentation;

/// Characters that are read of one text.
const READ: usize = 12_000;
/// Longest grapheme that is kept, in characters: family emoji fit, stacked marks do not.
const LONGEST_GRAPHEME: usize = 16;

/// The text as it is read: tags and signs that steer a terminal or a line's direction are
/// gone, white space is single.
pub(super) fn clean(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().take(READ).peekable();
    let mut rest_of_tag: Option<String> = None;
    while let Some(sign) = chars.next() {
        if let Some(tag) = &mut rest_of_tag {
            if sign == '>' {
                rest_of_tag = None;
                plain.push(' ');
            } else if tag.chars().count() > 300 {
                plain.push_str(tag);
                plain.push(sign);
                rest_of_tag = None;
            } else {
                tag.push(sign);
            }
        } else if sign == '<' && chars.peek().is_some_and(|next| is_tag_start(*next)) {
            rest_of_tag = Some(" ".to_owned());
        } else {
            plain.push(sign);
        }
    }
    if let Some(tag) = rest_of_tag {
        plain.push_str(&tag);
    }
    let kept: String = plain
        .graphemes(true)
        .filter(|grapheme| grapheme.chars().nth(LONGEST_GRAPHEME).is_none())
        .flat_map(str::chars)
        .map(|sign| if is_steering(sign) { ' ' } else { sign })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Stands for a double quotation mark of the person until the text has its length.
const QUOTE: char = '\u{1}';

/// A person's words ready to stand inside a sentence of ours, at most `most` characters.
pub(super) fn quotable(text: &str, most: usize) -> String {
    let calm: String = text
        .graphemes(true)
        .filter(|grapheme| !grapheme.chars().any(is_picture))
        .flat_map(str::chars)
        .filter_map(|sign| match sign {
            '!' | '¡' | '！' | '<' | '>' | '*' | '#' | '_' | '{' | '}' | QUOTE => None,
            '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' => Some(QUOTE),
            other => Some(other),
        })
        .collect();
    let calm = calm.split_whitespace().collect::<Vec<_>>().join(" ");
    // Where a picture was taken out, the comma behind it moves up.
    let calm = calm.replace(" ,", ",").replace(" .", ".");
    let calm = closed(&cut(&one_stop(&calm), most));
    calm.trim_end_matches(|sign: char| {
        matches!(sign, '.' | ',' | ';' | ':' | '-') || sign.is_whitespace()
    })
    .trim_start_matches(|sign: char| {
        matches!(sign, '.' | ',' | ';' | ':' | '?') || sign.is_whitespace()
    })
    .to_owned()
}

/// With single quotation marks, of which none opens without closing.
fn closed(text: &str) -> String {
    let mut text = text.to_owned();
    if text.matches(QUOTE).count() % 2 == 1
        && let Some(at) = text.rfind(QUOTE)
    {
        text.remove(at);
    }
    text.replace(QUOTE, "'").trim().to_owned()
}

/// Full stops that follow one another or an ellipsis as one ellipsis.
fn one_stop(text: &str) -> String {
    let mut plain = String::new();
    let mut stops = String::new();
    for sign in text.chars().chain(['\n']) {
        if matches!(sign, '.' | '…') {
            stops.push(sign);
            continue;
        }
        if stops.chars().nth(1).is_some() {
            plain.push('…');
        } else {
            plain.push_str(&stops);
        }
        stops.clear();
        plain.push(sign);
    }
    plain.pop();
    plain
}

/// A sentence of ours, at most `most` characters, ended by '…' when something was left out: a
/// quotation in it is closed, and it ends with one stop.
pub(super) fn sentence(text: &str, most: usize) -> String {
    let text = one_stop(text);
    if text.chars().nth(most).is_none() {
        return text;
    }
    let mut short = cut(&text, most.saturating_sub(1));
    let open = [('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')]
        .into_iter()
        .find(|(opens, closes)| short.matches(*opens).count() > short.matches(*closes).count());
    short.extend(open.map(|(_, closes)| closes));
    short
}

/// At most `most` characters, ended by '…' when something was left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let mut kept = String::new();
    let mut length = 0;
    for grapheme in text.graphemes(true) {
        length += grapheme.chars().count();
        if length > room {
            break;
        }
        kept.push_str(grapheme);
    }
    // A word boundary in the last third, else the grapheme boundary we are at.
    let whole = text[kept.len()..].starts_with(' ');
    if let Some(space) = kept.rfind(' ')
        && space * 3 > kept.len() * 2
        && !whole
    {
        kept.truncate(space);
    }
    let ends = |sign: char| sign == '…' || !sign.is_alphanumeric() && sign.is_ascii();
    let end = kept.trim_end_matches(ends).len();
    kept.truncate(end);
    kept.push('…');
    kept
}

/// Whether a text holds anything to read or say: a letter or a digit.
pub(super) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// The first letter as a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn is_tag_start(sign: char) -> bool {
    sign.is_ascii_alphabetic() || matches!(sign, '/' | '!' | '?')
}

/// Control characters, signs of direction, invisible spaces and private characters.
fn is_steering(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffd}' | '\u{e000}'..='\u{f8ff}'
            | '\u{61c}' | '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{10ffff}')
}

/// Emoji and the signs that colour or join them.
pub(super) fn is_picture(sign: char) -> bool {
    matches!(sign, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{fe0f}' | '\u{20e3}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_signs_of_direction_are_left_out() {
        assert_eq!(clean("<b>My</b>\u{202e} dad\u{0} \n & <3 I"), "My dad & <3 I");
    }

    #[test]
    fn a_cut_falls_between_words_and_never_inside_a_grapheme() {
        assert_eq!(cut("walking with my father", 15), "walking with…");
        let family = "👨‍👩‍👧‍👦".repeat(10);
        let short = cut(&family, 20);
        assert!(short.chars().count() <= 20);
        assert!(short.trim_end_matches('…').graphemes(true).all(|one| one == "👨‍👩‍👧‍👦"));
    }

    #[test]
    fn what_is_repeated_is_calm() {
        assert_eq!(quotable("\"Dad!!! 😭😭 I love you!\"", 80), "'Dad I love you'");
    }

    #[test]
    fn what_is_repeated_is_cut_between_words_and_closes_what_it_opens() {
        for (said, most, shown) in [
            ("so long.. and then", 80, "so long… and then"),
            ("so long....", 80, "so long…"),
            ("he said \"come home and stay\"", 20, "he said come home…"),
            ("he said \"come\" and went home", 20, "he said 'come' and…"),
            ("walking home. Again and again", 16, "walking home…"),
            ("walking home again", 13, "walking home…"),
        ] {
            assert_eq!(quotable(said, most), shown, "{said}");
        }
    }

    #[test]
    fn a_sentence_that_is_cut_closes_its_quotation_and_ends_once() {
        for (said, most, shown) in [
            ("True to “my daughter who died last year”.", 34, "True to “my daughter who died…”"),
            ("Mögen „deine Worte hier“ bleiben.", 22, "Mögen „deine Worte…“"),
            ("Taking in what lasted so long….", 80, "Taking in what lasted so long…"),
            ("True to “it lasted so long…”.", 80, "True to “it lasted so long…”."),
            ("It ends..", 80, "It ends…"),
        ] {
            assert_eq!(sentence(said, most), shown, "{said}");
        }
    }
}
