//! The person's own words in the closing hold, in the product's display type (Fraunces, OFL).
//!
//! What always holds: at most two lines; words that do not fit end with an ellipsis; words with a
//! letter that the font lacks (another script, an emoji) are not shown at all, because a gap or a
//! box is worse than silence. The edge of the frame darkens behind them, by 72 % where letters are,
//! so that they are readable on snow and on a white cake.

use crate::paint::{
    color::{Rgb, hex, mix, smooth},
    sheet::Sheet,
};
use crate::stage::{Frame, Layer, Pose};
use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};

/// The longest words that become a caption, in letters.
const MOST: usize = 64;

/// The dark behind the words, and the words.
const GROUND: Rgb = hex(0x14110F);
const PAPER: Rgb = hex(0xF4ECE2);

/// Pixels that the dark goes on beyond the frame, because a sheet's own edge is not drawn.
const BEYOND: usize = 4;

/// How people begin when they speak to us and not of their memory; such words are no caption.
const ASKING: [&str; 24] = [
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
];

static FONT: &[u8] = include_bytes!("../../assets/fraunces-italic.ttf");

/// A caption in the person's own words: the first sentence of what they wrote, or its first part,
/// when that is short enough and speaks of the memory; otherwise none.
pub fn excerpt(prompt: &str) -> Option<String> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n' | '\u{2026}' | '\u{3002}');
    let sentence = prompt.split(ends).map(str::trim).find(|part| !part.is_empty())?;
    let fits = |part: &&str| (6..=MOST).contains(&part.chars().count());
    let words = [Some(sentence), sentence.split(',').next().map(str::trim)];
    let words = words.into_iter().flatten().find(fits)?.trim_end_matches([',', ':', '-', ' ']);
    let lower = words.to_lowercase();
    let asking = ASKING.iter().any(|start| lower.starts_with(start));
    let private = words.contains('@') || lower.contains("http") || lower.contains("www");
    if asking || private || !words.contains(' ') {
        return None;
    }
    let mut letters = words.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

/// Where the words are: at the foot of the frame, or at its head where people stand at its foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Foot,
    Head,
}

/// The caption as a layer that fades in for the hold; nothing when no letter can be set.
pub fn layer(words: &str, frame: Frame, edge: Edge) -> Option<Layer> {
    let font = FontRef::try_from_slice(FONT).ok()?;
    let words: Vec<&str> = words.split_whitespace().collect();
    let known = |c: char| font.glyph_id(c) != GlyphId(0);
    if words.is_empty() || !words.iter().all(|word| word.chars().all(known)) {
        return None;
    }
    let size = frame.u * 3.5;
    let scaled = font.as_scaled(PxScale::from(size));
    let wide = |text: &str| {
        text.chars()
            .fold((0.0, None), |(x, last), c| {
                let id = font.glyph_id(c);
                (x + scaled.h_advance(id) + last.map_or(0.0, |l| scaled.kern(l, id)), Some(id))
            })
            .0
    };
    let lines = broken(&words, frame.w * 0.82, &wide);
    let (w, step) = (frame.w as usize + 2 * BEYOND, size * 1.22);
    let tall = step * lines.len() as f32;
    // The words' middle, and where the dark begins and ends.
    let inward = frame.h * 0.065 + if lines.len() > 1 { size * 0.35 } else { 0.0 };
    // Skies are bright and even: at the head the dark has to end more softly.
    let soft = if edge == Edge::Head { frame.h * 0.13 } else { 0.0 };
    let fading = inward + tall / 2.0 + soft.max(size * 2.6);
    let (middle, top, bottom) = match edge {
        Edge::Foot => {
            let top = (frame.h - fading).round();
            (frame.h - inward, top, frame.h + BEYOND as f32)
        }
        Edge::Head => (inward, -(BEYOND as f32), fading.round()),
    };
    let h = (bottom - top) as usize;
    let mut cover = vec![0f32; w * h];
    for (row, line) in lines.iter().enumerate() {
        let base = middle - top - tall / 2.0 + step * row as f32 + scaled.ascent() * 0.86;
        let (mut x, mut last) = ((w as f32 - wide(line)) / 2.0, None);
        for c in line.chars() {
            let id = font.glyph_id(c);
            x += last.map_or(0.0, |l| scaled.kern(l, id));
            if let Some(outline) =
                font.outline_glyph(id.with_scale_and_position(size, point(x, base)))
            {
                let bounds = outline.px_bounds();
                outline.draw(|gx, gy, v| {
                    let (px, py) = (gx as f32 + bounds.min.x, gy as f32 + bounds.min.y);
                    if px >= 0.0 && py >= 0.0 && (px as usize) < w && (py as usize) < h {
                        cover[py as usize * w + px as usize] += v;
                    }
                });
            }
            x += scaled.h_advance(id);
            last = Some(id);
        }
    }
    let (none, full) = match edge {
        Edge::Foot => (0.0, middle - top - tall / 2.0),
        Edge::Head => (h as f32, middle - top + tall / 2.0),
    };
    let sheet = Sheet::paint(w, h, |x, y| {
        let ink = cover[y as usize * w + x as usize].min(1.0) * 0.98;
        let dark = smooth(none, full, y) * 0.72;
        let a = ink + dark * (1.0 - ink);
        let [r, g, b] = mix(GROUND, PAPER, ink / a.max(1e-3));
        [r, g, b, a]
    });
    let seconds = frame.seconds;
    Some(
        Layer { sheet, x: -(BEYOND as f32), y: top, depth: 0.0, life: None, ripple: None }
            .alive(move |t| Pose::faded(smooth(seconds * 0.66, seconds * 0.8, t))),
    )
}

/// At most two lines of at most `most` pixels.
fn broken(words: &[&str], most: f32, wide: &dyn Fn(&str) -> f32) -> Vec<String> {
    let whole = words.join(" ");
    if wide(&whole) <= most {
        return vec![whole];
    }
    // Two lines of about the same length read best.
    let split = (1..words.len())
        .find(|&n| wide(&words[..n].join(" ")) >= wide(&whole) / 2.0)
        .unwrap_or(words.len() - 1)
        .max(1);
    let mut lines = vec![words[..split].join(" "), words[split..].join(" ")];
    for line in &mut lines {
        let mut cut = false;
        while wide(line) > most && line.pop().is_some() {
            cut = true;
        }
        if cut {
            line.pop();
            line.push('\u{2026}');
        }
    }
    lines.retain(|l| !l.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { w: 720.0, h: 1280.0, u: 9.6, seconds: 10.0 };

    #[test]
    fn a_caption_is_the_first_thing_said_of_the_memory() {
        for (said, shown) in [
            ("walking on the beach with my dad", Some("Walking on the beach with my dad")),
            ("Our last summer. I miss her so much!", Some("Our last summer")),
            (
                "Dad and me at the lake, fishing all day long until the sun went down behind the hills",
                Some("Dad and me at the lake"),
            ),
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
    fn words_are_set_whole_or_not_at_all() {
        for fine in ["Always with us", "Für Großmutter, café at José’s – 1987", "¡Qué día!"]
        {
            assert!(layer(fine, FRAME, Edge::Foot).is_some(), "{fine}");
        }
        for unknown in ["With Dad 🌊", "مع أبي", "おばあちゃん", "Ngũgĩ ❤", "", " \u{200F} "]
        {
            assert!(layer(unknown, FRAME, Edge::Foot).is_none(), "{unknown}");
        }
    }

    #[test]
    fn words_stand_on_the_dark() {
        let long = "Dad and me at the lake that we both loved so much then";
        let all = ["Always with us", long].map(|words| [(words, Edge::Foot), (words, Edge::Head)]);
        for (words, edge) in all.into_iter().flatten() {
            let sheet = layer(words, FRAME, edge).unwrap().sheet;
            let rows = |plane: usize| sheet.planes[plane].chunks_exact(sheet.width);
            for (red, alpha) in rows(0).zip(rows(3)).filter(|(red, _)| red.iter().any(|v| *v > 200))
            {
                let least = alpha.iter().min().unwrap();
                assert!(*least >= 183, "{words}: {least} under {:?}", red.iter().max());
            }
        }
    }

    #[test]
    fn at_the_head_nothing_reaches_down_to_people() {
        let words = "Dad and me at the lake that we both loved so much then";
        for frame in [FRAME, Frame { w: 1280.0, h: 720.0, ..FRAME }] {
            let caption = layer(words, frame, Edge::Head).unwrap();
            assert!(caption.y + caption.sheet.height as f32 <= frame.h * 0.3);
        }
    }

    #[test]
    fn lines_never_reach_the_edges() {
        let long = "Walking along the endless shore with Grandmother Elizabeth at sunset";
        for words in [long, &"m".repeat(64), "Short words"] {
            for frame in [FRAME, Frame { w: 1280.0, h: 720.0, ..FRAME }] {
                let sheet = layer(words, frame, Edge::Foot).unwrap().sheet;
                let bright = |x: usize| {
                    (0..sheet.height).any(|y| sheet.planes[0][y * sheet.width + x] > 120)
                };
                let edge = sheet.width * 7 / 100;
                let at_edge = |x: &usize| *x < edge || *x >= sheet.width - edge;
                assert!(!(0..sheet.width).filter(at_edge).any(bright), "{words}");
                assert!((0..sheet.width).any(bright), "{words}");
            }
        }
    }
}
