//! Words as glyphs: which font sets each letter, in which order letters stand, and their outlines.
//!
//! What always holds: a line is set whole, in fonts that have all of its letters, or not at all, so
//! that nobody sees a gap or a box. Letters stand in the order in which they are read (Unicode's
//! bidirectional algorithm) and join as their script wants (`HarfBuzz`'s rules).

use harfrust::{
    Buffer, BufferFlags, Direction, GlyphId, Script, ShapeOptions, ShaperFont,
    font::glyph::outline::{DrawMemory, DrawOptions, PathSink},
    shape,
};
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::{BidiInfo, Level};

use super::fonts::{FACES, Face, script};

/// How words are set: a font for each kind of script in them.
pub struct Typesetter {
    faces: Vec<&'static Face>,
    /// The direction of the whole text: a line that begins with a name in another script keeps it.
    base: Option<Level>,
}

/// A line of glyphs from left to right. Lengths are in ems of the display type.
pub struct Line {
    pub glyphs: Vec<Glyph>,
    pub width: f32,
}

/// A glyph of a font, with its origin on the line; y runs upwards from the baseline.
pub struct Glyph {
    pub face: &'static Face,
    pub id: GlyphId,
    pub x: f32,
    pub y: f32,
}

/// Letters of one font and script, by their bytes in the line.
struct Stretch {
    face: &'static Face,
    script: Option<Script>,
    bytes: std::ops::Range<usize>,
}

impl Typesetter {
    /// For these words; none where no font has all letters of a script in them.
    pub fn new(words: &str) -> Option<Self> {
        let letters = |face: &'static Face| {
            words.chars().filter(|c| script(*c).is_some_and(|script| face.sets(script)))
        };
        let mut faces: Vec<&'static Face> = Vec::new();
        for c in words.chars() {
            let Some(script) = script(c) else { continue };
            if faces.iter().any(|face| face.sets(script)) {
                continue;
            }
            let complete = |face: &&'static Face| letters(face).all(|c| face.can_compose(c));
            faces.push(FACES.iter().filter(|face| face.sets(script)).find(complete)?);
        }
        let base = BidiInfo::new(words, None).paragraphs.first().map(|paragraph| paragraph.level);
        let setter = Self { faces, base };
        setter.line(words).is_some().then_some(setter)
    }

    /// A part of the words as a line; none where a font lacks a letter of it.
    pub fn line(&self, text: &str) -> Option<Line> {
        let mut line = Line { glyphs: Vec::new(), width: 0.0 };
        let stretches = self.stretches(text)?;
        let bidi = BidiInfo::new(text, self.base);
        let paragraph = bidi.paragraphs.first()?;
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let backward = levels.get(run.start)?.is_rtl();
            let inside = stretches.iter().filter_map(|stretch| {
                let start = stretch.bytes.start.max(run.start);
                let end = stretch.bytes.end.min(run.end);
                (start < end).then_some(Stretch { bytes: start..end, ..*stretch })
            });
            let mut inside: Vec<_> = inside.collect();
            if backward {
                inside.reverse();
            }
            for stretch in inside {
                line.append(&stretch, text, backward)?;
            }
        }
        Some(line)
    }

    /// The text in stretches of one font and script.
    fn stretches(&self, text: &str) -> Option<Vec<Stretch>> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (at, c) in text.char_indices() {
            let end = at + c.len_utf8();
            let of = script(c);
            let last = stretches.last().map(|last| (last.face, last.script));
            let face = match (of, last) {
                (Some(of), _) => self.faces.iter().copied().find(|face| face.sets(of))?,
                // Marks, joiners and spaces belong to what stands before them.
                (None, Some((face, _))) if !c.is_alphanumeric() && !face.lacks_sign(c) => face,
                (None, Some((face, _))) if face.has(c) => face,
                (None, None) => {
                    self.faces.iter().copied().chain(FACES.iter()).find(|f| f.has(c))?
                }
                (None, Some(_)) => FACES.iter().find(|face| face.has(c))?,
            };
            let new = last.is_none_or(|(was, script)| {
                !std::ptr::eq(was, face) || of.is_some() && script.is_some() && of != script
            });
            match stretches.last_mut() {
                Some(last) if !new => {
                    last.bytes.end = end;
                    last.script = last.script.or(of);
                }
                _ => stretches.push(Stretch { face, script: of, bytes: at..end }),
            }
        }
        Some(stretches)
    }
}

impl Face {
    /// Whether a sign that takes up room, and no mark on a letter, is missing.
    fn lacks_sign(&self, c: char) -> bool {
        let mark = harfrust::unicode::script(c.into()) == Script::INHERITED;
        !mark && !self.has(c)
    }
}

impl Line {
    fn append(&mut self, stretch: &Stretch, text: &str, backward: bool) -> Option<()> {
        let Stretch { face, script, bytes } = stretch;
        let mut buffer = Buffer::new();
        buffer.push_str(&text[bytes.clone()]);
        buffer.set_pre_context(&text[..bytes.start]);
        buffer.set_post_context(&text[bytes.end..]);
        buffer.set_script(*script);
        buffer.set_direction(if backward {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        });
        buffer.set_flags(BufferFlags::DO_NOT_INSERT_DOTTED_CIRCLE);
        shape(&ShaperFont::new(&face.font), &mut buffer, ShapeOptions::new()).ok()?;
        let em = face.scale / f32::from(face.font.units_per_em());
        for (info, at) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            let id = GlyphId::new(info.glyph_id);
            if id == GlyphId::NOTDEF {
                return None;
            }
            let (x, y) = (self.width + at.x_offset as f32 * em, at.y_offset as f32 * em);
            self.glyphs.push(Glyph { face, id, x, y });
            self.width += at.x_advance as f32 * em;
        }
        Some(())
    }

    /// The letters' outlines with the line's left end at (`x`, `base`), in pixels; none of a blank line.
    pub fn outline(&self, (x, base): (f32, f32), size: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        for glyph in &self.glyphs {
            let scale = size * glyph.face.scale / f32::from(glyph.face.font.units_per_em());
            let mut pen =
                Pen { path: &mut path, x: x + glyph.x * size, y: base - glyph.y * size, scale };
            if let Some(outline) = glyph.face.font.outline_glyphs().get(glyph.id) {
                outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut pen).ok()?;
            }
        }
        path.finish()
    }
}

/// Draws a glyph, whose units run upwards, into a path of pixels.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let ((cx0, cy0), (x, y)) = (self.at(cx0, cy0), self.at(x, y));
        self.path.quad_to(cx0, cy0, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((cx0, cy0), (cx1, cy1)) = (self.at(cx0, cy0), self.at(cx1, cy1));
        let (x, y) = self.at(x, y);
        self.path.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
