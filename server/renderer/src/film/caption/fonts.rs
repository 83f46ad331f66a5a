//! The fonts of captions, and which of them sets which script.
//!
//! What always holds: words of one kind of script are set in one font, so that no word changes its
//! looks in the middle. To add a script: its font in `assets` (see the README there), a line in
//! [`FACES`], words of it in the tests, and a look at a frame.

use std::sync::LazyLock;

use harfrust::{Font, Script, unicode};

use super::words::is_cjk;

/// A font, and how large it is set so that its letters look as large as those of the others.
pub struct Face {
    pub font: Font,
    pub scale: f32,
    scripts: fn(Script) -> bool,
}

/// From first choice to last: the product's display type before others of the same script.
pub static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let face = |bytes: &'static [u8], scale: f32, scripts: fn(Script) -> bool| {
        Font::new(bytes, 0).map(|font| Face { font, scale, scripts })
    };
    let faces = [
        face(include_bytes!("../../../assets/fraunces-italic.ttf"), 1.0, is_european),
        face(include_bytes!("../../../assets/noto-serif-italic.ttf"), 0.93, is_european),
        face(include_bytes!("../../../assets/noto-naskh-arabic.ttf"), 1.12, |script| {
            script == Script::ARABIC
        }),
        face(include_bytes!("../../../assets/noto-serif-hebrew.ttf"), 1.0, |script| {
            script == Script::HEBREW
        }),
        face(include_bytes!("../../../assets/noto-serif-devanagari.ttf"), 1.0, |script| {
            script == Script::DEVANAGARI
        }),
        face(include_bytes!("../../../assets/noto-serif-ethiopic.ttf"), 0.93, |script| {
            script == Script::ETHIOPIC
        }),
        // Simplified Chinese, in which texts of Han letters alone are likely.
        face(include_bytes!("../../../assets/noto-serif-cjk-sc.otf"), 0.9, is_cjk),
        face(include_bytes!("../../../assets/noto-serif-cjk-jp.otf"), 0.9, is_cjk),
        face(include_bytes!("../../../assets/noto-serif-cjk-kr.otf"), 0.9, is_cjk),
    ];
    faces.into_iter().flatten().collect()
});

/// The scripts that share one kind of letters, and are set in one font together.
fn is_european(script: Script) -> bool {
    [Script::LATIN, Script::CYRILLIC, Script::GREEK].contains(&script)
}

impl Face {
    /// Whether words of this script are set in this font, when it has their letters.
    pub fn sets(&self, script: Script) -> bool {
        (self.scripts)(script)
    }

    pub fn has(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some()
    }

    /// Whether it has the letter, or has what the letter is made of.
    pub fn can_compose(&self, c: char) -> bool {
        use unicode::Decomposed::{Pair, Singleton};
        let part = |part: u32| char::from_u32(part).is_some_and(|c| self.can_compose(c));
        self.has(c)
            || match unicode::decompose(c.into()) {
                Some(Pair(first, second)) => part(first) && part(second),
                Some(Singleton(one)) => part(one),
                None => false,
            }
    }
}

/// The script of a letter; none of a mark, a digit or a sign that stands in words of any script.
pub fn script(c: char) -> Option<Script> {
    let script = unicode::script(c.into());
    let shared = [Script::COMMON, Script::INHERITED, Script::UNKNOWN].contains(&script);
    (!shared).then_some(script)
}
