//! Which of a person's words become a caption.
//!
//! What always holds: a caption is a sentence, or the first part of one, as the person wrote it, and
//! speaks of the memory, never to us.

use super::words::{is_dense, plain};

/// How much of what was written is looked at, in letters.
const READ: usize = 2000;

/// How long a caption may be, in letters; a letter of those scripts that write a word in one or two
/// letters counts twice.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=64;

/// How people begin when they speak to us and not of their memory; such words are no caption.
const ASKING: [&str; 70] = [
    "i want",
    "i would",
    "i'd",
    "i wish",
    "i need",
    "we want",
    "can ",
    "could",
    "would",
    "please",
    "make",
    "create",
    "generate",
    "show",
    "draw",
    "give",
    "picture",
    "a picture",
    "photo",
    "a photo",
    "video",
    "a video",
    "hi",
    "hello",
    "ich möchte",
    "ich will",
    "ich wünsche",
    "bitte",
    "mach ",
    "zeig",
    "zeige",
    "je veux",
    "je voudrais",
    "j'aimerais",
    "s'il ",
    "fais ",
    "montre",
    "montrez",
    "quiero",
    "quisiera",
    "me gustaría",
    "por favor",
    "haz ",
    "muestra",
    "muéstrame",
    "crea",
    "crear",
    "quero",
    "gostaria",
    "faça",
    "vorrei",
    "voglio",
    "per favore",
    "ek wil",
    "ek sou",
    "asseblief",
    "ik wil",
    "ik zou",
    "maak ",
    "ngicela",
    "ngifuna",
    "أريد",
    "أود",
    "من فضلك",
    "मैं चाहत",
    "मुझे चाहिए",
    "कृपया",
    "我想",
    "请",
    "хочу",
];

/// The same in languages that say at the end that they ask.
const ASKED: [&str; 6] = ["ください", "下さい", "欲しい", "ほしい", "たいです", "चाहिए"];

/// A caption in the person's own words: the first sentence of what they wrote, or its first part,
/// when that is short enough and speaks of the memory; otherwise none.
pub fn excerpt(prompt: &str) -> Option<String> {
    let read = prompt.char_indices().nth(READ).map_or(prompt, |(end, _)| &prompt[..end]);
    let sentence = read.split(ends_sentence).find_map(plain)?;
    let fits = |part: &&str| LENGTHS.contains(&length(part));
    let words = [Some(&sentence[..]), sentence.split(ends_part).next().map(str::trim)];
    let words = words.into_iter().flatten().find(fits)?.trim_end_matches([',', ':', '-', ' ']);
    let lower = words.to_lowercase();
    let asking = ASKING.iter().any(|start| begins_with(&lower, start))
        || ASKED.iter().any(|end| lower.ends_with(end));
    let private = words.contains('@') || lower.contains("http") || lower.contains("www");
    // One word is a name or a place, and says too little.
    let several = words.contains([' ', '\u{1361}']) || words.chars().any(is_dense);
    if asking || private || !several {
        return None;
    }
    let mut letters = words.chars();
    let first = letters.next()?;
    Some(capital(first).into_iter().chain(letters).collect())
}

/// Whether a text begins with these words and not with a longer one: 'hi', but not 'hiking'. Scripts without
/// spaces, and those whose words change at their ends, are compared as they are.
fn begins_with(text: &str, words: &str) -> bool {
    let latin = |c: char| c.is_alphabetic() && c < '\u{0250}';
    text.strip_prefix(words)
        .is_some_and(|rest| !(words.ends_with(latin) && rest.starts_with(latin)))
}

fn ends_sentence(c: char) -> bool {
    let others = "\u{2026}\u{3002}\u{FF01}\u{FF1F}\u{061F}\u{06D4}\u{0964}\u{0965}\u{1362}\u{1367}";
    matches!(c, '.' | '!' | '?' | ';' | '\n' | '\r') || others.contains(c)
}

fn ends_part(c: char) -> bool {
    matches!(c, ',' | '\u{060C}' | '\u{3001}' | '\u{FF0C}' | '\u{1363}')
}

fn length(words: &str) -> usize {
    words.chars().map(|c| if is_dense(c) { 2 } else { 1 }).sum()
}

/// The letter that begins a sentence; itself in scripts without capitals, of which Georgian has some
/// that stand in headings only.
fn capital(c: char) -> Vec<char> {
    if matches!(c, '\u{10D0}'..='\u{10FF}') { vec![c] } else { c.to_uppercase().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_is_the_first_thing_said_of_the_memory() {
        for (said, shown) in [
            ("walking on the beach with my dad", Some("Walking on the beach with my dad")),
            ("Our last summer. I miss her so much!", Some("Our last summer")),
            (
                "Dad and me at the lake, fishing all day long until the sun went down behind the hills",
                Some("Dad and me at the lake"),
            ),
            ("Hiking with my brother", Some("Hiking with my brother")),
            ("His last summer at the lake", Some("His last summer at the lake")),
            ("Drawing with my daughter", Some("Drawing with my daughter")),
            ("Hi, a film of my brother and me", None),
            ("Please make a video of me and Grandma", None),
            ("I want to sit with my mother again", None),
            ("beach", None),
            ("write to me at me@example.org", None),
            ("", None),
            ("   \n ", None),
        ] {
            assert_eq!(excerpt(said).as_deref(), shown, "{said}");
        }
        assert_eq!(excerpt(&"long ".repeat(40)), None);
    }

    #[test]
    fn other_languages_end_sentences_and_ask_in_their_own_way() {
        for (said, shown) in [
            ("прогулка с дедушкой у моря. Скучаю", Some("Прогулка с дедушкой у моря")),
            (
                "مع أبي على الشاطئ، في صيف ١٩٨٧ قبل أن يرحل عنا جميعا بوقت طويل جدا",
                Some("مع أبي على الشاطئ"),
            ),
            ("माँ के साथ नदी किनारे। बहुत याद आती है", Some("माँ के साथ नदी किनारे")),
            ("おばあちゃんと海へ。楽しかった", Some("おばあちゃんと海へ")),
            ("和爸爸在海边散步", Some("和爸爸在海边散步")),
            ("እናቴ ጋር በቤታችን። ናፈቀችኝ", Some("እናቴ ጋር በቤታችን")),
            ("أريد صورة مع أمي", None),
            ("おばあちゃんの写真を作ってください", None),
            ("ich möchte ein Bild mit Oma", None),
            ("海", None),
            ("mit Opa am See ❤️🌊", Some("Mit Opa am See")),
            ("🌊🌊🌊 🌊🌊🌊", None),
        ] {
            assert_eq!(excerpt(said).as_deref(), shown, "{said}");
        }
    }
}
