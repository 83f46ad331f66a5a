//! The person's own words in the closing hold, in their script: the product's display type (Fraunces)
//! where it has the letters, otherwise Noto (both OFL, see `assets/`).
//!
//! What always holds: at most two lines, never over a face; words with a letter that no font has are
//! not shown at all, because a gap or a box is worse than silence, but emoji are left out. The edge of
//! the frame darkens behind them, by 72 % where letters are, so that they are readable on snow and on
//! a white cake. Read in this order: `excerpt` (which words), `words` (what of them can be set),
//! `fonts`, `typeset` (glyphs), `lines` (breaks).

mod excerpt;
mod fonts;
mod lines;
#[cfg(test)]
mod tests;
mod typeset;
mod words;

pub use excerpt::excerpt;

use crate::paint::{
    color::{Rgb, hex, mix, smooth},
    sheet::Sheet,
};
use crate::stage::{Frame, Layer, Pose};
use tiny_skia::{FillRule, Mask, Path, Transform};
use typeset::Typesetter;

/// The dark behind the words, and the words.
const GROUND: Rgb = hex(0x14110F);
const PAPER: Rgb = hex(0xF4ECE2);

/// Pixels that the dark goes on beyond the frame, because a sheet's own edge is not drawn.
const BEYOND: usize = 4;

/// The usual size of letters, an em of the display type, in units of the frame.
const EM: f32 = 2.84;

/// From baseline to baseline, and from a line's middle down to its baseline, in ems.
const STEP: f32 = 1.5;
const BASE: f32 = 0.09;

/// The tallest block of words, in ems; marks that reach further belong to no language.
const TALLEST: f32 = 4.4;

/// Where the words are: at the foot of the frame, or at its head where people stand at its foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Foot,
    Head,
}

/// When in the film the words begin to be seen, and when they are there.
pub const BEGINS: f32 = 0.66;
const THERE: f32 = 0.8;

/// How far words keep from faces, in units of the frame.
const CLEAR: f32 = 1.5;

/// The caption as a layer that fades in for the hold; nothing when a letter cannot be set.
pub fn layer(words: &str, frame: Frame, edge: Edge) -> Option<Layer> {
    set(words, frame, edge).map(|(layer, _)| layer)
}

/// The rows between which these words are.
pub fn rows(words: &str, frame: Frame, edge: Edge) -> Option<(f32, f32)> {
    set(words, frame, edge).map(|(_, rows)| rows)
}

/// Like [`layer`], at the edge that is free of faces, which are between these rows of the frame: at its
/// foot if it may be; nothing where neither edge is free.
pub fn beside(words: &str, frame: Frame, faces: Option<(f32, f32)>) -> Option<Layer> {
    [Edge::Foot, Edge::Head].into_iter().find_map(|edge| {
        let (layer, (top, bottom)) = set(words, frame, edge)?;
        let clear = frame.u * CLEAR;
        let free = faces.is_none_or(|(first, last)| top > last + clear || bottom < first - clear);
        free.then_some(layer)
    })
}

/// The layer, and the rows between which its words are.
fn set(words: &str, frame: Frame, edge: Edge) -> Option<(Layer, (f32, f32))> {
    let words = words::plain(words)?;
    let setter = Typesetter::new(&words)?;
    let usual = frame.u * EM;
    let block = lines::set(&setter, &words, frame.w * 0.82 / usual)?;
    let size = usual * block.size;
    let outlines = outlines(&block.lines, frame, size)?;
    let bounds = outlines.bounds();
    // Words that reach further than two lines of the display type need their own room.
    let tall = bounds.height().max(size * STEP * block.lines.len() as f32);
    if tall > size * TALLEST {
        return None;
    }
    // The words' middle, and where the dark begins and ends.
    let several = if block.lines.len() > 1 { size * 0.43 } else { 0.0 };
    let inward = (frame.h * 0.065 + several).max(tall / 2.0 + size * 0.6);
    // Skies are bright and even: at the head the dark has to end more softly.
    let soft = if edge == Edge::Head { frame.h * 0.13 } else { 0.0 };
    let fading = inward + tall / 2.0 + soft.max(size * 3.2);
    let (middle, top, bottom) = match edge {
        Edge::Foot => {
            let top = (frame.h - fading).round();
            (frame.h - inward, top, frame.h + BEYOND as f32)
        }
        Edge::Head => (inward, -(BEYOND as f32), fading.round()),
    };
    let (none, full) = match edge {
        Edge::Foot => (0.0, middle - top - tall / 2.0),
        Edge::Head => (bottom - top, middle - top + tall / 2.0),
    };
    let w = frame.w as usize + 2 * BEYOND;
    let cover = cover(&outlines, (w, (bottom - top) as usize), (BEYOND as f32, middle - top))?;
    let sheet = Sheet::paint(w, (bottom - top) as usize, |x, y| {
        let covered = cover.data()[y as usize * w + x as usize];
        let ink = f32::from(covered) / 255.0 * 0.98;
        let dark = smooth(none, full, y) * 0.72;
        let a = ink + dark * (1.0 - ink);
        let [r, g, b] = mix(GROUND, PAPER, ink / a.max(1e-3));
        [r, g, b, a]
    });
    let seconds = frame.seconds;
    let layer = Layer { sheet, x: -(BEYOND as f32), y: top, depth: 0.0, life: None, ripple: None }
        .alive(move |t| Pose::faded(smooth(seconds * BEGINS, seconds * THERE, t)));
    Some((layer, (middle - tall / 2.0, middle + tall / 2.0)))
}

/// All lines, centred across the frame, with the middle of the block at row 0.
fn outlines(lines: &[typeset::Line], frame: Frame, size: f32) -> Option<Path> {
    let alone = |line: &typeset::Line, base: f32| {
        line.outline(((frame.w - line.width * size) / 2.0, base), size)
    };
    let mut all: Vec<Path> = Vec::new();
    for line in lines {
        let reach = |path: &Path| (path.bounds().top(), path.bounds().bottom());
        let own = alone(line, 0.0)?;
        // Marks of one line keep clear of those of the next.
        let base = all.last().map_or(0.0, |last| {
            let clear = reach(last).1 - reach(&own).0 + size * 0.12;
            let step = size * STEP * all.len() as f32;
            step.max(clear)
        });
        all.push(alone(line, base)?);
    }
    let mut joined = tiny_skia::PathBuilder::new();
    for path in &all {
        joined.push_path(path);
    }
    let joined = joined.finish()?;
    // A line of the display type stands in the middle by its letters without tails, others by all.
    let usual = size * (BASE - STEP * (lines.len() - 1) as f32 / 2.0);
    let bounds = joined.bounds();
    let half = size * STEP * lines.len() as f32 / 2.0;
    let inside = bounds.top() + usual >= -half && bounds.bottom() + usual <= half;
    let shift = if inside { usual } else { -(bounds.top() + bounds.bottom()) / 2.0 };
    joined.transform(Transform::from_translate(0.0, shift))
}

/// How far the letters cover each pixel of a sheet of this size whose (x, y) is their origin.
fn cover(outlines: &Path, (w, h): (usize, usize), (x, y): (f32, f32)) -> Option<Mask> {
    let mut mask = Mask::new(u32::try_from(w).ok()?, u32::try_from(h).ok()?)?;
    mask.fill_path(outlines, FillRule::Winding, true, Transform::from_translate(x, y));
    Some(mask)
}
