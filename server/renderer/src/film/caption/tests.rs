//! What captions look like in every script, and what they withstand.

use super::typeset::{Line, Typesetter};
use super::*;
use crate::paint::noise::Dice;

const FRAME: Frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };
const WIDE: Frame = Frame { w: 1280.0, h: 720.0, ..FRAME };

/// Words of every script that can be set.
const FINE: [&str; 22] = [
    "Always with us",
    "Für Großmutter, café at José’s – 1987",
    "¡Qué día!",
    "Ngũgĩ na mama",
    "Tiếng ru của mẹ",
    "Jose\u{301} a Zoe\u{308} u babicˇky",
    "прогулка с дедушкой у моря",
    "Бабусина хата, їжак і ґанок",
    "Με τη γιαγιά στη θάλασσα",
    "مع أبي على الشاطئ",
    "في صيف ١٩٨٧ مع أبي في Muizenberg عام 1987",
    "کنار دریا با مادربزرگ می\u{200C}خندیدیم",
    "اپنی ماں کے ساتھ گھر میں",
    "עם סבתא על החוף",
    "שָׁלוֹם סַבְתָּא",
    "माँ के साथ नदी किनारे",
    "दादाजी की स्मृतियाँ, १९८७",
    "እናቴ ጋር በቤታችን፣ በጎንደር",
    "和爸爸在海边散步",
    "おばあちゃんと海へ行った夏",
    "할머니와 바닷가에서",
    "Dad and אבא at the sea",
];

/// A text in which each word is longer than a line is high.
const LONG: &str = "Dad and me at the lake that we both loved so much then";

fn line(words: &str) -> Line {
    Typesetter::new(words).and_then(|setter| setter.line(words)).expect("words of a known script")
}

fn ids(words: &str) -> Vec<u32> {
    line(words).glyphs.iter().map(|glyph| glyph.id.to_u32()).collect()
}

fn pixels(words: &str) -> Vec<u8> {
    layer(words, FRAME, Edge::Foot).expect("a caption").sheet.planes[0].clone()
}

#[test]
fn words_are_set_whole_or_not_at_all() {
    for fine in FINE {
        assert!(layer(fine, FRAME, Edge::Foot).is_some(), "{fine}");
        assert!(line(fine).glyphs.iter().all(|glyph| glyph.id.to_u32() != 0), "{fine}");
    }
    for unknown in [
        "ภาษาไทย",
        "With Dad ภาษา",
        "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ",
        "a \u{E000} b",
        "𒀀𒀁 𒀂",
        "媽媽與囍龘",
        "",
        " \u{200F} ",
    ] {
        assert!(layer(unknown, FRAME, Edge::Foot).is_none(), "{unknown}");
    }
}

#[test]
fn accents_are_the_same_however_they_are_written() {
    for (composed, apart) in [
        ("Für José", "Fu\u{308}r Jose\u{301}"),
        ("Tiếng mẹ", "Tie\u{302}\u{301}ng me\u{323}"),
        ("мой ёж", "мои\u{306} е\u{308}ж"),
        ("Μαμά ΐ", "Μαμα\u{301} ι\u{308}\u{301}"),
        ("할머니", "\u{1112}\u{1161}\u{11AF}\u{1106}\u{1165}\u{1102}\u{1175}"),
    ] {
        assert_eq!(pixels(composed), pixels(apart), "{composed}");
    }
}

#[test]
fn letters_stand_in_the_order_in_which_they_are_read() {
    let (alef, bet) = (ids("א")[0], ids("ב")[0]);
    assert_eq!(ids("אב"), [bet, alef]);
    // Digits and names inside run from left to right, the line as a whole from right to left.
    let [one, two] = ids("12")[..] else { panic!("two digits") };
    let space = ids("א ב")[1];
    assert_eq!(ids("אב 12"), [one, two, space, bet, alef]);
    let mixed = ids("אב Ab");
    assert_eq!((mixed.first(), mixed.last()), (ids("A").first(), Some(&alef)));
    // A line that begins with a name is still one of a text in Hebrew.
    let setter = Typesetter::new("אב Ab").expect("known letters");
    let second: Vec<u32> =
        setter.line("Ab אב").expect("known letters").glyphs.iter().map(|g| g.id.to_u32()).collect();
    assert_eq!((second[0], second.last()), (bet, ids("b").last()));
    // Marks of direction change nothing.
    assert_eq!(pixels("עם \u{202D}סבתא\u{202C} על"), pixels("עם סבתא על"));
    assert_eq!(pixels("with \u{202E}Grandma"), pixels("with Grandma"));
}

#[test]
fn arabic_letters_join() {
    let (alone, joined) = (ids("ب")[0], ids("ببب"));
    assert_eq!(joined.iter().filter(|id| **id == alone).count(), 0, "{joined:?}");
    assert!((line("ببب").width - 3.0 * line("ب").width).abs() > 0.01);
    // The joiner keeps letters apart, and that is seen.
    assert_ne!(pixels("ببب ب"), pixels("ب\u{200C}ب\u{200C}ب ب"));
    let parts = [ids("ل")[0], ids("ا")[0]];
    assert!(ids("لا").iter().all(|id| !parts.contains(id)), "lam and alef have a form of their own");
}

#[test]
fn letters_of_devanagari_combine_and_change_places() {
    let ka = ids("क")[0];
    // The vowel i is written before the letter after which it is spoken.
    let ki = ids("कि");
    assert_eq!((ki.len(), ki[1]), (2, ka));
    assert_eq!(ids("क्ष").len(), 1, "a conjunct");
    assert_eq!(ids("स्मृति").len(), 4, "half sa, ma with its vowel sign, i before ta");
    let rka = ids("र्क");
    assert_eq!((rka.len(), rka[0]), (2, ka), "r before a letter becomes a hook after it");
}

#[test]
fn emoji_are_left_out() {
    assert_eq!(pixels("With Dad \u{1F30A}\u{FE0F}"), pixels("With Dad"));
    assert_eq!(pixels("Ngũgĩ \u{2764}\u{FE0F} us"), pixels("Ngũgĩ us"));
}

#[test]
fn words_stand_on_the_dark() {
    let all = [LONG].into_iter().chain(FINE).flat_map(|w| [(w, Edge::Foot), (w, Edge::Head)]);
    for (words, edge) in all {
        let sheet = layer(words, FRAME, edge).unwrap().sheet;
        let rows = |plane: usize| sheet.planes[plane].chunks_exact(sheet.width);
        for (red, alpha) in rows(0).zip(rows(3)).filter(|(red, _)| red.iter().any(|v| *v > 200)) {
            let least = alpha.iter().min().unwrap();
            assert!(*least >= 183, "{words}: {least} under {:?}", red.iter().max());
        }
    }
}

#[test]
fn at_the_head_nothing_reaches_down_to_people() {
    for words in [LONG].into_iter().chain(FINE) {
        for frame in [FRAME, WIDE] {
            let caption = layer(words, frame, Edge::Head).unwrap();
            assert!(caption.y + caption.sheet.height as f32 <= frame.h * 0.3, "{words}");
        }
    }
}

#[test]
fn lines_never_reach_the_edges() {
    let long = "Walking along the endless shore with Grandmother Elizabeth at sunset";
    let compound = "Donaudampfschifffahrtsgesellschaftskapitänsfrau";
    for words in [long, compound, "Short words"].into_iter().chain(FINE) {
        for frame in [FRAME, WIDE] {
            for edge in [Edge::Foot, Edge::Head] {
                let Layer { sheet, y, .. } = layer(words, frame, edge).unwrap();
                let ink = |x: usize, y: usize| sheet.planes[0][y * sheet.width + x] > 120;
                let beside = sheet.width * 7 / 100;
                let at_side = |x: &usize| *x < beside || *x >= sheet.width - beside;
                let column = |x: usize| (0..sheet.height).any(|y| ink(x, y));
                assert!(!(0..sheet.width).filter(at_side).any(column), "{words}");
                assert!((0..sheet.width).any(column), "{words}");
                let rows: Vec<usize> =
                    (0..sheet.height).filter(|y| (0..sheet.width).any(|x| ink(x, *y))).collect();
                let (first, last) = (rows[0] as f32 + y, rows[rows.len() - 1] as f32 + y);
                assert!(first > frame.u && last < frame.h - frame.u, "{words}: {first} to {last}");
            }
        }
    }
    assert!(layer(&"m".repeat(64), FRAME, Edge::Foot).is_none(), "no word is cut");
}

#[test]
fn lines_are_about_equally_long_and_break_between_words() {
    let most = FRAME.w * 0.82 / (FRAME.u * EM);
    for (words, parts) in [
        (LONG, ["Dad and me at the lake that", "we both loved so much then"]),
        (
            "おばあちゃんと夏の海へ行った日を今でも覚えているよ",
            ["おばあちゃんと夏の海へ", "行った日を今でも覚えているよ"],
        ),
        (
            "مع أبي على شاطئ البحر في صيف طويل جميل لا ننساه أبدا",
            ["مع أبي على شاطئ البحر في", "صيف طويل جميل لا ننساه أبدا"],
        ),
    ] {
        let setter = Typesetter::new(words).expect("known letters");
        let block = lines::set(&setter, words, most).expect("two lines");
        let widths: Vec<f32> = block.lines.iter().map(|line| line.width).collect();
        let expected = parts.map(|part| setter.line(part).expect("known letters").width);
        assert_eq!(widths, expected, "{words}");
        assert!((block.size - 1.0).abs() < f32::EPSILON);
    }
}

#[test]
fn too_many_words_end_after_one_with_an_ellipsis() {
    let words = words::plain(&"remember ".repeat(60)).expect("words");
    let setter = Typesetter::new(&words).expect("known letters");
    let most = FRAME.w * 0.82 / (FRAME.u * EM);
    let block = lines::set(&setter, &words, most).expect("two lines");
    let last = &block.lines[1];
    let ends = line("remember\u{2026}");
    let tail = |line: &Line| line.glyphs.iter().rev().take(9).map(|g| g.id).collect::<Vec<_>>();
    assert_eq!(tail(last), tail(&ends));
    assert!(block.lines.iter().all(|line| line.width * block.size <= most));
}

/// Texts that nobody means as words.
fn hostile() -> Vec<String> {
    vec![
        "a".repeat(1_000_000),
        "word ".repeat(200_000),
        format!("Dad{}", "\u{301}".repeat(100_000)),
        "e\u{301}\u{302}\u{303}\u{304}".repeat(10_000),
        "\u{202E}".repeat(100_000),
        "\u{2067}\u{202B}x".repeat(50_000),
        "ب\u{200D}".repeat(10_000),
        "क्".repeat(10_000),
        "\u{1F468}\u{200D}\u{1F469}\u{200D}".repeat(20_000),
        "\u{FDFD}".repeat(500),
        "ש\u{5C1}\u{5B8}".repeat(5_000),
        "\u{0}\u{1}\u{1B}[31m".repeat(1_000),
        "\u{1100}\u{1161}".repeat(5_000),
        "\u{E0041}\u{FE0F}\u{FFFE}".repeat(1_000),
    ]
}

#[test]
fn hostile_texts_end_and_take_little_room() {
    for text in hostile() {
        for edge in [Edge::Foot, Edge::Head] {
            let Some(caption) = layer(&text, FRAME, edge) else { continue };
            assert!(caption.sheet.height < 400, "{:?}", &text[..12]);
        }
        let kept = [words::plain(&text), excerpt(&text)];
        assert!(
            kept.iter().flatten().all(|words| words.chars().count() <= words::MOST),
            "{:?}",
            text.chars().next()
        );
    }
}

#[test]
fn any_mixture_of_letters_is_set_or_left_out() {
    let pool: Vec<char> = "aé \u{301}ñ бЖ αΩ بلا\u{651} שב\u{5B8} कि्र\u{93C} እናቴ 海のアー한글 ก\u{E34} 12٣४ \
        .,…«»()[]…—\u{202E}\u{2066}\u{2069}\u{200C}\u{200D}\u{200F}\u{FE0F}\u{0}\n\t🌊👩❤\u{1F3FD}\u{20E3}\u{E000}\u{FFFD}\u{10FFFF}"
        .chars()
        .collect();
    let (mut dice, mut set) = (Dice::new(11, 3), 0);
    for _ in 0..600 {
        let reach = dice.range(4.0, pool.len() as f32) as usize;
        let from = dice.range(0.0, (pool.len() - reach) as f32 + 0.9) as usize;
        let count = dice.range(1.0, 70.0) as usize;
        let text: String = (0..count).map(|_| dice.pick(&pool[from..from + reach])).collect();
        if let Some(caption) = layer(&text, FRAME, Edge::Head) {
            set += 1;
            assert!(caption.sheet.height as f32 <= FRAME.h * 0.3, "{text:?}");
        }
        if let Some(words) = excerpt(&text) {
            assert!(words.chars().count() <= words::MOST, "{text:?}");
        }
    }
    assert!(set > 30, "some can be set: {set}");
}
