//! Words in one or two lines.
//!
//! What always holds: lines break where the script allows it (Unicode's line breaking) and are about
//! equally long. Words that do not fit are set smaller, down to a size that a phone held in the hand
//! shows readably, and only then end early, after a word, with an ellipsis.

use harfrust::Script;
use icu_segmenter::{LineSegmenter, options::LineBreakOptions};

use super::fonts::script;
use super::typeset::{Line, Typesetter};

/// Sizes of letters, as parts of the usual one.
const SIZES: [f32; 4] = [1.0, 0.92, 0.84, 0.77];

/// How much longer a line may become, in ems, to break between words where no spaces tell them apart.
const WORDS_TOGETHER: f32 = 2.0;

/// The lines from top to bottom, and their size as a part of the usual one.
pub struct Block {
    pub lines: Vec<Line>,
    pub size: f32,
}

/// Sets words in at most two lines of at most `most` ems of the usual size.
pub fn set(setter: &Typesetter, words: &str, most: f32) -> Option<Block> {
    let breaks: Vec<usize> =
        LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default())
            .segment_str(words)
            .filter(|at| (1..words.len()).contains(at))
            .collect();
    let whole = |end: usize, mark: &str| {
        let text = format!("{}{mark}", words[..end].trim_end());
        let breaks = &breaks[..breaks.partition_point(|at| *at < end)];
        move |size: f32| {
            let lines = broken(setter, &text, breaks, most / size)?;
            Some(Block { lines, size })
        }
    };
    if let Some(block) = SIZES.into_iter().find_map(whole(words.len(), "")) {
        return Some(block);
    }
    let smallest = SIZES[SIZES.len() - 1];
    // Shorter words need no more room than longer ones.
    let fitting = breaks.partition_point(|end| whole(*end, "\u{2026}")(smallest).is_some());
    let last = fitting.checked_sub(1)?;
    whole(breaks[last], "\u{2026}")(smallest)
}

/// One line, or two that break at one of `breaks`, of at most `most` ems.
fn broken(setter: &Typesetter, text: &str, breaks: &[usize], most: f32) -> Option<Vec<Line>> {
    let line = setter.line(text)?;
    if line.width <= most {
        return Some(vec![line]);
    }
    if line.width > most * 2.2 {
        return None;
    }
    let halves = |at: usize| {
        let (first, second) = (text[..at].trim_end(), text[at..].trim_start());
        Some([setter.line(first)?, setter.line(second)?])
    };
    let longer = |[first, second]: &[Line; 2]| first.width.max(second.width);
    let split = breaks.iter().filter_map(|at| {
        let lines = halves(*at)?;
        let cost = longer(&lines) + if parts_words(text, *at) { 0.0 } else { WORDS_TOGETHER };
        (longer(&lines) <= most).then_some((cost, lines))
    });
    let (_, lines) = split.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(lines.into())
}

/// Whether a break at this byte surely stands between words: after a space or a sign, and in
/// Japanese where a word in Chinese letters follows an ending.
fn parts_words(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().next();
    let (Some(before), Some(after)) = (before, after) else { return false };
    !before.is_alphanumeric()
        || script(before) == Some(Script::HIRAGANA) && script(after) == Some(Script::HAN)
}
