//! The person's own words in the closing hold, in the product's display type (Fraunces, OFL).
//!
//! What always holds: at most two lines, letters the font lacks are left out, and words that do
//! not fit end with an ellipsis. A soft dark cloud behind keeps them readable on any scene.

use crate::paint::{color::smooth, sheet::Sheet};
use crate::stage::{Frame, Layer, Pose};
use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};

static FONT: &[u8] = include_bytes!("../../assets/fraunces-italic.ttf");

/// The caption as a layer that fades in for the hold; nothing when no letter can be set.
pub fn layer(words: &str, frame: Frame) -> Option<Layer> {
    let font = FontRef::try_from_slice(FONT).ok()?;
    let known: String = words
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| *c == ' ' || (!c.is_control() && font.glyph_id(*c) != GlyphId(0)))
        .collect();
    let words: Vec<&str> = known.split_whitespace().collect();
    if words.is_empty() {
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
    let (w, step) = (frame.w as usize, size * 1.22);
    let h = (step * (lines.len() as f32 + 2.4)) as usize;
    let mut cover = vec![0f32; w * h];
    for (row, line) in lines.iter().enumerate() {
        let base = step * (1.2 + row as f32) + scaled.ascent() * 0.86;
        let (mut x, mut last) = ((frame.w - wide(line)) / 2.0, None);
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
    let longest = lines.iter().map(|l| wide(l)).fold(0.0, f32::max);
    let (half_w, half_h) = (longest / 2.0 + size * 3.2, h as f32 / 2.0);
    let sheet = Sheet::paint(w, h, |x, y| {
        let ink = cover[y as usize * w + x as usize].min(1.0) * 0.98;
        let (dx, dy) = ((x - frame.w / 2.0) / half_w, (y - half_h) / half_h);
        let cloud = smooth(1.0, 0.0, (dx * dx + dy * dy).sqrt()) * 0.42;
        let a = ink + cloud * (1.0 - ink);
        let c = [0.957, 0.925, 0.886].map(|v: f32| v * ink / a.max(1e-3));
        [c[0] + 0.05 * (1.0 - ink), c[1] + 0.04 * (1.0 - ink), c[2] + 0.035 * (1.0 - ink), a]
    });
    let y = frame.h * 0.935 - h as f32 / 2.0 - if lines.len() > 1 { size * 0.35 } else { 0.0 };
    let seconds = frame.seconds;
    Some(
        Layer { sheet, x: 0.0, y: y.round(), depth: 0.0, life: None, ripple: None }
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
